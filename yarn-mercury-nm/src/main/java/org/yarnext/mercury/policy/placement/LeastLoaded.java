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

import java.util.PriorityQueue;
import java.util.Random;

/**
 * Gives the least loaded of some nodes, by chance among equals. A node may be in several of these
 * and gain load through another one meanwhile: it is then put back behind before it is given.
 */
final class LeastLoaded {
  private final PriorityQueue<Entry> heap = new PriorityQueue<>();
  private final Random random;

  LeastLoaded(Random random) {
    this.random = random;
  }

  /** A slot as loaded as it was when it was added. */
  private static final class Entry implements Comparable<Entry> {
    final Slot slot;
    final long loadMs;
    final int lot;

    Entry(Slot slot, int lot) {
      this.slot = slot;
      this.loadMs = slot.loadMs();
      this.lot = lot;
    }

    @Override
    public int compareTo(Entry o) {
      int byLoad = Long.compare(loadMs, o.loadMs);
      return byLoad != 0 ? byLoad : Integer.compare(lot, o.lot);
    }
  }

  void add(Slot slot) {
    heap.add(new Entry(slot, random.nextInt()));
  }

  /** The load of the least loaded, in ms; {@link Long#MAX_VALUE} if there is none. */
  long leastMs() {
    Entry least = least();
    return least == null ? Long.MAX_VALUE : least.loadMs;
  }

  /** Takes the least loaded out; null if there is none. */
  Slot poll() {
    Entry least = least();
    return least == null ? null : heap.poll().slot;
  }

  private Entry least() {
    while (true) {
      Entry least = heap.peek();
      if (least == null || least.loadMs == least.slot.loadMs()) {
        return least;
      }
      heap.poll();
      add(least.slot);
    }
  }
}
