/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster.bench;

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
