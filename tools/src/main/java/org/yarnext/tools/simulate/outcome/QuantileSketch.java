// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

import java.util.Arrays;

/**
 * Distribution of non-negative numbers in bounded size: exact count, mean and extremes, and
 * quantiles within 2.5 %. Not thread-safe.
 */
public final class QuantileSketch {
  private static final double GROWTH = Math.log(1.05);
  private static final int BUCKETS = 700;

  private final long[] buckets = new long[BUCKETS];
  private long count;
  private double sum;
  private double min = Double.POSITIVE_INFINITY;
  private double max;

  /** Adds a value; negative values count as 0. */
  public void add(double value) {
    double v = Math.max(0, value);
    count++;
    sum += v;
    min = Math.min(min, v);
    max = Math.max(max, v);
    buckets[v < 1 ? 0 : Math.min(BUCKETS - 1, 1 + (int) (Math.log(v) / GROWTH))]++;
  }

  public long count() {
    return count;
  }

  public double sum() {
    return sum;
  }

  /** Returns the mean; 0 if there are no values. */
  public double mean() {
    return count == 0 ? 0 : sum / count;
  }

  /** Returns the minimum; 0 if there are no values. */
  public double min() {
    return count == 0 ? 0 : min;
  }

  /** Returns the maximum; 0 if there are no values. */
  public double max() {
    return max;
  }

  /**
   * Returns a quantile, approximately; 0 for quantiles below 1.
   *
   * @param share 0 to 1
   */
  public double quantile(double share) {
    long wanted = Math.max(1, (long) Math.ceil(share * count));
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += buckets[i];
      if (seen >= wanted) {
        double middle = i == 0 ? 0 : Math.exp((i - 0.5) * GROWTH);
        return Math.min(max, Math.max(min(), middle));
      }
    }
    return 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QuantileSketch
        && Arrays.equals(((QuantileSketch) other).buckets, buckets)
        && ((QuantileSketch) other).sum == sum;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(buckets);
  }
}
