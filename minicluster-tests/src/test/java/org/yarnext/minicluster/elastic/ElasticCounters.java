// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.yarnext.common.metrics.FeatureMetrics;

/** What elastic scheduling in this JVM counts and explains of itself. */
final class ElasticCounters {
  private static final int MAX_SOURCES = 100;

  private ElasticCounters() {}

  /** A counter of the ResourceManager's elastic scheduler, 0 while there is none. */
  static long scheduled(String counter) {
    return counter("ElasticScheduler", counter);
  }

  /** A counter of all NodeManagers that this JVM has had. */
  static long onNodes(String counter) {
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

  /** The ResourceManager's latest decisions that are remembered, each as a line of JSON. */
  static List<String> decisions() {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    List<String> lines = new ArrayList<>();
    try {
      ObjectName schedulers = new ObjectName("Hadoop:service=*,name=ElasticSchedulerDecisions*");
      for (ObjectName bean : server.queryNames(schedulers, null)) {
        lines.addAll(Arrays.asList((String[]) server.getAttribute(bean, "RecentDecisions")));
      }
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
    return lines;
  }
}
