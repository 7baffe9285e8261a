// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

import java.util.List;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Relative error of a model on measured runs that it was not fitted to: the absolute value of
 * predicted over measured, less one. Immutable.
 */
public final class FitQuality {
  /** Quality of a model that was not compared with any run. */
  public static final FitQuality UNKNOWN = new FitQuality(0, 0, 0);

  private final int runs;
  private final double medianError;
  private final double worstError;

  /**
   * Creates a quality.
   *
   * @param runs number of runs compared; 0 or more
   * @param medianError 0 or more; 0.05 is five percent
   * @param worstError at least {@code medianError}
   * @throws IllegalArgumentException naming the first value that is out of its range
   */
  public FitQuality(int runs, double medianError, double worstError) {
    ModelParameterValidator.that(runs >= 0, "the number of runs compared", runs, "0 or more");
    ModelParameterValidator.that(
        medianError >= 0 && ModelParameterValidator.isFinite(medianError),
        "the median error",
        medianError,
        "0 or more");
    ModelParameterValidator.that(
        worstError >= medianError && ModelParameterValidator.isFinite(worstError),
        "the worst error",
        worstError,
        "at least the median error, " + medianError);
    this.runs = runs;
    this.medianError = medianError;
    this.worstError = worstError;
  }

  /** Compares a model with runs; {@link #UNKNOWN} if there are none. */
  static FitQuality of(ElasticityModel model, List<RunMeasurement> runs)
      throws RefusedFitException {
    if (runs.isEmpty()) {
      return UNKNOWN;
    }
    double[] errors = new double[runs.size()];
    for (int i = 0; i < errors.length; i++) {
      RunMeasurement run = runs.get(i);
      double predicted = model.runTimeMs(run.memoryMb());
      if (Double.isInfinite(predicted)) {
        throw new RefusedFitException(
            "By the model a task cannot run with "
                + run.memoryMb()
                + " MB, but one did: correct its memory beside the heap, or remove that"
                + " run.");
      }
      errors[i] = Math.abs(predicted / run.ms() - 1);
    }
    return new FitQuality(errors.length, StatUtils.percentile(errors, 50), StatUtils.max(errors));
  }

  /** Returns the number of runs the model was compared with; 0 if its quality is unknown. */
  public int runs() {
    return runs;
  }

  /** Returns the median of the relative errors; 0 if there were no runs. */
  public double medianError() {
    return medianError;
  }

  /** Returns the largest of the relative errors; 0 if there were no runs. */
  public double worstError() {
    return worstError;
  }

  @Override
  public String toString() {
    return runs == 0
        ? "not compared with any run"
        : "median error " + medianError + ", worst " + worstError + " of " + runs + " runs";
  }
}
