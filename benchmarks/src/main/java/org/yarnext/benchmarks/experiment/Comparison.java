// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;

/**
 * Defines how the systems of an {@link Experiment} are compared: the cluster and load of a run, and
 * the quantities derived from the results. Stateless, because each run has its own process and
 * another process reads the results.
 */
public interface Comparison {

  /** Adds the settings that the cluster of a run needs, apart from those of its system. */
  ClusterSettings cluster(ClusterSettings settings, BenchOptions options) throws IOException;

  /** Runs the load on a cluster. Times in the records are wall-clock milliseconds. */
  List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException;

  /**
   * Starts counters for quantities that the records do not contain, before the load starts. The
   * supplier stops them and is called once, at the end. By default there are none.
   */
  default Supplier<Map<String, Double>> counting(MiniCluster cluster, BenchOptions options)
      throws IOException {
    return Collections::emptyMap;
  }

  /**
   * Returns the rows of the table, in order. The table adds a last row for other work on the
   * machine.
   */
  Map<String, ToDoubleFunction<BenchResult>> quantities();

  /** Returns the names of the two quantities that the report draws for each round. */
  List<String> drawn();

  /**
   * Returns the ratio columns, in order. Each maps the label of a system to that of its baseline,
   * or to an empty string for the first system.
   */
  default Map<String, UnaryOperator<String>> baselines() {
    return Collections.singletonMap("ratio", label -> "");
  }

  /** Returns whether the report shows memory over time. */
  default boolean showsMemory() {
    return false;
  }

  /** Returns whether the report shows how long tasks waited. */
  default boolean showsWaits() {
    return true;
  }

  /** Returns additional charts of the report, as SVG. */
  default List<String> charts(List<List<BenchResult>> rounds) {
    return Collections.emptyList();
  }

  /** Returns text to print below the table, possibly empty. */
  default String findings(BenchOptions options, List<List<BenchResult>> rounds) throws IOException {
    return "";
  }
}
