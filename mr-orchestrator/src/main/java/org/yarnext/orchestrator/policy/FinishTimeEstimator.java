// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy;

/**
 * Estimates from a task's progress (section III-A) when it ends with unchanged resources, by
 * equation (1), and by which factor its remaining time must change so that it ends at another time,
 * by equation (2).
 *
 * <p>Stateless. Times are in milliseconds. The result is NaN if it is unknown: for arguments that
 * are NaN or negative, a progress outside 0 to 1, or a time beyond a century.
 */
public final class FinishTimeEstimator {
  /**
   * Maximum plausible time (100 years), in ms. Longer estimates come from a progress of almost 0
   * and are unknown.
   */
  static final double MAX_MS = 100 * 365.25 * 86_400_000;

  private FinishTimeEstimator() {}

  /**
   * Equation (1): {@code T = T' (1 - progress) / progress}.
   *
   * @param elapsedMs T', how long the task has run
   * @param progress above 0, at most 1
   * @return NaN if an argument is outside its range
   */
  static double remainingMs(double elapsedMs, double progress) {
    return elapsedMs >= 0 && progress > 0 && progress <= 1
        ? time(elapsedMs * (1 - progress) / progress)
        : Double.NaN;
  }

  /** Returns how long the task runs from start to end if its resources stay the same, in ms. */
  public static double totalMs(double elapsedMs, double progress) {
    return time(elapsedMs + remainingMs(elapsedMs, progress));
  }

  /**
   * The {@code alpha} of equation (2), a factor of the remaining time, with which a task runs
   * {@code targetTotalMs} in all: below 1 if it must become faster, 0 if the target has passed, 1
   * if it has nothing left to do.
   */
  public static double alphaFor(double elapsedMs, double progress, double targetTotalMs) {
    double remaining = remainingMs(elapsedMs, progress);
    if (Double.isNaN(remaining) || !(targetTotalMs >= 0)) {
      return Double.NaN;
    }
    double alpha = remaining == 0 ? 1 : Math.max(0, targetTotalMs - elapsedMs) / remaining;
    return Double.isInfinite(alpha) ? Double.NaN : alpha;
  }

  /**
   * Extrapolates a task's progress, assuming that it continues at its average speed.
   *
   * @param progress when it was observed, 0 to 1
   * @param elapsedThenMs how long the task had run then
   * @param elapsedMs how long it has run now, at least {@code elapsedThenMs}
   * @return at most 1; NaN if an argument is outside its range
   */
  public static double progressNow(double progress, double elapsedThenMs, double elapsedMs) {
    boolean isKnown =
        progress >= 0 && progress <= 1 && elapsedThenMs > 0 && elapsedMs >= elapsedThenMs;
    return isKnown ? Math.min(1, progress * elapsedMs / elapsedThenMs) : Double.NaN;
  }

  /**
   * Returns the progress of a task with a known total run time.
   *
   * @return at most 1; NaN if the total is unknown
   */
  public static double progressOf(double totalMs, double elapsedMs) {
    return totalMs > 0 && elapsedMs >= 0 ? Math.min(1, elapsedMs / totalMs) : Double.NaN;
  }

  private static double time(double ms) {
    return ms <= MAX_MS ? ms : Double.NaN;
  }
}
