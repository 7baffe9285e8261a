// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
