// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world;

import java.util.Arrays;
import java.util.Collections;
import org.yarnext.tools.simulate.workload.SimElasticity;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/** Small workloads for cases that are computed by hand. */
public final class SmallWorkloads {
  private SmallWorkloads() {}

  public static Workload workload(SimJob... jobs) {
    return new Workload("by hand", Arrays.asList(jobs));
  }

  /** One parallel phase. */
  public static SimJob job(
      int id, long submitMs, int tasks, long mb, long ms, SimElasticity elasticity) {
    return job(id, submitMs, stage("reduce", 10, tasks, mb, ms, elasticity));
  }

  public static SimJob job(int id, long submitMs, SimStage... stages) {
    return new SimJob(
        id, "job-" + id, "MAPREDUCE", "ann", "default", submitMs, Arrays.asList(stages));
  }

  public static SimStage stage(
      String name, int priority, int tasks, long mb, long ms, SimElasticity elasticity) {
    return new SimStage(
        name,
        priority,
        Collections.nCopies(tasks, new SimTask(mb, 1, ms)),
        Collections.emptyMap(),
        elasticity);
  }

  /** A stage after all, or a part, of the first. */
  public static SimStage after(double share, SimStage stage) {
    return new SimStage(
        stage.name(),
        stage.priority(),
        stage.tasks(),
        Collections.singletonMap(0, share),
        stage.elasticity());
  }
}
