// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

/** Bounds of a node's opportunistic queue and of each action on it. Immutable. */
public final class NodeQueueLimits {
  private final int maxLength;
  private final long agingMs;
  private final double shedShare;
  private final long minWaitLimitMs;
  private final long shedDelayMs;
  private final long policingMaxWaitMs;

  /**
   * Creates limits.
   *
   * @param maxLength maximum number of waiting containers
   * @param agingMs maximum time that a container can be overtaken, in ms
   * @param shedShare maximum fraction of the queue that one shedding step may drop, in (0, 1]; one
   *     container may always be dropped
   * @param minWaitLimitMs a lower wait limit is raised to this, in ms
   */
  public NodeQueueLimits(int maxLength, long agingMs, double shedShare, long minWaitLimitMs) {
    this(maxLength, agingMs, shedShare, minWaitLimitMs, 0, Long.MAX_VALUE);
  }

  private NodeQueueLimits(
      int maxLength,
      long agingMs,
      double shedShare,
      long minWaitLimitMs,
      long shedDelayMs,
      long policingMaxWaitMs) {
    this.maxLength = maxLength;
    this.agingMs = agingMs;
    this.shedShare = shedShare;
    this.minWaitLimitMs = minWaitLimitMs;
    this.shedDelayMs = shedDelayMs;
    this.policingMaxWaitMs = policingMaxWaitMs;
  }

  /** Returns a copy with a {@code SheddingDelayPolicy} of {@code delayMs}; the default is 0. */
  public NodeQueueLimits withShedDelay(long delayMs) {
    return new NodeQueueLimits(
        maxLength, agingMs, shedShare, minWaitLimitMs, delayMs, policingMaxWaitMs);
  }

  /** Returns a copy with another {@link #policingMaxWaitMs}; the default is unlimited. */
  public NodeQueueLimits withPolicingMaxWait(long limitMs) {
    return new NodeQueueLimits(maxLength, agingMs, shedShare, minWaitLimitMs, shedDelayMs, limitMs);
  }

  /** Returns the maximum number of waiting containers. */
  public int maxLength() {
    return maxLength;
  }

  /** Returns the maximum time that a container can be overtaken, in ms. */
  public long agingMs() {
    return agingMs;
  }

  /** Returns the maximum fraction of the queue that one shedding step drops; above 0, at most 1. */
  public double shedShare() {
    return shedShare;
  }

  /** Returns the minimum wait limit, in ms; lower limits are raised to it. */
  public long minWaitLimitMs() {
    return minWaitLimitMs;
  }

  /** Returns the time for which limits must be exceeded before containers are shed, in ms. */
  public long shedDelayMs() {
    return shedDelayMs;
  }

  /**
   * Returns the waiting time, in ms, after which the expected demand of guaranteed containers no
   * longer holds a container back.
   */
  public long policingMaxWaitMs() {
    return policingMaxWaitMs;
  }
}
