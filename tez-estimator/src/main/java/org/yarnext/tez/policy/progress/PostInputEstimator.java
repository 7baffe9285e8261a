// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.progress;

import java.util.List;

/**
 * Estimates the total run time of an attempt that has read all its input but is still working, from
 * how long earlier attempts of its vertex took after reading theirs. It is based on ended attempts
 * of the vertex that took longer than this one so far, and on the ratios of their run times to
 * their reading times. Bounded. Not thread-safe.
 *
 * <p>Before such ratios are known, the work after reading is assumed to take a sixth of the reading
 * time; once it has taken longer, another third of the time that it has taken so far. If only the
 * age of some work is known, a third gives the smallest median error over all moments of it.
 */
public final class PostInputEstimator {
  /** Value of {@link ProgressCalibration} for an attempt that has just read all input. */
  private static final double UNKNOWN_SHARE = ProgressCalibration.UNKNOWN_AT_LAST;

  private static final double UNKNOWN_LEFT = 1 / 3.0;
  private static final double UNKNOWN_SPREAD = 0.3;

  /** Ratios of the run time to the reading time of ended attempts. */
  private final LogRatioStatistics ratios = new LogRatioStatistics();

  /** Learns from a successful attempt that reported when it had read all input. */
  public void learn(AttemptProgress reports, double ranMs) {
    double readMs = reports.readMs();
    if (readMs > 0 && ranMs >= readMs) {
      ratios.add(ranMs / readMs);
    }
  }

  /**
   * Estimates the total run time.
   *
   * @param readMs reading time, above 0
   * @param elapsedMs since it was submitted, no less
   * @return in ms, not less than elapsed
   */
  double totalMs(double readMs, double elapsedMs) {
    List<Double> longer = ratios.above(elapsedMs / readMs);
    if (!longer.isEmpty()) {
      return Math.max(elapsedMs, readMs * Math.exp(LogRatioStatistics.middle(longer)));
    }
    double left = (elapsedMs - readMs) * UNKNOWN_LEFT;
    double min = ratios.isLearnt() ? 0 : readMs * Math.exp(UNKNOWN_SHARE);
    return Math.max(min, elapsedMs + left);
  }

  /** Returns the spread of the logarithm of that estimate. */
  double spread(double readMs, double elapsedMs) {
    List<Double> longer = ratios.above(elapsedMs / readMs);
    return longer.isEmpty() ? UNKNOWN_SPREAD : LogRatioStatistics.spread(longer);
  }
}
