// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.benchmarks.cgroup.NodeCgroupListener;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.MixedFeatures;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.report.RoundsTable;
import org.yarnext.benchmarks.report.RunCounts;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.SparkApplication;
import org.yarnext.orchestrator.OrchestratorConfiguration;

/**
 * Compares stock and the pack under a {@link SparkPlan}. Except for the features, all systems have
 * the same values of all keys.
 */
public final class SparkComparison implements Comparison {
  private static final int NODE_MB = 4096;

  /** More vcores than executors request, so that memory limits the number of containers. */
  private static final int NODE_VCORES = 32;

  /** A group for each node, since all nodes are on one machine. */
  private static final String GROUP_OF_NODE = "yarnext-bench-${" + ClusterSettings.NODE + "}";

  private static SparkPlan plan(BenchOptions options) {
    return new SparkPlan(options.jobs, options.seed);
  }

  private static Path inputs(BenchOptions options) {
    return options.out.resolve("inputs");
  }

  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options)
      throws IOException {
    SparkJobs.writeInputs(inputs(options), plan(options));
    SparkApplication.addShuffleService(settings);
    return MixedFeatures.onOneMachine(settings)
        .nodeSize(NODE_MB, NODE_VCORES)
        .set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "128")
        .set(NodeCgroupListener.ENABLED, "false")
        .set(OrchestratorConfiguration.CGROUP_PARENT.name(), GROUP_OF_NODE);
  }

  @Override
  public List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    return new SparkJobs(cluster, plan(options), progress).run(inputs(options));
  }

  @Override
  public Supplier<Map<String, Double>> counting(MiniCluster cluster, BenchOptions options)
      throws IOException {
    return RunCounts.start(cluster, 0);
  }

  @Override
  public Map<String, ToDoubleFunction<BenchResult>> quantities() {
    return SparkTable.TABLE.quantities();
  }

  @Override
  public List<String> drawn() {
    return Arrays.asList(RoundsTable.JOB_TIME, SparkTable.LOST);
  }

  /** Returns false: event logs contain no request times. */
  @Override
  public boolean showsWaits() {
    return false;
  }

  @Override
  public boolean showsMemory() {
    return true;
  }

  @Override
  public List<String> charts(List<List<BenchResult>> rounds) {
    return Arrays.asList(SparkTable.TABLE.chart(rounds), SparkTable.jobs(rounds));
  }

  @Override
  public String findings(BenchOptions options, List<List<BenchResult>> rounds) {
    return SparkTable.text(rounds);
  }
}
