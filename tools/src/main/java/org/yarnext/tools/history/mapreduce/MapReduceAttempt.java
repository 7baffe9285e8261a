// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.mapreduce;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.yarnext.tools.ToolException;

/** A successful task attempt in a MapReduce history. Immutable. */
final class MapReduceAttempt {
  final long startMs;
  final long endMs;
  final String container;
  private final String id;
  private final Map<String, Long> counters = new HashMap<>();

  MapReduceAttempt(TaskAttemptInfo info) {
    startMs = info.getStartTime();
    endMs = info.getFinishTime();
    container = String.valueOf(info.getContainerId());
    id = String.valueOf(info.getAttemptId());
    if (info.getCounters() != null) {
      for (Counter counter : info.getCounters().getGroup(TaskCounter.class.getName())) {
        counters.put(counter.getName(), counter.getValue());
      }
    }
  }

  /**
   * Checks counters that Hadoop always writes, even if they are 0.
   *
   * @throws ToolException if one is missing or negative: counted as 0, it would make a small task
   *     look like one that has all the memory it needs
   */
  void requires(TaskCounter... wanted) throws ToolException {
    for (TaskCounter counter : wanted) {
      Long value = counters.get(counter.name());
      if (value == null || value < 0) {
        throw new ToolException(
            id
                + (value == null ? " has no counter " : " has the counter ")
                + counter.name()
                + (value == null ? "" : "=" + value)
                + ", so the history is damaged or truncated: leave it out");
      }
    }
  }

  /** Returns a counter; 0 if it is missing. */
  long count(TaskCounter counter) {
    return counters.getOrDefault(counter.name(), 0L);
  }
}
