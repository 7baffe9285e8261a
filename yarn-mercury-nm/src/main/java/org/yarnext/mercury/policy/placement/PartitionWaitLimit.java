// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.placement.ranking.RankedNode;

/**
 * Limits how far one call may lengthen the waits of a partition's nodes: up to the view's bound,
 * less the demand of applications submitted earlier. Demand that every node may serve is subtracted
 * as a sum. Demand that only some nodes may serve is reserved on these nodes, the least loaded
 * first. What the application itself was given and has not started is subtracted, too.
 */
final class PartitionWaitLimit {
  /**
   * Maximum number of nodes on which demand is reserved in one call. If more nodes have room, these
   * stand for all: the rest of a demand counts if most of them may serve it, and in proportion if
   * fewer may.
   */
  static final int MAX_NODES = 512;

  /**
   * Maximum number of comparisons of a demand with a node in one call. Demand beyond that is that
   * of many applications which blacklist most nodes, and does not count.
   */
  static final int MAX_COMPARISONS = 16 * MAX_NODES;

  private final PlacementView view;

  /** Reserved wait by node index, in ms. */
  private final Map<Integer, Long> reserved = new HashMap<>();

  /** The smallest sizes for which no node with room is large enough. */
  private final List<ResourceVector> tooLarge = new ArrayList<>(0);

  private int comparisons;
  private long leftMs = Long.MAX_VALUE;

  PartitionWaitLimit(PlacementView view, String partition) {
    this.view = view;
    boolean isBound =
        view.aheadMs() != Long.MAX_VALUE && (view.isAnyWaiting() || view.uncountedMs() > 0);
    // Requests for a label that no node has do not wait for room.
    if (isBound && view.ranking().hasPartition(partition)) {
      leftMs = view.ranking().roomMs(partition, view.aheadMs()) - view.demandOfAllMs(partition);
      reserve(partition);
      leftMs -= view.uncountedMs();
    }
  }

  private void reserve(String partition) {
    List<RankedNode> free = null;
    boolean all = true;
    for (UnmetDemand demand : view.demands()) {
      if (!isLeft()) {
        return;
      }
      if (demand.partition().equals(partition)) {
        if (free == null) {
          free = new LinkedList<>();
          all = leastLoaded(partition, free);
        }
        leftMs -= reserve(demand, free, all);
      }
    }
  }

  /** Adds nodes with room; false if there are more. */
  private boolean leastLoaded(String partition, List<RankedNode> to) {
    Iterator<RankedNode> nodes = view.ranking().leastLoaded(partition, ResourceVector.NONE);
    while (nodes.hasNext()) {
      RankedNode node = nodes.next();
      if (!node.hasRoom(view.aheadMs())) {
        return true;
      }
      if (to.size() == MAX_NODES) {
        return false;
      }
      to.add(node);
    }
    return true;
  }

  /**
   * Reserves room for demand on nodes.
   *
   * @param free nodes with room left, the least loaded first; full ones are removed
   * @param all whether no other nodes have room
   * @return the part of the demand that takes room, in ms
   */
  private long reserve(UnmetDemand demand, List<RankedNode> free, boolean all) {
    // Many applications may wait for a few large nodes, and nodes only leave the list.
    if (comparisons >= MAX_COMPARISONS || isTooLarge(demand.size())) {
      return 0;
    }
    if (free.isEmpty()) {
      return all ? 0 : demand.costMs();
    }
    int examined = free.size();
    int suitable = 0;
    long toReserveMs = demand.costMs();
    boolean fits = false;
    for (Iterator<RankedNode> nodes = free.iterator(); nodes.hasNext() && toReserveMs > 0; ) {
      RankedNode node = nodes.next();
      comparisons++;
      fits |= node.node().isLargeEnoughFor(demand.size());
      if (demand.isFor(node.node())) {
        suitable++;
        long takenMs = Math.min(toReserveMs, boundMs(node) - node.loadMs());
        reserved.merge(node.index(), takenMs, Long::sum);
        toReserveMs -= takenMs;
        if (toReserveMs > 0) {
          nodes.remove();
        }
      }
    }
    if (!fits && toReserveMs > 0) {
      tooLarge.removeIf(demand.size()::fitsIn);
      tooLarge.add(demand.size());
    }
    long reservedMs = demand.costMs() - toReserveMs;
    return all ? reservedMs : reservedMs + elsewhereMs(toReserveMs, suitable, examined);
  }

  /** Returns how much room a demand takes on nodes that were not examined, in ms. */
  private long elsewhereMs(long ms, int suitable, int examined) {
    return 2 * suitable >= examined
        ? ms
        : Math.round(Math.min(ms, leftMs) * (suitable / (double) examined));
  }

  private boolean isTooLarge(ResourceVector size) {
    for (ResourceVector known : tooLarge) {
      if (known.fitsIn(size)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the wait up to which the call may load a node, in ms. */
  long boundMs(RankedNode node) {
    return view.aheadMs() - (reserved.isEmpty() ? 0 : reserved.getOrDefault(node.index(), 0L));
  }

  boolean isLeft() {
    return leftMs > 0;
  }

  void use(long ms) {
    leftMs -= ms;
  }
}
