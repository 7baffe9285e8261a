// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.minicluster.shell.AttemptRecord;

/**
 * Curve of a chart, such as a cumulative distribution or the number of running attempts over time:
 * points in ascending order of x.
 */
public final class ChartSeries {

  public final double[] x;
  public final double[] y;

  public ChartSeries(double[] x, double[] y) {
    this.x = x;
    this.y = y;
  }

  /** Returns the cumulative distribution of {@code values}, in percent, as a step function. */
  public static ChartSeries cumulativeShare(double[] values) {
    double[] x = new double[values.length + 1];
    double[] y = new double[values.length + 1];
    System.arraycopy(values, 0, x, 1, values.length);
    Arrays.sort(x);
    for (int i = 1; i <= values.length; i++) {
      y[i] = 100.0 * i / values.length;
    }
    return new ChartSeries(x, y);
  }

  /** Returns the number of running attempts over time in seconds, as a step function. */
  public static ChartSeries running(List<AttemptRecord> attempts) {
    TreeMap<Long, Integer> changes = new TreeMap<>();
    for (AttemptRecord a : attempts) {
      if (a.ran()) {
        change(changes, a.runStartMs, a.endMs);
      }
    }
    return sum(changes);
  }

  /**
   * Returns the number of attempts that a node had received but not started, over time in seconds,
   * as a step function.
   */
  public static ChartSeries queued(List<AttemptRecord> attempts) {
    TreeMap<Long, Integer> changes = new TreeMap<>();
    for (AttemptRecord a : attempts) {
      change(changes, a.startRequestedMs, a.ran() ? a.runStartMs : a.endMs);
    }
    return sum(changes);
  }

  private static void change(TreeMap<Long, Integer> changes, long from, long to) {
    changes.merge(from, 1, Integer::sum);
    changes.merge(to, -1, Integer::sum);
  }

  private static ChartSeries sum(TreeMap<Long, Integer> changes) {
    double[] x = new double[changes.size() + 1];
    double[] y = new double[changes.size() + 1];
    int i = 1;
    for (Long time : changes.keySet()) {
      x[i] = time / 1000.0;
      y[i] = y[i - 1] + changes.get(time);
      i++;
    }
    return new ChartSeries(x, y);
  }

  public double maxX() {
    return x.length == 0 ? 0 : StatUtils.max(x);
  }

  public double maxY() {
    return y.length == 0 ? 0 : StatUtils.max(y);
  }
}
