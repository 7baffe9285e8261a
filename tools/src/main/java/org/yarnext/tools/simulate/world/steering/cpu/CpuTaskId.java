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
package org.yarnext.tools.simulate.world.steering.cpu;

import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.tools.simulate.workload.SimTask;

/** Identity of the task that a container runs: job, stage and task. Immutable. */
public final class CpuTaskId {
  private final CpuJob job;
  private final int stage;
  private final SimTask task;
  private final JobPhase phase;

  public CpuTaskId(CpuJob job, int stage, SimTask task) {
    this.job = job;
    this.stage = stage;
    this.task = task;
    this.phase =
        new JobPhase("job_" + job.job().id(), job.job().stages().get(stage).name() + "_" + stage);
  }

  public CpuJob job() {
    return job;
  }

  public int stage() {
    return stage;
  }

  public SimTask task() {
    return task;
  }

  /** Returns the phase as the orchestrator knows it. */
  public JobPhase phase() {
    return phase;
  }
}
