// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.periodic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.testing.LogLines;

/** Threads of the pack in a daemon that ends itself at an uncaught Error, as YARN's do. */
public class DaemonThreadFactoryTest {
  private final Thread.UncaughtExceptionHandler before =
      Thread.getDefaultUncaughtExceptionHandler();

  @After
  public void restore() {
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  @Test
  public void errorOfAThreadDoesNotReachTheHandlerOfTheDaemon() throws Exception {
    AtomicBoolean ends = new AtomicBoolean();
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> ends.set(true));
    try (LogLines log = new LogLines(DaemonThreadFactory.class.getName())) {
      AtomicReference<Thread> pooled = new AtomicReference<>();
      ThreadPoolExecutor pool = DaemonThreadFactory.pool("test", 1);
      pool.execute(
          () -> {
            pooled.set(Thread.currentThread());
            throw new NoSuchMethodError("on purpose");
          });
      pool.shutdown();
      assertTrue(pool.awaitTermination(120, TimeUnit.SECONDS));
      pooled.get().join();
      Thread single =
          DaemonThreadFactory.of(
              "test",
              getClass(),
              () -> {
                throw new StackOverflowError("on purpose");
              });
      single.start();
      single.join();
      assertFalse(ends.get());
      assertEquals(1, log.count("Thread test failed", "NoSuchMethodError"));
      assertEquals(1, log.count("Thread test failed", "StackOverflowError"));
    }
  }
}
