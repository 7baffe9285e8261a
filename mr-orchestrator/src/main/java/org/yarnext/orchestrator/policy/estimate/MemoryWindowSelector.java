// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.estimate;

import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Selects the number of latest windows to which a task's memory line is fitted (section III-B1). It
 * starts with a tenth of all windows, and tries larger numbers as long as they predict no worse
 * than the mean. Of these it selects the largest number that predicts about as well as the best. If
 * a tenth predicts worse than the mean, it tries smaller numbers.
 *
 * <p>To measure the prediction error of a number, it predicts each of the last windows from that
 * many windows before it. Stateless.
 */
final class MemoryWindowSelector {
  /** Number of latest windows that are predicted to compare errors. */
  private static final int TRIED = 3;

  /** Excess error that still counts as good as the best, as a share of the mean's error. */
  private static final double TOLERANCE = 0.05;

  /**
   * Returns the number of windows to fit.
   *
   * @param phaseMean mean use of the phase's tasks in bytes; if NaN, the task's own mean takes its
   *     place
   * @return 3 or more; 0 if the mean predicts better than every number, or there are too few
   *     windows
   */
  int choose(UsageHistory own, double phaseMean) {
    int maxWindows = own.kept() - TRIED;
    int start = Math.min(maxWindows, tenth(own));
    if (start < RegressionEstimator.MIN_WINDOWS) {
      return 0;
    }
    double mean = Double.isNaN(phaseMean) ? own.mean(ResourceKind.MEMORY, own.kept()) : phaseMean;
    double meanError = 0;
    for (int i = 0; i < TRIED; i++) {
      meanError += Math.abs(mean - memory(own, i));
    }
    Lines lines = new Lines(own, start);
    return lines.error() <= meanError
        ? grown(lines, maxWindows, meanError)
        : shrunk(own, start, meanError);
  }

  private static int grown(Lines lines, int maxWindows, double meanError) {
    double[] errors = new double[maxWindows + 1];
    int end = lines.windows;
    errors[end] = lines.error();
    double best = errors[end];
    while (end < maxWindows && (errors[end + 1] = lines.longer().error()) <= meanError) {
      end++;
      best = Math.min(best, errors[end]);
    }
    while (errors[end] > best + TOLERANCE * meanError) {
      end--;
    }
    return end;
  }

  private static int shrunk(UsageHistory own, int start, double meanError) {
    int longest = 0;
    Lines lines = new Lines(own, RegressionEstimator.MIN_WINDOWS);
    while (lines.windows < start) {
      longest = lines.error() <= meanError ? lines.windows : longest;
      lines.longer();
    }
    return longest;
  }

  /** One line for each predicted window, fitted to the same number of windows before it. */
  private static final class Lines {
    private final UsageHistory own;
    private final SimpleRegression[] lines = new SimpleRegression[TRIED];
    private int windows;

    private Lines(UsageHistory own, int windows) {
      this.own = own;
      this.windows = windows;
      for (int i = 0; i < TRIED; i++) {
        lines[i] = line(own, i + 1, windows);
      }
    }

    /** Extends each line by one window, which must exist. */
    private Lines longer() {
      for (int i = 0; i < TRIED; i++) {
        int next = i + 1 + windows;
        lines[i].addData(own.back(next).atMs(), memory(own, next));
      }
      windows++;
      return this;
    }

    private double error() {
      double error = 0;
      for (int i = 0; i < TRIED; i++) {
        double foretold = lines[i].predict(own.back(i).atMs());
        error += Math.abs(Math.max(0, foretold) - memory(own, i));
      }
      return error;
    }
  }

  /** Returns a tenth of all windows of the task, at least 3 and at most the number kept. */
  static int tenth(UsageHistory own) {
    long tenth = Math.max(RegressionEstimator.MIN_WINDOWS, (own.seen() + 9) / 10);
    return (int) Math.min(own.kept(), tenth);
  }

  /**
   * Fits a line to {@code windows} windows of memory, the latest of them {@code back} windows ago.
   */
  static SimpleRegression line(UsageHistory own, int back, int windows) {
    SimpleRegression line = new SimpleRegression();
    for (int i = back; i < back + windows; i++) {
      line.addData(own.back(i).atMs(), memory(own, i));
    }
    return line;
  }

  private static double memory(UsageHistory own, int back) {
    return own.back(back).used(ResourceKind.MEMORY);
  }
}
