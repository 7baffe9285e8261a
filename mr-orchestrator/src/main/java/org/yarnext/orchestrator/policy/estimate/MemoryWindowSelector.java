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
package org.yarnext.orchestrator.policy.estimate;

import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Selects how many of a task's latest windows the line of its memory goes through (section III-B1):
 * a tenth of all its windows to begin with, then more as long as they predict no worse than the
 * mean. Of the numbers that do, it is the largest that predicts about as well as the best of them.
 *
 * <p>How well a number of windows predicts is tried on the last windows, each foretold from those
 * before it. If a tenth predicts worse than the mean, fewer are tried. Stateless.
 */
final class MemoryWindowSelector {
  /** How many of the last windows are foretold to compare. */
  private static final int TRIED = 3;

  /** How much worse than the best is as good, as a share of the error of the mean. */
  private static final double AS_GOOD = 0.05;

  /**
   * @param phaseMean what the tasks of the phase use on average, in bytes; NaN if unknown, which
   *     compares with the mean of the task itself
   * @return 3 or more; 0 if the mean predicts better than every number, or it is too early to tell
   */
  int choose(UsageHistory own, double phaseMean) {
    int most = own.kept() - TRIED;
    int start = Math.min(most, tenth(own));
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
        ? grown(lines, most, meanError)
        : shrunk(own, start, meanError);
  }

  private static int grown(Lines lines, int most, double meanError) {
    double[] errors = new double[most + 1];
    int end = lines.windows;
    errors[end] = lines.error();
    double best = errors[end];
    while (end < most && (errors[end + 1] = lines.longer().error()) <= meanError) {
      end++;
      best = Math.min(best, errors[end]);
    }
    while (errors[end] > best + AS_GOOD * meanError) {
      end--;
    }
    return end;
  }

  private static int shrunk(UsageHistory own, int start, double meanError) {
    int most = 0;
    Lines lines = new Lines(own, RegressionEstimator.MIN_WINDOWS);
    while (lines.windows < start) {
      most = lines.error() <= meanError ? lines.windows : most;
      lines.longer();
    }
    return most;
  }

  /** The lines that foretell the last windows, each through as many windows before that one. */
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

    /** The same through one window more; there must be that many before each. */
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

  /** A tenth of all windows of the task, at least 3, and at most as many as are kept. */
  static int tenth(UsageHistory own) {
    long tenth = Math.max(RegressionEstimator.MIN_WINDOWS, (own.seen() + 9) / 10);
    return (int) Math.min(own.kept(), tenth);
  }

  /** The line through {@code windows} windows of memory, the latest being {@code back} ago. */
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
