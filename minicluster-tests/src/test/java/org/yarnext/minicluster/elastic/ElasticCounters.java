// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.yarnext.common.explain.DecisionRegistry;
import org.yarnext.common.metrics.FeatureMetrics;

/** Metrics and decisions of elastic scheduling in this JVM. */
public final class ElasticCounters {
  private static final int MAX_SOURCES = 100;

  private ElasticCounters() {}

  /** A counter of the ResourceManager's elastic scheduler, 0 while there is none. */
  public static long scheduled(String counter) {
    return counter("ElasticScheduler", counter);
  }

  /** A counter of all NodeManagers that this JVM has had. */
  public static long onNodes(String counter) {
    long sum = 0;
    for (int i = 0; i < MAX_SOURCES; i++) {
      sum += counter(i == 0 ? "ElasticHeap" : "ElasticHeap-" + i, counter);
    }
    return sum;
  }

  private static long counter(String source, String counter) {
    MetricsSource known = DefaultMetricsSystem.instance().getSource(source);
    Number value = known == null ? null : ((FeatureMetrics) known).snapshot().get(counter);
    return value == null ? 0 : value.longValue();
  }

  /** The ResourceManager's decisions that are remembered, each as a line. */
  public static List<String> decisions() {
    return DecisionRegistry.of("ResourceManager").decisions().stream()
        .filter(decision -> decision.feature().equals("ElasticSchedulerDecisions"))
        .map(Object::toString)
        .collect(Collectors.toList());
  }
}
