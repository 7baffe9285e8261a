// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.outcome.JobResult;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SmallWorkloads;

/** Heartbeats, placement and queues. */
public class MercuryWorldTest extends MercuryWorldTestBase {
  @Test
  public void guaranteedTaskWaitsForTheNodeAndMasterHeartbeats() {
    RunOutcome outcome =
        run(
            "stock-guaranteed",
            nodes(1, 2),
            SETTINGS,
            SmallWorkloads.job(1, 0, 2, 1_000, 2_000, null));
    long startMs = masterHeartbeat(nodeHeartbeat(BEGIN_MS));
    assertEquals(startMs + 500 + 2_000, endOf(outcome, 0));
    assertEquals(startMs - BEGIN_MS, outcome.classes().get("reduce").waitsMs().max(), 0);
    assertEquals(2_500, outcome.classes().get("reduce").runsMs().max(), 0);
  }

  @Test
  public void freedSlotWaitsForTheNextNodeHeartbeat() {
    RunOutcome outcome =
        run(
            "stock-guaranteed",
            nodes(1, 1),
            SETTINGS,
            SmallWorkloads.job(1, 0, 2, 1_000, 2_000, null));
    long firstEndMs = masterHeartbeat(nodeHeartbeat(BEGIN_MS)) + 2_500;
    long secondStartMs = masterHeartbeat(nodeHeartbeat(firstEndMs));
    assertEquals(secondStartMs + 2_500, endOf(outcome, 0));
  }

  @Test
  public void outOfBandHeartbeatReportsAFreeSlotAtOnce() {
    RunOutcome outcome =
        run(
            "stock-guaranteed",
            nodes(1, 1),
            SETTINGS.with("yarnext.simulate.out-of-band", "true"),
            SmallWorkloads.job(1, 0, 2, 1_000, 2_000, null));
    long firstEndMs = masterHeartbeat(nodeHeartbeat(BEGIN_MS)) + 2_500;
    assertEquals(masterHeartbeat(firstEndMs) + 2_500, endOf(outcome, 0));
  }

  @Test
  public void stockDefaultPlacesOneContainerPerHeartbeat() {
    RunOutcome outcome =
        run(
            "stock-guaranteed",
            nodes(1, 4),
            SETTINGS.with(
                "yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments", "1"),
            SmallWorkloads.job(1, 0, 3, 1_000, 20_000, null));
    long thirdMs = nodeHeartbeat(BEGIN_MS) + 2 * 3_000;
    assertEquals(masterHeartbeat(thirdMs) + 20_500, endOf(outcome, 0));
  }

  @Test
  public void opportunisticTasksQueueAndStartInSequence() {
    for (String system : Arrays.asList("stock-central", "mercury-central", "mercury-distributed")) {
      RunOutcome outcome =
          run(system, nodes(1, 1), SETTINGS, SmallWorkloads.job(1, 0, 3, 1_000, 100, null));
      assertEquals(system, BEGIN_MS + 3 * 600, endOf(outcome, 0));
    }
  }

  @Test
  public void stockDistributedPlacesOneContainerPerNodeAndCall() {
    RunOutcome outcome =
        run(
            "stock-distributed",
            nodes(1, 1),
            SETTINGS,
            SmallWorkloads.job(1, 0, 3, 1_000, 100, null));
    assertEquals(BEGIN_MS + 2 * 1_000 + 600, endOf(outcome, 0));
  }

  @Test
  public void mercuryPlacesTasksWhereTheyWaitLeast() {
    // Two slots on each of two nodes, four tasks: nobody waits.
    RunOutcome outcome =
        run(
            "mercury-central",
            nodes(2, 2),
            SETTINGS,
            SmallWorkloads.job(1, 0, 4, 1_000, 9_500, null));
    assertEquals(BEGIN_MS + 10_000, endOf(outcome, 0));
    RunOutcome distributed =
        run(
            "mercury-distributed",
            nodes(2, 2),
            SETTINGS,
            SmallWorkloads.job(1, 0, 4, 1_000, 9_500, null));
    assertEquals(BEGIN_MS + 10_000, endOf(distributed, 0));
  }

  @Test
  public void outcomeFollowsTheSeed() {
    for (SimulatedSystem world : MercuryWorld.all()) {
      String first = describe(world, 1);
      assertEquals(world.name(), first, describe(world, 1));
      assertNotEquals(world.name(), first, describe(world, 2));
    }
  }

  private static String describe(SimulatedSystem world, long seed) {
    Workload workload =
        SmallWorkloads.workload(
            SmallWorkloads.job(1, 0, 30, 1_000, 2_000, null),
            SmallWorkloads.job(2, 500, 30, 1_000, 7_000, null),
            SmallWorkloads.job(3, 900, 30, 1_000, 3_000, null));
    SimulationSettings settings =
        SETTINGS
            .withMaster(1_000, 1)
            .with("yarnext.simulate.master-start-ms", "2000")
            .with("yarn.mercury.hybrid.policy", "70%-Q");
    RunOutcome outcome = world.run(workload, nodes(5, 3), settings, seed, ProgressListener.NONE);
    List<Long> ends = outcome.jobs().stream().map(JobResult::finishMs).collect(Collectors.toList());
    return ends
        + " "
        + outcome.counters()
        + Arrays.toString(outcome.memory().averages())
        + outcome.classes().get("reduce").waitsMs().sum();
  }

  @Test
  public void invalidKeysAreRefusedWithTheFix() {
    assertRefused("yarnext.simulate.start-ms", "-1", "a whole number of 0 or more: correct it");
    assertRefused("yarnext.simulate.straggler-reports", "2", "0 or more and below 1: correct it");
    assertRefused("yarnext.simulate.max-jobs", "many", "must be a whole number: correct many");
    assertRefused("yarn.mercury.hybrid.policy", "most", "yarn.mercury.hybrid.policy=most");
    assertRefused(
        "yarn.resourcemanager.nm-container-queuing.load-comparator",
        "LENGTH",
        "is none of [QUEUE_");
    assertRefused("yarn.mercury.placement.max-queue-wait", "4s", "less than two heartbeats");
    assertRefused("yarn.nodemanager.opportunistic-containers-max-queue-length", "0", "queue");
  }

  private static void assertRefused(String key, String value, String part) {
    SimulationException e =
        assertThrows(
            SimulationException.class,
            () ->
                run(
                    "mercury-central",
                    nodes(1, 1),
                    SETTINGS.with(key, value),
                    SmallWorkloads.job(1, 0, 1, 1_000, 100, null)));
    assertTrue(e.getMessage(), e.getMessage().contains(part));
  }
}
