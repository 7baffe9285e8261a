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
 * Closes the state store of a NodeManager that shares its JVM with others when no thread is in it,
 * and lets none in after that.
 *
 * <p>A stopping NodeManager does not wait for all of its threads. One that writes while LevelDB
 * closes uses freed memory, which ends the process: of no matter to a daemon that ends anyhow, but
 * here that is the JVM of a whole cluster and of its test. In the package of the store, which shows
 * its database to no other.
 */
public final class OrderlyClose {
  /** Held for writing by who closes. */
  private final ReadWriteLock inside = new ReentrantReadWriteLock();

  private boolean closed;

  private OrderlyClose() {}

  /** To be told once the store has started; one that keeps nothing is left as it is. */
  public static void of(NMStateStoreService store) {
    if (store instanceof NMLeveldbStateStoreService) {
      NMLeveldbStateStoreService kept = (NMLeveldbStateStoreService) store;
      OrderlyClose close = new OrderlyClose();
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
