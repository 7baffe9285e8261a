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
 * first.
 */
final class PartitionWaitLimit {
  /**
   * Maximum number of nodes on which demand is reserved in one call. If more nodes have room, the
   * part of a demand that these nodes cannot serve counts, too.
   */
  static final int MAX_NODES = 512;

  private final PlacementView view;

  /** Reserved wait by node index, in ms. */
  private final Map<Integer, Long> reserved = new HashMap<>();

  /** The smallest sizes for which no node with room is large enough. */
  private final List<ResourceVector> tooLarge = new ArrayList<>(0);

  private long leftMs = Long.MAX_VALUE;

  PartitionWaitLimit(PlacementView view, String partition) {
    this.view = view;
    if (view.aheadMs() != Long.MAX_VALUE && view.isAnyWaiting()) {
      leftMs = view.ranking().roomMs(partition, view.aheadMs()) - view.demandOfAllMs(partition);
      reserve(partition);
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
        long unservedMs = reserve(demand, free);
        leftMs -= demand.costMs() - (all ? unservedMs : 0);
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
   * @return the part of the demand that has no room, in ms
   */
  private long reserve(UnmetDemand demand, List<RankedNode> free) {
    long toReserveMs = demand.costMs();
    // Many applications may wait for a few large nodes, and nodes only leave the list.
    if (free.isEmpty() || isTooLarge(demand.size())) {
      return toReserveMs;
    }
    boolean fits = false;
    for (Iterator<RankedNode> nodes = free.iterator(); nodes.hasNext() && toReserveMs > 0; ) {
      RankedNode node = nodes.next();
      fits |= node.node().isLargeEnoughFor(demand.size());
      if (demand.isFor(node.node())) {
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
    return toReserveMs;
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
