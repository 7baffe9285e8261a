// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.yarnext.federation.policy.home.SubClusterSnapshot;
import org.yarnext.federation.store.BoundedRecordReader;

/**
 * Caches the parsed reports of ResourceManagers in the state store, which hold cluster metrics as
 * JSON. It parses each report once, however many applications are submitted meanwhile. Thread-safe.
 */
final class SubClusterReportCache {
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
      report = Report.read(text);
      last.put(info.getSubClusterId(), report);
    }
    return SubClusterSnapshot.of(info.getSubClusterId().getId(), weight, report.memory.all)
        .loaded(report.memory.all, report.memory.used, report.memory.pending)
        .loaded(report.vcores.all, report.vcores.used, report.vcores.pending);
  }

  /** Forgets the reports of all other sub-clusters. */
  void keepOnly(Set<SubClusterId> subClusters) {
    last.keySet().retainAll(subClusters);
  }

  /** Returns the number of sub-clusters whose reports are cached. */
  int size() {
    return last.size();
  }

  private static final class Report {
    final String text;
    final Amounts memory;
    final Amounts vcores;

    private Report(String text, Amounts memory, Amounts vcores) {
      this.text = text;
      this.memory = memory;
      this.vcores = vcores;
    }

    static Report read(String text) {
      try {
        JsonNode metrics = BoundedRecordReader.json(text.getBytes(UTF_8)).path("clusterMetrics");
        return new Report(text, Amounts.of(metrics, "MB"), Amounts.of(metrics, "VirtualCores"));
      } catch (IOException e) {
        return new Report(text, Amounts.NONE, Amounts.NONE); // treated as not reported yet
      }
    }
  }

  /** The amounts of one resource. */
  private static final class Amounts {
    static final Amounts NONE = new Amounts(0, 0, 0);

    final double used;
    final double pending;
    final double all;

    private Amounts(double used, double pending, double all) {
      this.used = used;
      this.pending = pending;
      this.all = all;
    }

    /**
     * Reads the amounts; those that a ResourceManager does not report are 0. They can be negative
     * for a moment while it recovers; then they are 0, too.
     *
     * @throws IOException if an amount is none that a ResourceManager can report
     */
    static Amounts of(JsonNode metrics, String unit) throws IOException {
      double used =
          Math.max(0, amount(metrics, "allocated" + unit))
              + Math.max(0, amount(metrics, "reserved" + unit));
      double pending = Math.max(0, amount(metrics, "pending" + unit));
      // Schedulers that ignore a resource may report less than is used.
      double all = Math.max(0, used + amount(metrics, "available" + unit));
      return new Amounts(used, pending, all);
    }

    private static double amount(JsonNode metrics, String name) throws IOException {
      double amount = metrics.path(name).asDouble(0);
      if (!(Math.abs(amount) <= Long.MAX_VALUE)) { // nor NaN
        throw new IOException(name + " is " + amount);
      }
      return amount;
    }
  }
}
