// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** Whom Hadoop's RPC turned away before anything of theirs was read. Stateless. */
final class RejectedCalls {
  private RejectedCalls() {}

  /** Returns the server's own count at one port of this process. */
  static long at(int port) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance()
        .getSource("RpcActivityForPort" + port)
        .getMetrics(collector, true);
    for (MetricsRecord record : collector.getRecords()) {
      for (AbstractMetric metric : record.metrics()) {
        if (metric.name().equals("RpcAuthorizationFailures")) {
          return metric.value().longValue();
        }
      }
    }
    throw new IllegalStateException("Hadoop does not count them");
  }
}
