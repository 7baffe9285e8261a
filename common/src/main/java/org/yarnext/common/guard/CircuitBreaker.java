// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import java.util.function.LongSupplier;

/**
 * Circuit breaker that decides from the outcomes of earlier calls whether feature code may be
 * called.
 *
 * <p>Every call enters with a permit and reports its end with the same permit. A permit is valid
 * for one healthy period or for one trial, so a call that began before a trip can neither heal nor
 * trip a later period. Thread-safe; entering and succeeding while healthy, and succeeding with
 * {@link #ALWAYS}, take no lock.
 */
final class CircuitBreaker {
  /** Maximum cool-down, as a multiple of the configured one. */
  static final int MAX_COOL_DOWNS = 16;

  /**
   * Healthy time, as a multiple of the current cool-down, after which the cool-down shrinks again.
   */
  static final int COOL_DOWNS_TO_FORGET = 10;

  /** State change caused by a report. */
  enum Change {
    NONE,
    /** The breaker was healthy and tripped. */
    TRIPPED,
    /** A trial failed. */
    TRIPPED_AGAIN,
    /** A trial succeeded. */
    RECOVERED
  }

  /** Permit for one healthy period or one trial; compared by identity. */
  static final class Permit {}

  /** Permit of calls whose outcome changes no state. */
  static final Permit ALWAYS = new Permit();

  private final LongSupplier nanoClock;
  private final long windowNanos;
  private final long coolDownNanos;
  private final boolean trips;

  /** Times of the latest failures of this healthy period, in nanoseconds; a ring buffer. */
  private final long[] strikes;

  private int struck;
  private long healthySince;
  private long retryAt;
  private int coolDowns = 1;
  private Permit trial;

  /** The permit of the current healthy period; null while tripped. */
  private volatile Permit healthy = new Permit();

  CircuitBreaker(GuardSettings settings, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    windowNanos = settings.failureWindow().toNanos();
    coolDownNanos = settings.coolDown().toNanos();
    trips = settings.trips();
    strikes = new long[settings.failuresToTrip()];
    healthySince = nanoClock.getAsLong();
  }

  /**
   * Requests a permit to run feature code.
   *
   * @param mayTry false forbids a trial even if the cool-down is over
   * @return null if feature code must not run
   */
  Permit enter(boolean mayTry) {
    Permit permit = healthy;
    if (permit != null) {
      return permit;
    }
    synchronized (this) {
      if (healthy != null) {
        return healthy;
      }
      if (!mayTry || trial != null || !coolDownIsOver()) {
        return null;
      }
      trial = new Permit();
      return trial;
    }
  }

  /** Reports a successful call. */
  Change succeeded(Permit permit) {
    if (permit == healthy || permit == ALWAYS) {
      return Change.NONE; // no lock
    }
    synchronized (this) {
      if (permit != trial) {
        return Change.NONE;
      }
      trial = null;
      struck = 0;
      healthySince = nanoClock.getAsLong();
      healthy = new Permit();
      return Change.RECOVERED;
    }
  }

  /**
   * Reports a failed call.
   *
   * @param permit null, from a call that was not allowed, changes nothing
   * @param hung true trips the breaker at once, false counts one failure
   */
  synchronized Change failed(Permit permit, boolean hung) {
    if (permit == null || !trips) {
      return Change.NONE;
    }
    long now = nanoClock.getAsLong();
    if (permit == trial) {
      coolDowns = Math.min(MAX_COOL_DOWNS, 2 * coolDowns);
      trip(now);
      return Change.TRIPPED_AGAIN;
    }
    if (permit != healthy || !(strike(now) || hung)) {
      return Change.NONE;
    }
    if (now - healthySince >= COOL_DOWNS_TO_FORGET * coolDownNanos) {
      coolDowns = 1;
    }
    trip(now);
    return Change.TRIPPED;
  }

  /**
   * Reports a call whose outcome says nothing about the feature code; the next call may get a
   * trial.
   */
  synchronized void undecided(Permit permit) {
    if (permit == trial) {
      trial = null;
    }
  }

  /** Returns the state that a call would find now; {@code mayTry} as in {@link #enter}. */
  GuardState state(boolean mayTry) {
    if (healthy != null) {
      return GuardState.HEALTHY; // no lock: called often in each heartbeat
    }
    synchronized (this) {
      if (healthy != null) {
        return GuardState.HEALTHY;
      }
      boolean half = trial != null || (mayTry && coolDownIsOver());
      return half ? GuardState.HALF_OPEN : GuardState.TRIPPED;
    }
  }

  /** Returns the current or latest cool-down, in nanoseconds. */
  synchronized long currentCoolDownNanos() {
    return coolDowns * coolDownNanos;
  }

  private boolean coolDownIsOver() {
    return nanoClock.getAsLong() - retryAt >= 0;
  }

  /** Adds a failure; true if there are enough of them within the window. */
  private boolean strike(long now) {
    strikes[struck % strikes.length] = now;
    struck++;
    if (struck < strikes.length) {
      return false;
    }
    long oldest = strikes[struck % strikes.length];
    struck = strikes.length + struck % strikes.length; // keeps its ring position without overflow
    return now - oldest <= windowNanos;
  }

  private void trip(long now) {
    healthy = null;
    trial = null;
    retryAt = now + coolDowns * coolDownNanos;
  }
}
