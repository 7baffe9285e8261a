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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.yarnext.benchmarks.cgroup.MemoryBoundListener;
import org.yarnext.benchmarks.cgroup.NodeCgroupListener;
import org.yarnext.benchmarks.cgroup.NodeCgroups;
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
  /**
   * Enough memory for all tasks at once: the comparison is about sharing processors, not about
   * admission.
   */
  private static final int NODE_MB = 16 * 1024;

  /** More vcores than the tasks request, so that vcores do not limit the number of containers. */
  private static final int NODE_VCORES = 40;

  /**
   * Systems that have a cgroup for each container and do not steer CPU, so that the use of tasks
   * can be recorded.
   */
  private static final Set<BenchSystem> RECORDED =
      EnumSet.of(BenchSystem.ORCHESTRATOR_GROUPS, BenchSystem.REGRESSION_MEMORY);

  private static final String RECORDING = "usage-*.csv";

  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options)
      throws IOException {
    SteeringOptions steering = options.steering;
    SteeredLoad.writeInputs(inputs(options), steering, options.seed);
    NodeCgroups.make(options.out.resolve("node-groups.json"), options.nodes, steering.nodeCores);
    return settings
        .nodeSize(NODE_MB, NODE_VCORES)
        // By default vcores are not counted, and each container has one.
        .set(
            "yarn.scheduler.capacity.resource-calculator",
            "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator")
        // By default the first node that sends a heartbeat gets all maps of a job.
        .set("yarn.scheduler.capacity.per-node-heartbeat.multiple-assignments-enabled", "false")
        .set("yarn.scheduler.maximum-allocation-vcores", Integer.toString(NODE_VCORES))
        .set(
            "yarn.nodemanager.container-state-transition-listener.classes",
            NodeCgroupListener.class.getName())
        .set(OrchestratorConfiguration.CGROUP_PARENT.name(), NodeCgroups.OF_NODE)
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

  /** Returns the file with the lowest number that does not exist yet. */
  private static Path next(Path out, String name) {
    int number = 1;
    while (Files.exists(out.resolve(String.format(Locale.ROOT, name, number)))) {
      number++;
    }
    return out.resolve(String.format(Locale.ROOT, name, number));
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

  /** Returns false: job histories contain no request times of tasks. */
  @Override
  public boolean showsWaits() {
    return false;
  }

  @Override
  public List<String> charts(List<List<BenchResult>> rounds) {
    return Collections.singletonList(SteeredRatios.chart(rounds));
  }

  /** Returns the ratios and the accuracy of the estimators. */
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
