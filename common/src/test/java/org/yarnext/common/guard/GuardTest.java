// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.testing.FakeClock;

/** How a guard treats one call after the other; hangs and concurrency have their own tests. */
public class GuardTest {
  private static final String HOOK = "demo.hook";
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final Duration COOL_DOWN = Duration.ofSeconds(60);

  private final FakeClock clock = new FakeClock();
  private final Guard guard =
      new Guard(
          "demo", new GuardSettings(DEADLINE, 3, Duration.ofSeconds(30), COOL_DOWN), clock.nanos());

  @After
  public void close() {
    guard.close();
  }

  @Test
  public void resultIsUsed() {
    assertEquals("ours", guard.call(HOOK, () -> "ours", () -> "stock"));
    assertEquals("ours", guard.callInline(HOOK, () -> "ours", () -> "stock"));
    assertNull(guard.call(HOOK, () -> null, () -> "stock"));
    assertCounts("calls=3, ok=3, fallbacks=0");
  }

  @Test
  public void callRunsOnADaemonThreadAndStockOnTheCallers() {
    AtomicReference<Thread> worker = new AtomicReference<>();
    AtomicReference<Thread> fallback = new AtomicReference<>();
    guard.call(
        HOOK,
        () -> {
          worker.set(Thread.currentThread());
          throw new IOException();
        },
        () -> {
          fallback.set(Thread.currentThread());
          return "stock";
        });
    assertNotSame(Thread.currentThread(), worker.get());
    assertTrue(worker.get().isDaemon());
    assertEquals("yarnext-demo-guard-1", worker.get().getName());
    assertSame(Thread.currentThread(), fallback.get());
  }

  @Test
  public void oneCallerUsesOneWorker() {
    Set<String> workers = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      workers.add(guard.call(HOOK, () -> Thread.currentThread().getName(), () -> "stock"));
    }
    assertEquals(new HashSet<>(Arrays.asList("yarnext-demo-guard-1")), workers);
    assertEquals(1, guard.workersAlive());
  }

  @Test
  public void inlineRunsOnTheCallersThread() {
    assertSame(Thread.currentThread(), guard.callInline(HOOK, Thread::currentThread, () -> null));
    assertEquals(0, guard.workersAlive());
  }

  @Test
  public void exceptionsAreContained() {
    Throwable[] all = {
      new IOException(),
      new IllegalStateException(),
      new AssertionError(),
      new NoClassDefFoundError(),
      new OutOfMemoryError(),
      new Throwable() {
        @Override
        public String getMessage() {
          throw new IllegalStateException("even the message");
        }
      }
    };
    for (Throwable each : all) {
      try (Guard fresh = fresh()) {
        assertEquals("stock", fresh.call(HOOK, () -> sneak(each), () -> "stock"));
        assertEquals("stock", fresh.callInline(HOOK, () -> sneak(each), () -> "stock"));
        assertEquals(2, fresh.counters().failures());
      }
    }
  }

  @Test
  public void stackOverflowFallsBack() {
    assertEquals("stock", guard.call(HOOK, () -> recurse(0), () -> "stock"));
    assertEquals("stock", guard.callInline(HOOK, () -> recurse(0), () -> "stock"));
    assertEquals("ours", guard.call(HOOK, () -> "ours", () -> "stock"));
  }

  @Test
  public void exceptionsOfStockPass() {
    RuntimeException own = new IllegalStateException("stock");
    Callable<String> ours =
        () -> {
          throw new IOException();
        };
    assertSame(
        own,
        assertThrows(
            RuntimeException.class,
            () ->
                guard.call(
                    HOOK,
                    ours,
                    () -> {
                      throw own;
                    })));
    assertSame(
        own,
        assertThrows(
            RuntimeException.class,
            () ->
                guard.callInline(
                    HOOK,
                    ours,
                    () -> {
                      throw own;
                    })));
    assertEquals(2, guard.counters().failures());
  }

  @Test
  public void runInlineFallsBackOnceIfOursThrows() {
    AtomicInteger ours = new AtomicInteger();
    AtomicInteger stock = new AtomicInteger();
    guard.runInline(HOOK, ours::incrementAndGet, stock::incrementAndGet);
    assertEquals("1 0", ours + " " + stock);
    guard.runInline(
        HOOK,
        () -> {
          throw new IOException();
        },
        stock::incrementAndGet);
    assertEquals("1 1", ours + " " + stock);
  }

  @Test
  public void runFallsBackOnTheCallersThread() {
    List<String> ran = new ArrayList<>();
    String caller = Thread.currentThread().getName();
    Runnable stock = () -> ran.add(Thread.currentThread().getName());
    guard.run(HOOK, () -> ran.add(Thread.currentThread().getName()), stock);
    assertEquals(Arrays.asList("yarnext-demo-guard-1"), ran);
    guard.run(
        HOOK,
        () -> {
          throw new IOException();
        },
        stock);
    assertEquals(Arrays.asList("yarnext-demo-guard-1", caller), ran);
    assertCounts("calls=2, ok=1, fallbacks=1");
    IllegalStateException own = new IllegalStateException("the daemon's own");
    Runnable throwing =
        () -> {
          throw own;
        };
    assertSame(
        own,
        assertThrows(
            IllegalStateException.class, () -> guard.run(HOOK, () -> sneak(own), throwing)));
  }

  @Test
  public void mandatoryCallsRunWhileTrippedWithoutRecovery() {
    failing(3);
    AtomicInteger done = new AtomicInteger();
    guard.runAlways(HOOK, done::incrementAndGet);
    clock.advance(COOL_DOWN);
    guard.runAlways(HOOK, done::incrementAndGet);
    assertEquals(2, done.get());
    assertEquals("the trial is others'", GuardState.HALF_OPEN, guard.state());
    assertCounts("calls=5, ok=2, fallbacks=3 (failures=3, timeouts=0, rejected=0, skipped=0,");
  }

  @Test
  public void mandatoryCallsDoNotTrip() {
    for (int i = 0; i < 5; i++) {
      guard.runAlways(
          HOOK,
          () -> {
            throw new NoClassDefFoundError();
          });
      guard.runAlways(HOOK, this::slow);
    }
    assertEquals(GuardState.HEALTHY, guard.state());
    assertCounts("calls=10, ok=5, fallbacks=5 (failures=5,");
    assertEquals(5, guard.counters().slow());
    assertEquals(0, guard.counters().trips());
    failing(2);
    assertEquals("nor does it add up", GuardState.HEALTHY, guard.state());
  }

  @Test
  public void guardTripsCoolsDownAndRecovers() {
    failing(3);
    assertEquals(GuardState.TRIPPED, guard.state());
    AtomicInteger asked = new AtomicInteger();
    assertEquals("stock", guard.call(HOOK, asked::incrementAndGet, () -> "stock"));
    assertEquals("stock", guard.callInline(HOOK, asked::incrementAndGet, () -> "stock"));
    assertEquals(0, asked.get());

    clock.advance(COOL_DOWN);
    assertEquals(GuardState.HALF_OPEN, guard.state());
    failing(1);
    assertEquals(GuardState.TRIPPED, guard.state());
    clock.advance(COOL_DOWN);
    assertEquals("doubled", GuardState.TRIPPED, guard.state());
    clock.advance(COOL_DOWN);
    assertEquals("ours", guard.call(HOOK, () -> "ours", () -> "stock"));
    assertEquals(GuardState.HEALTHY, guard.state());
    assertEquals("ours", guard.callInline(HOOK, () -> "ours", () -> "stock"));
    assertCounts("calls=8, ok=2, fallbacks=6 (failures=4, timeouts=0, rejected=0, skipped=2,");
    assertEquals(2, guard.counters().trips());
    assertEquals(1, guard.counters().recoveries());
  }

  @Test
  public void callsDuringATrialGetStock() {
    failing(3);
    clock.advance(COOL_DOWN);
    String inner =
        guard.callInline(
            HOOK, () -> guard.callInline(HOOK, () -> "ours", () -> "stock"), () -> "outer");
    assertEquals("stock", inner);
    assertEquals(GuardState.HEALTHY, guard.state());
  }

  @Test
  public void slowInlineAnswersAreUsedAndTrip() {
    for (int i = 0; i < 3; i++) {
      assertEquals(GuardState.HEALTHY, guard.state());
      assertEquals("ours", guard.callInline(HOOK, this::slow, () -> "stock"));
    }
    assertEquals(GuardState.TRIPPED, guard.state());
    assertEquals(3, guard.counters().slow());
    assertEquals(3, guard.counters().ok());
    clock.advance(COOL_DOWN);
    assertEquals("ours", guard.callInline(HOOK, this::slow, () -> "stock"));
    assertEquals("a slow trial fails", GuardState.TRIPPED, guard.state());
  }

  @Test
  public void toleratedSlowInlineAnswersDoNotTrip() {
    GuardSettings bearing =
        new GuardSettings(DEADLINE, 3, Duration.ofHours(1), COOL_DOWN).bearingLateAnswers();
    try (Guard patient = new Guard("demo", bearing, clock.nanos())) {
      for (int i = 0; i < 5; i++) {
        assertEquals("ours", patient.callInline(HOOK, this::slow, () -> "stock"));
      }
      assertEquals(GuardState.HEALTHY, patient.state());
      assertEquals(5, patient.counters().slow());
      for (int i = 0; i < 3; i++) {
        patient.callInline(HOOK, () -> sneak(new IOException()), () -> "stock");
      }
      assertEquals("what throws does", GuardState.TRIPPED, patient.state());
      clock.advance(COOL_DOWN);
      assertEquals("ours", patient.callInline(HOOK, this::slow, () -> "stock"));
      assertEquals("a slow trial is a good one", GuardState.HEALTHY, patient.state());
    }
  }

  @Test
  public void answerAtTheDeadlineIsNotSlow() {
    guard.callInline(
        HOOK,
        () -> {
          clock.advance(DEADLINE);
          return "ours";
        },
        () -> "stock");
    assertEquals(0, guard.counters().slow());
    assertEquals(DEADLINE.toNanos(), guard.counters().maxNanos());
    assertEquals(DEADLINE.toNanos(), guard.counters().totalNanos());
  }

  @Test
  public void recordedFailuresCountAndTrip() {
    guard.recordFailure(HOOK, new IOException());
    guard.recordFailure(HOOK, new IOException());
    assertEquals(GuardState.HEALTHY, guard.state());
    guard.recordFailure(HOOK, new IOException());
    assertEquals(GuardState.TRIPPED, guard.state());
    guard.recordFailure(HOOK, new IOException());
    assertCounts("calls=4, ok=0, fallbacks=4 (failures=4,");
    clock.advance(COOL_DOWN);
    guard.recordFailure(HOOK, new IOException());
    assertEquals("counts as a failed trial", GuardState.TRIPPED, guard.state());
  }

  @Test
  public void countersAreKeptByHook() {
    guard.call("b", () -> "ours", () -> "stock");
    guard.callInline("a", () -> sneak(new IOException()), () -> "stock");
    guard.callInline("a", () -> "ours", () -> "stock");
    GuardCounters all = guard.counters();
    assertEquals("[a, b]", all.perHook().keySet().toString());
    assertEquals(2, all.perHook().get("a").calls());
    assertEquals(1, all.perHook().get("a").failures());
    assertEquals(1, all.perHook().get("b").ok());
    assertEquals(3, all.calls());
  }

  @Test
  public void numberOfHooksIsBounded() {
    for (int i = 0; i < 1_000; i++) {
      guard.callInline("hook" + i, () -> "ours", () -> "stock");
    }
    GuardCounters all = guard.counters();
    assertEquals(257, all.perHook().size());
    assertEquals(744, all.perHook().get("other").calls());
    assertEquals(1_000, all.calls());
  }

  @Test
  public void interruptedCallerFallsBackAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    String answer = guard.call(HOOK, () -> "ours", () -> "stock");
    assertTrue("flag kept", Thread.interrupted());
    assertEquals("stock", answer);
    assertCounts(
        "calls=1, ok=0, fallbacks=1 "
            + "(failures=0, timeouts=0, rejected=0, skipped=0, interrupted=1)");
    assertEquals(0, guard.workersAlive());
  }

  @Test
  public void interruptInAnInlineCallIsKeptAndNotCounted() {
    for (int i = 0; i < 5; i++) {
      guard.callInline(HOOK, () -> sneak(new InterruptedException()), () -> "stock");
      assertTrue(Thread.interrupted());
    }
    assertEquals(GuardState.HEALTHY, guard.state());
    assertEquals(5, guard.counters().interrupted());
  }

  @Test
  public void interruptedTrialIsRepeatedByTheNextCall() {
    failing(3);
    clock.advance(COOL_DOWN);
    Thread.currentThread().interrupt();
    guard.call(HOOK, () -> "ours", () -> "stock");
    assertTrue(Thread.interrupted());
    assertEquals(GuardState.HALF_OPEN, guard.state());
    assertEquals("ours", guard.call(HOOK, () -> "ours", () -> "stock"));
    assertEquals(GuardState.HEALTHY, guard.state());
  }

  @Test
  public void closedGuardFallsBackAndEndsItsThreads() throws Exception {
    Thread worker = guard.call(HOOK, Thread::currentThread, () -> null);
    guard.close();
    guard.close();
    worker.join(30_000);
    assertFalse(worker.isAlive());
    assertEquals("stock", guard.call(HOOK, () -> "ours", () -> "stock"));
    assertEquals(1, guard.counters().rejected());
    assertEquals(0, guard.workersAlive());
    assertEquals("ours", guard.callInline(HOOK, () -> "ours", () -> "stock"));
  }

  private String slow() {
    clock.advance(DEADLINE.plusNanos(1));
    return "ours";
  }

  private void failing(int times) {
    for (int i = 0; i < times; i++) {
      assertEquals("stock", guard.call(HOOK, () -> sneak(new IOException()), () -> "stock"));
    }
  }

  @Test
  public void guardThatNeverTripsKeepsCalling() {
    try (Guard counting =
        new Guard("counting", GuardSettings.defaults().withoutTripping(), clock.nanos())) {
      for (int i = 0; i < 100; i++) {
        counting.callInline(HOOK, () -> sneak(new IOException()), () -> "stock");
      }
      assertEquals("ours", counting.callInline(HOOK, () -> "ours", () -> "stock"));
      assertEquals(100, counting.counters().failures());
      assertEquals(GuardState.HEALTHY, counting.state());
    }
  }

  private Guard fresh() {
    return new Guard("fresh", GuardSettings.defaults(), clock.nanos());
  }

  private void assertCounts(String start) {
    String text = guard.counters().toString();
    assertTrue(text, text.startsWith(start));
  }

  private static String recurse(int depth) {
    return depth < 0 ? "" : recurse(depth + 1) + depth; // until the stack ends
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> String sneak(Throwable throwable) throws E {
    throw (E) throwable;
  }
}
