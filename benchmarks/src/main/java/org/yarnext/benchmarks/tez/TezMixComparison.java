// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.tez;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.tez.dag.api.TezConfiguration;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.SlotNodes;
import org.yarnext.benchmarks.experiment.TezOptions;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.JobRows;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;

/** Compares how systems run a {@link TezMixLoad}: recurring Tez DAGs. */
public final class TezMixComparison implements Comparison {

  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options) {
    if (options.tez.ownQueues) {
      TenantQueues.settings(options.atOnce).forEach(settings::set);
    }
    return SlotNodes.withoutMasters(settings, options);
  }

  @Override
  public List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    Map<String, String> settings =
        settings(system, options.home, cluster.workDir().resolve("tez-history"));
    TezOptions tez = options.tez;
    TezMixLoad load = new TezMixLoad(options.jobs, options.seed, tez.stretch, tez.pauseSeconds);
    return new TezMix(cluster, load, sessions(settings, options), progress).run();
  }

  /** Returns the Tez settings of each session. */
  private static List<Map<String, String>> sessions(
      Map<String, String> settings, BenchOptions options) {
    List<Map<String, String>> sessions = new ArrayList<>();
    for (int session = 0; session < options.atOnce; session++) {
      Map<String, String> own = new LinkedHashMap<>(settings);
      if (options.tez.ownQueues) {
        own.put(TezConfiguration.TEZ_QUEUE_NAME, TenantQueues.of(session));
      }
      sessions.add(own);
    }
    return sessions;
  }

  /**
   * Returns the Tez settings of a system.
   *
   * @param home root of the repository
   * @param history directory of the histories of DAGs, if the system keeps any
   */
  static Map<String, String> settings(BenchSystem system, Path home, Path history) {
    switch (system) {
      case TEZ_MERCURY_ESTIMATES:
        return TezSample.settings(home, history);
      case TEZ_MERCURY_SCHEDULER:
        return TezSample.withoutEstimates(home);
      default:
        return Collections.emptyMap();
    }
  }

  @Override
  public Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> quantities = JobRows.quantities();
    quantities.put("begun and not ended", BenchResult::stopped);
    return quantities;
  }

  @Override
  public List<String> drawn() {
    return JobRows.drawn();
  }

  /** Returns false: the records contain no request times of single tasks, only those of DAGs. */
  @Override
  public boolean showsWaits() {
    return false;
  }

  @Override
  public Map<String, UnaryOperator<String>> baselines() {
    Map<String, UnaryOperator<String>> baselines = new LinkedHashMap<>();
    baselines.put("to stock", label -> BenchSystem.TEZ_STOCK.label);
    baselines.put("to default", label -> BenchSystem.TEZ_MERCURY.label);
    baselines.put("to sched.", label -> BenchSystem.TEZ_MERCURY_SCHEDULER.label);
    return baselines;
  }
}
