// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;

/** Compares schedulers under a {@link GainLoad}: jobs that compete for memory. */
public final class GainComparison implements Comparison {
  /** Memory of a node in the paper. Only its ratio to the tasks' memory matters. */
  private static final int NODE_MB = 10 * 1024;

  private static final int NODE_VCORES = 14;

  private final GainFramework framework;

  public GainComparison(GainFramework framework) {
    this.framework = framework;
  }

  /** Configures nodes as in the paper, and a ResourceManager with the profiles of the jobs. */
  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options)
      throws IOException {
    Path profiles = options.out.resolve("profiles.json");
    ProfileFile.write(profiles, load(options).profiles());
    return settings
        .nodeSize(NODE_MB, NODE_VCORES)
        .set("yarn.elastic.profiles.file", profiles.toString());
  }

  private GainLoad load(BenchOptions options) {
    return new GainLoad(options.jobs, options.gain, options.seed, framework);
  }

  @Override
  public List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    return framework.run(cluster, load(options), progress);
  }

  @Override
  public Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> quantities = new LinkedHashMap<>();
    quantities.put("job time, average [s]", BenchResult::meanJobLatency);
    quantities.put("job time, median [s]", r -> r.jobLatency(50));
    quantities.put("job time, p95 [s]", r -> r.jobLatency(95));
    quantities.put("makespan [s]", BenchResult::seconds);
    quantities.put("memory in use [%]", r -> 100 * r.memoryGiven());
    quantities.put("memory reserved [%]", r -> 100 * r.memoryReserved());
    quantities.put("under-sized tasks [%]", r -> 100 * r.undersizedShare());
    quantities.put("run time of a task, mean [s]", BenchResult::meanRunTime);
    if (framework.tellsWaits()) {
      quantities.put("wait from request to start, median [s]", r -> r.waited(50));
      quantities.put("wait from request to start, p95 [s]", r -> r.waited(95));
    }
    return quantities;
  }

  @Override
  public List<String> drawn() {
    return Arrays.asList("job time, average [s]", "makespan [s]");
  }

  /** Returns the stock scheduler of the same kind as baseline, with and without reservations. */
  @Override
  public Map<String, UnaryOperator<String>> baselines() {
    Map<String, UnaryOperator<String>> baselines = new LinkedHashMap<>();
    baselines.put("to stock", GainComparison::stock);
    baselines.put("no-reserv", label -> stock(label) + "-no-reservations");
    return baselines;
  }

  private static String stock(String label) {
    return (label.contains("capacity") ? BenchSystem.STOCK_CAPACITY : BenchSystem.STOCK_FAIR).label;
  }

  @Override
  public boolean showsMemory() {
    return true;
  }

  @Override
  public boolean showsWaits() {
    return framework.tellsWaits();
  }
}
