// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.yarnext.benchmarks.cgroup.MemoryBoundListener;
import org.yarnext.benchmarks.cgroup.NodeGroupListener;
import org.yarnext.benchmarks.cgroup.NodeGroups;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.SteeringOptions;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.orchestrator.OrchestratorConfiguration;

/** Compares how systems share processors among the jobs of a {@link SteeredLoad}. */
public final class SteeringComparison implements Comparison {
  /** Room for all tasks at once: what runs is not what is compared, but how it shares. */
  private static final int NODE_MB = 16 * 1024;

  /** More than the tasks ask for, as on nodes that have less memory than processors to give. */
  private static final int NODE_VCORES = 40;

  /** Each container has a group of its own, and its CPU is not steered. */
  private static final Set<BenchSystem> RECORDED =
      EnumSet.of(BenchSystem.ORCHESTRATOR_GROUPS, BenchSystem.REGRESSION_MEMORY);

  private static final String RECORDING = "usage-*.csv";

  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options)
      throws IOException {
    SteeringOptions steering = options.steering;
    SteeredLoad.writeInputs(inputs(options), steering, options.seed);
    NodeGroups.make(options.out.resolve("node-groups.json"), options.nodes, steering.nodeCores);
    return settings
        .nodeSize(NODE_MB, NODE_VCORES)
        // By default vcores are not counted, and each container has one.
        .set(
            "yarn.scheduler.capacity.resource-calculator",
            "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator")
        // By default the first node that asks is given all maps of a job.
        .set("yarn.scheduler.capacity.per-node-heartbeat.multiple-assignments-enabled", "false")
        .set("yarn.scheduler.maximum-allocation-vcores", Integer.toString(NODE_VCORES))
        .set(
            "yarn.nodemanager.container-state-transition-listener.classes",
            NodeGroupListener.class.getName())
        .set(OrchestratorConfiguration.CGROUP_PARENT.name(), NodeGroups.OF_NODE)
        .set(MemoryBoundListener.BOUNDS, Boolean.toString(steering.memoryBounds))
        .set(OrchestratorConfiguration.EPOCH.name(), steering.epochMs + "ms")
        .set(OrchestratorConfiguration.SAMPLE_INTERVAL.name(), steering.sampleMs() + "ms");
  }

  @Override
  public List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    SteeredLoad load =
        new SteeredLoad(cluster, options.steering, options.seed, inputs(options), progress);
    UsageRecorder recorder =
        RECORDED.contains(system)
            ? UsageRecorder.start(cluster, options.steering.sampleMs())
            : null;
    List<JobRecord> jobs = load.run();
    Path used = load.hogUsed();
    if (Files.exists(used)) {
      Files.copy(used, next(options.out, "hog-" + system.label + "-%d.txt"));
    }
    if (recorder != null) {
      UsageSample.write(next(options.out, "usage-%d.csv"), recorder.stop());
    }
    if (system != BenchSystem.STOCK_CAPACITY) {
      SteeringCounts.write(next(options.out, "counts-" + system.label + "-%d.txt"), cluster.size());
    }
    return jobs;
  }

  /** With the first number for which there is no file. */
  private static Path next(Path out, String name) {
    int number = 1;
    while (Files.exists(out.resolve(String.format(name, number)))) {
      number++;
    }
    return out.resolve(String.format(name, number));
  }

  private static Path inputs(BenchOptions options) {
    return options.out.resolve("inputs");
  }

  @Override
  public Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> quantities = SteeredRatios.quantities();
    quantities.put("run time of a task, mean [s]", BenchResult::meanRunTime);
    return quantities;
  }

  @Override
  public List<String> drawn() {
    return Arrays.asList("job time, average [s]", "makespan [s]");
  }

  /** When a task was asked for is not in its job's history. */
  @Override
  public boolean showsWaits() {
    return false;
  }

  @Override
  public List<String> charts(List<List<BenchResult>> rounds) {
    return Collections.singletonList(SteeredRatios.chart(rounds));
  }

  /** Ratios, and how well the estimators foretell. */
  @Override
  public String findings(BenchOptions options, List<List<BenchResult>> rounds) throws IOException {
    List<List<UsageSample>> recordings = new ArrayList<>();
    for (Path file : recordings(options.out)) {
      recordings.add(UsageSample.read(file));
    }
    EstimatorReplay replay =
        new EstimatorReplay(options.steering.sampleMs(), options.steering.epochMs);
    return SteeredRatios.text(rounds) + AccuracyTable.text(replay, recordings);
  }

  private static List<Path> recordings(Path out) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(out, RECORDING)) {
      files.forEach(found::add);
    }
    return found;
  }
}
