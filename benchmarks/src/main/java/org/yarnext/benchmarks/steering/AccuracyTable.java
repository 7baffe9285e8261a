// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.RecentEstimator;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.estimate.UniformEstimator;

/**
 * Text table of how accurately the estimators predict recorded use (MROrchestrator, section IV-D).
 * Stateless.
 */
final class AccuracyTable {
  private AccuracyTable() {}

  /**
   * Returns the table as plain text for a terminal. Errors are shares of the use in the epoch, and
   * of the task's mean use. The latter do not grow in epochs in which a task hardly used anything.
   *
   * @param recordings a list of samples for each run; if empty, so is the text
   */
  static String text(EstimatorReplay replay, List<List<UsageSample>> recordings) {
    if (recordings.isEmpty()) {
      return "";
    }
    Map<String, EstimatorReplay.UsagePredictor> predictors = new LinkedHashMap<>();
    predictors.put("regression", replay.by(new RegressionEstimator()));
    predictors.put("recent", replay.by(new RecentEstimator()));
    predictors.put("uniform", replay.by(new UniformEstimator()));
    predictors.put("as in the epoch before", replay.asBefore());
    StringBuilder out =
        new StringBuilder(
            String.format(
                "%n%-36s%-12s%10s%10s%10s%12s%12s%n",
                "usage in the next epoch, predicted by",
                "",
                "epochs",
                "p50 [%]",
                "p90 [%]",
                "p50 of mean",
                "p90 of mean"));
    List<EstimatorReplay.UsagePredictor> all = new ArrayList<>(predictors.values());
    for (ResourceKind kind : ResourceKind.values()) {
      List<EstimatorReplay.Epoch> epochs = new ArrayList<>();
      recordings.forEach(recording -> epochs.addAll(replay.epochs(kind, recording, all)));
      Map<String, Double> means =
          epochs.stream()
              .collect(
                  Collectors.groupingBy(e -> e.container, Collectors.averagingDouble(e -> e.used)));
      int number = 0;
      for (String name : predictors.keySet()) {
        int predictor = number++;
        double[] ofUsed = epochs.stream().mapToDouble(e -> e.error(predictor)).toArray();
        double[] ofMean =
            epochs.stream()
                .mapToDouble(e -> e.missed(predictor) / means.get(e.container))
                .toArray();
        out.append(
            String.format(
                Locale.ROOT,
                "%-36s%-12s%10d%10.1f%10.1f%12.1f%12.1f%n",
                name,
                kind.name().toLowerCase(Locale.ROOT),
                epochs.size(),
                100 * StatUtils.percentile(ofUsed, 50),
                100 * StatUtils.percentile(ofUsed, 90),
                100 * StatUtils.percentile(ofMean, 50),
                100 * StatUtils.percentile(ofMean, 90)));
      }
    }
    return out.toString();
  }
}
