// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.testing.FakeClock;

/**
 * Feature code that does not return, with a real deadline: short, but long enough for a thread to
 * start on a busy machine.
 */
public class GuardHangTest {
  private static final String HOOK = "demo.hook";
  private static final Duration COOL_DOWN = Duration.ofSeconds(60);

  private final FakeClock clock = new FakeClock();
  private final CountDownLatch release = new CountDownLatch(1);
  private Guard guard = guard(Duration.ofSeconds(1));

  @After
  public void close() {
    release.countDown();
    guard.close();
  }

  @Test(timeout = 120_000)
  public void hangTripsAtOnceAndItsThreadIsInterrupted() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    assertEquals(
        "stock",
        guard.call(
            HOOK,
            () -> {
              try {
                return hangInterruptibly();
              } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
              }
            },
            () -> "stock"));
    interrupted.await();
    assertEquals(GuardState.TRIPPED, guard.state());
    assertEquals(1, guard.counters().timeouts());
    assertEquals(1, guard.counters().trips());
    until(() -> guard.workersAlive() == 0 && guard.workersStuck() == 0);
    assertEquals("stock", guard.call(HOOK, () -> "ours", () -> "stock"));
    assertEquals("no second deadline is spent", 1, guard.counters().skipped());
  }

  @Test(timeout = 120_000)
  public void newWorkerServesTheTrialWhileOneHangs() {
    assertEquals("stock", guard.call(HOOK, this::hang, () -> "stock"));
    assertEquals(1, guard.workersStuck());
    clock.advance(COOL_DOWN);
    assertEquals(
        "yarnext-demo-guard-2",
        guard.call(HOOK, () -> Thread.currentThread().getName(), () -> "stock"));
    assertEquals(GuardState.HEALTHY, guard.state());
    assertEquals(2, guard.workersAlive());
  }

  @Test(timeout = 120_000)
  public void noTrialWhileTwoThreadsHang() {
    guard.call(HOOK, this::hang, () -> "stock");
    clock.advance(COOL_DOWN);
    guard.call(HOOK, this::hang, () -> "stock");
    assertEquals(2, guard.workersStuck());

    clock.advance(Duration.ofDays(10));
    assertEquals(GuardState.TRIPPED, guard.state());
    assertEquals("stock", guard.call(HOOK, () -> "ours", () -> "stock"));
    assertEquals("stock", guard.callInline(HOOK, () -> "ours", () -> "stock"));
    assertEquals(2, guard.workersAlive());
    assertEquals(2, guard.counters().skipped());

    release.countDown();
    until(() -> guard.workersStuck() == 0);
    assertEquals(GuardState.HALF_OPEN, guard.state());
    assertEquals("ours", guard.call(HOOK, () -> "ours", () -> "stock"));
    assertEquals(GuardState.HEALTHY, guard.state());
    assertEquals(1, guard.counters().recoveries());
  }

  @Test(timeout = 120_000)
  public void lateAnswerChangesNothing() {
    guard.call(HOOK, this::hang, () -> "stock");
    GuardCounters before = guard.counters();
    release.countDown();
    until(() -> guard.workersAlive() == 0);
    assertEquals(before.toString(), guard.counters().toString());
    assertEquals(GuardState.TRIPPED, guard.state());
  }

  @Test(timeout = 120_000)
  public void fifthCallerIsRejectedAndThreadsAreBounded() throws Exception {
    guard = guard(Duration.ofSeconds(100));
    int count = Guard.MAX_WORKERS;
    CountDownLatch busy = new CountDownLatch(count);
    Thread[] callers = new Thread[count];
    String[] answers = new String[count];
    for (int i = 0; i < count; i++) {
      int caller = i;
      callers[i] =
          new Thread(
              () ->
                  answers[caller] =
                      guard.call(
                          HOOK,
                          () -> {
                            busy.countDown();
                            return hang();
                          },
                          () -> "stock"));
      callers[i].start();
    }
    busy.await();
    for (int i = 0; i < 100; i++) {
      assertEquals("stock", guard.call(HOOK, () -> "ours", () -> "stock"));
    }
    assertEquals(count, guard.workersAlive());
    assertEquals(100, guard.counters().rejected());
    assertEquals("no verdict on our code", GuardState.HEALTHY, guard.state());
    release.countDown();
    for (int i = 0; i < count; i++) {
      callers[i].join();
      assertEquals("late", answers[i]);
    }
    assertEquals("ours", guard.call(HOOK, () -> "ours", () -> "stock"));
  }

  @Test(timeout = 120_000)
  public void rejectedTrialIsRepeatedByTheNextCall() throws Exception {
    guard = guard(Duration.ofSeconds(100));
    guard.call("first", () -> "ours", () -> "stock");
    Thread[] callers = new Thread[Guard.MAX_WORKERS];
    CountDownLatch busy = new CountDownLatch(callers.length);
    for (int i = 0; i < callers.length; i++) {
      callers[i] =
          new Thread(
              () ->
                  guard.call(
                      HOOK,
                      () -> {
                        busy.countDown();
                        return hang();
                      },
                      () -> "stock"));
      callers[i].start();
    }
    busy.await();
    for (int i = 0; i < 5; i++) {
      guard.recordFailure(HOOK, new IllegalStateException());
    }
    clock.advance(COOL_DOWN);
    assertEquals("stock", guard.call(HOOK, () -> "ours", () -> "stock"));
    assertEquals(GuardState.HALF_OPEN, guard.state());
    release.countDown();
    for (Thread caller : callers) {
      caller.join();
    }
    assertEquals("ours", guard.call(HOOK, () -> "ours", () -> "stock"));
    assertEquals(GuardState.HEALTHY, guard.state());
  }

  @Test(timeout = 120_000)
  public void callerInterruptedWhileWaitingFallsBackUncounted() throws Exception {
    guard = guard(Duration.ofSeconds(100));
    CountDownLatch began = new CountDownLatch(1);
    AtomicReference<String> answer = new AtomicReference<>();
    AtomicBoolean stillInterrupted = new AtomicBoolean();
    Thread caller =
        new Thread(
            () -> {
              answer.set(
                  guard.call(
                      HOOK,
                      () -> {
                        began.countDown();
                        return hangInterruptibly();
                      },
                      () -> "stock"));
              stillInterrupted.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    began.await();
    caller.interrupt();
    caller.join();
    assertEquals("stock", answer.get());
    assertTrue(stillInterrupted.get());
    assertEquals(GuardState.HEALTHY, guard.state());
    assertEquals(1, guard.counters().interrupted());
    assertEquals(0, guard.counters().failures() + guard.counters().timeouts());
    until(() -> guard.workersStuck() == 0);
    assertEquals("ours", guard.call(HOOK, () -> "ours", () -> "stock"));
  }

  private Guard guard(Duration deadline) {
    return new Guard("demo", GuardSettings.defaults().withDeadline(deadline), clock.nanos());
  }

  /** Hangs until released, deaf to interrupts. */
  private String hang() {
    while (true) {
      try {
        return hangInterruptibly();
      } catch (InterruptedException e) {
        // The worst kind of policy.
      }
    }
  }

  private String hangInterruptibly() throws InterruptedException {
    release.await();
    return "late";
  }

  private static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.yield();
    }
  }
}
