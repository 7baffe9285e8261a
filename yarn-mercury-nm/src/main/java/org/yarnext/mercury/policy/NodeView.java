// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

import java.util.Objects;

/** The resources of a node at one moment, as its NodeManager accounts them. Immutable. */
public final class NodeView {
  private final long nowMs;
  private final ResourceVector total;
  private final ResourceVector used;
  private final ResourceVector guaranteedWaiting;
  private final int stockQueued;
  private final OverallocationView overallocation;

  /**
   * Creates a view.
   *
   * @param nowMs the node's clock, in ms
   * @param total the node's resources for containers
   * @param used resources of started containers, including those being stopped
   * @param guaranteedWaiting resources of guaranteed containers that wait for room
   * @param stockQueued number of containers in the NodeManager's own queues
   */
  public NodeView(
      long nowMs,
      ResourceVector total,
      ResourceVector used,
      ResourceVector guaranteedWaiting,
      int stockQueued) {
    this(nowMs, total, used, guaranteedWaiting, stockQueued, OverallocationView.NONE);
  }

  private NodeView(
      long nowMs,
      ResourceVector total,
      ResourceVector used,
      ResourceVector guaranteedWaiting,
      int stockQueued,
      OverallocationView overallocation) {
    this.nowMs = nowMs;
    this.total = Objects.requireNonNull(total);
    this.used = Objects.requireNonNull(used);
    this.guaranteedWaiting = Objects.requireNonNull(guaranteedWaiting);
    this.stockQueued = stockQueued;
    this.overallocation = Objects.requireNonNull(overallocation);
  }

  /** Returns a copy at another time, in ms. */
  public NodeView at(long newNowMs) {
    return new NodeView(newNowMs, total, used, guaranteedWaiting, stockQueued, overallocation);
  }

  /** Returns a copy in which one more container has started within the allocation. */
  public NodeView using(ResourceVector more) {
    return new NodeView(
        nowMs, total, used.plus(more), guaranteedWaiting, stockQueued, overallocation);
  }

  /** Returns a copy that gives opportunistic containers something beyond its allocation. */
  public NodeView with(OverallocationView newOverallocation) {
    return new NodeView(nowMs, total, used, guaranteedWaiting, stockQueued, newOverallocation);
  }

  /** Returns the node's clock, in ms. */
  public long nowMs() {
    return nowMs;
  }

  /** Returns the node's resources for containers. */
  public ResourceVector total() {
    return total;
  }

  /** Returns the resources of started containers, including those being stopped. */
  public ResourceVector used() {
    return used;
  }

  /**
   * Returns the resources that no started container uses; negative if the node is overcommitted.
   */
  public ResourceVector free() {
    return total.minus(used);
  }

  /** Returns the resources of guaranteed containers that wait for room. */
  public ResourceVector guaranteedWaiting() {
    return guaranteedWaiting;
  }

  /**
   * Returns the resources in use and available beyond the allocation, which {@link #used} and
   * {@link #free} do not count; nothing if that was measured too long ago.
   */
  public OverallocationView overallocation() {
    return overallocation.isValid(nowMs) ? overallocation : OverallocationView.NONE;
  }

  /** Returns the number of containers in the NodeManager's own queues. */
  public int stockQueueLength() {
    return stockQueued;
  }
}
