// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.periodic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.Test;

/** Periodic work may rest while there is nothing to do. */
public class PeriodicTaskRestTest extends PeriodicTaskTestBase {
  @Test
  public void taskThatMayRestRunsWhenItIsWoken() throws Exception {
    BlockingQueue<Long> begins = new LinkedBlockingQueue<>();
    AtomicLong restMs = new AtomicLong(HOUR_MS);
    PeriodicTask task =
        task(20, () -> begins.add(System.nanoTime())).restingFor(restMs::get).start(0);
    long first = begins.poll(SOON_SECONDS, TimeUnit.SECONDS);
    assertNull("it rests", begins.poll(100, TimeUnit.MILLISECONDS));
    assertEquals("a rest is no delay", 0, task.ageMs());
    task.wake();
    long second = begins.poll(SOON_SECONDS, TimeUnit.SECONDS);
    assertTrue(second - first >= TimeUnit.MILLISECONDS.toNanos(100));
    restMs.set(0);
    task.wake();
    long third = begins.poll(SOON_SECONDS, TimeUnit.SECONDS);
    assertTrue("not before an interval", third - second >= TimeUnit.MILLISECONDS.toNanos(19));
    assertTrue("by itself", begins.poll(SOON_SECONDS, TimeUnit.SECONDS) > third);
  }

  @Test
  public void wakingDuringARunIsNotLost() throws Exception {
    BlockingQueue<PeriodicTask> itself = new LinkedBlockingQueue<>();
    CountDownLatch twice = new CountDownLatch(2);
    AtomicInteger rests = new AtomicInteger();
    PeriodicTask task =
        task(1, twice::countDown)
            .restingFor(
                () -> {
                  if (rests.getAndIncrement() == 0) {
                    wake(itself);
                  }
                  return HOUR_MS;
                });
    itself.add(task);
    task.start(0);
    await(twice);
  }

  private static void wake(BlockingQueue<PeriodicTask> task) {
    task.remove().wake();
  }

  @Test
  public void failureIsRetriedWithoutARest() throws Exception {
    CountDownLatch often = new CountDownLatch(3);
    PeriodicTask task =
        task(
                1,
                () -> {
                  often.countDown();
                  throw new IllegalStateException("on purpose");
                })
            .restingFor(() -> HOUR_MS)
            .start(0);
    await(often);
    task.close();
    CountDownLatch failing = new CountDownLatch(3);
    task(1, failing::countDown)
        .restingFor(
            () -> {
              throw new IllegalStateException("on purpose");
            })
        .start(0);
    await(failing);
  }
}
