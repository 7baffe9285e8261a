// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

/**
 * Tracks whether a node's wall clock was set, by comparing it with a clock that never is. YARN
 * keeps the times of containers by the wall clock. Not thread-safe.
 */
public final class ClockStepTracker {
  /** Shorter steps count once they add up to this, in ms. */
  private static final long MIN_STEP_MS = 1_000;

  /** By how much the wall clock is ahead, in ms; null before the first call. */
  private Long aheadMs;

  /**
   * Returns by how much the wall clock was set since the previous step, in ms: above 0 if forward,
   * below 0 if back, 0 if it was not set.
   *
   * @param wallMs the wall clock now
   * @param monotonicMs the other clock now
   */
  public long stepMs(long wallMs, long monotonicMs) {
    long nowAheadMs = wallMs - monotonicMs;
    long stepMs = aheadMs == null ? 0 : nowAheadMs - aheadMs;
    if (aheadMs == null || Math.abs(stepMs) >= MIN_STEP_MS) {
      aheadMs = nowAheadMs;
      return stepMs;
    }
    return 0;
  }
}
