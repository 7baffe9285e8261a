// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the attempts of one vertex that wait for a container. The count is incremental, because
 * each launched container needs it and a vertex may have thousands of attempts. Times are in ms of
 * one monotonic clock. Not thread-safe.
 */
final class PendingRequestCounter {
  /**
   * Maximum age of a request that may be served at once, in ms: a few heartbeats of the Application
   * Master.
   */
  static final long AT_ONCE_MS = 5_000;

  private final Map<Long, Request> requests = new HashMap<>();
  private long guaranteed;

  /** Number of opportunistic requests at each time after {@link #forgottenMs}. */
  private final TreeMap<Long, Integer> recent = new TreeMap<>();

  /** The sum of {@link #recent}. */
  private long inRecent;

  /** Opportunistic requests of this time and before no longer count. */
  private long forgottenMs = Long.MIN_VALUE;

  /** The request of one attempt. Immutable. */
  private static final class Request {
    final long sinceMs;
    final boolean opportunistic;

    Request(long sinceMs, boolean opportunistic) {
      this.sinceMs = sinceMs;
      this.opportunistic = opportunistic;
    }
  }

  /** Adds an attempt's request in place of its earlier one. */
  void requested(long attempt, boolean opportunistic, long nowMs) {
    remove(attempt);
    Request request = new Request(nowMs, opportunistic);
    requests.put(attempt, request);
    count(request, 1);
  }

  /** Changes the type of an attempt's request, keeping its time; does nothing without a request. */
  void changeType(long attempt, boolean opportunistic) {
    Request request = requests.get(attempt);
    if (request != null) {
      requested(attempt, opportunistic, request.sinceMs);
    }
  }

  /** Removes an attempt's request; returns whether there was one. */
  boolean remove(long attempt) {
    Request request = requests.remove(attempt);
    if (request != null) {
      count(request, -1);
    }
    return request != null;
  }

  private void count(Request request, int by) {
    if (!request.opportunistic) {
      guaranteed += by;
    } else if (request.sinceMs > forgottenMs) {
      recent.merge(
          request.sinceMs, by, (before, more) -> before + more == 0 ? null : before + more);
      inRecent += by;
    }
  }

  int size() {
    return requests.size();
  }

  /** Returns the number of requests for a guaranteed container. */
  long guaranteed() {
    return guaranteed;
  }

  /** Returns whether an attempt requests a guaranteed container. */
  boolean isGuaranteed(long attempt) {
    Request request = requests.get(attempt);
    return request != null && !request.opportunistic;
  }

  /**
   * Returns how many of the attempts will soon have their own container: opportunistic ones queue
   * on nodes, and start at once or not for long.
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
