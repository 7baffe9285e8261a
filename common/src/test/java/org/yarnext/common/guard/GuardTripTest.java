// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;

/** When a guard trips, what calls get meanwhile, and how it recovers. */
public class GuardTripTest extends GuardTestBase {
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
    AtomicInteger calls = new AtomicInteger();
    assertEquals("stock", guard.call(HOOK, calls::incrementAndGet, () -> "stock"));
    assertEquals("stock", guard.callInline(HOOK, calls::incrementAndGet, () -> "stock"));
    assertEquals(0, calls.get());

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

  private String slow() {
    clock.advance(DEADLINE.plusNanos(1));
    return "ours";
  }

  private void failing(int times) {
    for (int i = 0; i < times; i++) {
      assertEquals("stock", guard.call(HOOK, () -> sneak(new IOException()), () -> "stock"));
    }
  }
}
