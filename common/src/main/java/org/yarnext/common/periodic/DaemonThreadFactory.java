// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.periodic;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates daemon threads, which do not keep the JVM alive. They inherit the caller's identity, as
 * all threads do; a {@link PeriodicTask} does not.
 *
 * <p>What a thread does not catch is logged. YARN's daemons end themselves at an {@link Error} that
 * reaches their own handler.
 */
public final class DaemonThreadFactory {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonThreadFactory.class);
  private static final long IDLE_SECONDS = 60;

  private DaemonThreadFactory() {}

  /**
   * Creates a pool for single calls that may block. Its threads end after a minute without a call.
   * The owner shuts it down.
   *
   * @param name of its threads
   * @param max maximum number of threads, above 0; further calls wait in an unbounded queue
   */
  public static ThreadPoolExecutor pool(String name, int max) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            max,
            max,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> of(name, DaemonThreadFactory.class, work));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Runs a task that may block once, on its own thread. */
  public static void start(String name, Runnable work) {
    of(name, work.getClass(), work).start();
  }

  /**
   * Creates a thread that has not started.
   *
   * @param loadedWith the class whose loader becomes the thread's context class loader
   */
  static Thread of(String name, Class<?> loadedWith, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.setContextClassLoader(loadedWith.getClassLoader());
    thread.setUncaughtExceptionHandler(
        (ended, e) -> LOG.error("Thread {} failed; the daemon continues", ended.getName(), e));
    return thread;
  }
}
