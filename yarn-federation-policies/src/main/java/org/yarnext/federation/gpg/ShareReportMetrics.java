/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.federation.gpg;

import java.util.Collections;
import java.util.List;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.store.ShareStore;

/**
 * Metrics of the reports that shares are made of: how old they are, and how many are missing.
 * Thread-safe.
 */
final class ShareReportMetrics {
  private static final long NONE = -1;

  private final EventCounter roundsWithoutReport;
  private volatile List<ShareStore.Report> counted = Collections.emptyList();
  private volatile int leftOut;

  ShareReportMetrics(FeatureMetrics metrics) {
    metrics.gauge(
        "OldestReportAgeMillis",
        "How old the oldest report is by now that shares were made of; -1 without any",
        this::oldestAgeMs);
    metrics.gauge(
        "SubClustersLeftOut",
        "Sub-clusters whose report was too old or absurd in the last round",
        () -> leftOut);
    roundsWithoutReport =
        metrics.counter("RoundsWithoutReport", "Rounds in which no sub-cluster's report counted");
  }

  /**
   * A round read what there is.
   *
   * @param found how many reports there are
   * @param fresh those that are neither too old nor absurd
   */
  void read(int found, List<ShareStore.Report> fresh) {
    counted = fresh;
    leftOut = found - fresh.size();
    if (fresh.isEmpty()) {
      roundsWithoutReport.increment();
    }
  }

  private long oldestAgeMs() {
    return counted.stream().mapToLong(report -> report.age().minMs()).max().orElse(NONE);
  }
}
