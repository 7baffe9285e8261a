// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.progress;

import org.yarnext.tez.policy.estimate.SurvivalEstimator;

/**
 * Estimates the total run time of a running attempt. It combines the attempt's progress, as far as
 * that is reliable (see {@link ProgressCalibration}), or its reading time once it has read all
 * input ({@link PostInputEstimator}), with the run times of tasks that ran as long. A source has
 * more weight the less it varies. Stateless.
 *
 * <p>Progress alone, as in Tez's own estimators, predicts badly for an attempt that has just begun,
 * and nothing for one that has not reported.
 */
public final class AttemptRunTimeEstimator {
  /** Minimum spread of other tasks' times until many have ended, as a logarithm. */
  private static final double UNCERTAIN = 0.5;

  private static final double MIN_SPREAD = 0.03;
  private static final double LOW = 0.16;
  private static final double MIDDLE = 0.5;
  private static final double HIGH = 0.84;

  private final ProgressCalibration trust;
  private final PostInputEstimator after;

  public AttemptRunTimeEstimator(ProgressCalibration trust, PostInputEstimator after) {
    this.trust = trust;
    this.after = after;
  }

  /**
   * Estimates the total run time of an attempt.
   *
   * @param runTimes the distribution of such tasks; null if unknown
   * @param ended number of ended tasks that it is based on
   * @param elapsedMs 0 or more
   * @param reports its progress, last reported now
   * @return in ms, not less than elapsed; -1 if neither others nor its progress give an estimate
   */
  public double totalMs(
      SurvivalEstimator runTimes, long ended, double elapsedMs, AttemptProgress reports) {
    double middle = runTimes == null ? Double.NaN : runTimes.quantileBeyond(elapsedMs, MIDDLE);
    double byProgress;
    double spread;
    if (reports.readMs() > 0) {
      byProgress = Math.log(after.totalMs(reports.readMs(), elapsedMs));
      spread = after.spread(reports.readMs(), elapsedMs);
    } else if (reports.totalMs() > 0) {
      byProgress = Math.log(reports.totalMs()) + trust.correction(reports.progress());
      spread = trust.spread(reports.progress());
    } else {
      return runTimes == null
          ? -1
          : Math.max(elapsedMs, Double.isNaN(middle) ? runTimes.meanBeyond(elapsedMs) : middle);
    }
    double total = byProgress;
    if (middle > 0) {
      double ofItself = precision(spread);
      double ofOthers = precision(spreadOfOthers(runTimes, ended, elapsedMs));
      total = (ofItself * byProgress + ofOthers * Math.log(middle)) / (ofItself + ofOthers);
    }
    return Math.max(elapsedMs, Math.exp(total));
  }

  private static double precision(double spread) {
    return 1 / (spread * spread);
  }

  /**
   * Returns the spread of other tasks. If not even the slower ones are known yet, the faster ones
   * say little.
   */
  private static double spreadOfOthers(SurvivalEstimator runTimes, long ended, double elapsedMs) {
    double low = Math.max(1, runTimes.quantileBeyond(elapsedMs, LOW));
    double high = runTimes.quantileBeyond(elapsedMs, HIGH);
    double spread =
        Double.isNaN(high) ? 2 * UNCERTAIN : Math.max(MIN_SPREAD, Math.log(high / low) / 2);
    return Math.sqrt(spread * spread + UNCERTAIN * UNCERTAIN / (1 + ended));
  }
}
