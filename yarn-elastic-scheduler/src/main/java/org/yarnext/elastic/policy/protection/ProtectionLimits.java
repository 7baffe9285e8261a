// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

/**
 * Limits of the protection of jobs: how late a job must be, and how many nodes may be kept.
 * Immutable.
 */
public final class ProtectionLimits {
  private final int maxDelayPercent;
  private final int maxNodesPercent;

  /**
   * Creates limits.
   *
   * @param maxDelayPercent how much longer than under stock a job may take before nodes are kept
   *     for it, in percent; 0 or more
   * @param maxNodesPercent of all nodes, kept at most; 0 to 100
   */
  public ProtectionLimits(int maxDelayPercent, int maxNodesPercent) {
    if (maxDelayPercent < 0 || maxNodesPercent < 0 || maxNodesPercent > 100) {
      throw new IllegalArgumentException(maxDelayPercent + " %, " + maxNodesPercent + " %");
    }
    this.maxDelayPercent = maxDelayPercent;
    this.maxNodesPercent = maxNodesPercent;
  }

  /** Returns whether no node is ever kept. */
  public boolean isOff() {
    return maxNodesPercent == 0;
  }

  /** Returns the longest time that a job may take, in ms. */
  long allowedMs(long stockMs) {
    return stockMs + Math.round(stockMs * (maxDelayPercent / 100.0));
  }

  /** Returns the maximum number of kept nodes; one at least, unless it is off. */
  int maxNodes(int nodes) {
    return isOff() ? 0 : Math.max(1, (int) ((long) nodes * maxNodesPercent / 100));
  }
}
