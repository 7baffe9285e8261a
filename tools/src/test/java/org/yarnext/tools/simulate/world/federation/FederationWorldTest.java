// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.synthetic.HydraWorkload;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SmallWorkloads;

/** Jobs, locality, shares and results. */
public class FederationWorldTest extends FederationWorldTestBase {
  @Test
  public void jobTimeIsTheSumOfItsParts() {
    Workload one = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 50, 1_000, 10_000, null));
    for (FederationSettings.Kind kind : FederationSettings.Kind.values()) {
      RunOutcome outcome = run(kind, one, SETTINGS);
      assertEquals(kind.label(), 0, outcome.unfinished());
      long ms = outcome.jobs().get(0).runMs();
      // A master's start, a container's start, the task; then heartbeats of nodes and master.
      assertTrue(kind.label() + " " + ms, ms >= 5_000 + 2_000 + 10_000);
      assertTrue(kind.label() + " " + ms, ms <= 5_000 + 2_000 + 10_000 + 4 * 1_000);
      assertEquals(50L, (long) outcome.counters().get("containers"));
    }
  }

  @Test
  public void tasksRunOnTheHostsOfTheirDataWhileThereIsRoom() {
    RunOutcome outcome =
        run(
            FederationSettings.Kind.HYDRA,
            SmallWorkloads.workload(local(1, "a", 80, 1, 10_000)),
            SETTINGS);
    assertEquals(80L, (long) outcome.counters().get("near-HOST"));
    assertEquals(0L, (long) outcome.counters().get("relaxed"));
  }

  @Test
  public void requestsLeaveAFullSubClusterOnlyWithHydra() {
    Workload workload = SmallWorkloads.workload(local(1, "a", 40, 4, 60_000));
    RunOutcome stock = run(FederationSettings.Kind.STOCK, workload, SETTINGS);
    RunOutcome ours = run(FederationSettings.Kind.HYDRA, workload, SETTINGS);
    assertEquals(0L, (long) stock.counters().get("relaxed"));
    assertTrue("four after each other", stock.makespanMs() > 4 * 60_000);
    assertTrue(ours.counters().get("relaxed") > 0);
    assertTrue(ours.makespanMs() + " ms", ours.makespanMs() < 3 * 62_000 + 20_000);
    assertTrue(ours.counters().get("near-FAR") > 40);
  }

  @Test
  public void requestsWaitingAtTheEndAreCounted() {
    Workload workload = SmallWorkloads.workload(local(1, "a", 40, 4, 60_000));
    Map<String, Long> done = run(FederationSettings.Kind.STOCK, workload, SETTINGS).counters();
    assertEquals(0L, (long) done.get("waiting"));
    assertEquals(done.get("wait-mean-ms"), done.get("wait-all-mean-ms"));
    Map<String, Long> cut =
        run(FederationSettings.Kind.STOCK, workload, SETTINGS.withLimit(50_000)).counters();
    assertEquals("one of four on each of 40 nodes runs", 40L, (long) cut.get("containers"));
    assertEquals(120L, (long) cut.get("waiting"));
    assertTrue(cut.get("wait-mean-ms") < 10_000);
    assertTrue(cut.get("wait-all-p99-ms") > 40_000);
  }

  @Test
  public void policiesThatAreOffEqualStock() {
    Workload workload = SmallWorkloads.workload(local(1, "a", 40, 4, 60_000));
    RunOutcome off =
        run(
            FederationSettings.Kind.HYDRA,
            workload,
            SETTINGS
                .with("yarn.federation.policies.home.mode", "off")
                .with("yarn.federation.policies.split.mode", "off")
                .with("yarn.federation.policies.share.mode", "off"));
    RunOutcome stock = run(FederationSettings.Kind.STOCK, workload, SETTINGS);
    assertEquals(stock.counters(), off.counters());
    assertEquals(0L, (long) off.counters().get("share-rounds"));
  }

  @Test
  public void decisionRateBoundsASingleManagerMoreThanAFederation() {
    SimulationSettings bounded =
        SETTINGS.with("yarnext.simulate.manager-decisions-per-second", "5");
    Workload workload = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 200, 1_000, 3_000, null));
    RunOutcome one = run(FederationSettings.Kind.ONE, workload, bounded);
    RunOutcome two = run(FederationSettings.Kind.HYDRA, workload, bounded);
    RunOutcome ideal = run(FederationSettings.Kind.IDEAL, workload, bounded);
    assertTrue("400 decisions, " + one.makespanMs(), one.makespanMs() >= 70_000);
    assertTrue(two.makespanMs() + " ms", two.makespanMs() < 0.75 * one.makespanMs());
    assertTrue(ideal.makespanMs() + " ms", ideal.makespanMs() < two.makespanMs());
  }

  /**
   * A rack of 40 nodes that is full, 60 that are idle. On a slot of the full rack a task of the job
   * ends each half second, which begins the count again: but in half a second 30 idle nodes come,
   * and 200 tasks that name a host and its rack wait for four of them.
   */
  @Test
  public void jobServedLocallyEachHalfSecondStillGetsFarNodes() {
    List<SimTask> tasks = new ArrayList<>();
    String hot = SLOTS.nodes().get(0).host();
    tasks.addAll(
        Collections.nCopies(200, new SimTask(1_000, 1, 500, Collections.singletonList(hot))));
    SimStage stage = new SimStage("map", 20, tasks, Collections.emptyMap(), null);
    SimJob job = new SimJob(2, "j", "TEZ", "u", "a", 0, Collections.singletonList(stage));
    List<SimTask> others = new ArrayList<>();
    for (int n = 1; n < 40; n++) {
      String host = SLOTS.nodes().get(n).host();
      others.add(new SimTask(1_000, 1, 600_000, Collections.singletonList(host)));
    }
    SimStage full = new SimStage("map", 20, others, Collections.emptyMap(), null);
    Workload workload =
        SmallWorkloads.workload(
            new SimJob(1, "full", "TEZ", "u", "b", 0, Collections.singletonList(full)), job);
    SimulationSettings settings =
        SETTINGS
            .with("yarnext.simulate.sub-clusters", "1")
            .with("yarnext.simulate.start-ms", "0")
            .withHeartbeats(500, 500)
            .withLimit(5_000 + 3_000);
    ClusterTopology hundred = ClusterTopology.of(100, 1_000, 1, 100);
    for (FederationSettings.Kind kind :
        new FederationSettings.Kind[] {
          FederationSettings.Kind.STOCK, FederationSettings.Kind.ONE
        }) {
      RunOutcome outcome = simulation(kind, workload, hundred, settings, 1).run();
      assertTrue(kind + " " + outcome.counters(), outcome.counters().get("near-FAR") > 100);
    }
  }

  /** 40 tasks run near their data at 10 s, 40 more at 100 s. */
  @Test
  public void grantsDuringTheWarmUpDoNotCount() {
    SimJob early = local(1, "a", 40, 1, 5_000);
    SimJob late = local(2, "a", 40, 1, 5_000);
    Workload workload =
        SmallWorkloads.workload(
            early, new SimJob(2, "late", "TEZ", "u", "a", 90_000, late.stages()));
    SimulationSettings settings = SETTINGS.with("yarnext.simulate.warm-up-ms", "50000");
    RunOutcome outcome = run(FederationSettings.Kind.HYDRA, workload, settings);
    assertEquals(40L, (long) outcome.counters().get("containers"));
    assertEquals(40L, (long) outcome.counters().get("near-HOST"));
    // One that is running then has had some of its containers, and some not.
    SimStage stage = early.stages().get(0);
    List<SimStage> two = new ArrayList<>();
    two.add(stage);
    two.add(new SimStage("second", 10, stage.tasks(), Collections.singletonMap(0, 1.0), null));
    workload = SmallWorkloads.workload(new SimJob(1, "j", "TEZ", "u", "a", 0, two));
    outcome =
        run(
            FederationSettings.Kind.HYDRA,
            workload,
            SETTINGS.with("yarnext.simulate.warm-up-ms", "11000"));
    assertEquals(40L, (long) outcome.counters().get("containers"));
    assertEquals(40L, (long) outcome.counters().get("near-HOST"));
  }

  /** Two queues: one wants the first sub-cluster only, the other one both. */
  @Test
  public void globalSharesAreFairerThanThoseOfEachSubCluster() {
    Workload workload =
        SmallWorkloads.workload(local(1, "a", 40, 25, 10_000), local(2, "b", 80, 25, 10_000));
    SimulationSettings settings =
        SETTINGS
            .withLimit(200_000)
            .with("yarnext.simulate.warm-up-ms", "60000")
            .with("yarn.federation.policies.split.relaxation", "none")
            .with("yarn.federation.policies.share.pause", "0s")
            .with("yarn.federation.policies.share.max-step", "100");
    long stock =
        run(FederationSettings.Kind.STOCK, workload, settings).counters().get("unfairness-ppm");
    RunOutcome hydra = run(FederationSettings.Kind.HYDRA, workload, settings);
    long ours = hydra.counters().get("unfairness-ppm");
    assertTrue(hydra.counters().get("capacity-changes") > 0);
    assertTrue(ours + " and " + stock, ours < stock / 2);
  }

  @Test
  public void outcomeFollowsTheSeed() {
    ClusterTopology topology = ClusterTopology.of(160, 8_000, 8, 100);
    Workload workload = new HydraWorkload(topology, 4, 5, 0.9, 0.5, 5_000, 60_000).make(3);
    SimulationSettings settings =
        SETTINGS.withMaster(1_000, 1).with("yarnext.simulate.sub-clusters", "4");
    RunOutcome first =
        simulation(FederationSettings.Kind.HYDRA, workload, topology, settings, 1).run();
    RunOutcome again =
        simulation(FederationSettings.Kind.HYDRA, workload, topology, settings, 1).run();
    RunOutcome other =
        simulation(FederationSettings.Kind.HYDRA, workload, topology, settings, 2).run();
    assertEquals(first.counters(), again.counters());
    assertEquals(first.averageJobMs(), again.averageJobMs(), 0);
    assertEquals(first.classes().get("data").waitsMs(), again.classes().get("data").waitsMs());
    assertTrue(!first.counters().equals(other.counters()));
  }

  @Test
  public void nothingIsUsedOrPendingAfterAllJobsAndNoTaskRanTwice() {
    ClusterTopology topology = ClusterTopology.of(160, 16_000, 4, 100);
    Workload workload = new HydraWorkload(topology, 4, 5, 1.3, 0.8, 5_000, 60_000).make(4);
    SimulationSettings settings =
        SETTINGS.withMaster(1_000, 1).with("yarnext.simulate.sub-clusters", "4");
    for (FederationSettings.Kind kind : FederationSettings.Kind.values()) {
      FederationSimulation simulation = simulation(kind, workload, topology, settings, 1);
      RunOutcome outcome = simulation.run();
      assertEquals(kind.label(), 0, outcome.unfinished());
      assertEquals((long) workload.tasks(), (long) outcome.counters().get("containers"));
      for (SimulatedSubCluster each : simulation.subClusters()) {
        assertEquals(0, each.state.usedMb(QueueTree.ROOT));
        assertEquals(0, each.state.usedVcores(QueueTree.ROOT));
        assertEquals(0, each.state.pendingMb(QueueTree.ROOT));
        assertEquals(0, each.load(), 0);
        for (SubClusterNode node : each.nodes) {
          assertEquals(16_000, node.freeMb);
          assertEquals(4, node.freeVcores);
        }
      }
    }
  }

  @Test
  public void capacitiesAreThoseOfTheConfiguration() {
    Workload workload =
        SmallWorkloads.workload(
            local(1, "x.a", 1, 1, 1), local(2, "x.b", 1, 1, 1), local(3, "y", 1, 1, 1));
    SimulationSettings settings =
        SETTINGS
            .with("yarn.scheduler.capacity.root.x.capacity", "80")
            .with("yarn.scheduler.capacity.root.y.capacity", "20")
            .with("yarn.scheduler.capacity.root.x.a.capacity", "25")
            .with("yarn.scheduler.capacity.root.x.b.capacity", "75");
    FederationSettings model = new FederationSettings(settings, FederationSettings.Kind.STOCK);
    QueueCapacities queues = new QueueCapacities(workload, model.conf);
    SubClusterQueues state = new SubClusterQueues(queues);
    assertEquals(0.2, state.part(queues.tree().indexOf("root.x.a")), 1e-6);
    assertEquals(0.6, state.part(queues.tree().indexOf("root.x.b")), 1e-6);
    assertEquals(0.2, state.part(queues.tree().indexOf("root.y")), 1e-6);
  }

  @Test
  public void invalidSettingsAreRefusedWithTheFix() {
    Workload workload = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 1, 1_000, 1, null));
    refused("2 racks cannot", workload, SETTINGS.with("yarnext.simulate.sub-clusters", "3"));
    refused("is below 1", workload, SETTINGS.with("yarnext.simulate.sub-clusters", "0"));
    refused("not a whole number", workload, SETTINGS.with("yarnext.simulate.start-ms", "soon"));
    refused(
        "split.relaxation",
        workload,
        SETTINGS.with("yarn.federation.policies.split.relaxation", "now"));
    refused(
        "cannot lose it",
        workload,
        SETTINGS
            .with("yarnext.simulate.sub-clusters", "1")
            .with("yarnext.simulate.lost-sub-cluster", "0"));
    refused(
        "make that 100",
        workload,
        SETTINGS.with("yarn.scheduler.capacity.root.default.capacity", "50"));
    refused(
        "remove one of the two",
        SmallWorkloads.workload(local(1, "a", 1, 1, 1), local(2, "a.b", 1, 1, 1)),
        SETTINGS);
  }

  private static void refused(String part, Workload workload, SimulationSettings settings) {
    SimulationException e =
        assertThrows(
            SimulationException.class,
            () -> run(FederationSettings.Kind.HYDRA, workload, settings));
    assertTrue(e.getMessage(), e.getMessage().contains(part));
  }
}
