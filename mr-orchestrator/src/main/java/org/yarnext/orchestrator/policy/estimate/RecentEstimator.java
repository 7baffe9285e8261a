// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.estimate;

import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Estimates CPU from a task's recent use: the median of the windows of its last two epochs, scaled
 * like {@link RegressionEstimator}'s line so that the task ends with its peers. Memory is estimated
 * as there. This estimator is an addition to the schemes of section III-B.
 *
 * <p>A line through the whole history includes the start of the JVM, which takes more CPU than the
 * rest. The line then predicts a decrease that ended long ago. On a crowded node it also includes
 * the random amounts that other tasks left.
 */
public final class RecentEstimator implements UsageEstimator {
  private static final double EPOCHS = 2;

  private final RegressionEstimator regression = new RegressionEstimator();

  @Override
  public Decision<Double> estimate(
      ResourceKind kind, UsageHistory own, PhaseUsage phase, double aheadMs) {
    return kind == ResourceKind.MEMORY || own.kept() < RegressionEstimator.MIN_WINDOWS
        ? regression.estimate(kind, own, phase, aheadMs)
        : RegressionEstimator.toTarget(
            middle(own, EPOCHS * aheadMs),
            own,
            phase,
            UsageEstimateReason.ESTIMATE_RECENT_MEDIAN,
            UsageEstimateReason.ESTIMATE_RECENT_MEDIAN_TO_TARGET);
  }

  private static double middle(UsageHistory own, double lastMs) {
    double fromMs = own.last().atMs() - lastMs;
    int windows = RegressionEstimator.MIN_WINDOWS;
    while (windows < own.kept() && own.back(windows).atMs() > fromMs) {
      windows++;
    }
    double[] used = new double[windows];
    for (int i = 0; i < windows; i++) {
      used[i] = own.back(i).used(ResourceKind.CPU);
    }
    return new Median().evaluate(used);
  }
}
