// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.benchmarks.cgroup.NodeCgroupListener;
import org.yarnext.benchmarks.cgroup.NodeCgroups;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.MixedFeatures;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.report.RoundsTable;
import org.yarnext.benchmarks.report.RunCounts;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.orchestrator.OrchestratorConfiguration;

/**
 * Compares stock, each feature alone and all features together under a {@link MixedPlan}. Except
 * for the modes, all systems have the same values of the features' keys, so that nothing else
 * differs.
 */
public final class MixedComparison implements Comparison {
  private static final int NODE_MB = 3072;

  /** More vcores than the tasks request, so that memory limits the number of containers. */
  private static final int NODE_VCORES = 32;

  /**
   * Vcores and threads of the CPU hog. They leave a stock task on the last node a fifth of the CPU
   * time. There is none where nodes have no limit of CPU time, because it would slow all of them.
   */
  private static final int HOG_VCORES = 4;

  private static MixedPlan plan(BenchOptions options) {
    return new MixedPlan(options.jobs, options.gain.scale, options.seed);
  }

  private static Path inputs(BenchOptions options) {
    return options.out.resolve("inputs");
  }

  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options)
      throws IOException {
    MixedJobs.writeInputs(inputs(options), plan(options));
    boolean isLimited = options.steering.nodeCores > 0;
    if (isLimited) {
      NodeCgroups.make(
          options.out.resolve("node-groups.json"), options.nodes, options.steering.nodeCores);
    }
    Path profiles = options.out.resolve("profiles.json");
    ProfileFile.write(profiles, MixedPlan.profiles());
    MixedFeatures.onOneMachine(settings)
        .nodeSize(NODE_MB, NODE_VCORES)
        .set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "256")
        .set(
            YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, Integer.toString(NODE_VCORES))
        .set(NodeCgroupListener.ENABLED, Boolean.toString(isLimited))
        .set(
            YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS,
            NodeCgroupListener.class.getName());
    if (isLimited) {
      settings.set(OrchestratorConfiguration.CGROUP_PARENT.name(), NodeCgroups.OF_NODE);
    }
    return tuned(settings, options, profiles);
  }

  /** Sets the features' keys for which the samples' values suit tasks of minutes. */
  private static ClusterSettings tuned(
      ClusterSettings settings, BenchOptions options, Path profiles) {
    return settings
        // Hybrid policies leave Tez alone: estimates in its master may choose instead, and stock
        // Tez counts stopped containers as failed.
        .set("yarn.mercury.hybrid.guaranteed-types", "SPARK;TEZ")
        .set("yarn.elastic.profiles.file", profiles.toString())
        .set("yarn.elastic.heap.floor", "128")
        .set("yarn.elastic.heap.percent", "90")
        .set(OrchestratorConfiguration.EPOCH.name(), options.steering.epochMs + "ms")
        .set(OrchestratorConfiguration.SAMPLE_INTERVAL.name(), options.steering.sampleMs() + "ms");
  }

  @Override
  public List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    Map<String, String> tez =
        system == BenchSystem.MIXED_ALL
            ? MixedFeatures.ALL.tez(cluster.workDir().resolve("tez-history"))
            : Collections.emptyMap();
    int hog = options.steering.nodeCores > 0 ? HOG_VCORES : 0;
    return new MixedJobs(cluster, plan(options), hog, tez, progress).run(inputs(options));
  }

  @Override
  public Supplier<Map<String, Double>> counting(MiniCluster cluster, BenchOptions options)
      throws IOException {
    return RunCounts.start(cluster, options.steering.nodeCores);
  }

  @Override
  public Map<String, ToDoubleFunction<BenchResult>> quantities() {
    return MixedTable.TABLE.quantities();
  }

  @Override
  public List<String> drawn() {
    return Arrays.asList(RoundsTable.THROUGHPUT, RoundsTable.JOB_TIME);
  }

  /** Returns false: the records of MapReduce and Tez contain no request times. */
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
    return Collections.singletonList(MixedTable.TABLE.chart(rounds));
  }

  @Override
  public String findings(BenchOptions options, List<List<BenchResult>> rounds) {
    return MixedTable.TABLE.text(rounds);
  }
}
