// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.tez;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import org.yarnext.tools.history.record.RecordedUsage;

/** A successful task attempt in a Tez history. Immutable. */
final class TezAttempt {
  private static final String TOTALS = "org.apache.tez.common.counters.TaskCounter";

  final long startMs;
  final long endMs;
  final String container;
  private final Map<String, Long> counters = new HashMap<>();

  /**
   * @param container empty if the history lacks the attempt's start
   * @param info {@code otherinfo} of the attempt's end
   */
  TezAttempt(String container, JsonNode info) {
    this.container = container;
    startMs = info.path("startTime").asLong();
    endMs = info.path("endTime").asLong();
    for (JsonNode group : info.path("counters").path("counterGroups")) {
      if (group.path("counterGroupName").asText().equals(TOTALS)) {
        for (JsonNode counter : group.path("counters")) {
          counters.put(counter.path("counterName").asText(), counter.path("counterValue").asLong());
        }
      }
    }
  }

  /** Returns the resources that it used of its container. */
  RecordedUsage usage(TezSettings settings) {
    return RecordedUsage.of(
        Math.max(1, settings.taskMb()),
        settings.taskVcores(),
        endMs - startMs,
        count("PHYSICAL_MEMORY_BYTES"),
        count("CPU_MILLISECONDS"));
  }

  /** Returns whether the history has counters; a task that ran has used CPU at least. */
  boolean isCounted() {
    return !counters.isEmpty();
  }

  /** Returns a counter; 0 if it is missing, for the history omits those that are 0. */
  long count(String counter) {
    return counters.getOrDefault(counter, 0L);
  }
}
