// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.estimate;

import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.FinishTimeEstimator;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Estimates a task's need by extending a straight line through its use (section III-B1). For CPU
 * the line goes through the whole history and is scaled so that the task ends with its peers. For
 * memory it goes through as many recent windows as predict no worse than the mean; if no number
 * does, the mean is used.
 */
public final class RegressionEstimator implements UsageEstimator {
  /** Minimum number of points of a line: through two points it always fits. */
  static final int MIN_WINDOWS = 3;

  /** Maximum extrapolation, as a factor of the maximum use seen. */
  static final double MAX_GROWTH = 1.5;

  /** Maximum factor by which one estimate speeds up or slows down a task. */
  static final double MAX_SCALING = 2;

  private final UniformEstimator uniform = new UniformEstimator();
  private final MemoryWindowSelector recent = new MemoryWindowSelector();

  @Override
  public Decision<Double> estimate(
      ResourceKind kind, UsageHistory own, PhaseUsage phase, double aheadMs) {
    if (own.kept() < MIN_WINDOWS) {
      return meanOf(kind, own, phase, UsageEstimateReason.ESTIMATE_SHORT_HISTORY);
    }
    return kind == ResourceKind.CPU ? cpu(own, phase, aheadMs) : memory(own, phase, aheadMs);
  }

  private static Decision<Double> cpu(UsageHistory own, PhaseUsage phase, double aheadMs) {
    double line = own.cpuAt(own.last().atMs() + aheadMs);
    double trend = within(line, MAX_GROWTH * own.peakCpu());
    return toTarget(
        trend,
        own,
        phase,
        UsageEstimateReason.ESTIMATE_TREND,
        UsageEstimateReason.ESTIMATE_TREND_TO_TARGET);
  }

  /**
   * Scales the trend so that the task ends with its peers.
   *
   * @param unscaled the reason if their end is unknown
   */
  static Decision<Double> toTarget(
      double trend,
      UsageHistory own,
      PhaseUsage phase,
      UsageEstimateReason unscaled,
      UsageEstimateReason scaled) {
    double alpha = alpha(own, phase);
    return Decision.of(
            Double.isNaN(alpha) ? trend : trend / alpha, Double.isNaN(alpha) ? unscaled : scaled)
        .with("windows", own.seen())
        .with("trendMillicores", trend)
        .with("alpha", alpha);
  }

  /**
   * Returns the factor of equation (2) that makes the task end with its median peer; NaN if
   * unknown.
   */
  private static double alpha(UsageHistory own, PhaseUsage phase) {
    double total = own.totalMs();
    double elapsed = own.last().atMs();
    if (Double.isNaN(total) || Double.isNaN(phase.typicalTotalMs()) || total <= elapsed) {
      return Double.NaN;
    }
    double alpha = FinishTimeEstimator.alphaFor(elapsed, elapsed / total, phase.typicalTotalMs());
    return Math.min(MAX_SCALING, Math.max(1 / MAX_SCALING, alpha));
  }

  private Decision<Double> memory(UsageHistory own, PhaseUsage phase, double aheadMs) {
    int windows = recent.choose(own, phase.mean(ResourceKind.MEMORY));
    if (windows == 0) {
      return meanOf(ResourceKind.MEMORY, own, phase, UsageEstimateReason.ESTIMATE_MEAN_IS_BETTER);
    }
    SimpleRegression line = MemoryWindowSelector.line(own, 0, windows);
    double maxSeen = 0;
    for (int i = 0; i < windows; i++) {
      maxSeen = Math.max(maxSeen, own.back(i).used(ResourceKind.MEMORY));
    }
    double need = within(line.predict(own.last().atMs() + aheadMs), MAX_GROWTH * maxSeen);
    return Decision.of(need, UsageEstimateReason.ESTIMATE_RECENT_TREND).with("windows", windows);
  }

  /** Returns the peers' mean, or the task's own if there are no peers. */
  private Decision<Double> meanOf(
      ResourceKind kind, UsageHistory own, PhaseUsage phase, UsageEstimateReason why) {
    Decision<Double> mean = uniform.estimate(kind, own, phase, 0);
    if (mean.value() == null && own.kept() == 0) {
      return mean;
    }
    double value =
        mean.value() == null ? own.mean(kind, MemoryWindowSelector.tenth(own)) : mean.value();
    return Decision.of(value, why).with("peers", phase.tasks()).with("windows", own.seen());
  }

  private static double within(double value, double maxSeen) {
    return Math.max(0, Math.min(value, maxSeen));
  }
}
