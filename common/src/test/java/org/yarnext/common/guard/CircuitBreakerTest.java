// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import java.time.Duration;
import org.junit.Test;
import org.yarnext.common.guard.CircuitBreaker.Change;
import org.yarnext.common.guard.CircuitBreaker.Permit;
import org.yarnext.common.testing.FakeClock;

public class CircuitBreakerTest {
  private static final Duration COOL_DOWN = Duration.ofSeconds(60);

  private final FakeClock clock = new FakeClock();
  private final CircuitBreaker breaker =
      new CircuitBreaker(
          new GuardSettings(Duration.ofMillis(10), 3, Duration.ofSeconds(30), COOL_DOWN),
          clock.nanos());

  @Test
  public void enoughFailuresWithinTheWindowTrip() {
    assertEquals(Change.NONE, fail());
    clock.advance(Duration.ofSeconds(15));
    assertEquals(Change.NONE, fail());
    clock.advance(Duration.ofSeconds(15));
    assertEquals(Change.TRIPPED, fail());
    assertNull(breaker.enter(true));
    assertEquals(GuardState.TRIPPED, breaker.state(true));
  }

  @Test
  public void failuresBeyondTheWindowDoNotTrip() {
    for (int i = 0; i < 20; i++) {
      assertEquals(Change.NONE, fail());
      clock.advance(Duration.ofMillis(15_001));
    }
    assertEquals(GuardState.HEALTHY, breaker.state(true));
  }

  @Test
  public void successesInBetweenDoNotResetFailures() {
    fail();
    fail();
    assertEquals(Change.NONE, breaker.succeeded(breaker.enter(true)));
    assertEquals(Change.TRIPPED, fail());
  }

  /** With a lock, calls that always run would wait for one another. */
  @Test(timeout = 20_000)
  public void successOfACallThatAlwaysRunsTakesNoLock() throws InterruptedException {
    Thread other = new Thread(() -> breaker.succeeded(CircuitBreaker.ALWAYS));
    synchronized (breaker) {
      other.start();
      other.join();
    }
  }

  @Test
  public void callThatAlwaysRunsChangesNoState() {
    hang();
    clock.advance(COOL_DOWN);
    assertEquals(Change.NONE, breaker.succeeded(CircuitBreaker.ALWAYS));
    assertEquals(GuardState.HALF_OPEN, breaker.state(true));
    assertEquals(Change.RECOVERED, breaker.succeeded(breaker.enter(true)));
    for (int i = 0; i < 10; i++) {
      assertEquals(Change.NONE, breaker.failed(CircuitBreaker.ALWAYS, true));
    }
    assertEquals(GuardState.HEALTHY, breaker.state(true));
  }

  @Test
  public void hangTripsAtOnce() {
    assertEquals(Change.TRIPPED, breaker.failed(breaker.enter(true), true));
  }

  @Test
  public void oneCallIsTriedAfterTheCoolDown() {
    hang();
    clock.advance(COOL_DOWN.minusNanos(1));
    assertNull(breaker.enter(true));
    clock.advance(Duration.ofNanos(1));
    assertEquals(GuardState.HALF_OPEN, breaker.state(true));
    Permit trial = breaker.enter(true);
    assertNotNull(trial);
    assertNull("one at a time", breaker.enter(true));
    assertEquals(GuardState.HALF_OPEN, breaker.state(true));
    assertEquals(Change.RECOVERED, breaker.succeeded(trial));
    assertEquals(GuardState.HEALTHY, breaker.state(true));
    assertNotNull(breaker.enter(true));
  }

  @Test
  public void noTrialWhileForbidden() {
    hang();
    clock.advance(COOL_DOWN.multipliedBy(100));
    assertNull(breaker.enter(false));
    assertEquals(GuardState.TRIPPED, breaker.state(false));
    assertNotNull(breaker.enter(true));
  }

  @Test
  public void failedTrialsDoubleTheCoolDownUpToABound() {
    hang();
    for (int times : new int[] {1, 2, 4, 8, 16, 16, 16}) {
      clock.advance(COOL_DOWN.multipliedBy(times).minusNanos(1));
      assertNull("before " + times, breaker.enter(true));
      clock.advance(Duration.ofNanos(1));
      Permit trial = breaker.enter(true);
      assertNotNull("after " + times, trial);
      assertEquals(Change.TRIPPED_AGAIN, breaker.failed(trial, false));
    }
  }

  @Test
  public void longCoolDownResetsAfterTenHealthyCoolDowns() {
    doubleAndRecover();
    clock.advance(COOL_DOWN.multipliedBy(10).minusNanos(1));
    hang();
    assertEquals(COOL_DOWN.multipliedBy(2).toNanos(), breaker.currentCoolDownNanos());

    clock.advance(COOL_DOWN.multipliedBy(2));
    breaker.succeeded(breaker.enter(true));
    clock.advance(COOL_DOWN.multipliedBy(10));
    hang();
    assertEquals(COOL_DOWN.toNanos(), breaker.currentCoolDownNanos());
  }

  @Test
  public void undecidedTrialIsRepeatedByTheNextCall() {
    hang();
    clock.advance(COOL_DOWN);
    breaker.undecided(breaker.enter(true));
    Permit trial = breaker.enter(true);
    assertNotNull(trial);
    assertEquals(Change.RECOVERED, breaker.succeeded(trial));
  }

  @Test
  public void callsBegunBeforeATripDoNotCountAfterIt() {
    Permit old = breaker.enter(true);
    hang();
    assertEquals(Change.NONE, breaker.succeeded(old));
    assertEquals(GuardState.TRIPPED, breaker.state(true));
    clock.advance(COOL_DOWN);
    Permit trial = breaker.enter(true);
    assertEquals(Change.NONE, breaker.failed(old, true));
    breaker.undecided(old);
    assertNull("the trial is still under way", breaker.enter(true));
    assertEquals(Change.RECOVERED, breaker.succeeded(trial));
    assertEquals(Change.NONE, breaker.failed(old, true));
    assertEquals(Change.NONE, breaker.failed(trial, true));
    assertEquals(GuardState.HEALTHY, breaker.state(true));
  }

  @Test
  public void failureWithoutAPermitChangesNothing() {
    assertEquals(Change.NONE, breaker.failed(null, true));
    hang();
    assertEquals(Change.NONE, breaker.failed(null, true));
    assertEquals(COOL_DOWN.toNanos(), breaker.currentCoolDownNanos());
  }

  @Test
  public void recoveryResetsFailures() {
    fail();
    fail();
    hang();
    clock.advance(COOL_DOWN);
    breaker.succeeded(breaker.enter(true));
    clock.advance(Duration.ofSeconds(-60)); // so that the old ones would be in the window
    assertEquals(Change.NONE, fail());
    assertEquals(Change.NONE, fail());
    assertEquals(Change.TRIPPED, fail());
  }

  @Test
  public void thresholdMayBeOne() {
    CircuitBreaker strict =
        new CircuitBreaker(GuardSettings.defaults().withFailures(1, COOL_DOWN), clock.nanos());
    assertEquals(Change.TRIPPED, strict.failed(strict.enter(true), false));
  }

  @Test
  public void healthyPeriodHasOnePermit() {
    assertSame(breaker.enter(true), breaker.enter(false));
  }

  private Change fail() {
    return breaker.failed(breaker.enter(true), false);
  }

  private void hang() {
    assertEquals(Change.TRIPPED, breaker.failed(breaker.enter(true), true));
  }

  private void doubleAndRecover() {
    hang();
    clock.advance(COOL_DOWN);
    breaker.failed(breaker.enter(true), false);
    clock.advance(COOL_DOWN.multipliedBy(2));
    assertEquals(Change.RECOVERED, breaker.succeeded(breaker.enter(true)));
  }
}
