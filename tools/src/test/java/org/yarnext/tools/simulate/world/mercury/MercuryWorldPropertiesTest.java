// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.runner.RunWith;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.outcome.JobResult;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.outcome.TaskClassResult;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.SimulationSettings;

/** Properties of each world with any workload. */
@RunWith(JUnitQuickcheck.class)
public class MercuryWorldPropertiesTest {
  private static final String[] POLICIES = {
    "only-Q", "50%-Q", "beyond(3)", "shorter-than(5s)", "hybrid-GQ(10s,70%)"
  };

  @Property(trials = 40)
  public void eachTaskEndsOnceAndKilledTasksRunAgain(
      @When(seed = 1) @InRange(minLong = 0, maxLong = 1L << 40) long seed) {
    Random random = new Random(seed);
    Workload workload = workload(random);
    ClusterTopology nodes = ClusterTopology.of(1 + random.nextInt(5), 4_000, 6, 100);
    SimulationSettings settings = settings(random);
    long tasks = workload.tasks();
    for (SimulatedSystem world : MercuryWorld.all()) {
      RunOutcome outcome = world.run(workload, nodes, settings, seed, ProgressListener.NONE);
      long started = 0;
      long killed = 0;
      long ended = 0;
      for (TaskClassResult of : outcome.classes().values()) {
        started += of.started();
        killed += of.killed();
        ended += of.runsMs().count();
        assertTrue(world.name(), of.waitsMs().min() >= 0);
      }
      assertEquals(world.name() + " " + settings.hadoop(), 0, outcome.unfinished());
      assertEquals(world.name(), tasks, ended);
      assertEquals(world.name(), tasks + killed, started);
      for (double level : outcome.memory().averages()) {
        double max = world.isStock() ? 1 : 1.5; // with what is given beyond the allocation
        assertTrue(world.name() + " " + level, level >= 0 && level <= max + 1e-9);
      }
      for (JobResult job : outcome.jobs()) {
        assertTrue(world.name(), job.runMs() >= longest(job.job()));
        assertTrue(world.name(), job.admittedMs() >= job.job().submitMs());
      }
    }
  }

  /** Returns the longest run time of a job's tasks, in ms. */
  private static long longest(SimJob job) {
    return job.stages().stream()
        .flatMap(stage -> stage.tasks().stream())
        .mapToLong(SimTask::durationMs)
        .max()
        .orElse(0);
  }

  private static SimulationSettings settings(Random random) {
    return SimulationSettings.DEFAULT
        .withHeartbeats(1_000 + random.nextInt(2_000), 500 + random.nextInt(1_000))
        .withMaster(random.nextBoolean() ? 0 : 200, 1)
        .with("yarnext.simulate.start-ms", String.valueOf(random.nextInt(2_000)))
        .with("yarnext.simulate.out-of-band", String.valueOf(random.nextBoolean()))
        .with("yarnext.simulate.declare", String.valueOf(random.nextBoolean()))
        .with("yarnext.simulate.estimate-error", "0.9")
        .with("yarnext.simulate.stragglers", String.valueOf(random.nextInt(3)))
        .with("yarnext.simulate.max-jobs", String.valueOf(1 + random.nextInt(3)))
        .with(
            "yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments",
            String.valueOf(1 + random.nextInt(3)))
        .with(
            "yarn.nodemanager.opportunistic-containers-max-queue-length",
            String.valueOf(1 + random.nextInt(20)))
        .with("yarn.mercury.hybrid.policy", POLICIES[random.nextInt(POLICIES.length)])
        .with("yarn.mercury.hybrid.guaranteed-after-losses", String.valueOf(random.nextInt(3)))
        .with("yarn.mercury.placement.max-queue-wait", random.nextBoolean() ? "0" : "10s")
        .with("yarn.mercury.coordinator.min-wait", "1s")
        .with("yarn.mercury.shedding.delay", "0s")
        .with("yarn.mercury.policing.policy", random.nextBoolean() ? "none" : "history")
        .with("yarn.mercury.overallocation.mode", random.nextBoolean() ? "on" : "shadow")
        .with("yarn.mercury.overallocation.warm-up", "0s")
        .with("yarnext.simulate.memory-use", random.nextBoolean() ? "1" : "0.4")
        .with("yarnext.simulate.cpu-use", random.nextBoolean() ? "1" : "0.3")
        .with("yarnext.simulate.spike-every-ms", random.nextBoolean() ? "0" : "30000")
        .with("yarnext.simulate.spike-ms", "10000");
  }

  private static Workload workload(Random random) {
    List<SimJob> jobs = new ArrayList<>();
    for (int id = 1; id <= 1 + random.nextInt(5); id++) {
      List<SimStage> stages = new ArrayList<>();
      for (int s = 0; s <= random.nextInt(2); s++) {
        List<SimTask> tasks = new ArrayList<>();
        for (int t = 0; t <= random.nextInt(30); t++) {
          tasks.add(
              new SimTask(
                  500 + random.nextInt(1_500), 1 + random.nextInt(2), random.nextInt(20_000)));
        }
        stages.add(
            new SimStage(
                "stage-" + s,
                20 - s,
                tasks,
                s == 0 ? Collections.emptyMap() : Collections.singletonMap(0, 0.5),
                null));
      }
      jobs.add(new SimJob(id, "job", "TEZ", "ann", "default", random.nextInt(60_000), stages));
    }
    return new Workload("random", jobs);
  }
}
