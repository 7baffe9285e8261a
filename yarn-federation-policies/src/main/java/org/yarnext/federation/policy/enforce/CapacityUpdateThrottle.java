// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.enforce;

/**
 * Limits how often capacities are changed, since each change makes the scheduler traverse all its
 * queues twice. It pauses after each change, and longer after each consecutive refusal. Not
 * thread-safe.
 */
public final class CapacityUpdateThrottle {
  private static final int MAX_DOUBLINGS = 4;

  private final long intervalNanos;
  private boolean hasBegun;
  private long beganNanos;
  private int refusals;

  /**
   * @param intervalNanos the interval between decisions on capacities, in ns
   */
  public CapacityUpdateThrottle(long intervalNanos) {
    this.intervalNanos = intervalNanos;
  }

  /**
   * Starts the pause after a change.
   *
   * @param nowNanos time of a monotonic clock, in ns, as in all methods below
   */
  public void changed(long nowNanos) {
    hasBegun = true;
    beganNanos = nowNanos;
    refusals = 0;
  }

  /**
   * Starts the pause after YARN refused a change: 2 intervals, doubled at each further refusal, up
   * to 16.
   */
  public void refused(long nowNanos) {
    hasBegun = true;
    beganNanos = nowNanos;
    refusals = Math.min(MAX_DOUBLINGS, refusals + 1);
  }

  /**
   * Returns whether the pause is over, so that capacities may be changed.
   *
   * @param pauseNanos minimum length of the pause, in ns
   */
  public boolean isPauseOver(long nowNanos, long pauseNanos) {
    long lasts = refusals == 0 ? pauseNanos : Math.max(pauseNanos, intervalNanos << refusals);
    return !hasBegun || nowNanos - beganNanos >= lasts;
  }
}
