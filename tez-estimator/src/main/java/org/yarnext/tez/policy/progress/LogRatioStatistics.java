// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.progress;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Statistics of the ratios of run times to earlier estimates: median and spread of the logarithms
 * of the latest ones. Bounded. Not thread-safe.
 */
final class LogRatioStatistics {
  /** Minimum number of ratios. */
  private static final int MIN_RUNS = 3;

  private static final int WINDOW = 64;

  /** Standard deviation over the median distance, for a normal distribution. */
  private static final double SIGMA_OF_MEDIAN_DISTANCE = 1.4826;

  /** Minimum spread: nothing is trusted to better than 3 %. */
  private static final double MIN_SPREAD = 0.03;

  private final List<Double> oldestFirst = new ArrayList<>();

  void add(double ratio) {
    oldestFirst.add(Math.log(ratio));
    if (oldestFirst.size() > WINDOW) {
      oldestFirst.remove(0);
    }
  }

  /** Returns whether there are enough ratios. */
  boolean isLearnt() {
    return oldestFirst.size() >= MIN_RUNS;
  }

  /**
   * Returns the logarithms above that of a ratio.
   *
   * @return empty until enough are learnt
   */
  List<Double> above(double ratio) {
    List<Double> above = new ArrayList<>();
    if (isLearnt()) {
      double min = Math.log(ratio);
      oldestFirst.stream().filter(each -> each > min).forEach(above::add);
    }
    return above;
  }

  double middle() {
    return middle(oldestFirst);
  }

  double spread() {
    return spread(oldestFirst);
  }

  /**
   * Returns the median.
   *
   * @param logarithms one or more
   */
  static double middle(Collection<Double> logarithms) {
    return new Median().evaluate(logarithms.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /**
   * Returns the standard deviation, estimated from the median distance from the middle.
   *
   * @param logarithms one or more
   */
  static double spread(Collection<Double> logarithms) {
    double middle = middle(logarithms);
    List<Double> distances = new ArrayList<>();
    logarithms.forEach(each -> distances.add(Math.abs(each - middle)));
    return Math.max(MIN_SPREAD, SIGMA_OF_MEDIAN_DISTANCE * middle(distances));
  }
}
