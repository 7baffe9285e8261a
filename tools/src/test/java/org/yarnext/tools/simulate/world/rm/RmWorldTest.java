// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import org.junit.Test;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.outcome.CounterNames;
import org.yarnext.tools.simulate.outcome.JobResult;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimElasticity;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.synthetic.FixedPenaltyModel;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SmallWorkloads;

/**
 * Cases computed by hand; heartbeats come every 100 ms, so that each step is late by so little, and
 * five more until the FairScheduler's update has seen new demand.
 */
public class RmWorldTest {
  private static final int BEAT_MS = 100;

  private static final SimulationSettings PROMPT =
      SimulationSettings.DEFAULT
          .withHeartbeats(BEAT_MS, BEAT_MS)
          .withMaster(0, 0)
          .with("yarn.scheduler.capacity.maximum-am-resource-percent", "1")
          .with("yarn.elastic.heap.floor", "16")
          .with("yarn.elastic.heap.percent", "100")
          .with("yarn.elastic.disk.share", "100");
  private static final SimulationSettings QUICK = PROMPT.with(RmSimulation.OUT_OF_BAND, "false");

  private static SimulatedSystem world(String name) {
    return RmWorld.all().stream().filter(w -> w.name().equals(name)).findFirst().get();
  }

  private static RunOutcome run(
      String world, ClusterTopology nodes, SimulationSettings settings, Workload jobs) {
    return world(world).run(jobs, nodes, settings, 1, ProgressListener.NONE);
  }

  private static ClusterTopology nodes(int count) {
    return ClusterTopology.of(count, 1_000, 16, 1e6);
  }

  /**
   * Checks that a job ends no earlier than computed by hand, and later by a number of heartbeats at
   * most.
   */
  private static void assertEnds(long byHandMs, int beats, JobResult job) {
    long late = job.finishMs() - byHandMs;
    assertTrue(job.finishMs() + " for " + byHandMs, late >= 0 && late <= beats * BEAT_MS);
  }

  @Test
  public void tasksThatDoNotFitTogetherRunInSequence() {
    for (String stock :
        Arrays.asList(
            "fair", "fair-reserving", "fair-unreserving", "capacity", "capacity-unreserving")) {
      RunOutcome outcome =
          run(
              stock,
              nodes(1),
              QUICK,
              SmallWorkloads.workload(SmallWorkloads.job(1, 0, 2, 600, 10_000, null)));
      // Ask, grant, fetch; then end, grant, fetch.
      assertEnds(20_000, 11, outcome.jobs().get(0));
      assertEquals(stock, 0, outcome.classes().get("reduce").undersized());
      assertEquals(stock, 2, outcome.classes().get("reduce").started());
    }
  }

  @Test
  public void shiftedStockDiffersByTheMomentsOfItsHeartbeatsOnly() {
    SimulationSettings slow = QUICK.withHeartbeats(5_000, BEAT_MS);
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 1, 600, 1_000, null));
    for (String stock : Arrays.asList("fair", "capacity")) {
      long atMs = run(stock, nodes(1), slow, jobs).jobs().get(0).finishMs();
      long shiftedMs = run(stock + "-shifted", nodes(1), slow, jobs).jobs().get(0).finishMs();
      assertNotEquals(stock, atMs, shiftedMs);
      assertEquals(stock, atMs, shiftedMs, 2 * 5_000);
    }
  }

  @Test
  public void containerEndTriggersAHeartbeatAndFreesRoomAtOnce() {
    SimulationSettings slow = PROMPT.withHeartbeats(5_000, BEAT_MS);
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 10, 600, 1_000, null));
    for (String stock : Arrays.asList("fair", "capacity")) {
      SimulationSettings inTurn = slow.with(RmSimulation.OUT_OF_BAND, "false");
      JobResult waits = run(stock, nodes(1), inTurn, jobs).jobs().get(0);
      assertTrue(stock + ": " + waits.finishMs(), waits.finishMs() >= 9 * 5_000 + 1_000);
      JobResult prompt = run(stock, nodes(1), slow, jobs).jobs().get(0);
      // The first waits for the node, all others for their grant to be fetched.
      assertTrue(stock + ": " + prompt.finishMs(), prompt.finishMs() <= 5_000 + 10 * 1_200);
    }
  }

  @Test
  public void endOfAMasterContainerTriggersAHeartbeat() {
    SimulationSettings slow = PROMPT.withHeartbeats(5_000, BEAT_MS).withMaster(200, 1);
    // Masters have 400 of 1,000 MB. When the first's task ends, between two heartbeats of its
    // master, 600 are free, and the second's task needs the room of that master as well; the node's
    // own heartbeat is seconds away.
    Workload jobs =
        SmallWorkloads.workload(
            SmallWorkloads.job(1, 0, 1, 300, 60_050, null),
            SmallWorkloads.job(2, 16_000, 1, 700, 1_000, null));
    for (String stock : Arrays.asList("fair", "capacity")) {
      RunOutcome outcome = run(stock, nodes(1), slow, jobs);
      assertEnds(outcome.jobs().get(0).finishMs() + 1_000, 4, outcome.jobs().get(1));
    }
  }

  @Test
  public void secondTaskRunsAtOnceWithLessMemoryIfThatEndsSooner() {
    // With 300 of the 400 MB left it spills 300, for a fifth of half its time: 11 s.
    SimElasticity elastic = SimElasticity.known(new FixedPenaltyModel(600, 10_000, 1.2));
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 2, 600, 10_000, elastic));
    for (String ours : Arrays.asList("elastic-fair-algorithm-1", "elastic-capacity-algorithm-1")) {
      RunOutcome outcome = run(ours, nodes(1), QUICK, jobs);
      // The job's end is known a second later.
      assertEnds(11_000, 16, outcome.jobs().get(0));
      assertEquals(ours, 1, outcome.classes().get("reduce").undersized());
      assertEquals(ours, 50, outcome.classes().get("reduce").sizesPercent().min(), 0);
    }
  }

  @Test
  public void trueModelDeterminesTheRunTimeOfAnUndersizedTask() {
    SimElasticity worse =
        new SimElasticity(
            new FixedPenaltyModel(600, 10_000, 2.4), new FixedPenaltyModel(600, 10_000, 1.2));
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 2, 600, 10_000, worse));
    RunOutcome outcome = run("elastic-fair-algorithm-1", nodes(1), QUICK, jobs);
    // 300 MB spilled now cost 1.4 times a half.
    assertEnds(17_000, 16, outcome.jobs().get(0));
  }

  @Test
  public void fairFinishServesASmallJobFirst() {
    SimElasticity known = SimElasticity.known(new FixedPenaltyModel(500, 10_000, 99));
    Workload jobs =
        SmallWorkloads.workload(
            SmallWorkloads.job(1, 0, 10, 500, 10_000, known),
            SmallWorkloads.job(2, 5_000, 2, 500, 10_000, known));
    // Two tasks at a time: from 10 s on one of each job, or both of the small one.
    assertEnds(30_000, 25, run("fair", nodes(1), QUICK, jobs).jobs().get(1));
    for (String ours :
        Arrays.asList("fair-finish", "elastic-fair-finish", "elastic-capacity-finish")) {
      RunOutcome outcome = run(ours, nodes(1), QUICK, jobs);
      assertEnds(20_000, 18, outcome.jobs().get(1));
      assertEnds(60_000, 40, outcome.jobs().get(0));
      assertEquals(ours, 0, outcome.classes().get("reduce").undersized());
    }
  }

  @Test
  public void taskIsNotShrunkIfItWouldEndLater() {
    SimElasticity slow = SimElasticity.known(new FixedPenaltyModel(600, 10_000, 9));
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 2, 600, 10_000, slow));
    RunOutcome outcome = run("elastic-fair", nodes(1), QUICK, jobs);
    assertEquals(0, outcome.classes().get("reduce").undersized());
    assertEnds(20_000, 11, outcome.jobs().get(0));
  }

  @Test
  public void masterTakesRoomOfItsOwn() {
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 2, 400, 10_000, null));
    RunOutcome alone = run("fair", nodes(1), QUICK, jobs);
    assertEnds(10_000, 9, alone.jobs().get(0));
    for (String stock : Arrays.asList("fair", "capacity")) {
      RunOutcome outcome = run(stock, nodes(1), QUICK.withMaster(300, 1), jobs);
      assertEnds(20_000, 15, outcome.jobs().get(0));
      // 300 MB for 20 s and twice 400 MB for 10 s, a part of it late.
      assertEquals(0.7, outcome.memory().average(), 0.05);
    }
  }

  @Test
  public void jobPassesANodeIfItsMostUrgentRequestDoesNotFit() {
    // 300 MB are left. The second's 200 would fit, but stock's FairScheduler does not go on to them
    // from the 800 that come first, and so does not the other.
    Workload jobs =
        SmallWorkloads.workload(
            SmallWorkloads.job(1, 0, 1, 700, 20_000, null),
            SmallWorkloads.job(
                2,
                2_000,
                SmallWorkloads.stage("map", 10, 1, 800, 5_000, null),
                SmallWorkloads.stage("reduce", 20, 1, 200, 5_000, null)));
    for (String stock : Arrays.asList("fair-unreserving", "capacity-unreserving")) {
      JobResult second = run(stock, nodes(1), QUICK, jobs).jobs().get(1);
      assertEnds(25_000, 9, second);
      assertTrue(stock, second.stages().get(1).finishMs() >= 25_000);
    }
  }

  @Test
  public void threeJobsShareANodeFairlyOrInSubmissionOrder() {
    Workload jobs =
        SmallWorkloads.workload(
            SmallWorkloads.job(1, 0, 4, 500, 10_000, null),
            SmallWorkloads.job(2, 1_000, 1, 500, 10_000, null),
            SmallWorkloads.job(3, 2_000, 1, 500, 10_000, null));
    RunOutcome fair = run("fair", nodes(1), QUICK, jobs);
    // Two of the first; when one of them ends, the second has less; when the other does, the first
    // has as little as the third, and came before it.
    assertEnds(30_000, 12, fair.jobs().get(0));
    assertEnds(20_000, 9, fair.jobs().get(1));
    assertEnds(30_000, 12, fair.jobs().get(2));
    RunOutcome inOrder = run("capacity", nodes(1), QUICK, jobs);
    assertEnds(20_000, 9, inOrder.jobs().get(0));
    assertEnds(30_000, 12, inOrder.jobs().get(1));
    assertEnds(30_000, 12, inOrder.jobs().get(2));
  }

  /** On a real cluster ids follow submission, and the CapacityScheduler orders by id. */
  @Test
  public void jobsAreServedAsTheyArriveWhateverTheirNumbers() {
    Workload jobs =
        SmallWorkloads.workload(
            SmallWorkloads.job(9, 0, 4, 500, 10_000, null),
            SmallWorkloads.job(2, 1_000, 1, 500, 10_000, null),
            SmallWorkloads.job(1, 2_000, 1, 500, 10_000, null));
    RunOutcome inOrder = run("capacity", nodes(1), QUICK, jobs);
    assertEquals(9, inOrder.jobs().get(0).job().id());
    assertEnds(20_000, 9, inOrder.jobs().get(0));
    assertEnds(30_000, 12, inOrder.jobs().get(1));
    assertEnds(30_000, 12, inOrder.jobs().get(2));
  }

  @Test
  public void profileIsThatOfTheJobWhateverItsNumber() {
    SimElasticity elastic = SimElasticity.known(new FixedPenaltyModel(600, 10_000, 1.2));
    Workload jobs =
        SmallWorkloads.workload(
            SmallWorkloads.job(7, 0, 2, 600, 10_000, elastic),
            SmallWorkloads.job(1, 60_000, 2, 600, 10_000, null));
    RunOutcome outcome = run("elastic-fair-algorithm-1", nodes(1), QUICK, jobs);
    assertEnds(11_000, 16, outcome.jobs().get(0));
    assertEnds(80_000, 16, outcome.jobs().get(1));
  }

  @Test
  public void timeBelowHalfOfTheFairShareIsCounted() {
    Workload alone = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 2, 600, 10_000, null));
    SortedMap<String, Long> one = run("fair", nodes(1), QUICK, alone).counters();
    // The second task waits while the first has 600 of the 1,000 MB that are the job's.
    assertEquals(10_000, one.get(CounterNames.WAITING_MS), 1_500);
    assertTrue(one.toString(), one.get(CounterNames.POOR_MS) <= 1_000);
    Workload both =
        SmallWorkloads.workload(
            SmallWorkloads.job(1, 0, 1, 1_000, 10_000, null),
            SmallWorkloads.job(2, 1_000, 1, 1_000, 10_000, null));
    SortedMap<String, Long> two = run("fair", nodes(1), QUICK, both).counters();
    // The second job has nothing for nine seconds.
    assertEquals(9_000, two.get(CounterNames.POOR_MS), 1_500);
    assertFalse(
        run("capacity", nodes(1), QUICK, both).counters().containsKey(CounterNames.POOR_MS));
  }

  @Test
  public void reducersAreRequestedOnceTheirMapsAreDone() {
    Workload jobs =
        SmallWorkloads.workload(
            SmallWorkloads.job(
                1,
                0,
                SmallWorkloads.stage("map", 20, 2, 500, 5_000, null),
                SmallWorkloads.after(
                    1, SmallWorkloads.stage("reduce", 10, 1, 1_000, 5_000, null))));
    JobResult job = run("capacity", nodes(1), QUICK, jobs).jobs().get(0);
    assertEnds(10_000, 8, job);
    assertTrue(job.stages().get(1).requestedMs() >= job.stages().get(0).finishMs());
  }

  @Test
  public void refusedElasticConfigurationEndsTheRun() {
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 1, 500, 1_000, null));
    SimulationSettings wrong = QUICK.with("yarn.elastic.disk.share", "101");
    SimulationException e =
        assertThrows(SimulationException.class, () -> run("elastic-fair", nodes(1), wrong, jobs));
    assertTrue(e.getMessage(), e.getMessage().contains("refused its configuration"));
  }

  @Test
  public void preemptionHasNoThreadOfItsOwn() {
    Set<String> threads = new HashSet<>();
    SimulationSettings preempting = QUICK.with("yarn.scheduler.fair.preemption", "true");
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 2_000, 100, 1_000, null));
    world("fair")
        .run(
            jobs,
            nodes(1),
            preempting,
            1,
            (done, all, nowMs) ->
                Thread.getAllStackTraces().keySet().forEach(t -> threads.add(t.getName())));
    assertTrue("it was told", threads.contains(Thread.currentThread().getName()));
    assertFalse(threads.toString(), threads.contains("FSPreemptionThread"));
  }

  @Test
  public void unknownQueueIsRefused() {
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 1, 500, 1_000, null));
    SimulationSettings other =
        QUICK
            .with("yarn.scheduler.capacity.root.queues", "other")
            .with("yarn.scheduler.capacity.root.other.capacity", "100");
    SimulationException e =
        assertThrows(SimulationException.class, () -> run("capacity", nodes(1), other, jobs));
    assertTrue(e.getMessage(), e.getMessage().contains("queue default"));
  }
}
