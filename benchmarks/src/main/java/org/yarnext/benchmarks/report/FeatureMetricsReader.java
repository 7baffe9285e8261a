// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.yarnext.common.metrics.FeatureMetrics;

/** Reads the metrics of the features in all daemons of this JVM. Stateless. */
public final class FeatureMetricsReader {
  private static final List<String> BEANS =
      Arrays.asList(
          "Mercury",
          "MercuryHybrid",
          "MercuryPlacement",
          "MercuryCoordinator",
          "MercuryPromotion",
          "ElasticScheduler",
          "ElasticHeap",
          "MrOrchestrator",
          "MrOrchestratorGlobal");

  private static final int MAX_SOURCES = 20;

  private FeatureMetricsReader() {}

  /** Returns the sum of some metrics of a bean over all daemons. */
  public static double sum(String bean, String... metrics) {
    double sum = 0;
    for (int i = 0; i < MAX_SOURCES; i++) {
      MetricsSource source =
          DefaultMetricsSystem.instance().getSource(i == 0 ? bean : bean + "-" + i);
      if (source instanceof FeatureMetrics) {
        Map<String, Number> values = ((FeatureMetrics) source).snapshot();
        for (String metric : metrics) {
          sum += values.getOrDefault(metric, 0).doubleValue();
        }
      }
    }
    return sum;
  }

  /** Returns how often a guard has tripped. */
  public static double guardTrips() {
    return BEANS.stream().mapToDouble(bean -> sum(bean, "GuardTrips")).sum();
  }

  /** Returns the beans of the features that are off because they refused their configuration. */
  public static List<String> refused() {
    return BEANS.stream()
        .filter(bean -> sum(bean, "ConfigurationRefused") > 0)
        .collect(Collectors.toList());
  }
}
