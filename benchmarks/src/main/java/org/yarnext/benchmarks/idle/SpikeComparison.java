// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.MixedFeatures;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.FeatureMetricsReader;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.report.RoundsTable;
import org.yarnext.benchmarks.report.RunCounts;
import org.yarnext.common.kernel.HostMemoryUsage;
import org.yarnext.common.kernel.KernelFileReader;
import org.yarnext.common.kernel.KernelTextParser;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;

/**
 * Measures how over-allocation protects guaranteed containers that grow to their full size at once,
 * under a {@link SpikeLoad}. Compares nothing.
 */
public final class SpikeComparison implements Comparison {
  static final Path PROC = Paths.get("/proc");

  private static final String STOP_WATERMARK = "yarn.mercury.overallocation.stop-watermark";
  private static final String START_WATERMARK = "yarn.mercury.overallocation.start-watermark";

  /** Watermarks between spikes: containers start whatever the machine's memory is. */
  static final double CALM_STOP = 0.01;

  static final double CALM_START = 0.02;

  private static final String SWAPPED = "pages swapped out";

  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options)
      throws IOException {
    if (options.nodes != 1) {
      throw new IllegalArgumentException("spikes need --nodes 1: it has this machine's memory");
    }
    HostMemoryUsage memory = HostMemoryUsage.read(PROC);
    SpikePlan plan =
        SpikePlan.of(
            memory.totalMb(), memory.availableMb(), Runtime.getRuntime().availableProcessors());
    return MixedFeatures.onOneMachine(settings)
        .nodeSize(plan.nodeMb(), SpikePlan.VCORES)
        .set("yarn.mercury.overallocation.target", "1.0")
        // Spikes are about memory; all processes of this machine press for its CPU.
        .set("yarn.mercury.overallocation.start-cpu-pressure", "1.0")
        // Memory used in a spike must not count at the next one.
        .set("yarn.mercury.overallocation.window", "10s")
        .set("yarn.mercury.overallocation.warm-up", "5s")
        .set(START_WATERMARK, share(CALM_START))
        .set(STOP_WATERMARK, share(CALM_STOP))
        // Containers run for longer than by default may wait.
        .set("yarn.mercury.placement.max-queue-wait", "10m");
  }

  /** Returns values of the keys of the watermarks. */
  static Map<String, String> watermarks(double stop, double start) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(STOP_WATERMARK, share(stop));
    values.put(START_WATERMARK, share(start));
    return values;
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }

  @Override
  public List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    Configuration conf = cluster.conf();
    SpikePlan plan =
        SpikePlan.configured(
            HostMemoryUsage.read(PROC).totalMb(), conf.getInt(YarnConfiguration.NM_PMEM_MB, 0));
    return new SpikeLoad(cluster, options, plan, nextFile(options), progress).run();
  }

  /** Returns how many pages the kernel has written to swap since it started. */
  private static long pagesSwappedOut() throws IOException {
    return KernelTextParser.number(KernelFileReader.HOST.read(PROC.resolve("vmstat")), "pswpout");
  }

  /** Returns the file of the spikes of a run that has not written it yet. */
  private static Path nextFile(BenchOptions options) {
    int number = 1;
    while (Files.exists(options.out.resolve("spikes-" + number + ".csv"))) {
      number++;
    }
    return options.out.resolve("spikes-" + number + ".csv");
  }

  @Override
  public Supplier<Map<String, Double>> counting(MiniCluster cluster, BenchOptions options)
      throws IOException {
    long before = pagesSwappedOut();
    Path file = nextFile(options);
    return () -> {
      try {
        Map<String, Double> counts = SpikeRecord.summary(file);
        counts.put(SWAPPED, (double) (pagesSwappedOut() - before));
        counts.put(RunCounts.TRIPS, FeatureMetricsReader.guardTrips());
        return counts;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  @Override
  public Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> quantities =
        new LinkedHashMap<>(
            RoundsTable.counts(
                SpikeRecord.SPIKES,
                SpikeRecord.SLOW,
                SpikeRecord.BEYOND,
                SpikeRecord.GROWTH_MEDIAN,
                SpikeRecord.GROWTH_MAX,
                SpikeRecord.CROSSED,
                SpikeRecord.BELOW_MEDIAN,
                SpikeRecord.BELOW_P99,
                SpikeRecord.NOT_FREED,
                SpikeRecord.LOWEST,
                SpikeRecord.LOWEST_SHARE,
                SpikeRecord.STOPPED,
                SpikeRecord.STOP_MEDIAN,
                SpikeRecord.STOP_P99,
                SpikeRecord.PARTIAL,
                SpikeRecord.WRONG,
                SpikeRecord.WORK,
                SpikeRecord.KILLED,
                SWAPPED,
                RunCounts.TRIPS));
    quantities.put("opportunistic tasks done", r -> r.of(IdleLoad.OPPORTUNISTIC).succeeded());
    return quantities;
  }

  @Override
  public List<String> drawn() {
    return Arrays.asList(SpikeRecord.STOPPED, SpikeRecord.GROWTH_MEDIAN);
  }

  @Override
  public Map<String, UnaryOperator<String>> baselines() {
    return Collections.emptyMap();
  }
}
