// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.contention;

import java.util.Arrays;

/**
 * Robust statistics of values: how far one is from the median of the others, in units of their
 * median distance from it. Neither a few outliers nor the value itself distort the result.
 *
 * <p>If there are few values, the one in question is left out; if there are many, it makes no
 * difference. Immutable.
 */
final class PeerStatistics {
  /**
   * With this many values or more, a value's own part in the statistics is negligible and stays in.
   */
  private static final int MANY = 16;

  /** Ratio of a normal distribution's sigma to its median distance from the median. */
  private static final double SIGMA_OF_MEDIAN_DISTANCE = 1.4826;

  private final double[] sorted;
  private final double minSpread;
  private final Normal all;

  /** Median and spread of a set of values. */
  private static final class Normal {
    private final double centre;
    private final double sigma;

    private Normal(double centre, double sigma) {
      this.centre = centre;
      this.sigma = sigma;
    }
  }

  /**
   * @param values 0 or more each, none NaN
   * @param minSpread minimum sigma as a share of the median, above 0
   */
  PeerStatistics(double[] values, double minSpread) {
    this.sorted = values.clone();
    Arrays.sort(sorted);
    this.minSpread = minSpread;
    this.all = sorted.length < MANY ? null : normal(sorted);
  }

  int size() {
    return sorted.length;
  }

  /** Returns the median of the other values; NaN if there are none. */
  double centre(double own) {
    return others(own).centre;
  }

  /**
   * Returns the distance from the others' median in sigmas, negative below it; 0 if there are none.
   */
  double sigmas(double own) {
    Normal others = others(own);
    if (Double.isNaN(others.centre) || own == others.centre) {
      return 0;
    }
    return (own - others.centre) / others.sigma;
  }

  private Normal others(double own) {
    if (all != null) {
      return all;
    }
    int at = Arrays.binarySearch(sorted, own);
    if (at < 0) {
      return normal(sorted);
    }
    double[] without = new double[sorted.length - 1];
    System.arraycopy(sorted, 0, without, 0, at);
    System.arraycopy(sorted, at + 1, without, at, without.length - at);
    return normal(without);
  }

  private Normal normal(double[] values) {
    if (values.length == 0) {
      return new Normal(Double.NaN, Double.NaN);
    }
    double centre = median(values);
    double[] distances = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      distances[i] = Math.abs(values[i] - centre);
    }
    Arrays.sort(distances);
    double sigma = SIGMA_OF_MEDIAN_DISTANCE * median(distances);
    return new Normal(centre, Math.max(sigma, minSpread * centre));
  }

  private static double median(double[] values) {
    int middle = values.length / 2;
    return values.length % 2 == 1
        ? values[middle]
        : values[middle - 1] + (values[middle] - values[middle - 1]) / 2;
  }
}
