// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.enforce;

/**
 * Limits how often capacities are set: a pause after each change, and a longer one after each
 * refusal in a row, since each makes the scheduler go through all its queues twice. Not
 * thread-safe.
 */
public final class CapacityUpdateThrottle {
  private static final int MOST_DOUBLINGS = 4;

  private final long intervalNanos;
  private boolean hasBegun;
  private long beganNanos;
  private int refusals;

  /**
   * @param intervalNanos how often capacities are decided, in ns
   */
  public CapacityUpdateThrottle(long intervalNanos) {
    this.intervalNanos = intervalNanos;
  }

  /**
   * Begins one after a change.
   *
   * @param nowNanos of a monotonic clock, as all below
   */
  public void changed(long nowNanos) {
    hasBegun = true;
    beganNanos = nowNanos;
    refusals = 0;
  }

  /**
   * Begins one after YARN took no change; from 2 intervals on, twice as long each time, up to 16.
   */
  public void refused(long nowNanos) {
    hasBegun = true;
    beganNanos = nowNanos;
    refusals = Math.min(MOST_DOUBLINGS, refusals + 1);
  }

  /**
   * Whether capacities may be set.
   *
   * @param pauseNanos how long one lasts at least, in ns
   */
  public boolean isOver(long nowNanos, long pauseNanos) {
    long lasts = refusals == 0 ? pauseNanos : Math.max(pauseNanos, intervalNanos << refusals);
    return !hasBegun || nowNanos - beganNanos >= lasts;
  }
}
