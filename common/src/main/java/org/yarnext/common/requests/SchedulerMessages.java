// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The request entries that one allocate call sends to each scheduler. Entries of cancelled keys
 * come before all others: for one priority and request id YARN's schedulers keep the size that they
 * read last, so the cancellation of a size must not follow the size that replaces it.
 */
final class SchedulerMessages {
  private final Map<String, List<RequestEntry>> ends = new TreeMap<>();
  private final Map<String, List<RequestEntry>> others = new TreeMap<>();

  /** Adds entries; keeps their list, and may change it. */
  void add(String scheduler, List<RequestEntry> entries, boolean isEnd) {
    if (!entries.isEmpty()) {
      Map<String, List<RequestEntry>> to = isEnd ? ends : others;
      List<RequestEntry> before = to.putIfAbsent(scheduler, entries);
      if (before != null) {
        before.addAll(entries);
      }
    }
  }

  /**
   * Returns the entries by scheduler, cancellations first; schedulers without entries are absent.
   */
  Map<String, List<RequestEntry>> byScheduler() {
    if (ends.isEmpty()) {
      return others;
    }
    others.forEach(
        (scheduler, entries) ->
            ends.computeIfAbsent(scheduler, name -> new ArrayList<>()).addAll(entries));
    return ends;
  }
}
