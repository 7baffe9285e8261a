// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.estimate;

import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Estimates the same need for every task of a phase: the mean use of its tasks (section III-B2).
 */
public final class UniformEstimator implements UsageEstimator {
  @Override
  public Decision<Double> estimate(
      ResourceKind kind, UsageHistory own, PhaseUsage phase, double aheadMs) {
    double mean = phase.mean(kind);
    return mean >= 0
        ? Decision.of(mean, UsageEstimateReason.ESTIMATE_UNIFORM).with("peers", phase.tasks())
        : Decision.of(null, UsageEstimateReason.ESTIMATE_UNKNOWN);
  }
}
