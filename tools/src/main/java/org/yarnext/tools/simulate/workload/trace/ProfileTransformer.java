// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.ArrayList;
import java.util.List;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.tools.simulate.workload.SimElasticity;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Makes tasks of a recorded workload elastic according to an operator's profiles, which count as
 * true. Recorded run times depend on the memory of that run, so that tasks are shorter with their
 * ideal memory.
 */
public final class ProfileTransformer {
  private ProfileTransformer() {}

  /**
   * Returns the workload with elasticity for the task classes that have a profile.
   *
   * @param workload a workload whose tasks ran with the memory that they request
   */
  public static Workload with(Profiles profiles, Workload workload) {
    if (profiles.all().isEmpty()) {
      return workload;
    }
    List<SimJob> jobs = new ArrayList<>();
    for (SimJob job : workload.jobs()) {
      List<SimStage> stages = new ArrayList<>();
      for (SimStage stage : job.stages()) {
        TaskProfile profile = profiles.find(job.name(), job.framework(), stage.name());
        stages.add(profile == null ? stage : elastic(stage, SimElasticity.known(profile.model())));
      }
      jobs.add(job.withStages(stages));
    }
    return new Workload(workload.name(), jobs);
  }

  /** Returns the stage with tasks that ran as long as recorded with the memory they request. */
  static SimStage elastic(SimStage stage, SimElasticity elasticity) {
    List<SimTask> tasks = new ArrayList<>();
    SimTask last = null;
    SimTask shorter = null;
    for (SimTask task : stage.tasks()) {
      if (task != last) {
        long idealMs = Math.round(task.durationMs() / elasticity.slowdown(task.memoryMb()));
        shorter = task.withDuration(idealMs);
      }
      last = task;
      tasks.add(shorter);
    }
    return new SimStage(stage.name(), stage.priority(), tasks, stage.predecessors(), elasticity);
  }
}
