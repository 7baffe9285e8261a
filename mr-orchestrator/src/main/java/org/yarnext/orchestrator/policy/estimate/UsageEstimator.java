// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.estimate;

import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Estimates how much of a resource a task needs in the next epoch (section III-B).
 *
 * <p>Called for each task, resource and epoch by the thread of the NodeManager's orchestrator,
 * without a deadline; implementations keep no state between calls, change nothing they are given
 * and do not block.
 */
public interface UsageEstimator {
  /**
   * Estimates a task's need.
   *
   * @param kind the resource to estimate
   * @param own the task's usage so far; not null
   * @param phase the usage of its phase, including the task; not null, {@link PhaseUsage#unknown}
   *     if unknown
   * @param aheadMs how far after the task's last window, in ms, 0 or more
   * @return in millicores or bytes, 0 or more; a null value if no estimate is possible
   */
  Decision<Double> estimate(ResourceKind kind, UsageHistory own, PhaseUsage phase, double aheadMs);
}
