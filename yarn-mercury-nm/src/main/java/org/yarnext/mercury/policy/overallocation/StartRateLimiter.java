// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

/**
 * Limits how many containers start beyond the allocation in a round: few at first, twice as many
 * after each round that used its limit and stayed calm, and none for a while after containers were
 * stopped. Not thread-safe.
 */
public final class StartRateLimiter {
  /** Maximum number of starts in a round. */
  static final int MAX_STARTS = 64;

  private long allowed = 1;
  private long pausedUntilMs = Long.MIN_VALUE;
  private boolean isUsed;

  /**
   * Returns how many containers may start in the round that begins now; 0 during a pause.
   *
   * @param settings in effect now
   */
  public int nextRound(OverallocationSettings settings, long nowMs) {
    if (isPaused(settings, nowMs)) {
      return 0;
    }
    long first = Math.min(MAX_STARTS, settings.startsPerRound());
    allowed = Math.max(first, Math.min(MAX_STARTS, isUsed ? allowed * 2 : allowed));
    isUsed = false;
    return (int) allowed;
  }

  /** Returns whether nothing starts since containers were stopped a short time ago. */
  public boolean isPaused(OverallocationSettings settings, long nowMs) {
    return nowMs < pausedUntilMs && pausedUntilMs - nowMs <= settings.warmUpMs();
  }

  /** Records the starts of a round. */
  public void onStarted(int starts) {
    isUsed = starts >= allowed;
  }

  /**
   * Records that containers were stopped, or that memory is low: the next round starts few again.
   */
  public void onPressure(OverallocationSettings settings, boolean stopped, long nowMs) {
    allowed = 1;
    isUsed = false;
    if (stopped) {
      pausedUntilMs = nowMs + settings.warmUpMs();
    }
  }
}
