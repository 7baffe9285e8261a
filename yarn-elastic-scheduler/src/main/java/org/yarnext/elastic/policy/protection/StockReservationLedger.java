// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * Reservations of nodes in the simulated schedule of stock. The two schedulers reserve by different
 * rules; the default order of jobs distinguishes them: fair is the FairScheduler, first in, first
 * out the CapacityScheduler. Not thread-safe.
 */
final class StockReservationLedger {
  private final StockClusterState cluster;
  private final JobOrder order;

  /** Number of nodes that one job may reserve at a time; 0 or more. */
  int maxReserved;

  StockReservationLedger(StockClusterState cluster, JobOrder order) {
    this.cluster = cluster;
    this.order = order;
  }

  /**
   * Returns whether stock lets the group's job reserve one more node: in the FairScheduler while it
   * uses less than its share, in the CapacityScheduler for each waiting task.
   */
  boolean mayReserve(StockTaskGroup group) {
    StockJobState job = group.job;
    return order == JobOrder.FAIR
        ? job.reserved < maxReserved && job.usedMb < job.queue.jobShareMb()
        : job.reserved < Math.min(maxReserved, group.left()) && group.memoryMb <= cluster.freeMb();
  }

  /**
   * Returns whether the CapacityScheduler is at its limit and so gives no node to jobs after this
   * one. It counts reserved memory as used.
   */
  boolean isAtLimit(StockTaskGroup group) {
    return order == JobOrder.FIFO && group.memoryMb > cluster.freeMb() + group.job.reservedMb;
  }

  /** Reserves an unreserved node. */
  void reserve(StockNodeState node, StockTaskGroup group) {
    node.reservedFor = group;
    group.job.reserved++;
    group.job.reservedMb += group.memoryMb;
    cluster.reservedMb += group.memoryMb;
  }

  /** Gives up the reservation of a node; does nothing if the node has none. */
  void drop(StockNodeState node) {
    StockTaskGroup group = node.reservedFor;
    if (group != null) {
      group.job.reserved--;
      group.job.reservedMb -= group.memoryMb;
      cluster.reservedMb -= group.memoryMb;
      node.reservedFor = null;
    }
  }

  /**
   * Gives up a reservation of the CapacityScheduler that a task elsewhere makes superfluous.
   *
   * @param group of the task
   * @return the node; null if no reservation is superfluous
   */
  StockNodeState dropSuperfluous(StockTaskGroup group) {
    boolean superfluous =
        order != JobOrder.FAIR
            && (group.memoryMb > cluster.freeMb() || group.job.reserved >= group.left());
    if (superfluous && group.job.reserved > 0) {
      for (StockNodeState node : cluster.nodes.values()) {
        if (node.reservedFor != null && node.reservedFor.job == group.job) {
          drop(node);
          return node;
        }
      }
    }
    return null;
  }
}
