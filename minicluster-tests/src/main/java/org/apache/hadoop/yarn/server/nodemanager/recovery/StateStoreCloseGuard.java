// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.nodemanager.recovery;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.DBIterator;

/**
 * Guards the LevelDB state store of an embedded NodeManager: closes it only when no thread uses it,
 * and rejects all later calls.
 *
 * <p>A stopping NodeManager does not wait for all of its threads. A thread that writes while
 * LevelDB closes uses freed memory, which crashes the process. That is harmless for a daemon that
 * exits anyway, but here it would end the JVM of the whole cluster and its test. This class is in
 * the package of the state store because the database is accessible only from there.
 */
public final class StateStoreCloseGuard {
  /** Held for reading during each call, and for writing while the database is closed. */
  private final ReadWriteLock inside = new ReentrantReadWriteLock();

  private boolean closed;

  private StateStoreCloseGuard() {}

  /**
   * Guards a state store, which must have been started. Does nothing if it is not a LevelDB store.
   */
  public static void of(NMStateStoreService store) {
    if (store instanceof NMLeveldbStateStoreService) {
      NMLeveldbStateStoreService kept = (NMLeveldbStateStoreService) store;
      StateStoreCloseGuard close = new StateStoreCloseGuard();
      DB database = kept.getDB();
      kept.setDB(
          close.around(
              DB.class,
              (proxy, method, args) ->
                  method.getName().equals("close")
                      ? close.close(database)
                      : close.call(database, method, args)));
    }
  }

  private <T> T around(Class<T> type, InvocationHandler calls) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
  }

  private Object close(DB database) throws Exception {
    inside.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        database.close();
      }
      return null;
    } finally {
      inside.writeLock().unlock();
    }
  }

  private Object call(Object on, Method method, Object[] args) throws Throwable {
    Lock entered = inside.readLock();
    entered.lock();
    try {
      if (closed) {
        throw new DBException(method.getName() + " after the store was closed");
      }
      Object result = method.invoke(on, args);
      return result instanceof DBIterator
          ? around(DBIterator.class, (proxy, called, with) -> call(result, called, with))
          : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      entered.unlock();
    }
  }
}
