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

import java.util.Collection;
import java.util.Map;
import java.util.function.LongSupplier;
import org.yarnext.common.metrics.Counter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.policy.share.SubClusterDemand;

/** Shows how old the reports are that shares are made of, and how many are missing. Thread-safe. */
final class ReportAges {
  private static final long NONE = -1;

  private final LongSupplier clock;
  private final Counter roundsWithoutReport;
  private volatile long oldestMs = NONE;
  private volatile int leftOut;

  /**
   * @param clock within seconds of the store's, in ms
   */
  ReportAges(FeatureMetrics metrics, LongSupplier clock) {
    this.clock = clock;
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
   * @param writtenMs when each report was written, in ms of the store's clock
   * @param counted those that are neither too old nor absurd
   */
  void read(Map<String, Long> writtenMs, Collection<SubClusterDemand> counted) {
    oldestMs =
        counted.stream().mapToLong(report -> writtenMs.get(report.name())).min().orElse(NONE);
    leftOut = writtenMs.size() - counted.size();
    if (counted.isEmpty()) {
      roundsWithoutReport.increment();
    }
  }

  private long oldestAgeMs() {
    long oldest = oldestMs;
    return oldest == NONE ? NONE : Math.max(0, clock.getAsLong() - oldest);
  }
}
