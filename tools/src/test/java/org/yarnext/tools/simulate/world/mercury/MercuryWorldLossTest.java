// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.tools.simulate.outcome.JobResult;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.outcome.TaskClassResult;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SmallWorkloads;

/** Containers that are killed, shed and rejected; order of applications. */
public class MercuryWorldLossTest extends MercuryWorldTestBase {
  private static SimJob in(String queue, int id, long submitMs, SimStage stage) {
    return new SimJob(
        id, "job-" + id, "TEZ", "ann", queue, submitMs, Collections.singletonList(stage));
  }

  @Test
  public void guaranteedTaskKillsAnOpportunisticTaskThatRunsAgain() {
    SimulationSettings settings = SETTINGS.with("yarn.mercury.hybrid.queues", "sure:only-G");
    SimStage longOne = SmallWorkloads.stage("long", 10, 1, 1_000, 29_500, null);
    SimStage sureOne = SmallWorkloads.stage("sure", 10, 1, 1_000, 4_500, null);
    for (String system : Arrays.asList("stock-central", "mercury-central")) {
      RunOutcome outcome =
          run(
              system,
              nodes(1, 1),
              settings,
              in("default", 1, 0, longOne),
              in("sure", 2, 4_000, sureOne));
      // The second's master asks 4 s after the first's; the victim takes 250 ms to go.
      long sureMs = masterHeartbeat(nodeHeartbeat(BEGIN_MS + 4_000)) + 250;
      assertEquals(system, sureMs + 5_000, endOf(outcome, 1));
      TaskClassResult victim = outcome.classes().get("long");
      assertEquals(system, 1, victim.killed());
      assertEquals(system, 2, victim.started());
      assertEquals(system, 30_000, victim.runsMs().max(), 0);
      // Told with the node's next heartbeat, heard with the master's next, asked with the one
      // after.
      long againMs = masterHeartbeat(nodeHeartbeat(sureMs)) + 1_000;
      assertEquals(system, Math.max(againMs, sureMs + 5_000) + 30_000, endOf(outcome, 0));
    }
  }

  @Test
  public void taskLostOftenEnoughIsRequestedAsGuaranteed() {
    SimulationSettings settings =
        SETTINGS
            .with("yarn.mercury.hybrid.queues", "sure:only-G")
            .with("yarn.mercury.hybrid.guaranteed-after-losses", "1");
    RunOutcome outcome =
        run(
            "mercury-central",
            nodes(1, 1),
            settings,
            in("default", 1, 0, SmallWorkloads.stage("long", 10, 1, 1_000, 29_500, null)),
            in("sure", 2, 4_000, SmallWorkloads.stage("sure", 10, 1, 1_000, 4_500, null)));
    // Opportunistic until it is stopped, guaranteed after that.
    long stoppedMs = masterHeartbeat(nodeHeartbeat(BEGIN_MS + 4_000)) + 250;
    assertEquals(stoppedMs - BEGIN_MS, (long) outcome.counters().get("opportunistic-vcore-ms"));
    assertEquals(1, outcome.classes().get("long").killed());
    assertEquals(0, outcome.unfinished());
  }

  @Test
  public void stockKillsTheNewestContainer() {
    SimulationSettings settings = SETTINGS.with("yarn.mercury.hybrid.queues", "sure:only-G");
    RunOutcome outcome =
        run(
            "stock-central",
            nodes(1, 2),
            settings,
            in("default", 1, 0, SmallWorkloads.stage("old", 10, 1, 1_000, 60_000, null)),
            in("default", 2, 2_000, SmallWorkloads.stage("new", 10, 1, 1_000, 60_000, null)),
            in("sure", 3, 10_000, SmallWorkloads.stage("sure", 10, 1, 1_000, 4_500, null)));
    assertEquals(0, outcome.classes().get("old").killed());
    assertEquals(1, outcome.classes().get("new").killed());
  }

  @Test
  public void stockShedsContainersBeyondTheQueueLengthLimit() {
    RunOutcome outcome =
        run(
            "stock-central",
            nodes(1, 1),
            SETTINGS,
            SmallWorkloads.job(1, 0, 60, 1_000, 9_500, null));
    // All 60 are placed at once; one runs, 15 may wait.
    assertTrue(outcome.counters().toString(), outcome.counters().get("shed") >= 44);
    assertEquals(60, outcome.classes().get("reduce").started());
    assertEquals(0, outcome.unfinished());
  }

  @Test
  public void fullQueueRejectsContainers() {
    SimulationSettings settings =
        SETTINGS.with("yarn.nodemanager.opportunistic-containers-max-queue-length", "3");
    // Two masters place three each before the node reports; one runs, three may wait.
    for (String system : Arrays.asList("stock-distributed", "mercury-distributed")) {
      RunOutcome outcome =
          run(system, nodes(1, 1), settings, SmallWorkloads.job(1, 0, 30, 1_000, 2_500, null));
      assertEquals(system, 0, outcome.unfinished());
      assertTrue(system + outcome.counters(), outcome.counters().getOrDefault("rejected", 0L) > 0);
      assertEquals(system, 30, outcome.classes().get("reduce").started());
    }
  }

  @Test
  public void stockResourceOrderAvoidsAFullNodeWhileAnotherIsFree() {
    String order = "yarn.resourcemanager.nm-container-queuing.load-comparator";
    SimulationSettings settings =
        SETTINGS
            .with("yarn.mercury.hybrid.queues", "sure:only-G")
            .with("yarn.resourcemanager.opportunistic-container-allocation.nodes-used", "1");
    // Guaranteed, so that one heartbeat fills one of the two nodes; the others come while each of
    // the nodes is the last that reported.
    SimStage one = SmallWorkloads.stage("short", 10, 1, 1_000, 9_500, null);
    SimJob[] jobs = {
      in("sure", 1, 0, SmallWorkloads.stage("long", 10, 4, 1_000, 59_500, null)),
      in("default", 2, 8_000, one),
      in("default", 3, 9_000, one),
      in("default", 4, 10_000, one)
    };
    for (String value : Arrays.asList("QUEUE_LENGTH", "QUEUE_WAIT_TIME")) {
      long longest =
          longestShort(run("stock-central", nodes(2, 4), settings.with(order, value), jobs));
      assertTrue(value + ": " + longest, longest > BEGIN_MS + 20_000);
    }
    SimulationSettings resources = settings.with(order, "QUEUE_LENGTH_THEN_RESOURCES");
    assertEquals(
        BEGIN_MS + 10_000, longestShort(run("stock-central", nodes(2, 4), resources, jobs)));
  }

  /** Returns the longest time of all jobs except the first, from submission to end. */
  private static long longestShort(RunOutcome outcome) {
    return outcome.jobs().stream().skip(1).mapToLong(JobResult::runMs).max().getAsLong();
  }

  @Test
  public void simultaneousCallsDoNotPlaceOnTheSameNode() {
    SimJob[] jobs = new SimJob[8];
    for (int j = 0; j < jobs.length; j++) {
      jobs[j] = SmallWorkloads.job(j + 1, 0, 1, 1_000, 9_500, null);
    }
    RunOutcome outcome = run("mercury-central", nodes(8, 1), SETTINGS, jobs);
    for (int j = 0; j < jobs.length; j++) {
      assertEquals(BEGIN_MS + 10_000, endOf(outcome, j));
    }
  }

  @Test
  public void overloadedNodeShedsAndItsTasksRunElsewhere() {
    SimulationSettings settings =
        SETTINGS
            .with("yarn.mercury.hybrid.queues", "sure:only-G")
            .with("yarn.mercury.coordinator.min-wait", "5s")
            .with("yarn.mercury.shedding.delay", "0s");
    SimJob waiting = in("default", 1, 0, SmallWorkloads.stage("short", 10, 30, 1_000, 9_500, null));
    // It takes one of three slots for ten minutes; a third of the tasks wait behind it.
    SimJob blocking =
        in("sure", 2, 2_000, SmallWorkloads.stage("sure", 10, 1, 1_000, 600_000, null));
    RunOutcome shed = run("mercury-central", nodes(3, 1), settings, waiting, blocking);
    assertTrue(shed.counters().toString(), shed.counters().get("shed") > 0);
    assertTrue(endOf(shed, 0) < 300_000);
    RunOutcome kept =
        run(
            "mercury-central",
            nodes(3, 1),
            settings.with("yarn.mercury.coordinator.mode", "off"),
            waiting,
            blocking);
    assertTrue(endOf(kept, 0) > 600_000);
  }

  @Test
  public void guaranteedContainersGoToTheFirstSubmittedApplication() {
    RunOutcome outcome =
        run(
            "stock-guaranteed",
            nodes(1, 1),
            SETTINGS,
            SmallWorkloads.job(1, 0, 3, 1_000, 2_000, null),
            SmallWorkloads.job(2, 1, 1, 1_000, 2_000, null));
    assertTrue(endOf(outcome, 0) < endOf(outcome, 1));
  }

  @Test
  public void mastersTakeContainersOfTheirOwn() {
    RunOutcome outcome =
        run(
            "stock-guaranteed",
            nodes(1, 1),
            SETTINGS.withMaster(1_000, 1).withLimit(600_000),
            SmallWorkloads.job(1, 0, 1, 1_000, 2_000, null));
    assertEquals("the master has the only slot", 1, outcome.unfinished());
    assertEquals(1, outcome.memory().average(), 0.01);
    RunOutcome two =
        run(
            "stock-guaranteed",
            nodes(1, 2),
            SETTINGS.withMaster(1_000, 1),
            SmallWorkloads.job(1, 0, 1, 1_000, 2_000, null));
    assertEquals(0, two.unfinished());
  }

  @Test
  public void jobLimitIsKeptAndTimesCountFromAdmission() {
    SimulationSettings settings = SETTINGS.with("yarnext.simulate.max-jobs", "1");
    RunOutcome outcome =
        run(
            "mercury-central",
            nodes(1, 8),
            settings,
            SmallWorkloads.job(1, 0, 8, 1_000, 1_500, null),
            SmallWorkloads.job(2, 0, 8, 1_000, 1_500, null));
    JobResult second = outcome.jobs().get(1);
    assertEquals(endOf(outcome, 0), second.admittedMs());
    assertEquals(BEGIN_MS + 2_000, second.runMs());
    assertEquals(2 * (BEGIN_MS + 2_000), second.finishMs());
  }
}
