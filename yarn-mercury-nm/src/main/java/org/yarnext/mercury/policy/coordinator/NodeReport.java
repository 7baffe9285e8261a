// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

/** A node's fresh report of its estimated queue wait R and its queue length. Immutable. */
public final class NodeReport {
  /** Capacity of an unbounded queue. */
  public static final int NO_BOUND = Integer.MAX_VALUE;

  private final String node;
  private final double waitMs;
  private final int queueLength;
  private final int queueCapacity;
  private final long receivedMs;

  /**
   * Creates a report.
   *
   * @param node the node's id
   * @param waitMs R, 0 or more
   * @param queueLength number of waiting containers
   * @param queueCapacity maximum number of waiting containers; {@link #NO_BOUND} for no limit
   * @param receivedMs time when the report was first seen, on a monotonic clock
   */
  public NodeReport(
      String node, double waitMs, int queueLength, int queueCapacity, long receivedMs) {
    this.node = node;
    this.waitMs = waitMs;
    this.queueLength = queueLength;
    this.queueCapacity = queueCapacity;
    this.receivedMs = receivedMs;
  }

  public String node() {
    return node;
  }

  public double waitMs() {
    return waitMs;
  }

  public int queueLength() {
    return queueLength;
  }

  /** Returns the maximum number of waiting containers. */
  public int queueCapacity() {
    return queueCapacity;
  }

  public long receivedMs() {
    return receivedMs;
  }

  @Override
  public String toString() {
    return node + " R=" + waitMs + " ms";
  }
}
