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
 * A buffer of granted containers whose rack is not known yet, and so whether they were asked for.
 * Not thread-safe.
 */
final class UnknownRackBuffer {
  /** Where racks stay unknown the oldest are forgotten first. */
  private static final int MOST = 1_000;

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
   * @param racks that were asked for when it was granted; not changed later
   */
  void add(String host, Set<String> racks) {
    if (waiting.size() == MOST) {
      waiting.removeFirst();
    }
    waiting.addLast(new Waiting(host, racks));
  }

  /**
   * @param rackOf of a host; null if it is still not known
   * @param how told of each container that is placed now
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
