// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.estimate;

import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.yarnext.orchestrator.policy.FinishTimeEstimator;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * History of one task's resource use: its latest windows, and the straight line through the CPU use
 * of all windows (section III-B1).
 *
 * <p>Its size is bounded, whatever the task's run time. Invalid samples, and samples less than half
 * a window after the last, are ignored, so that a clock that jumps back only costs samples. Not
 * thread-safe.
 */
public final class UsageHistory {
  private final double windowMs;
  private final UsageWindow[] latest;
  private final SimpleRegression cpuTrend = new SimpleRegression();
  private long seen;
  private double peakCpu;
  private double totalMs = Double.NaN;

  /**
   * @param windowMs length of a window, above 0
   * @param windows number of recent windows that are kept, 8 or more
   * @throws IllegalArgumentException if one is outside its range
   */
  public UsageHistory(double windowMs, int windows) {
    if (!(windowMs > 0) || windows < 8) {
      throw new IllegalArgumentException("windowMs=" + windowMs + " windows=" + windows);
    }
    this.windowMs = windowMs;
    latest = new UsageWindow[windows];
  }

  /**
   * Adds the next window.
   *
   * @return false if it was ignored as invalid or too close to the last one
   */
  public boolean add(UsageWindow sample) {
    if (!sample.isSane() || (seen > 0 && sample.atMs() - last().atMs() < windowMs / 2)) {
      return false;
    }
    latest[(int) (seen % latest.length)] = sample;
    seen++;
    double cpu = sample.used(ResourceKind.CPU);
    cpuTrend.addData(sample.atMs(), cpu);
    peakCpu = Math.max(peakCpu, cpu);
    double total = FinishTimeEstimator.totalMs(sample.atMs(), sample.progress());
    if (!Double.isNaN(total)) {
      totalMs = total;
    }
    return true;
  }

  /** Returns the number of windows so far, including those no longer kept. */
  public long seen() {
    return seen;
  }

  /** Returns the number of windows that are kept. */
  int kept() {
    return (int) Math.min(seen, latest.length);
  }

  /**
   * Returns one of the latest windows.
   *
   * @param back 0 for the last, below {@link #kept}
   */
  UsageWindow back(int back) {
    if (back < 0 || back >= kept()) {
      throw new IndexOutOfBoundsException(back + " of " + kept());
    }
    return latest[(int) ((seen - 1 - back) % latest.length)];
  }

  /** Returns the last window; there must be one. */
  UsageWindow last() {
    return back(0);
  }

  /** Returns the mean of the latest {@code windows} windows, 1 up to {@link #kept}. */
  double mean(ResourceKind kind, int windows) {
    double sum = 0;
    for (int i = 0; i < windows; i++) {
      sum += back(i).used(kind);
    }
    return sum / windows;
  }

  /**
   * Returns the CPU at a time on the line through all windows, in millicores; NaN for less than two
   * windows.
   */
  double cpuAt(double atMs) {
    return cpuTrend.predict(atMs);
  }

  /** Returns the maximum CPU of all windows, in millicores; 0 if there are none. */
  double peakCpu() {
    return peakCpu;
  }

  /**
   * Returns the run time from start to end by equation (1) and the latest known progress, in ms;
   * NaN if unknown.
   */
  public double totalMs() {
    return totalMs;
  }
}
