/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.policy.placement;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Decides by how much the waits of a node partition's nodes may be lengthened in one call: up to
 * the view's bound, less what others are to have first. Claims that every node may serve count
 * together; of the others, each is laid on nodes that may, the least loaded first.
 */
final class Room {
  private final PlacementView view;
  private final IntToLongFunction loadMs;

  /** By node, in ms. */
  private final Map<Integer, Long> reserved = new HashMap<>();

  private long leftMs = Long.MAX_VALUE;

  /**
   * @param least what every node has
   * @param loadMs of a node by its index in the view
   */
  Room(PlacementView view, String partition, ResourceVector least, IntToLongFunction loadMs) {
    this.view = view;
    this.loadMs = loadMs;
    if (view.aheadMs() != Long.MAX_VALUE) {
      int[] withRoom =
          IntStream.range(0, view.nodes().size())
              .filter(i -> view.nodes().get(i).partition().equals(partition))
              .filter(i -> ofNodeMs(i) > 0)
              .toArray();
      leftMs = 0;
      for (int i : withRoom) {
        leftMs += ofNodeMs(i);
      }
      claim(partition, least, withRoom);
    }
  }

  private void claim(String partition, ResourceVector least, int[] withRoom) {
    List<Integer> free = null;
    for (Claim claim : view.claims()) {
      if (!isLeft()) {
        return;
      }
      if (!claim.partition().equals(partition)) {
        continue;
      }
      if (claim.isForAll(least)) {
        leftMs -= claim.costMs();
      } else {
        free = free == null ? byLoad(withRoom) : free;
        leftMs -= reserve(claim, free);
      }
    }
  }

  private List<Integer> byLoad(int[] nodes) {
    List<Integer> byLoad = new LinkedList<>();
    for (long key : LoadOrder.of(nodes, loadMs)) {
      byLoad.add(LoadOrder.index(key));
    }
    return byLoad;
  }

  /**
   * Hundreds may wait, each for thousands of nodes, and those before it have most of them.
   *
   * @param free nodes of which something is left, the least loaded first; others leave it
   * @return how much of the claim there is room for
   */
  private long reserve(Claim claim, List<Integer> free) {
    long toReserveMs = claim.costMs();
    for (Iterator<Integer> nodes = free.iterator(); nodes.hasNext() && toReserveMs > 0; ) {
      int i = nodes.next();
      if (claim.isFor(view.nodes().get(i))) {
        long takenMs = Math.min(toReserveMs, ofNodeMs(i));
        reserved.merge(i, takenMs, Long::sum);
        toReserveMs -= takenMs;
        if (toReserveMs > 0) {
          nodes.remove();
        }
      }
    }
    return claim.costMs() - toReserveMs;
  }

  private long ofNodeMs(int i) {
    // One that refuses what comes has none, however short its queue is in time.
    return view.nodes().get(i).places() > 0 ? boundMs(i) - loadMs.applyAsLong(i) : 0;
  }

  /** How long the call may make a node's wait, in ms. */
  long boundMs(int i) {
    return view.aheadMs() - (reserved.isEmpty() ? 0 : reserved.getOrDefault(i, 0L));
  }

  boolean isLeft() {
    return leftMs > 0;
  }

  void use(long ms) {
    leftMs -= ms;
  }
}
