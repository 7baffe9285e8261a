// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

import java.util.ArrayList;
import java.util.List;
import org.yarnext.benchmarks.report.ChartSeries;

/**
 * Time series of the share error of queues in a federation: the difference between a queue's memory
 * and its fair share of the whole federation, in percent of the share, averaged over all queues
 * (Hydra section 4.2.1). Not thread-safe.
 */
final class ShareErrorSeries {
  private final List<Double> seconds = new ArrayList<>();
  private final List<Double> errors = new ArrayList<>();

  /**
   * Adds a sample.
   *
   * @param atSeconds time since the start, in s, above that of the previous sample
   * @param usedMb memory of each queue's containers, in MB
   * @param fairMb share of each queue, in the same order, in MB, above 0
   */
  void add(double atSeconds, long[] usedMb, long[] fairMb) {
    double sum = 0;
    for (int q = 0; q < usedMb.length; q++) {
      sum += Math.abs(usedMb[q] - fairMb[q]) / (double) fairMb[q];
    }
    seconds.add(atSeconds);
    errors.add(100 * sum / usedMb.length);
  }

  /** Returns the mean error from a time on, in percent, weighted by time; NaN without samples. */
  double mean(double fromSeconds) {
    double sum = 0;
    double time = 0;
    for (int i = 1; i < seconds.size(); i++) {
      if (seconds.get(i) > fromSeconds) {
        double step = seconds.get(i) - Math.max(fromSeconds, seconds.get(i - 1));
        sum += errors.get(i) * step;
        time += step;
      }
    }
    return time == 0 ? Double.NaN : sum / time;
  }

  /** Returns the error over time. */
  ChartSeries series() {
    return new ChartSeries(
        seconds.stream().mapToDouble(Double::doubleValue).toArray(),
        errors.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
