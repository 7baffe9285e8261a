// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

/** Bounds of a node's opportunistic queue and of each action on it. Immutable. */
public final class NodeQueueLimits {
  private final int maxLength;
  private final long agingMs;
  private final double shedShare;
  private final long leastWaitLimitMs;
  private final long shedPatienceMs;
  private final long holdMs;

  /**
   * Creates limits.
   *
   * @param maxLength maximum number of waiting containers
   * @param agingMs maximum time that a container can be overtaken, in ms
   * @param shedShare maximum fraction of the queue that one shedding step may drop, in (0, 1]; one
   *     container may always be dropped
   * @param leastWaitLimitMs a lower wait limit is raised to this, in ms
   */
  public NodeQueueLimits(int maxLength, long agingMs, double shedShare, long leastWaitLimitMs) {
    this(maxLength, agingMs, shedShare, leastWaitLimitMs, 0, Long.MAX_VALUE);
  }

  private NodeQueueLimits(
      int maxLength,
      long agingMs,
      double shedShare,
      long leastWaitLimitMs,
      long shedPatienceMs,
      long holdMs) {
    this.maxLength = maxLength;
    this.agingMs = agingMs;
    this.shedShare = shedShare;
    this.leastWaitLimitMs = leastWaitLimitMs;
    this.shedPatienceMs = shedPatienceMs;
    this.holdMs = holdMs;
  }

  /** Returns a copy with a {@code SheddingDelayPolicy} of {@code patienceMs}; the default is 0. */
  public NodeQueueLimits withShedPatience(long patienceMs) {
    return new NodeQueueLimits(maxLength, agingMs, shedShare, leastWaitLimitMs, patienceMs, holdMs);
  }

  /** Returns a copy with another {@link #holdMs}; the default is unlimited. */
  public NodeQueueLimits withHold(long limitMs) {
    return new NodeQueueLimits(
        maxLength, agingMs, shedShare, leastWaitLimitMs, shedPatienceMs, limitMs);
  }

  public int maxLength() {
    return maxLength;
  }

  public long agingMs() {
    return agingMs;
  }

  public double shedShare() {
    return shedShare;
  }

  public long leastWaitLimitMs() {
    return leastWaitLimitMs;
  }

  public long shedPatienceMs() {
    return shedPatienceMs;
  }

  /**
   * Returns the waiting time, in ms, after which the expected demand of guaranteed containers no
   * longer holds a container back.
   */
  public long holdMs() {
    return holdMs;
  }
}
