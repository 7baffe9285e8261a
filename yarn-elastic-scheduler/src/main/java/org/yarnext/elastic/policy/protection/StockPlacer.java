// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * Advances the simulated schedule of stock: ends the tasks that are due, and places waiting tasks,
 * or reserves nodes for them, as stock would. A node is offered to the queue that uses the smallest
 * part of its share. The first job of the queue that has a fitting task, or may reserve the node,
 * takes it. Not thread-safe.
 */
final class StockPlacer {
  /** Number of nodes to offer from which it pays to know those that no group can use. */
  private static final int MANY = 16;

  /** Maximum number of groups that are compared with a node before all groups are. */
  private static final int MAX_FIRST = 8;

  private final StockClusterState cluster;
  private final JobOrder order;
  private final StockReservationLedger reservations;

  /** Nodes that may have room for a waiting task, in the order of their turns. */
  private final Set<StockNodeState> toOffer = new LinkedHashSet<>();

  /** Whether tasks have ended, after which jobs at their limit may continue on all nodes. */
  private boolean limitsChanged;

  /** No unreserved node that is not to be offered has more free memory, in MB. */
  private long maxFreeMb = Long.MAX_VALUE;

  private boolean hasMany;

  /** Whether the next four fields are those of the current state. */
  private boolean isRead;

  /**
   * Of the groups that may reserve any node or are at their limit, the first, and after it the
   * first of those that could fit a node where no earlier one could.
   */
  private final List<StockTaskGroup> first = new ArrayList<>();

  /** Whether all other such groups fit only where one of these fits. */
  private boolean isComplete;

  /** Minimum size of all other groups, which need room on the node. */
  private long minMb;

  private int minVcores;

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
        limitsChanged |= order == JobOrder.FIFO;
      }
    }
    return ended;
  }

  /**
   * Records that tasks have ended, if so: jobs at their limit may continue on any unreserved node.
   */
  void offerAllLater() {
    if (limitsChanged) {
      limitsChanged = false;
      cluster.nodes.values().stream().filter(n -> n.reservedFor == null).forEach(toOffer::add);
    }
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
    Set<StockNodeState> changed = new LinkedHashSet<>(toOffer);
    isRead = false;
    hasMany = changed.size() > MANY;
    changed.forEach(this::offerOnce);
    if (limitsChanged) {
      limitsChanged = false;
      offerOthers(changed);
    }
    while (!toOffer.isEmpty()) {
      offerOnce(toOffer.iterator().next());
    }
  }

  /** Offers the unreserved nodes that have not changed: jobs may be below their limits now. */
  private void offerOthers(Set<StockNodeState> changed) {
    isRead = isRead || read();
    if (minMb > maxFreeMb && isComplete && first.stream().allMatch(reservations::isAtLimit)) {
      return;
    }
    long freeMb = 0;
    for (StockNodeState node : cluster.nodes.values()) {
      if (node.reservedFor == null) {
        if (!isUseless(node) && !changed.contains(node) && !toOffer.contains(node)) {
          offerOnce(node);
        }
        freeMb = Math.max(freeMb, node.freeMb());
      }
    }
    maxFreeMb = freeMb;
  }

  private void offerOnce(StockNodeState node) {
    toOffer.remove(node);
    if (offer(node)) {
      toOffer.add(node);
    }
    maxFreeMb = Math.max(maxFreeMb, node.freeMb());
  }

  /** Gives the node to the job whose turn it is; returns whether it may have room for another. */
  private boolean offer(StockNodeState node) {
    if (node.reservedFor != null) {
      return offerReserved(node);
    }
    if (isRead && isUseless(node)) {
      return false;
    }
    StockTaskGroup next = next(node);
    if (next == null || reservations.isAtLimit(next)) {
      isRead = isRead || hasMany && read();
      return false;
    }
    isRead = false;
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

  /**
   * Returns whether no group can use the node: none has room there, and the first of those that
   * need no room is at its limit.
   */
  private boolean isUseless(StockNodeState node) {
    isRead = isRead || read();
    if (node.fits(minMb, minVcores)) {
      return false;
    }
    for (StockTaskGroup group : first) {
      if (node.couldFit(group)) {
        return reservations.isAtLimit(group);
      }
    }
    return isComplete;
  }

  /** Reads which groups need room on a node, at a cost of O(waiting jobs); returns true. */
  private boolean read() {
    minMb = Long.MAX_VALUE;
    minVcores = Integer.MAX_VALUE;
    for (StockTaskGroup group : cluster.waiting) {
      if (needsRoom(group)) {
        minMb = Math.min(minMb, group.memoryMb);
        minVcores = Math.min(minVcores, group.vcores);
      }
    }
    first.clear();
    StockTaskGroup next = nextFirst();
    while (next != null && first.size() < MAX_FIRST) {
      first.add(next);
      next = nextFirst();
    }
    isComplete = next == null;
    return true;
  }

  private boolean needsRoom(StockTaskGroup group) {
    return !reservations.mayReserve(group) && !reservations.isAtLimit(group);
  }

  private StockTaskGroup nextFirst() {
    StockTaskGroup next = null;
    for (StockTaskGroup group : cluster.waiting) {
      if (!needsRoom(group) && mayFitWithoutFirst(group) && group.isBefore(next, order)) {
        next = group;
      }
    }
    return next;
  }

  private boolean mayFitWithoutFirst(StockTaskGroup group) {
    for (StockTaskGroup other : first) { // no stream: for each waiting job after each start
      if (group.needsNoLessThan(other)) {
        return false;
      }
    }
    return true;
  }

  private boolean offerReserved(StockNodeState node) {
    StockTaskGroup group = node.reservedFor;
    if (group.left() > 0 && !node.fits(group)) {
      return false;
    }
    isRead = false;
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
    if (group.left() <= 0 && group.job.reserved > 0) { // its reservations are given up
      cluster.nodes.values().stream().filter(n -> n.reservedFor == group).forEach(toOffer::add);
    }
  }
}
