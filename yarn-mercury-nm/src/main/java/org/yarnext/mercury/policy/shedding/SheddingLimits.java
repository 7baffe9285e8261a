// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.shedding;

/** The queue limits in force on a node. Immutable; a negative limit means none. */
public final class SheddingLimits {
  /** No limits. */
  public static final SheddingLimits NONE = new SheddingLimits(-1, -1);

  private final int maxLength;
  private final long maxWaitMs;

  /**
   * Creates limits.
   *
   * @param maxLength maximum number of waiting opportunistic containers; negative: no limit
   * @param maxWaitMs maximum estimated wait, in ms; negative: no limit
   */
  public SheddingLimits(int maxLength, long maxWaitMs) {
    this.maxLength = maxLength;
    this.maxWaitMs = maxWaitMs;
  }

  /** Returns the maximum number of waiting containers; negative for no limit. */
  public int maxLength() {
    return maxLength;
  }

  /** Returns the maximum estimated wait, in ms; negative for no limit. */
  public long maxWaitMs() {
    return maxWaitMs;
  }

  /** Returns whether there is any limit. */
  public boolean any() {
    return maxLength >= 0 || maxWaitMs >= 0;
  }
}
