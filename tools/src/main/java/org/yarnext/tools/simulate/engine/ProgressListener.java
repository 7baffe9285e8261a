// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.engine;

/** Receives the progress of a run, on the run's own thread. */
public interface ProgressListener {
  ProgressListener NONE = (doneTasks, allTasks, nowMs) -> {};

  /**
   * Reports progress.
   *
   * @param nowMs virtual time since the workload's start, in ms
   */
  void progress(long doneTasks, long allTasks, long nowMs);
}
