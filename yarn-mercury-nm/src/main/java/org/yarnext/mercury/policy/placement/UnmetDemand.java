// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.Set;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;

/**
 * Demand of one application for containers of a size and partition that could not be placed yet,
 * and that only some nodes of the partition may serve. Immutable.
 */
public final class UnmetDemand {
  private final String partition;
  private final ResourceVector size;
  private final Set<String> blacklist;
  private final long costMs;

  /**
   * Creates a demand.
   *
   * @param partition of the nodes that can serve it
   * @param size of each container
   * @param blacklist hosts and racks that must not serve it; not copied
   * @param costMs wait that all of it adds to nodes, in ms
   */
  public UnmetDemand(String partition, ResourceVector size, Set<String> blacklist, long costMs) {
    this.partition = partition;
    this.size = size;
    this.blacklist = blacklist;
    this.costMs = costMs;
  }

  String partition() {
    return partition;
  }

  /** Returns the size of each container. */
  ResourceVector size() {
    return size;
  }

  long costMs() {
    return costMs;
  }

  /** Returns whether another demand of the same application is for the same size and partition. */
  boolean isLike(UnmetDemand other) {
    return partition.equals(other.partition) && size.equals(other.size);
  }

  /** Returns a copy with more wait, in ms. */
  UnmetDemand plus(long moreMs) {
    return new UnmetDemand(partition, size, blacklist, costMs + moreMs);
  }

  /**
   * Returns whether every node of the partition can serve it.
   *
   * @param smallest a size that fits every node of the partition
   */
  boolean isForAll(ResourceVector smallest) {
    return blacklist.isEmpty() && size.fitsIn(smallest);
  }

  /** Returns whether a node of the partition may serve it. */
  boolean isFor(CandidateNode node) {
    return node.isLargeEnoughFor(size)
        && !blacklist.contains(node.host())
        && !blacklist.contains(node.rack());
  }
}
