// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;

/**
 * Tracks containers that an application had not received when the NodeManager restarted. It may
 * still receive them: the next response of a sub-cluster names the containers that it has granted
 * since. Thread-safe: responses arrive on other threads.
 */
final class UndeliveredContainerTracker {
  /** A response appears in the application's next call, or in the call under way. */
  private static final int CALLS = 2;

  /** Undelivered containers and their sub-clusters. */
  private final Map<ContainerId, SubClusterId> waiting = new HashMap<>();

  /** Number of calls when each sub-cluster first responded. */
  private final Map<SubClusterId, Long> answeredAt = new HashMap<>();

  private long calls;

  /** Adds undelivered containers. */
  synchronized void add(Map<ContainerId, SubClusterId> undelivered) {
    waiting.putAll(undelivered);
  }

  /** Records that a sub-cluster responded. */
  synchronized void answered(SubClusterId from) {
    if (!waiting.isEmpty()) {
      answeredAt.putIfAbsent(from, calls);
    }
  }

  /** Removes a container that the application receives after all. */
  synchronized void delivered(ContainerId container) {
    waiting.remove(container);
  }

  /**
   * Counts a call of the application that ended.
   *
   * @return the containers that the application can no longer receive; each is returned once
   */
  synchronized List<ContainerId> afterCall() {
    calls++;
    List<ContainerId> lost = new ArrayList<>();
    for (Iterator<Map.Entry<ContainerId, SubClusterId>> i = waiting.entrySet().iterator();
        i.hasNext(); ) {
      Map.Entry<ContainerId, SubClusterId> each = i.next();
      Long answered = answeredAt.get(each.getValue());
      if (answered != null && calls >= answered + CALLS) {
        lost.add(each.getKey());
        i.remove();
      }
    }
    return lost;
  }
}
