// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.shedding;

/**
 * Delays shedding until a limit has been exceeded for long enough: the ResourceManager computes
 * limits from older heartbeats, so a burst that reaches all nodes alike exceeds them for a moment
 * although no node is worse off than another (Mercury sheds outliers, section 6.3). Not
 * thread-safe.
 */
public final class SheddingDelayPolicy {
  /** Limits arrive with heartbeats; a gap this long, in ms, resets the delay. */
  static final long SILENCE_MS = 60_000;

  private final long delayMs;
  private boolean exceeded;
  private long sinceMs;
  private long exceededMs;

  /**
   * Creates a policy.
   *
   * @param delayMs time that a limit must be exceeded without interruption, in ms; 0 sheds at once
   */
  public SheddingDelayPolicy(long delayMs) {
    this.delayMs = delayMs;
  }

  /** Resets the delay because the limits are not exceeded. */
  public void reset() {
    exceeded = false;
  }

  /**
   * Records whether the limits are exceeded now; must be called for every limit that arrives. A
   * long gap counts as an interruption, and so does a clock that was set back.
   *
   * @return true if it is time to shed; the delay then starts again
   */
  public boolean exhausted(boolean exceededNow, long nowMs) {
    if (!exceededNow) {
      exceeded = false;
      return false;
    }
    if (!exceeded || nowMs < exceededMs || nowMs - exceededMs > SILENCE_MS) {
      exceeded = true;
      sinceMs = nowMs;
    }
    exceededMs = nowMs;
    if (nowMs - sinceMs < delayMs) {
      return false;
    }
    exceeded = false;
    return true;
  }
}
