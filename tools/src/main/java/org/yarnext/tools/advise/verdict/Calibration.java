// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise.verdict;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * Accuracy of the simulated stock cluster: the ratios of simulated to measured job times.
 * Immutable.
 */
public final class Calibration {
  private static final int MANY_JOBS = 20;
  private static final int MIN_JOBS = 5;
  private static final double CLOSE = 1.25;
  private static final double NEAR = 2;

  /** Confidence of a prediction. */
  public enum Confidence {
    LOW,
    MEDIUM,
    HIGH
  }

  private final double[] ratios;

  private Calibration(double[] ratios) {
    this.ratios = ratios;
  }

  /**
   * Compares jobs.
   *
   * @param simulated times with stock
   * @param measuredMs by the id of a job; may be empty
   */
  public static Calibration of(SimulatedTimes simulated, Map<Integer, Long> measuredMs) {
    return new Calibration(
        measuredMs.entrySet().stream()
            .mapToDouble(job -> simulated.meanMs(job.getKey()) / job.getValue())
            .filter(Double::isFinite)
            .sorted()
            .toArray());
  }

  /** Returns the number of jobs that were compared. */
  public int jobs() {
    return ratios.length;
  }

  /**
   * Returns a quantile of the ratios; NaN if there are none.
   *
   * @param share 0 to 1
   */
  public double quantile(double share) {
    return ratios.length == 0
        ? Double.NaN
        : ratios[Math.max(0, (int) Math.ceil(share * ratios.length) - 1)];
  }

  public double median() {
    return quantile(0.5);
  }

  /** Returns the confidence that these ratios justify. */
  public Confidence confidence() {
    if (jobs() >= MANY_JOBS && isWithin(CLOSE, 0.5) && isWithin(NEAR, 0.1, 0.9)) {
      return Confidence.HIGH;
    }
    return jobs() >= MIN_JOBS && isWithin(NEAR, 0.5) ? Confidence.MEDIUM : Confidence.LOW;
  }

  private boolean isWithin(double factor, double... shares) {
    return Arrays.stream(shares)
        .map(this::quantile)
        .allMatch(ratio -> ratio <= factor && ratio >= 1 / factor);
  }

  /** Returns a sentence. */
  @Override
  public String toString() {
    return jobs() == 0
        ? "The history has no job times with which to compare the simulated stock cluster."
        : String.format(
            Locale.ROOT,
            "With stock, simulated jobs take %.2f times as long as the real ones (median of %d"
                + " jobs; 8 of 10 are between %.2f and %.2f).",
            median(),
            jobs(),
            quantile(0.1),
            quantile(0.9));
  }
}
