// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.workload.SimJob;

/** Times of one job of a simulation. Immutable. */
public final class JobResult {
  private final SimJob job;
  private final long admittedMs;
  private final long firstStartMs;
  private final long finishMs;
  private final int undersized;
  private final List<StageResult> stages;

  JobResult(
      SimJob job,
      long admittedMs,
      long firstStartMs,
      long finishMs,
      int undersized,
      List<StageResult> stages) {
    this.undersized = undersized;
    this.job = job;
    this.admittedMs = admittedMs;
    this.firstStartMs = firstStartMs;
    this.finishMs = finishMs;
    this.stages = Collections.unmodifiableList(stages);
  }

  public SimJob job() {
    return job;
  }

  /**
   * Returns the time of admission, in ms since the workload's start: the submission, or later if
   * the world limits the number of running jobs.
   */
  public long admittedMs() {
    return admittedMs;
  }

  /** Returns the start of the first task, in ms since the workload's start; -1 if none started. */
  public long firstStartMs() {
    return firstStartMs;
  }

  /** Returns the end of the last task, in ms since the workload's start; -1 if not all ended. */
  public long finishMs() {
    return finishMs;
  }

  /** Returns the number of starts of its tasks with less memory than requested. */
  public int undersized() {
    return undersized;
  }

  /** Returns the stages in the job's order; unmodifiable. */
  public List<StageResult> stages() {
    return stages;
  }

  public boolean isFinished() {
    return finishMs >= 0;
  }

  /**
   * Returns the time from admission to the end of the last task, in ms; -1 if the job did not
   * finish.
   */
  public long runMs() {
    return isFinished() ? finishMs - admittedMs : -1;
  }
}
