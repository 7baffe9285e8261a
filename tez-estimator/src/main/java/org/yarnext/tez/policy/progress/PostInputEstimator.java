// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.progress;

import java.util.List;

/**
 * Estimates how long an attempt that has read all of its input will have run in all when it has
 * sorted, combined and written what it made: as the attempts of its vertex that ended and took
 * longer than it has so far, in proportion to how long they read. Bounded. Not thread-safe.
 *
 * <p>Until that is learnt, what follows takes a sixth of what went before, and once it takes
 * longer, a third of what it has taken so far is expected to be left. Of what is known by its age
 * alone, a third is off by least in the median over all moments of it.
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
