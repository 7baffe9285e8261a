// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.yarnext.common.metrics.FeatureMetrics;

/**
 * Writes the metrics of a cluster's orchestrator in this JVM, which help to explain the result of a
 * run.
 */
final class SteeringCounts {
  private static final String NODE = "MrOrchestrator";
  private static final String GLOBAL = "MrOrchestratorGlobal";

  private SteeringCounts() {}

  /**
   * Writes all metrics that are not 0: the sums over all nodes, and those of the ResourceManager.
   */
  static void write(Path file, int nodes) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    add(counts, GLOBAL, GLOBAL);
    for (int i = 0; i < nodes; i++) {
      add(counts, NODE, i == 0 ? NODE : NODE + "-" + i);
    }
    List<String> lines = new ArrayList<>();
    counts.forEach((name, count) -> lines.add(name + " " + count));
    Files.write(file, lines, UTF_8);
  }

  private static void add(Map<String, Long> counts, String part, String name) {
    MetricsSource source = DefaultMetricsSystem.instance().getSource(name);
    if (source instanceof FeatureMetrics) {
      ((FeatureMetrics) source)
          .snapshot()
          .forEach(
              (metric, value) -> {
                if (value.longValue() != 0) {
                  counts.merge(part + " " + metric, value.longValue(), Long::sum);
                }
              });
    }
  }
}
