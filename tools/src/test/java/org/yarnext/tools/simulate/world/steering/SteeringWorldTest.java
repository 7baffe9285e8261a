// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.outcome.JobResult;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimCpuProfile;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SmallWorkloads;

@RunWith(JUnitQuickcheck.class)
public class SteeringWorldTest {
  private static final SimulationSettings SETTINGS =
      SimulationSettings.DEFAULT.withHeartbeats(10, 1_000).withStep(1_000);

  private static SimulatedSystem system(SteeringSystem kind) {
    return SteeringWorld.all().get(kind.ordinal());
  }

  private static RunOutcome run(
      SteeringSystem kind, Workload jobs, ClusterTopology nodes, SimulationSettings with) {
    return system(kind).run(jobs, nodes, with, 1, ProgressListener.NONE);
  }

  private static Workload withProfile(int tasks, long ms, SimCpuProfile cpuProfile) {
    SimStage stage =
        SmallWorkloads.stage("map", 20, tasks, 1_000, ms, null).withCpuProfile(cpuProfile);
    return SmallWorkloads.workload(SmallWorkloads.job(1, 0, stage));
  }

  private static double mapsMs(RunOutcome outcome) {
    return outcome.classes().get("map").runsMs().mean();
  }

  @Test
  public void fourThreadsOnTwoCoresTakeTwiceAsLong() {
    SimulationSettings two = SETTINGS.with("yarnext.simulate.node-millicores", "2000");
    ClusterTopology node = ClusterTopology.of(1, 4_000, 4, 100);
    for (SteeringSystem kind : SteeringSystem.values()) {
      RunOutcome outcome = run(kind, withProfile(4, 50_000, SimCpuProfile.EVEN), node, two);
      assertEquals(kind.name(), 100_000, outcome.makespanMs(), 100);
      assertEquals(200_000, outcome.counters().get("cpu-ms"), 1);
    }
  }

  @Test
  public void waitingTaskUsesNoCpuAndItsWaitsAreNotProlonged() {
    SimCpuProfile half = new SimCpuProfile().part("all", 1, 1, 1, 0.5);
    RunOutcome alone =
        run(
            SteeringSystem.UNGROUPED,
            withProfile(1, 60_000, half),
            ClusterTopology.of(1, 4_000, 1, 1),
            SETTINGS);
    assertEquals(60_000, mapsMs(alone), 100);
    assertEquals(30_000, alone.counters().get("cpu-ms"), 1);
    RunOutcome four =
        run(
            SteeringSystem.UNGROUPED,
            withProfile(4, 60_000, half),
            ClusterTopology.of(1, 4_000, 1, 1),
            SETTINGS);
    // 120 s of one core at the least; were nobody to run while others wait, 60 + 3 * 30.
    assertTrue("" + mapsMs(four), mapsMs(four) > 110_000 && mapsMs(four) < 150_000);
  }

  @Test
  public void nodeOfHalfSpeedTakesTwiceTheCpuTime() {
    SimulationSettings slow =
        SETTINGS
            .with("yarnext.simulate.slow-nodes", "1")
            .with("yarnext.simulate.slow-percent", "50");
    RunOutcome outcome =
        run(
            SteeringSystem.GROUPED,
            withProfile(1, 30_000, SimCpuProfile.EVEN),
            ClusterTopology.of(1, 4_000, 1, 1),
            slow);
    assertEquals(60_000, mapsMs(outcome), 10);
    assertEquals(60_000, outcome.counters().get("cpu-ms"), 1);
  }

  /** One vcore, and four threads. */
  private static SimulationSettings hog() {
    return SETTINGS
        .with("yarnext.simulate.hog-nodes", "1")
        .with("yarnext.simulate.hog-mb", "1000")
        .with("yarnext.simulate.hog-threads", "4");
  }

  @Test
  public void hogCountsByThreadsWithoutCgroupsAndByVcoresWithCgroups() {
    ClusterTopology node = ClusterTopology.of(1, 2_000, 2, 1);
    SimulationSettings one = hog().with("yarnext.simulate.node-millicores", "1000");
    Workload jobs = withProfile(1, 20_000, SimCpuProfile.EVEN);
    assertEquals(100_000, mapsMs(run(SteeringSystem.UNGROUPED, jobs, node, one)), 10);
    assertEquals(40_000, mapsMs(run(SteeringSystem.GROUPED, jobs, node, one)), 10);
  }

  @Test
  public void spareCpuGoesToTasks() {
    // The node has four vcores and one core, and two containers of one vcore each.
    ClusterTopology node = ClusterTopology.of(1, 2_000, 4, 1);
    SimulationSettings one = hog().with("yarnext.simulate.node-millicores", "1000");
    Workload jobs = withProfile(1, 30_000, SimCpuProfile.EVEN);
    assertEquals(60_000, mapsMs(run(SteeringSystem.GROUPED, jobs, node, one)), 10);
    assertEquals(40_000, mapsMs(run(SteeringSystem.SPARE, jobs, node, one)), 10);
    assertEquals(60_000, mapsMs(run(SteeringSystem.NO_SPARE, jobs, node, one)), 10);
    assertEquals(40_000, mapsMs(run(SteeringSystem.REGRESSION, jobs, node, one)), 10);
  }

  @Test
  public void taskBehindGetsTheUnrequestedCpuOfItsNode() {
    // A node has four vcores, of which two are asked for; one of eight shares it with a hog.
    List<SimTask> tasks = new ArrayList<>(Collections.nCopies(8, new SimTask(1_000, 1, 400_000)));
    SimStage stage = new SimStage("map", 20, tasks, Collections.emptyMap(), null);
    Workload jobs = SmallWorkloads.workload(SmallWorkloads.job(1, 0, stage));
    SimulationSettings hogs = hog().with("yarnext.simulate.node-millicores", "1000");
    ClusterTopology nodes = ClusterTopology.of(8, 2_000, 4, 1);
    RunOutcome stock = run(SteeringSystem.GROUPED, jobs, nodes, hogs);
    RunOutcome steered = run(SteeringSystem.NO_SPARE, jobs, nodes, hogs);
    assertTrue(steered.counters().get("raised") > 0);
    assertEquals("it is needed to the end", 0, (long) steered.counters().get("lowered"));
    assertTrue(
        steered.makespanMs() + " < " + stock.makespanMs(),
        steered.makespanMs() < 0.9 * stock.makespanMs());
  }

  @Test
  public void cgroupsChangeNothingForEqualSingleThreadedTasks() {
    ClusterTopology nodes = ClusterTopology.of(3, 4_000, 4, 1);
    SimulationSettings two = SETTINGS.with("yarnext.simulate.node-millicores", "2000");
    SimCpuProfile waits =
        new SimCpuProfile().part("map", 0.6, 0.7, 1, 0.8).part("sort", 0.4, 0.3, 1, 0.5);
    Workload jobs = withProfile(40, 25_000, waits);
    assertEquals(
        ends(run(SteeringSystem.UNGROUPED, jobs, nodes, two)),
        ends(run(SteeringSystem.GROUPED, jobs, nodes, two)));
  }

  private static List<Long> ends(RunOutcome outcome) {
    return outcome.jobs().stream().map(JobResult::finishMs).collect(Collectors.toList());
  }

  @Property(trials = 25)
  public void eachTaskDoesItsWorkExactlyAndRunsAreDeterministic(
      @When(seed = 1) @InRange(minLong = 0, maxLong = 1L << 40) long seed) {
    Random random = new Random(seed);
    Workload jobs = workload(random);
    ClusterTopology nodes = ClusterTopology.of(1 + random.nextInt(5), 4_000, 4, 1);
    SimulationSettings settings =
        SETTINGS
            .with("yarnext.simulate.node-millicores", String.valueOf(1_000 + random.nextInt(3_000)))
            .with("yarnext.simulate.hog-nodes", String.valueOf(random.nextInt(2)))
            .with("yarnext.simulate.slow-nodes", String.valueOf(random.nextInt(2)));
    for (SteeringSystem kind : SteeringSystem.values()) {
      RunOutcome outcome = run(kind, jobs, nodes, settings);
      assertEquals(0, outcome.unfinished());
      assertEquals(
          jobs.tasks(),
          outcome.classes().values().stream().mapToLong(c -> c.runsMs().count()).sum());
      assertEquals(kind.name(), 0, outcome.counters().get("work-left-us"), 0);
      RunOutcome again = run(kind, jobs, nodes, settings);
      assertEquals(ends(outcome), ends(again));
      assertEquals(outcome.counters(), again.counters());
    }
  }

  private static Workload workload(Random random) {
    List<SimJob> jobs = new ArrayList<>();
    for (int j = 1; j <= 1 + random.nextInt(3); j++) {
      jobs.add(
          SmallWorkloads.job(
              j,
              random.nextInt(30_000),
              stage(random, "map"),
              SmallWorkloads.after(1, stage(random, "reduce")).withCpuProfile(cpuProfile(random))));
    }
    return new Workload("random", jobs);
  }

  private static SimStage stage(Random random, String name) {
    List<SimTask> tasks = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(15); i++) {
      tasks.add(new SimTask(1_000, 1, random.nextInt(90_000)));
    }
    int priority = name.equals("map") ? 20 : 10;
    return new SimStage(name, priority, tasks, Collections.emptyMap(), null)
        .withCpuProfile(cpuProfile(random));
  }

  private static SimCpuProfile cpuProfile(Random random) {
    SimCpuProfile cpuProfile = new SimCpuProfile();
    for (int p = 0; p < 3; p++) {
      cpuProfile =
          cpuProfile.part("p" + p, 1.0 / 3, 1.0 / 3, 1 + random.nextInt(3), random.nextDouble());
    }
    return cpuProfile;
  }

  @Test
  public void invalidNumberIsRefusedWithTheFix() {
    SimulationException e =
        assertThrows(
            SimulationException.class,
            () ->
                run(
                    SteeringSystem.GROUPED,
                    withProfile(1, 1, SimCpuProfile.EVEN),
                    ClusterTopology.of(1, 4_000, 4, 1),
                    SETTINGS.with("yarnext.simulate.hog-nodes", "-1")));
    assertEquals(
        "yarnext.simulate.hog-nodes=-1 is not a whole number of 0 or more: correct it",
        e.getMessage());
  }
}
