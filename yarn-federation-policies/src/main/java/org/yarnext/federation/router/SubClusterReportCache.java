// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.yarnext.federation.policy.home.SubClusterSnapshot;

/**
 * Parses the reports of ResourceManagers in the state store, the metrics of their cluster as JSON,
 * once each however many applications come meanwhile. Thread-safe.
 */
final class SubClusterReportCache {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<SubClusterId, Report> last = new ConcurrentHashMap<>();

  /**
   * The sub-cluster's state by its last report: as large as its memory, and as loaded as its memory
   * or its processors are; of no capability, so that nothing is sent there, if it has not reported
   * anything that can be read.
   */
  SubClusterSnapshot state(SubClusterInfo info, double weight) {
    String text = String.valueOf(info.getCapability());
    Report report = last.get(info.getSubClusterId());
    if (report == null || !report.text.equals(text)) {
      report = new Report(text);
      last.put(info.getSubClusterId(), report);
    }
    return SubClusterSnapshot.of(info.getSubClusterId().getId(), weight, report.memory.all)
        .loaded(report.memory.all, report.memory.used, report.memory.pending)
        .loaded(report.vcores.all, report.vcores.used, report.vcores.pending);
  }

  private static final class Report {
    final String text;
    final Amounts memory;
    final Amounts vcores;

    Report(String text) {
      this.text = text;
      JsonNode metrics = metrics(text);
      memory = new Amounts(metrics, "MB");
      vcores = new Amounts(metrics, "VirtualCores");
    }

    private static JsonNode metrics(String text) {
      try {
        JsonNode all = JSON.readTree(text);
        return all == null ? JSON.createObjectNode() : all.path("clusterMetrics");
      } catch (IOException e) {
        return JSON.createObjectNode(); // as one that has not reported yet
      }
    }
  }

  /** Of one resource. */
  private static final class Amounts {
    final double used;
    final double pending;
    final double all;

    Amounts(JsonNode metrics, String unit) {
      used = amount(metrics, "allocated" + unit) + amount(metrics, "reserved" + unit);
      pending = amount(metrics, "pending" + unit);
      // Less than what is used where the scheduler does not count it.
      all = Math.max(0, used + metrics.path("available" + unit).asDouble(0));
    }

    /** Metrics can be below 0 for a moment while a ResourceManager recovers. */
    private static double amount(JsonNode metrics, String name) {
      return Math.max(0, metrics.path(name).asDouble(0));
    }
  }
}
