// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Buffers granted containers whose rack is not known yet, which is needed to count their locality.
 * Not thread-safe.
 */
final class UnknownRackBuffer {
  /** Limit of buffered containers; the oldest are dropped first. */
  private static final int MAX_CONTAINERS = 1_000;

  private final Deque<Waiting> waiting = new ArrayDeque<>();

  private static final class Waiting {
    private final String host;
    private final Set<String> racks;

    private Waiting(String host, Set<String> racks) {
      this.host = host;
      this.racks = racks;
    }
  }

  /**
   * Adds a container.
   *
   * @param racks the racks that were requested when it was granted; not copied, must not change
   */
  void add(String host, Set<String> racks) {
    if (waiting.size() == MAX_CONTAINERS) {
      waiting.removeFirst();
    }
    waiting.addLast(new Waiting(host, racks));
  }

  /**
   * Removes the containers whose rack is known now.
   *
   * @param rackOf returns the rack of a host; null if still unknown
   * @param how receives the locality of each removed container
   */
  void place(UnaryOperator<String> rackOf, Consumer<PlacementLocality> how) {
    Iterator<Waiting> each = waiting.iterator();
    while (each.hasNext()) {
      Waiting next = each.next();
      String rack = rackOf.apply(next.host);
      if (rack != null) {
        each.remove();
        how.accept(next.racks.contains(rack) ? PlacementLocality.RACK : PlacementLocality.FAR);
      }
    }
  }
}
