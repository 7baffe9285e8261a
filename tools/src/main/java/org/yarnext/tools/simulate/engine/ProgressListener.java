// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.engine;

/** Hears how far a run is. Called on the run's own thread. */
public interface ProgressListener {
  ProgressListener NONE = (doneTasks, allTasks, nowMs) -> {};

  /**
   * Reports progress.
   *
   * @param nowMs virtual time since the workload's start, in ms
   */
  void progress(long doneTasks, long allTasks, long nowMs);
}
