// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers on which nodes one scheduler placed containers, until the ResourceManager's list of
 * nodes can be expected to show them.
 *
 * <p>Placements expire by time, not when the list changes. A changed list need not show this
 * scheduler's containers, which must first be started by their application, reported by their node
 * and sorted in; and a NodeManager gets a new list object, often of the same content, with every
 * response. Thread-safe; reading takes no lock. Bounded by a few entries a node.
 */
public final class RecentPlacements {
  private static final int SLICES = 8;

  private final long memoryMs;
  private final long sliceMs;
  private final Deque<Slice> slices = new ArrayDeque<>();
  private final Map<String, Long> total = new ConcurrentHashMap<>();

  /** Placements within a time slice, forgotten together. */
  private static final class Slice {
    final long endMs;
    final Map<String, Long> added = new HashMap<>();

    Slice(long endMs) {
      this.endMs = endMs;
    }
  }

  /**
   * Creates an empty record.
   *
   * @param memory time for which a placement counts, up to an eighth longer; zero remembers nothing
   */
  public RecentPlacements(Duration memory) {
    memoryMs = memory.toMillis();
    sliceMs = Math.max(1, memoryMs / SLICES);
  }

  /**
   * Adds a container.
   *
   * @param costMs wait that the container adds to the node, in ms; see {@code
   *     PlacementRequest.withCostMs}
   * @param nowMs of a monotonic clock
   */
  public synchronized void add(String nodeId, long costMs, long nowMs) {
    forget(nowMs);
    if (memoryMs <= 0) {
      return;
    }
    Slice last = slices.peekLast();
    if (last == null || nowMs >= last.endMs) {
      last = new Slice(nowMs + sliceMs);
      slices.addLast(last);
    }
    last.added.merge(nodeId, costMs, Long::sum);
    total.merge(nodeId, costMs, Long::sum);
  }

  /**
   * Adds the containers of a decision.
   *
   * @param anyway whether to add them even if the load of one of the nodes has changed since the
   *     ranking on which the decision was based
   * @return false if it has changed, so that nothing was added
   */
  public synchronized boolean addAll(List<Assignment> assignments, boolean anyway, long nowMs) {
    for (Assignment a : assignments) {
      if (!anyway && addedMs(a.node()) != a.ranked().claimedMs()) {
        return false;
      }
    }
    assignments.forEach(a -> add(a.node().id(), a.costMs(), nowMs));
    return true;
  }

  /** Forgets expired placements; call it before a decision. */
  public synchronized void forget(long nowMs) {
    for (Slice oldest = slices.peekFirst();
        oldest != null && nowMs - oldest.endMs >= memoryMs;
        oldest = slices.peekFirst()) {
      slices.removeFirst();
      oldest.added.forEach(
          (nodeId, costMs) ->
              total.computeIfPresent(
                  nodeId, (id, sum) -> sum.equals(costMs) ? null : Long.valueOf(sum - costMs)));
    }
  }

  /** Returns the sum of the remembered costs on a node, in ms. */
  public long addedMs(CandidateNode node) {
    return total.isEmpty() ? 0 : total.getOrDefault(node.id(), 0L);
  }

  /** Returns the number of remembered nodes. */
  public int nodes() {
    return total.size();
  }
}
