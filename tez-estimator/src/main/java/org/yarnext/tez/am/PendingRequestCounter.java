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
package org.yarnext.tez.am;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the attempts of one vertex that wait for a container, as they come and go: there is a
 * question for each container that is launched, and a vertex may have thousands of them. Times are
 * in ms of one monotonic clock. Not thread-safe.
 */
final class PendingRequestCounter {
  /** A few heartbeats of the Application Master: what was asked longer ago is not there at once. */
  static final long AT_ONCE_MS = 5_000;

  private final Map<Long, Ask> asks = new HashMap<>();
  private long guaranteed;

  /** How many opportunistic ones asked at each time after {@link #forgottenMs}. */
  private final TreeMap<Long, Integer> recent = new TreeMap<>();

  /** The sum of {@link #recent}. */
  private long inRecent;

  /** Opportunistic ones of this time and before are not counted any more. */
  private long forgottenMs = Long.MIN_VALUE;

  /** One attempt's. Immutable. */
  private static final class Ask {
    final long sinceMs;
    final boolean opportunistic;

    Ask(long sinceMs, boolean opportunistic) {
      this.sinceMs = sinceMs;
      this.opportunistic = opportunistic;
    }
  }

  /** An attempt asks; what it asked before is forgotten. */
  void asked(long attempt, boolean opportunistic, long nowMs) {
    over(attempt);
    Ask ask = new Ask(nowMs, opportunistic);
    asks.put(attempt, ask);
    count(ask, 1);
  }

  /**
   * An attempt asks for a container of this kind, since when it asked first; none if it does not.
   */
  void asksFor(long attempt, boolean opportunistic) {
    Ask ask = asks.get(attempt);
    if (ask != null) {
      asked(attempt, opportunistic, ask.sinceMs);
    }
  }

  /** An attempt asks no more; returns whether it did. */
  boolean over(long attempt) {
    Ask ask = asks.remove(attempt);
    if (ask != null) {
      count(ask, -1);
    }
    return ask != null;
  }

  private void count(Ask ask, int by) {
    if (!ask.opportunistic) {
      guaranteed += by;
    } else if (ask.sinceMs > forgottenMs) {
      recent.merge(ask.sinceMs, by, (before, more) -> before + more == 0 ? null : before + more);
      inRecent += by;
    }
  }

  int size() {
    return asks.size();
  }

  /** How many of them ask for a guaranteed one. */
  long guaranteed() {
    return guaranteed;
  }

  /** Whether an attempt asks, and for a guaranteed one. */
  boolean isGuaranteed(long attempt) {
    Ask ask = asks.get(attempt);
    return ask != null && !ask.opportunistic;
  }

  /**
   * How many of them will soon have a container of their own: opportunistic ones queue on nodes,
   * and come at once or not for long.
   *
   * @param room how many more guaranteed containers the ResourceManager has room for
   * @param nowMs not before the times given so far
   */
  long toCome(long room, long nowMs) {
    forgottenMs = Math.max(forgottenMs, nowMs - AT_ONCE_MS);
    while (!recent.isEmpty() && recent.firstKey() <= forgottenMs) {
      inRecent -= recent.pollFirstEntry().getValue();
    }
    return inRecent + Math.min(guaranteed, room);
  }
}
