// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import org.yarnext.tools.simulate.workload.SimTask;

/**
 * One or more equal tasks of a job in a trace, before the reader knows when the job's maps ended.
 */
final class RecordedTask {
  static final String MAP = "map";
  static final String REDUCE = "reduce";

  final String kind;
  final int count;

  /** Its run time is that from its start to its end, unless its start and end are unknown. */
  final SimTask task;

  final int priority;

  /** Start and end in the trace, in ms; -1 if only the run time is known. */
  final long startMs;

  final long endMs;

  /**
   * @param kind type of container
   * @param count above 0
   * @param startMs -1 if only the run time is known, and so is the end then
   */
  RecordedTask(String kind, int count, SimTask task, int priority, long startMs, long endMs) {
    this.kind = kind;
    this.count = count;
    this.task = task;
    this.priority = priority;
    this.startMs = startMs;
    this.endMs = endMs;
  }

  /** Returns the task of a reducer, whose wait for the last map does not count as run time. */
  SimTask after(long mapsEndMs) {
    return startMs >= 0 && mapsEndMs > startMs
        ? task.withDuration(Math.max(1, endMs - mapsEndMs))
        : task;
  }
}
