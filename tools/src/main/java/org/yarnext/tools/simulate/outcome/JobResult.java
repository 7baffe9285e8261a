/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tools.simulate.outcome;

import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.workload.SimJob;

/** Result of one job. Immutable. */
public final class JobResult {
  private final SimJob job;
  private final long admittedMs;
  private final long firstStartMs;
  private final long finishMs;
  private final List<StageResult> stages;

  JobResult(
      SimJob job, long admittedMs, long firstStartMs, long finishMs, List<StageResult> stages) {
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

  /** Returns the stages in the job's order; unmodifiable. */
  public List<StageResult> stages() {
    return stages;
  }

  public boolean finished() {
    return finishMs >= 0;
  }

  /**
   * Returns the time from admission to the end of the last task, in ms; -1 if the job did not
   * finish.
   */
  public long runMs() {
    return finished() ? finishMs - admittedMs : -1;
  }
}
