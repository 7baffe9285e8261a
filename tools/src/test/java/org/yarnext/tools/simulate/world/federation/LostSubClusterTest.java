// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SmallWorkloads;

/** Sub-clusters that are lost and return. */
public class LostSubClusterTest extends FederationWorldTestBase {
  /** All data are in the sub-cluster that is lost before anything was granted there. */
  @Test
  public void requestsLeaveALostSubClusterAfterTheTimeoutWithHydra() {
    SimStage stage = local(1, "a", 40, 2, 5_000).stages().get(0);
    List<SimTask> later = new ArrayList<>(stage.tasks());
    SimStage first =
        new SimStage(
            "first",
            30,
            Collections.nCopies(1, new SimTask(1_000, 1, 1)),
            Collections.emptyMap(),
            null);
    SimStage second = new SimStage("map", 20, later, Collections.singletonMap(0, 1.0), null);
    List<SimStage> stages = new ArrayList<>();
    stages.add(first);
    stages.add(second);
    Workload workload = SmallWorkloads.workload(new SimJob(1, "j", "TEZ", "u", "a", 0, stages));
    SimulationSettings lost =
        SETTINGS
            .with("yarn.federation.amrmproxy.subcluster.timeout.ms", "20000")
            .with("yarn.federation.policies.split.relaxation", "none")
            .with("yarnext.simulate.lost-sub-cluster", "0")
            .with("yarnext.simulate.lost-from-ms", "11000")
            .with("yarnext.simulate.lost-to-ms", "200000");
    RunOutcome stock = run(FederationSettings.Kind.STOCK, workload, lost);
    FederationSimulation simulation =
        simulation(FederationSettings.Kind.HYDRA, workload, SLOTS, lost, 1);
    RunOutcome ours = simulation.run();
    assertEquals(0, stock.unfinished());
    assertEquals(0, ours.unfinished());
    assertTrue(stock.makespanMs() + " ms", stock.makespanMs() > 200_000);
    assertTrue(ours.makespanMs() + " ms", ours.makespanMs() < 100_000);
    assertTrue(ours.counters().get("redistributed") > 0);
    assertEquals(81L, (long) ours.counters().get("containers"));
  }

  /** The job has had a task in the sub-cluster, and asks 75 s and more after that was lost. */
  @Test
  public void nothingNewIsRequestedFromATimedOutSubCluster() {
    List<SimTask> first = new ArrayList<>();
    first.add(new SimTask(1_000, 1, 1, Collections.singletonList(SLOTS.nodes().get(0).host())));
    first.add(
        new SimTask(1_000, 1, 80_000, Collections.singletonList(SLOTS.nodes().get(79).host())));
    SimJob second = local(1, "a", 40, 1, 5_000);
    List<SimStage> stages = new ArrayList<>();
    stages.add(new SimStage("first", 30, first, Collections.emptyMap(), null));
    stages.add(
        new SimStage(
            "map", 20, second.stages().get(0).tasks(), Collections.singletonMap(0, 1.0), null));
    SimulationSettings lost =
        SETTINGS
            .with("yarn.federation.policies.split.relaxation", "none")
            .with("yarnext.simulate.lost-sub-cluster", "0")
            .with("yarnext.simulate.lost-from-ms", "15000")
            .with("yarnext.simulate.lost-to-ms", "300000");
    Workload workload = SmallWorkloads.workload(new SimJob(1, "j", "TEZ", "u", "a", 0, stages));
    for (FederationSettings.Kind kind :
        new FederationSettings.Kind[] {
          FederationSettings.Kind.STOCK, FederationSettings.Kind.HYDRA
        }) {
      RunOutcome outcome = run(kind, workload, lost);
      assertEquals(0, outcome.unfinished());
      assertTrue(kind + " " + outcome.makespanMs() + " ms", outcome.makespanMs() < 120_000);
      assertEquals(42L, (long) outcome.counters().get("containers"));
      assertEquals("nothing was there", 0L, (long) outcome.counters().get("redistributed"));
    }
  }

  @Test
  public void containersEndedInALostSubClusterAreFreeOnItsReturn() {
    Workload workload =
        SmallWorkloads.workload(
            SmallWorkloads.job(1, 0, 80, 1_000, 20_000, null),
            SmallWorkloads.job(2, 100_000, 80, 1_000, 10_000, null));
    SimulationSettings lost =
        SETTINGS
            .with("yarnext.simulate.lost-sub-cluster", "0")
            .with("yarnext.simulate.lost-from-ms", "15000")
            .with("yarnext.simulate.lost-to-ms", "60000");
    RunOutcome outcome = run(FederationSettings.Kind.HYDRA, workload, lost);
    assertEquals(0, outcome.unfinished());
    long second = outcome.jobs().get(1).runMs();
    assertTrue("on all nodes at once: " + second + " ms", second < 23_000);
  }

  @Test
  public void newApplicationsHaveTheirMastersOutsideALostSubCluster() {
    SimJob[] jobs = new SimJob[10];
    for (int j = 0; j < jobs.length; j++) {
      jobs[j] = SmallWorkloads.job(j + 1, 2_000, 1, 1_000, 1_000, null);
    }
    SimulationSettings lost =
        SETTINGS
            .withMaster(1_000, 1)
            .with("yarn.federation.amrmproxy.subcluster.timeout.ms", "5000")
            .with("yarnext.simulate.lost-sub-cluster", "0")
            .with("yarnext.simulate.lost-from-ms", "1000")
            .with("yarnext.simulate.lost-to-ms", "60000");
    RunOutcome outcome = run(FederationSettings.Kind.HYDRA, SmallWorkloads.workload(jobs), lost);
    assertEquals(0, outcome.unfinished());
    assertTrue(outcome.makespanMs() + " ms", outcome.makespanMs() < 50_000);
  }
}
