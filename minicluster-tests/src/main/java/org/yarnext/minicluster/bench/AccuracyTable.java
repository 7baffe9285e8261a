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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.estimate.UniformEstimator;

/** How well the estimators foretell what was recorded (MROrchestrator, section IV-D). Stateless. */
final class AccuracyTable {
  private AccuracyTable() {}

  /**
   * Plain text for a terminal.
   *
   * @param recordings each of one run; may be empty, and then so is the text
   */
  static String text(EstimatorReplay replay, List<List<UsageSample>> recordings) {
    if (recordings.isEmpty()) {
      return "";
    }
    Map<String, EstimatorReplay.Foreteller> foretellers = new LinkedHashMap<>();
    foretellers.put("regression", replay.by(new RegressionEstimator()));
    foretellers.put("uniform", replay.by(new UniformEstimator()));
    foretellers.put("as in the epoch before", replay.asBefore());
    StringBuilder out =
        new StringBuilder(
            String.format(
                "%n%-36s%-12s%10s%10s%10s%n",
                "use in the next epoch, foretold by", "", "epochs", "p50 [%]", "p90 [%]"));
    for (ResourceKind kind : ResourceKind.values()) {
      foretellers.forEach(
          (name, foreteller) -> {
            double[] errors = errors(replay, recordings, kind, foreteller);
            out.append(
                String.format(
                    Locale.ROOT,
                    "%-36s%-12s%10d%10.1f%10.1f%n",
                    name,
                    kind.name().toLowerCase(Locale.ROOT),
                    errors.length,
                    100 * StatUtils.percentile(errors, 50),
                    100 * StatUtils.percentile(errors, 90)));
          });
    }
    return out.toString();
  }

  private static double[] errors(
      EstimatorReplay replay,
      List<List<UsageSample>> recordings,
      ResourceKind kind,
      EstimatorReplay.Foreteller foreteller) {
    List<Double> all = new ArrayList<>();
    for (List<UsageSample> recording : recordings) {
      for (double error : replay.errors(kind, recording, foreteller)) {
        all.add(error);
      }
    }
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
