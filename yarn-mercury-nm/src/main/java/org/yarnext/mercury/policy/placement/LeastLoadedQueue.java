// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.Collections;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Queue that merges nodes from several sorted sources and returns the least loaded first; ties are
 * broken at random. A node may be in several sources and gain load through one of them; it is then
 * sorted in again before it is returned. Reads no more of a source than it returns.
 */
final class LeastLoadedQueue {
  private final PriorityQueue<Entry> heap = new PriorityQueue<>();
  private final Random random;

  /** Iterator of the last returned node; its next node is read at the next poll. */
  private Iterator<CandidateNodeState> unread = Collections.emptyIterator();

  LeastLoadedQueue(Random random) {
    this.random = random;
  }

  /** A node with its load when it was added, and the nodes that follow it in its iterator. */
  private static final class Entry implements Comparable<Entry> {
    final CandidateNodeState slot;
    final long loadMs;
    final int lot;
    final Iterator<CandidateNodeState> rest;

    Entry(CandidateNodeState slot, long loadMs, int lot, Iterator<CandidateNodeState> rest) {
      this.slot = slot;
      this.loadMs = loadMs;
      this.lot = lot;
      this.rest = rest;
    }

    @Override
    public int compareTo(Entry o) {
      int byLoad = Long.compare(loadMs, o.loadMs);
      return byLoad != 0 ? byLoad : Integer.compare(lot, o.lot);
    }
  }

  void add(CandidateNodeState slot) {
    heap.add(new Entry(slot, slot.loadMs(), random.nextInt(), Collections.emptyIterator()));
  }

  /** Adds nodes that come least loaded first. */
  void addAll(Iterator<CandidateNodeState> leastFirst) {
    if (leastFirst.hasNext()) {
      CandidateNodeState first = leastFirst.next();
      // Use the load that its source is sorted by; otherwise it would hide the nodes after it.
      heap.add(new Entry(first, first.ranked().loadMs(), random.nextInt(), leastFirst));
    }
  }

  /** Removes and returns the least loaded node; null if there is none. */
  CandidateNodeState poll() {
    addAll(unread);
    unread = Collections.emptyIterator();
    for (Entry first = heap.poll(); first != null; first = heap.poll()) {
      if (first.loadMs == first.slot.loadMs()) {
        unread = first.rest;
        return first.slot;
      }
      addAll(first.rest);
      add(first.slot);
    }
    return null;
  }
}
