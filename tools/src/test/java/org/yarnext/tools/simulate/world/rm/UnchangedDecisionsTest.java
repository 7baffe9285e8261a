// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.junit.Test;
import org.yarnext.tools.simulate.SystemRegistry;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.outcome.JobResult;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.outcome.StageResult;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimElasticity;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.synthetic.FixedPenaltyModel;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeRandomWorkload;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeRandomWorkload.Range;
import org.yarnext.tools.simulate.world.SimulationSettings;

/**
 * Work on the speed of scheduling changes no decision: the times of all jobs of seeded worlds are
 * those that decisions.txt has checksums of. After a change that is meant to change decisions,
 * {@code -Dyarnext.decisions.update=true} writes the file.
 */
public class UnchangedDecisionsTest {
  private static final Path FILE = Paths.get("src/test/resources/decisions.txt");
  private static final int NODES = 5;

  private static final SimulationSettings PAPER =
      SimulationSettings.DEFAULT
          .withMaster(0, 0)
          .with(RmSimulation.OUT_OF_BAND, "false")
          .with("yarn.scheduler.fair.assignmultiple", "true")
          .with("yarn.scheduler.fair.dynamic.max.assign", "false")
          .with("yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments", "100");

  private static final SimulationSettings MASTERS = SimulationSettings.DEFAULT.withMaster(500, 1);

  private static final SimulationSettings RESERVING =
      MASTERS
          .with("yarn.scheduler.fair.reservable-nodes", "1")
          .with("yarn.elastic.reservations", "no-harm");

  private static Workload random(long seed, boolean uniform, int maxMb, double penalty) {
    return new YarnMeRandomWorkload(
            uniform, 9, new Range(1_000, maxMb), new Range(1, 30), new Range(50, 300), penalty)
        .make(seed);
  }

  /** Jobs of two queues with maps near their data and early reducers, some without a profile. */
  private static Workload mixed(long seed) {
    Random random = new Random(seed);
    List<SimJob> jobs = new ArrayList<>();
    for (int id = 1; id <= 8; id++) {
      boolean profiled = random.nextInt(5) > 0;
      SimStage maps = stage(random, "map", 20, Collections.emptyMap(), profiled);
      SimStage reduces = stage(random, "reduce", 10, Collections.singletonMap(0, 0.5), profiled);
      jobs.add(
          new SimJob(
              id,
              "job-" + id,
              random.nextBoolean() ? "MAPREDUCE" : "TEZ",
              random.nextBoolean() ? "ann" : "bob",
              random.nextBoolean() ? "etl" : "adhoc",
              random.nextInt(400_000),
              Arrays.asList(maps, reduces)));
    }
    return new Workload("mixed", jobs);
  }

  private static SimStage stage(
      Random random, String name, int priority, Map<Integer, Double> after, boolean profiled) {
    long mb = 100L * (8 + random.nextInt(80));
    long ms = 1_000L * (20 + random.nextInt(150));
    List<SimTask> tasks = new ArrayList<>();
    for (int count = 1 + random.nextInt(20); count > 0; count--) {
      String host = ClusterTopology.of(NODES, 1, 1, 1).nodes().get(random.nextInt(NODES)).host();
      tasks.add(
          new SimTask(
              mb,
              1 + random.nextInt(2),
              ms,
              priority == 20 ? Collections.singletonList(host) : Collections.emptyList()));
    }
    return new SimStage(
        name,
        priority,
        tasks,
        after,
        profiled
            ? SimElasticity.known(new FixedPenaltyModel(mb, ms, 1.2 + random.nextInt(3)))
            : null);
  }

  /** Returns the checksum of the results of all jobs. */
  private static String of(String system, Workload jobs, SimulationSettings settings, double disk) {
    ClusterTopology nodes = ClusterTopology.of(NODES, 10_000, 16, disk);
    RunOutcome outcome =
        SystemRegistry.find(Collections.singletonList(system))
            .get(0)
            .run(jobs, nodes, settings, 1, ProgressListener.NONE);
    StringBuilder text = new StringBuilder();
    for (JobResult job : outcome.jobs()) {
      text.append(job.job().id())
          .append(',')
          .append(job.firstStartMs())
          .append(',')
          .append(job.finishMs())
          .append(',')
          .append(job.undersized());
      for (StageResult stage : job.stages()) {
        text.append(',').append(stage.requestedMs()).append(',').append(stage.finishMs());
      }
      text.append('\n');
    }
    CRC32 crc = new CRC32();
    crc.update(text.toString().getBytes(UTF_8));
    return Long.toHexString(crc.getValue());
  }

  @Test
  public void jobsOfSeededWorldsEndWhenTheyDid() throws IOException {
    Map<String, String> now = new TreeMap<>();
    for (String system :
        Arrays.asList(
            "elastic-fair",
            "elastic-fair-algorithm-1",
            "elastic-fair-finish",
            "elastic-capacity",
            "elastic-capacity-algorithm-1",
            "elastic-capacity-finish")) {
      now.put(system + ", uniform 3x", of(system, random(1, true, 10_000, 3), PAPER, 1e6));
      now.put(system + ", small 1.5x", of(system, random(2, true, 4_000, 1.5), PAPER, 250));
      now.put(system + ", exponential", of(system, random(3, false, 10_000, 3), PAPER, 250));
      now.put(system + ", mixed", of(system, mixed(4), MASTERS, 250));
      now.put(system + ", mixed, reserving", of(system, mixed(5), RESERVING, 250));
    }
    StringBuilder text = new StringBuilder();
    now.forEach((run, sum) -> text.append(run).append(": ").append(sum).append('\n'));
    if (Boolean.getBoolean("yarnext.decisions.update")) {
      Files.write(FILE, text.toString().getBytes(UTF_8));
    }
    assertEquals(new String(Files.readAllBytes(FILE), UTF_8), text.toString());
  }
}
