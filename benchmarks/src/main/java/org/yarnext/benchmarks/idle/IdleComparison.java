// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.hadoop.yarn.client.api.YarnClient;
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

/**
 * Compares how much opportunistic work systems do beside guaranteed tasks that use a part of their
 * allocation, under an {@link IdleLoad}. Except for the mode of over-allocation, Mercury has the
 * same values of all keys.
 */
public final class IdleComparison implements Comparison {
  static final String TASKS = "opportunistic: tasks/min";
  static final String JOB_TIME = "guaranteed: job time [s]";

  /** Keys of over-allocation whose defaults suit containers of minutes. */
  private static final String WINDOW = "60s";

  private static final String WARM_UP = "30s";

  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options)
      throws IOException {
    IdleLoad.iterations(options);
    return MixedFeatures.onOneMachine(settings)
        .nodeSize(IdleLoad.NODE_MB, IdleLoad.NODE_VCORES)
        .set("yarn.mercury.overallocation.mode", "off")
        .set("yarn.mercury.overallocation.window", WINDOW)
        .set("yarn.mercury.overallocation.warm-up", WARM_UP);
  }

  @Override
  public List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    return new IdleLoad(cluster, yarn, options, progress).run();
  }

  @Override
  public Supplier<Map<String, Double>> counting(MiniCluster cluster, BenchOptions options)
      throws IOException {
    RunCounts counts = RunCounts.start(cluster, 0);
    Path files = IdleLoad.files(cluster);
    return () -> {
      try {
        Map<String, Double> all = counts.get();
        all.putAll(IdleLoad.used(files, options));
        return all;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  @Override
  public Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> quantities = new LinkedHashMap<>();
    quantities.put(TASKS, r -> 60 * r.of(IdleLoad.OPPORTUNISTIC).tasksPerSecond());
    quantities.put("opportunistic: running tasks", r -> r.of(IdleLoad.OPPORTUNISTIC).slotsDone());
    quantities.put("opportunistic: stopped", r -> r.of(IdleLoad.OPPORTUNISTIC).stopped());
    quantities.put(JOB_TIME, r -> r.of(IdleLoad.GUARANTEED).meanJobLatency());
    quantities.put("guaranteed: stopped", r -> r.of(IdleLoad.GUARANTEED).stopped());
    quantities.putAll(
        RoundsTable.counts(
            IdleLoad.STEP_TIME,
            IdleLoad.USED_MEMORY,
            IdleLoad.USED_CPU,
            RunCounts.OVERALLOCATED,
            RunCounts.STOPPED_FOR_MEMORY,
            RunCounts.MACHINE_CPU,
            RunCounts.TRIPS));
    return quantities;
  }

  @Override
  public List<String> drawn() {
    return Arrays.asList(TASKS, JOB_TIME);
  }

  @Override
  public Map<String, UnaryOperator<String>> baselines() {
    Map<String, UnaryOperator<String>> baselines = new LinkedHashMap<>();
    baselines.put("to stock", label -> BenchSystem.STOCK_DISTRIBUTED.label);
    baselines.put("to Mercury", label -> BenchSystem.MERCURY_CENTRALISED.label);
    return baselines;
  }

  /** Returns the ratios of over-allocation to Mercury without it, of each round. */
  @Override
  public String findings(BenchOptions options, List<List<BenchResult>> rounds) {
    List<String> labels =
        rounds.get(0).stream().map(result -> result.system).collect(Collectors.toList());
    int with = labels.indexOf(BenchSystem.MERCURY_OVERALLOCATED.label);
    int without = labels.indexOf(BenchSystem.MERCURY_CENTRALISED.label);
    if (with < 0 || without < 0) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    for (String quantity : drawn()) {
      ToDoubleFunction<BenchResult> of = quantities().get(quantity);
      double[] ratios =
          rounds.stream()
              .mapToDouble(
                  round -> of.applyAsDouble(round.get(with)) / of.applyAsDouble(round.get(without)))
              .toArray();
      out.append(
          String.format(
              Locale.ROOT,
              "%n%s of %s to that of %s: %.2f (%.2f–%.2f); by round:",
              quantity,
              labels.get(with),
              labels.get(without),
              StatUtils.percentile(ratios, 50),
              StatUtils.min(ratios),
              StatUtils.max(ratios)));
      Arrays.stream(ratios)
          .forEach(ratio -> out.append(String.format(Locale.ROOT, " %.3f", ratio)));
    }
    return out.append(String.format("%n")).toString();
  }
}
