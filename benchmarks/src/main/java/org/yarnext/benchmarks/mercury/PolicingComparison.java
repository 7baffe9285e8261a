// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mercury;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.SlotNodes;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;

/**
 * Compares how systems run opportunistic tasks beside guaranteed tasks that need their memory,
 * under a {@link MixedLoad}.
 */
public final class PolicingComparison implements Comparison {

  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options) {
    return SlotNodes.withMasters(settings, options)
        .set(
            "yarn.mercury.policing.history.window",
            BenchOptions.BURSTS_REMEMBERED * options.burstInterval + "s");
  }

  @Override
  public List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    return new MixedLoad(cluster, options, progress).run();
  }

  @Override
  public Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> quantities = new LinkedHashMap<>();
    quantities.put("stopped while running", r -> r.of(MixedLoad.OPPORTUNISTIC).stopped());
    quantities.put("stopped per task done", r -> r.of(MixedLoad.OPPORTUNISTIC).stoppedPerTask());
    quantities.put("work done [slots]", r -> r.of(MixedLoad.OPPORTUNISTIC).slotsDone());
    quantities.put("work lost [slots]", r -> r.of(MixedLoad.OPPORTUNISTIC).slotsLost());
    quantities.put("guaranteed: work done [slots]", r -> r.of(MixedLoad.GUARANTEED).slotsDone());
    quantities.put("guaranteed: wait, median [s]", r -> r.of(MixedLoad.GUARANTEED).waited(50));
    quantities.put("guaranteed: wait, p95 [s]", r -> r.of(MixedLoad.GUARANTEED).waited(95));
    return quantities;
  }

  @Override
  public List<String> drawn() {
    return Arrays.asList("stopped while running", "work done [slots]");
  }
}
