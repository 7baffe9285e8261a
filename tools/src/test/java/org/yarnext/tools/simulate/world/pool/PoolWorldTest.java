// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.pool;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.Test;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SmallWorkloads;

public class PoolWorldTest {
  private static final SimulatedSystem SRTF = PoolWorld.all().get(0);
  private static final SimulatedSystem MEGANODE = PoolWorld.all().get(1);

  private static RunOutcome run(SimulatedSystem world, ClusterTopology nodes, Workload jobs) {
    return world.run(jobs, nodes, SimulationSettings.DEFAULT, 1, ProgressListener.NONE);
  }

  @Test
  public void jobWithLessRemainingWorkGoesFirst() {
    RunOutcome outcome =
        run(
            SRTF,
            ClusterTopology.of(1, 1_000, 4, 100),
            SmallWorkloads.workload(
                SmallWorkloads.job(1, 0, 2, 600, 10_000, null),
                SmallWorkloads.job(2, 0, 1, 500, 4_000, null)));
    // The short one from 0 to 4 s; then one of the other's after the other.
    assertEquals(24_000, outcome.jobs().get(0).finishMs());
    assertEquals(4_000, outcome.jobs().get(1).finishMs());
    assertEquals(14_000, outcome.averageJobMs(), 0);
    assertEquals(24_000, outcome.makespanMs());
    assertEquals((500 * 4 + 600 * 20) / (1_000 * 24.0), outcome.memory().average(), 1e-12);
  }

  @Test
  public void fragmentsOfNodesMakeNoRoomExceptInTheMeganode() {
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 5_000, 3, 600, 10_000, null));
    ClusterTopology nodes = ClusterTopology.of(2, 1_000, 4, 100);
    assertEquals(20_000, run(SRTF, nodes, jobs).averageJobMs(), 0);
    assertEquals(10_000, run(MEGANODE, nodes, jobs).averageJobMs(), 0);
  }

  @Test
  public void vcoresLimitTheNumberOfTasks() {
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 5, 100, 1_000, null));
    assertEquals(
        3_000, run(MEGANODE, ClusterTopology.of(1, 1_000, 2, 100), jobs).averageJobMs(), 0);
  }

  @Test
  public void memoryIsAllocatedInSteps() {
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 10, 101, 1_000, null));
    assertEquals(
        2_000, run(MEGANODE, ClusterTopology.of(1, 1_000, 99, 100), jobs).averageJobMs(), 0);
  }

  @Test
  public void reducersFollowTheirMaps() {
    Workload jobs =
        SmallWorkloads.workload(
            SmallWorkloads.job(
                1,
                0,
                SmallWorkloads.stage("map", 20, 4, 500, 1_000, null),
                SmallWorkloads.after(
                    1, SmallWorkloads.stage("reduce", 10, 1, 1_000, 5_000, null))));
    RunOutcome outcome = run(SRTF, ClusterTopology.of(1, 1_000, 4, 100), jobs);
    assertEquals(7_000, outcome.jobs().get(0).runMs());
    assertEquals(2_000, outcome.averageStageMs("map"), 0);
    assertEquals(5_000, outcome.averageStageMs("reduce"), 0);
    assertEquals(0, outcome.averageStageMs("other"), 0);
    assertEquals(2_000, outcome.jobs().get(0).stages().get(1).requestedMs());
    assertEquals(1_000, outcome.classes().get("map").waitsMs().max(), 0);
    assertEquals(0, outcome.classes().get("reduce").waitsMs().max(), 0);
  }

  @Test
  public void taskLargerThanAnyNodeIsRefusedWithTheFix() {
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 1, 1_001, 1_000, null));
    SimulationException e =
        assertThrows(
            SimulationException.class, () -> run(SRTF, ClusterTopology.of(9, 1_000, 4, 100), jobs));
    assertEquals(
        "a task of job job-1 requests 1001 MB and 1 vcores, more than any node has: give larger"
            + " nodes",
        e.getMessage());
  }

  @Test
  public void limitEndsARunAndReportsUnfinishedJobs() {
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 2, 600, 10_000, null));
    RunOutcome outcome =
        SRTF.run(
            jobs,
            ClusterTopology.of(1, 1_000, 4, 100),
            SimulationSettings.DEFAULT.withLimit(15_000),
            1,
            ProgressListener.NONE);
    assertEquals(1, outcome.unfinished());
    assertEquals(-1, outcome.jobs().get(0).runMs());
  }
}
