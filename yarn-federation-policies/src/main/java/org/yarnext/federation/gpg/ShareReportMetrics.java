// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gpg;

import java.util.Collections;
import java.util.List;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.store.ShareStore;

/**
 * Metrics of the reports that shares are computed from: their age, and the number of missing ones.
 * Thread-safe.
 */
final class ShareReportMetrics {
  private static final long NONE = -1;

  private final EventCounter roundsWithoutReport;
  private volatile List<ShareStore.Report> counted = Collections.emptyList();
  private volatile int omitted;

  ShareReportMetrics(FeatureMetrics metrics) {
    metrics.gauge(
        "OldestReportAgeMillis",
        "Age of the oldest report used for the latest shares, in ms; -1 if there is none",
        this::oldestAgeMs);
    metrics.gauge(
        "SubClustersIgnored",
        "Sub-clusters whose report was too old or implausible in the latest round",
        () -> omitted);
    roundsWithoutReport =
        metrics.counter("RoundsWithoutReport", "Rounds without a usable report of any sub-cluster");
  }

  /**
   * Records the reports that a round read.
   *
   * @param found the number of reports
   * @param fresh the reports that are neither stale nor invalid
   */
  void read(int found, List<ShareStore.Report> fresh) {
    counted = fresh;
    omitted = found - fresh.size();
    if (fresh.isEmpty()) {
      roundsWithoutReport.increment();
    }
  }

  private long oldestAgeMs() {
    return counted.stream().mapToLong(report -> report.age().minMs()).max().orElse(NONE);
  }
}
