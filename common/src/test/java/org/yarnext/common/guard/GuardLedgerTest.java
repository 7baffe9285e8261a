// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.Test;
import org.yarnext.common.testing.FakeClock;

/** Whether every call is counted exactly once, with many threads calling. */
public class GuardLedgerTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final FakeClock clock = new FakeClock();
  private final AtomicLong ours = new AtomicLong();
  private final AtomicLong stock = new AtomicLong();

  @Test(timeout = 120_000)
  public void countersBalanceWithEightThreads() throws Exception {
    int each = 4_000;
    try (Guard guard =
        new Guard(
            "demo",
            new GuardSettings(LONG, 20, Duration.ofSeconds(1), Duration.ofMillis(5)),
            clock.nanos())) {
      inThreads(8, thread -> mixedCalls(guard, new Random(thread), each));
      GuardCounters counters = guard.counters();
      assertEquals(8 * each, counters.calls());
      assertEquals(counters.calls(), counters.ok() + counters.fallbacks());
      assertEquals(ours.get(), counters.ok());
      assertEquals(stock.get(), counters.fallbacks());
      assertEquals(
          counters.fallbacks(),
          counters.failures()
              + counters.timeouts()
              + counters.rejected()
              + counters.skipped()
              + counters.interrupted());
      assertTrue("trips happened", counters.trips() > 0);
      assertTrue("recoveries happened", counters.recoveries() > 0);
      assertTrue("failures happened", counters.failures() > 0);
      assertTrue("skips happened", counters.skipped() > 0);
      assertTrue(guard.workersAlive() <= Guard.MAX_WORKERS);
      assertEquals(0, guard.workersStuck());
    }
  }

  @Test(timeout = 120_000)
  public void callersUpToTheNumberOfWorkersAreNotRejected() throws Exception {
    int each = 5_000;
    try (Guard guard =
        new Guard("demo", GuardSettings.defaults().withDeadline(LONG), System::nanoTime)) {
      inThreads(
          Guard.MAX_WORKERS,
          thread -> {
            for (int i = 0; i < each; i++) {
              int number = i;
              assertEquals(number, (int) guard.call("demo.hook", () -> number, () -> -1));
            }
          });
      assertEquals(Guard.MAX_WORKERS * each, guard.counters().ok());
      assertEquals(0, guard.counters().rejected());
    }
  }

  private void mixedCalls(Guard guard, Random random, int calls) {
    for (int i = 0; i < calls; i++) {
      String hook = "hook" + random.nextInt(3);
      boolean fails = random.nextInt(10) == 0;
      Callable<String> answer =
          () -> {
            if (fails) {
              throw new IllegalStateException("on purpose");
            }
            return "ours";
          };
      String got =
          random.nextBoolean()
              ? guard.call(hook, answer, () -> "stock")
              : guard.callInline(hook, answer, () -> "stock");
      (got.equals("ours") ? ours : stock).incrementAndGet();
      if (random.nextInt(50) == 0) {
        clock.advance(Duration.ofMillis(1));
      }
    }
  }

  /** Work of one of several threads. */
  private interface Work {
    void run(int thread) throws Exception;
  }

  private static void inThreads(int count, Work work) throws Exception {
    CyclicBarrier start = new CyclicBarrier(count);
    List<Throwable> thrown = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int thread = i;
      threads.add(
          new Thread(
              () -> {
                try {
                  start.await();
                  work.run(thread);
                } catch (Throwable t) {
                  synchronized (thrown) {
                    thrown.add(t);
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals("[]", thrown.toString());
  }
}
