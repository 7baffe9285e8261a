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
 * Caches the parsed reports of ResourceManagers in the state store, which hold cluster metrics as
 * JSON. It parses each report once, however many applications are submitted meanwhile. Thread-safe.
 */
final class SubClusterReportCache {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<SubClusterId, Report> last = new ConcurrentHashMap<>();

  /**
   * Returns the sub-cluster's snapshot of its latest report. Its capability is its memory; its load
   * is that of memory or processors, whichever is higher. A sub-cluster without a readable report
   * has no capability, so that nothing is sent there.
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
        return JSON.createObjectNode(); // treated as not reported yet
      }
    }
  }

  /** The amounts of one resource. */
  private static final class Amounts {
    final double used;
    final double pending;
    final double all;

    Amounts(JsonNode metrics, String unit) {
      used = amount(metrics, "allocated" + unit) + amount(metrics, "reserved" + unit);
      pending = amount(metrics, "pending" + unit);
      // Schedulers that ignore a resource may report less than is used.
      all = Math.max(0, used + metrics.path("available" + unit).asDouble(0));
    }

    /**
     * Returns a metric, at least 0: metrics can be negative for a moment while a ResourceManager
     * recovers.
     */
    private static double amount(JsonNode metrics, String name) {
      return Math.max(0, metrics.path(name).asDouble(0));
    }
  }
}
