// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.stat.StatUtils;

/** Relative errors of one estimator of run times, over many estimates. Immutable. */
final class EstimateErrors {

  /** Errors from this factor on are useless, and shown without a number. */
  private static final double NO_USE = 1_000;

  final int asked;
  private final double[] errors;

  /**
   * Collects the errors.
   *
   * @param estimator its index in {@link EstimateRecord#ESTIMATORS}; questions that it did not
   *     answer count as asked but have no error
   */
  EstimateErrors(List<EstimateRecord> records, int estimator) {
    this.asked = records.size();
    this.errors =
        records.stream()
            .filter(r -> r.answered(estimator))
            .mapToDouble(r -> r.error(estimator))
            .toArray();
  }

  int answered() {
    return errors.length;
  }

  /** Returns a percentile of the errors, or NaN if nothing was answered. */
  double percentile(double percent) {
    return errors.length == 0 ? Double.NaN : StatUtils.percentile(errors, percent);
  }

  /** Returns a percentile of the errors as text. */
  String percent(double percentile) {
    double error = percentile(percentile);
    return Double.isNaN(error)
        ? "-"
        : error >= NO_USE ? "no use" : String.format(Locale.ROOT, "%.0f %%", 100 * error);
  }
}
