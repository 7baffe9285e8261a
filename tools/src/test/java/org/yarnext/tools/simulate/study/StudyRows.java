// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.outcome.OutcomeRecorder;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulationSettings;

/** Makes results of runs with two jobs, for tests of tables and reports. */
public final class StudyRows {
  private StudyRows() {}

  /** Two jobs that take so many seconds; 0 for one that does not finish. */
  public static RunResult row(StudyCell cell, String system, long first, long second) {
    return row(cell, system, 1, first, second);
  }

  static RunResult row(StudyCell cell, String system, long seed, long first, long second) {
    Workload workload = cell.workload(1);
    OutcomeRecorder recorder = new OutcomeRecorder(workload, cell.topology());
    long[] seconds = {first, second};
    for (int j = 0; j < seconds.length; j++) {
      SimJob job = workload.jobs().get(j);
      recorder.requested(job, 0, 0);
      recorder.started(job, 0, 0, 100, 100, 1, 0);
      if (seconds[j] > 0) {
        recorder.ended(job, 0, 1_000 * seconds[j], 100, 1, 1_000 * seconds[j]);
      }
    }
    return new RunResult(cell, system, seed, recorder.outcome());
  }

  /** With two jobs of one task. */
  public static StudyCell cell(String group, String label) {
    SimStage stage =
        new SimStage(
            "map",
            20,
            Collections.singletonList(new SimTask(100, 1, 1)),
            Collections.emptyMap(),
            null);
    List<SimJob> jobs = new ArrayList<>();
    for (int id = 1; id <= 2; id++) {
      jobs.add(new SimJob(id, "job " + id, "TEZ", "u", "q", 0, Collections.singletonList(stage)));
    }
    Workload workload = new Workload("w", jobs);
    return new StudyCell(
        group,
        label,
        seed -> workload,
        ClusterTopology.of(1, 1_000, 1, 1),
        SimulationSettings.DEFAULT);
  }

  /** The long job finishes on one system alone, which would look slower by its average. */
  static List<RunResult> unfinished() {
    StudyCell cell = cell("g", "c");
    return Arrays.asList(row(cell, "stock", 10, 0), row(cell, "ours", 5, 100));
  }
}
