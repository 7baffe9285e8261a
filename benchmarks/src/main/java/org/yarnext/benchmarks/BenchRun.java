// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.jobs.BenchLoad;
import org.yarnext.benchmarks.jobs.JobStream;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.FeatureMetricsReader;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.ObjectFile;

/**
 * Main class of one run: starts a cluster of one {@link BenchSystem}, applies the experiment's load
 * to it and writes the {@link BenchResult}.
 */
final class BenchRun {

  private static final Logger LOG = LoggerFactory.getLogger(BenchRun.class);

  /** Share of its queue wait that a straggler reports. */
  private static final double STRAGGLER_REPORTS = 0.2;

  private final BenchSystem system;
  private final BenchOptions options;
  private final Comparison comparison;
  private final Progress progress = Progress.onStandardOutput();

  private BenchRun(BenchSystem system, BenchOptions options) {
    this.system = system;
    this.options = options;
    this.comparison = ComparisonFactory.of(options.experiment);
  }

  /**
   * Runs one system.
   *
   * @param args label of the system, result file, and the options of the benchmark
   */
  public static void main(String[] args) {
    BenchOptions options = BenchOptions.ofProcess(args);
    DaemonLog.into(options.log());
    int status = 1;
    try {
      ObjectFile.write(
          Paths.get(args[1]), new BenchRun(BenchSystem.labelled(args[0]), options).run());
      status = 0;
    } catch (IOException | InterruptedException | RuntimeException e) {
      System.err.println("On " + args[0] + ": " + e.getMessage());
      LOG.error("The run failed", e);
    }
    // Daemons leave threads running.
    System.exit(status);
  }

  private BenchResult run() throws IOException, InterruptedException {
    progress.update("  " + system.label + ": starting " + options.nodes + " nodes");
    try (MiniCluster cluster = start();
        YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(cluster.conf());
      yarn.start();
      List<String> refused = FeatureMetricsReader.refused();
      if (!refused.isEmpty()) {
        throw new IOException("off because they refused their configuration: " + refused);
      }
      warmUp(cluster, yarn);
      MachineLoad machine = new MachineLoad();
      MemoryWatch memory = MemoryWatch.start(cluster);
      Supplier<Map<String, Double>> counting = comparison.counting(cluster, options);
      List<JobRecord> jobs = comparison.run(system, cluster, yarn, options, progress);
      return new BenchResult(
          system.label,
          jobs,
          machine.foreignShare(),
          memory.stop(),
          memory.undersized(),
          counting.get());
    } finally {
      progress.update("");
    }
  }

  private MiniCluster start() throws IOException {
    Path samples = options.home.resolve("conf-samples");
    ClusterSettings settings =
        comparison.cluster(
            MiniCluster.named(system.label)
                .nodes(options.nodes)
                .heartbeatMs(options.heartbeatMs)
                .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
                .set("yarn.nodemanager.pmem-check-enabled", "false")
                .baseDir(options.clusters())
                .underReporting(options.stragglers, STRAGGLER_REPORTS),
            options);
    ClusterSettings all = system.on(settings, samples);
    options.keys.forEach(all::set);
    return all.start();
  }

  /**
   * Runs a small job of the same kind first, so that the daemons have loaded and compiled most of
   * their code.
   */
  private void warmUp(MiniCluster cluster, YarnClient yarn)
      throws IOException, InterruptedException {
    new JobStream(system, cluster, yarn, progress)
        .run(new BenchLoad(1, 1, 4 * options.nodes, BenchLoad.MEAN_SECONDS, options.seed));
  }
}
