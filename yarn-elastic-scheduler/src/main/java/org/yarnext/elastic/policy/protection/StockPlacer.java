// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.LinkedHashSet;
import java.util.Set;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * Advances the simulated schedule of stock: ends the tasks that are due, and places waiting tasks,
 * or reserves nodes for them, as stock would. A node goes to the queue that uses the smallest part
 * of its share, and there to the first job in order that has a task with room or may reserve the
 * node. Not thread-safe.
 */
final class StockPlacer {
  private final StockClusterState cluster;
  private final JobOrder order;
  private final StockReservationLedger reservations;

  /** Nodes that may have room for a waiting task, in the order of their turns. */
  private final Set<StockNodeState> toOffer = new LinkedHashSet<>();

  /**
   * Creates a placer.
   *
   * @param order default order of the jobs in a queue
   */
  StockPlacer(StockClusterState cluster, JobOrder order, StockReservationLedger reservations) {
    this.cluster = cluster;
    this.order = order;
    this.reservations = reservations;
  }

  /** Ends the tasks that are due; returns whether a job ended. */
  boolean endTasks() {
    boolean ended = false;
    for (StockTaskRun run = cluster.end(); run != null; run = cluster.end()) {
      ended |= !run.group.job.isActive();
      if (run.node.present) {
        toOffer.add(run.node);
      }
    }
    if (!toOffer.isEmpty() && order == JobOrder.FIFO) { // jobs at their limit may continue
      cluster.nodes.values().stream().filter(n -> n.reservedFor == null).forEach(toOffer::add);
    }
    return ended;
  }

  /** Records that a node may have room for a waiting task. */
  void offerLater(StockNodeState node) {
    toOffer.add(node);
  }

  /** Records that a node has left. */
  void removeNode(StockNodeState node) {
    toOffer.remove(node);
    reservations.drop(node);
  }

  /** Offers all nodes that may have room until none has. */
  void placeTasks() {
    while (!toOffer.isEmpty()) {
      StockNodeState node = toOffer.iterator().next();
      toOffer.remove(node);
      if (offer(node)) {
        toOffer.add(node);
      }
    }
  }

  /** Gives the node to the job whose turn it is; returns whether it may have room for another. */
  private boolean offer(StockNodeState node) {
    if (node.reservedFor != null) {
      return offerReserved(node);
    }
    StockTaskGroup next = next(node);
    if (next == null || reservations.isAtLimit(next)) {
      return false;
    }
    if (!node.fits(next)) {
      reservations.reserve(node, next);
      return false;
    }
    StockNodeState dropped = reservations.dropSuperfluous(next);
    if (dropped != null) {
      toOffer.add(dropped);
    }
    place(next, node);
    return true;
  }

  private boolean offerReserved(StockNodeState node) {
    StockTaskGroup group = node.reservedFor;
    if (group.left() > 0 && !node.fits(group)) {
      return false;
    }
    reservations.drop(node);
    if (group.left() > 0) {
      place(group, node);
    }
    return true;
  }

  /** Returns the group whose turn it is at the node; null for none. */
  private StockTaskGroup next(StockNodeState node) {
    StockTaskGroup next = null;
    for (StockTaskGroup group : cluster.waiting) {
      if (node.couldFit(group)
          && (node.fits(group) || reservations.mayReserve(group) || reservations.isAtLimit(group))
          && group.isBefore(next, order)) {
        next = group;
      }
    }
    return next;
  }

  private void place(StockTaskGroup group, StockNodeState node) {
    cluster.start(group, node);
    if (group.left() <= 0) { // its reservations are given up
      cluster.nodes.values().stream().filter(n -> n.reservedFor == group).forEach(toOffer::add);
    }
  }
}
