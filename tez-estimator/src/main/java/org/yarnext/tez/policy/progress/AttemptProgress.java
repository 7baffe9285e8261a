// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.progress;

/**
 * Progress reports of one attempt, and the total run time that they predict: the elapsed time plus
 * the remaining time at the attempt's pace. The pace excludes the time before the first progress,
 * in which the container starts and waits. If the first report comes late and high, the pace after
 * it is too slow; then the average over the whole time, which predicts less, is used. The first
 * prediction in each tenth of progress is kept.
 *
 * <p>Tez's progress is that of the inputs. A task closes these before it sorts and writes the rest
 * of its output, and a closed {@code MRInput} reports no progress ({@code MRInput.getProgress}). So
 * a decrease means that all input has been read, unless progress rises again. Not thread-safe.
 */
public final class AttemptProgress {
  static final int TENTHS = 10;

  /** Minimum progress that is used. */
  private static final double MIN_PROGRESS = 0.02;

  /** Minimum decrease of progress that means that all input has been read. */
  private static final double FALL = 0.1;

  private final double[] reportedMs = new double[TENTHS];
  private double lastIdleMs;
  private double firstMs;
  private double firstProgress;
  private double progress;
  private double totalMs = Double.NaN;
  private double readMs;

  /**
   * Adds a report.
   *
   * @param now its progress, 0 to 1; anything else is ignored
   * @param elapsedMs since it was submitted; not less than in the report before
   */
  public void add(double now, double elapsedMs) {
    totalMs = Double.NaN;
    if (!(now >= 0 && now <= 1)) {
      return;
    }
    boolean fell = now <= progress - FALL || now < MIN_PROGRESS && progress >= MIN_PROGRESS;
    boolean rose = now > progress;
    progress = now;
    if (fell && readMs == 0) {
      readMs = elapsedMs;
    } else if (rose) {
      readMs = 0;
    }
    if (progress < MIN_PROGRESS && firstProgress == 0) {
      lastIdleMs = elapsedMs;
    } else if (progress >= MIN_PROGRESS && readMs == 0) {
      totalMs = predictedMs(elapsedMs);
    }
  }

  private double predictedMs(double elapsedMs) {
    if (firstProgress == 0) {
      firstProgress = progress;
      firstMs = elapsedMs;
    }
    double pace =
        progress - firstProgress >= MIN_PROGRESS && elapsedMs > firstMs
            ? (progress - firstProgress) / (elapsedMs - firstMs)
            : progress / (elapsedMs - lastIdleMs);
    if (!(pace > 0) || Double.isInfinite(pace)) {
      return Double.NaN;
    }
    double byAverage = elapsedMs / progress;
    double byPace = elapsedMs + (1 - progress) / pace;
    double predicted = Math.min(byPace, byAverage);
    int tenth = tenth(progress);
    if (reportedMs[tenth] == 0) {
      reportedMs[tenth] = predicted;
    }
    return predicted;
  }

  /** Returns the last reported progress, 0 to 1. */
  double progress() {
    return progress;
  }

  /**
   * Returns the total run time by its progress, in ms; NaN if unknown, or if all input has been
   * read.
   */
  double totalMs() {
    return totalMs;
  }

  /** Returns the elapsed time when all input had been read, in ms; 0 until then. */
  double readMs() {
    return readMs;
  }

  static int tenth(double progress) {
    return Math.min(TENTHS - 1, (int) (progress * TENTHS));
  }

  /** Returns the first prediction in a tenth, in ms; 0 if there was none. */
  double reportedMs(int tenth) {
    return reportedMs[tenth];
  }
}
