// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.periodic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.metrics.FeatureMetrics;

/** Periodic work goes on whatever it throws, shows how it goes, and ends with its owner. */
public class PeriodicTaskTest extends PeriodicTaskTestBase {
  @Test
  public void taskContinuesAfterAnyThrowable() throws Exception {
    List<Throwable> thrown =
        Arrays.asList(
            new IllegalStateException("on purpose"),
            new NoSuchMethodError("on purpose"),
            new OutOfMemoryError("on purpose"),
            new StackOverflowError("on purpose"),
            new ThreadDeath(),
            new InterruptedException("on purpose"),
            new Throwable("on purpose"));
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch afterAll = new CountDownLatch(1);
    PeriodicTask task =
        task(
                1,
                () -> {
                  int run = runs.getAndIncrement();
                  if (run < thrown.size()) {
                    sneak(thrown.get(run));
                  }
                  afterAll.countDown();
                })
            .start(0);
    await(afterAll);
    assertEquals(thrown.size(), task.failures());
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable t) throws T {
    throw (T) t;
  }

  @Test
  public void interruptOfARunDoesNotAffectTheNext() throws Exception {
    CountDownLatch twice = new CountDownLatch(2);
    PeriodicTask task =
        task(
                1,
                () -> {
                  twice.countDown();
                  Thread.currentThread().interrupt();
                })
            .start(0);
    await(twice);
    assertEquals(0, task.failures());
  }

  @Test
  public void eachKindOfFailureIsLoggedOnce() throws Exception {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    AppenderSkeleton appender =
        new AppenderSkeleton() {
          @Override
          protected void append(LoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
              lines.add(event.getThrowableInformation().getThrowable().getMessage());
            }
          }

          @Override
          public void close() {
            // Nothing is open.
          }

          @Override
          public boolean requiresLayout() {
            return false;
          }
        };
    Logger logger = Logger.getLogger(PeriodicTask.class);
    logger.addAppender(appender);
    try {
      AtomicInteger runs = new AtomicInteger();
      CountDownLatch end = new CountDownLatch(1);
      task(
              1,
              () -> {
                int run = runs.incrementAndGet();
                if (run > 8) {
                  end.countDown();
                } else if (run % 2 == 0) {
                  throw new NoSuchMethodError("even");
                } else {
                  throw new IllegalStateException("odd");
                }
              })
          .start(0);
      await(end);
    } finally {
      logger.removeAppender(appender);
    }
    assertEquals(Arrays.asList("odd", "even"), new ArrayList<>(lines));
  }

  @Test
  public void intervalGrowsWithFailuresUpToABound() throws Exception {
    BlockingQueue<Long> begins = new ArrayBlockingQueue<>(100);
    task(
            20,
            () -> {
              if (!begins.offer(System.nanoTime())) {
                return;
              }
              throw new IllegalStateException("on purpose");
            })
        .start(0);
    List<Long> gapsMs = new ArrayList<>();
    long last = begins.poll(SOON_SECONDS, TimeUnit.SECONDS);
    for (int i = 0; i < 5; i++) {
      long next = begins.poll(SOON_SECONDS, TimeUnit.SECONDS);
      gapsMs.add(TimeUnit.NANOSECONDS.toMillis(next - last));
      last = next;
    }
    long[] expectedMs = {40, 80, 160, 160, 160};
    for (int i = 0; i < expectedMs.length; i++) {
      assertTrue(gapsMs.toString(), gapsMs.get(i) >= expectedMs[i] - 1);
    }
  }

  @Test
  public void urgentWorkKeepsItsIntervalAfterFailures() throws Exception {
    BlockingQueue<Long> begins = new LinkedBlockingQueue<>();
    task(
            20,
            () -> {
              begins.add(System.nanoTime());
              throw new IllegalStateException("on purpose");
            })
        .urgentWhile(() -> true)
        .start(0);
    for (int i = 0; i < 5; i++) {
      assertNotNull(begins.poll(SOON_SECONDS, TimeUnit.SECONDS));
    }
    // The interval of an ordinary task has grown to 160 ms by then.
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON_SECONDS);
    long gapMs = Long.MAX_VALUE;
    for (long last = begins.poll(SOON_SECONDS, TimeUnit.SECONDS); gapMs > 100; ) {
      long next = begins.poll(SOON_SECONDS, TimeUnit.SECONDS);
      gapMs = TimeUnit.NANOSECONDS.toMillis(next - last);
      last = next;
      assertTrue("every interval is longer", next < untilNanos);
    }
  }

  @Test
  public void ageGrowsWhileARunIsStuck() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    FeatureMetrics metrics = new FeatureMetrics("Test", "A test", () -> FeatureMode.ON);
    PeriodicTask task =
        task(
                1,
                () -> {
                  begun.countDown();
                  end.await();
                })
            .show(metrics, "Work");
    assertEquals("none is due yet", 0L, metrics.snapshot().get("WorkAgeMillis"));
    task.start(0);
    await(begun);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON_SECONDS);
    while (metrics.snapshot().get("WorkAgeMillis").longValue() < 30) {
      assertTrue(System.nanoTime() < until);
      Thread.yield();
    }
    assertEquals(0L, metrics.snapshot().get("WorkFailures"));
    end.countDown();
    while (metrics.snapshot().get("WorkAgeMillis").longValue() >= 30) {
      assertTrue(System.nanoTime() < until);
      Thread.yield();
    }
    task.close();
    assertEquals(0L, metrics.snapshot().get("WorkAgeMillis"));
  }

  @Test
  public void closeInterruptsTheRunAndIsIdempotent() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    PeriodicTask task =
        task(
                HOUR_MS,
                () -> {
                  begun.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw new IllegalStateException("wrapped", e);
                  }
                })
            .start(0);
    await(begun);
    assertTrue(task.close(TimeUnit.SECONDS.toMillis(SOON_SECONDS)));
    await(interrupted);
    assertTrue(task.close(0));
    assertEquals("the end of a task is no failure", 0, task.failures());
    assertFalse(task.once(0, () -> {}));
    task.start(0);
    assertTrue("a closed task never starts again", task.close(0));
  }

  @Test
  public void closeWaitsAtMostTheTimeoutForAHangingRun() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    PeriodicTask task =
        task(
                HOUR_MS,
                () -> {
                  begun.countDown();
                  boolean ended = false;
                  while (!ended) {
                    try {
                      end.await();
                      ended = true;
                    } catch (InterruptedException deaf) {
                      ended = false;
                    }
                  }
                })
            .start(0);
    await(begun);
    assertFalse(task.close(10));
    end.countDown();
    assertTrue(task.close(TimeUnit.SECONDS.toMillis(SOON_SECONDS)));
  }

  @Test
  public void taskMayCloseItself() throws Exception {
    BlockingQueue<Boolean> closed = new LinkedBlockingQueue<>();
    BlockingQueue<PeriodicTask> itself = new LinkedBlockingQueue<>();
    PeriodicTask task =
        task(
            1,
            () -> {
              PeriodicTask own = itself.take();
              own.close();
              closed.add(Thread.currentThread().isInterrupted());
            });
    itself.add(task.start(0));
    assertEquals(false, closed.poll(SOON_SECONDS, TimeUnit.SECONDS));
    assertTrue(task.close(TimeUnit.SECONDS.toMillis(SOON_SECONDS)));
    assertTrue(closed.isEmpty());
  }

  @Test
  public void stepsRunOnceInOrderBetweenRuns() throws Exception {
    BlockingQueue<String> done = new LinkedBlockingQueue<>();
    PeriodicTask task = task(HOUR_MS, () -> {});
    assertFalse("it has not started", task.once(0, () -> done.add("never")));
    task.start();
    assertTrue(task.once(1_000, () -> done.add("later")));
    assertTrue(
        task.once(
            0,
            () -> {
              done.add("at once");
              throw new LinkageError("on purpose");
            }));
    assertEquals("at once", done.poll(SOON_SECONDS, TimeUnit.SECONDS));
    assertEquals("later", done.poll(SOON_SECONDS, TimeUnit.SECONDS));
    assertEquals(1, task.failures());
    assertTrue(done.isEmpty());
  }

  @Test
  public void threadIsADaemonAndNotShared() throws Exception {
    BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
    BlockingQueue<String> users = new LinkedBlockingQueue<>();
    PeriodicTask task =
        task(
            HOUR_MS,
            () -> {
              users.add(UserGroupInformation.getCurrentUser().getUserName());
              threads.add(Thread.currentThread());
            });
    UserGroupInformation.createRemoteUser("somebody")
        .doAs((PrivilegedAction<PeriodicTask>) () -> task.start(0));
    Thread thread = threads.poll(SOON_SECONDS, TimeUnit.SECONDS);
    assertTrue(thread.isDaemon());
    assertEquals("test", thread.getName());
    assertSame(PeriodicTaskTest.class.getClassLoader(), thread.getContextClassLoader());
    assertEquals(UserGroupInformation.getLoginUser().getUserName(), users.poll());
    assertNotEquals("somebody", UserGroupInformation.getLoginUser().getUserName());
  }

  @Test
  public void randomStartsAreSpreadOverTheInterval() throws Exception {
    int many = 100;
    CountDownLatch early = new CountDownLatch(2);
    AtomicInteger begun = new AtomicInteger();
    for (int i = 0; i < many; i++) {
      task(
              60_000,
              () -> {
                begun.incrementAndGet();
                early.countDown();
              })
          .withJitter()
          .startAtRandom();
    }
    await(early);
    // All of them would have begun while the last ones were made.
    assertTrue("begun: " + begun, begun.get() < many / 2);
  }

  @Test(expected = IllegalArgumentException.class)
  public void intervalMustBePositive() {
    task(0, () -> {});
  }
}
