// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mercury;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.SlotNodes;
import org.yarnext.benchmarks.jobs.BenchLoad;
import org.yarnext.benchmarks.jobs.JobStream;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.JobRows;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;

/** Compares how systems run a {@link BenchLoad}: many jobs of short tasks. */
abstract class ShortTasksComparison implements Comparison {

  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options) {
    return SlotNodes.withMasters(settings, options);
  }

  @Override
  public final List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    return new JobStream(system, cluster, yarn, progress).run(BenchLoad.of(options));
  }

  @Override
  public final Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> quantities = JobRows.quantities();
    quantities.put("wait from request to start, median [s]", r -> r.waited(50));
    quantities.put("wait from request to start, p95 [s]", r -> r.waited(95));
    quantities.put("taken out of queues per task", BenchResult::dequeueRate);
    quantities.put("stopped while running", BenchResult::stopped);
    return quantities;
  }

  @Override
  public final List<String> drawn() {
    return JobRows.drawn();
  }
}
