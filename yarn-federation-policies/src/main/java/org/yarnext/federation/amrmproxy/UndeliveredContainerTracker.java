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
 * Tracks containers of which an application was not told before a restart, and may still be: a
 * sub-cluster names in its next response what it granted meanwhile. Thread-safe: answers come on
 * threads of their own.
 */
final class UndeliveredContainerTracker {
  /** An answer that is heard of is in the response to the next call, or to the one under way. */
  private static final int CALLS = 2;

  private final Map<ContainerId, SubClusterId> waiting = new HashMap<>();
  private final Map<SubClusterId, Long> answeredAt = new HashMap<>();
  private long calls;

  synchronized void add(Map<ContainerId, SubClusterId> unseen) {
    waiting.putAll(unseen);
  }

  /** A sub-cluster answered. */
  synchronized void answered(SubClusterId from) {
    if (!waiting.isEmpty()) {
      answeredAt.putIfAbsent(from, calls);
    }
  }

  /** The application is told of it after all. */
  synchronized void seen(ContainerId container) {
    waiting.remove(container);
  }

  /**
   * A call of the application ended.
   *
   * @return those that it will not hear of any more; each is named once
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
