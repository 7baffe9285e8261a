// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.stat.StatUtils;

/** The relative errors of one estimator over some questions. Immutable. */
final class EstimateErrors {

  /** A thousand times the truth and more is no use, however much more. */
  private static final double NO_USE = 1_000;

  final int asked;
  private final double[] errors;

  /**
   * @param estimator its index in {@link EstimateRecord#ESTIMATORS}; questions that it did not
   *     answer count as asked alone
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

  /** The error that this share of the answers does not exceed; NaN without an answer. */
  double percentile(double percent) {
    return errors.length == 0 ? Double.NaN : StatUtils.percentile(errors, percent);
  }

  /** The same as it is shown. */
  String percent(double percentile) {
    double error = percentile(percentile);
    return Double.isNaN(error)
        ? "-"
        : error >= NO_USE ? "no use" : String.format(Locale.ROOT, "%.0f %%", 100 * error);
  }
}
