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
 * How the systems of an {@link Experiment} are compared: the cluster and the load of a run, and
 * what is read off the results. Stateless, since each run has a process of its own and results are
 * read in another.
 */
public interface Comparison {

  /** What the cluster of a run needs besides what its system needs. */
  ClusterSettings cluster(ClusterSettings settings, BenchOptions options) throws IOException;

  /** Puts a cluster under the load; times in the records are wall-clock milliseconds. */
  List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException;

  /**
   * Starts to count what records do not tell, when a cluster is about to be put under the load. The
   * result is asked for once, at the end; without any by default.
   */
  default Supplier<Map<String, Double>> counting(MiniCluster cluster, BenchOptions options)
      throws IOException {
    return Collections::emptyMap;
  }

  /** The rows of the table, in order, but for the last, which all have. */
  Map<String, ToDoubleFunction<BenchResult>> quantities();

  /** The two rows that are drawn for each round. */
  List<String> drawn();

  /**
   * The columns with ratios, in order, and for each the label of the system that another one is
   * compared with; empty for the first one.
   */
  default Map<String, UnaryOperator<String>> baselines() {
    return Collections.singletonMap("ratio", label -> "");
  }

  /** Whether the report shows memory over time. */
  default boolean showsMemory() {
    return false;
  }

  /** Whether the report shows how long tasks waited. */
  default boolean showsWaits() {
    return true;
  }

  /** What the report shows besides, as SVG. */
  default List<String> charts(List<List<BenchResult>> rounds) {
    return Collections.emptyList();
  }

  /** What is to be told below the table; empty for nothing. */
  default String findings(BenchOptions options, List<List<BenchResult>> rounds) throws IOException {
    return "";
  }
}
