// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

import org.yarnext.common.decision.Decision;

/**
 * Computes the multiple of its share that each task of a node weighs, so that CPU which no
 * container has asked for goes to tasks: run-time demand instead of what was guessed at the start
 * is what the orchestrator is for (section II-A).
 *
 * <p>The kernel divides a full node by what those that run have asked for. So on a node that is
 * half handed out a container has twice what its token says for as long as it wants it, whether
 * anybody waits for it or not. Weighed by this, all that are no tasks keep together what their
 * tokens say, of the whole node, and tasks have the rest among them as before. Stateless.
 */
public final class SpareCpuPolicy {
  /** Smaller changes of the weight, as a share of it, are not written. */
  private static final double MIN_CHANGE = 0.02;

  private SpareCpuPolicy() {}

  /**
   * Returns the weight of the tasks.
   *
   * @param capacity capacity of the node, in millicores
   * @param tasks sum of the amounts of tasks and their Application Masters, in millicores
   * @param others sum of the amounts of all other containers, in millicores
   * @return 1 or more
   */
  public static Decision<Double> weight(double capacity, double tasks, double others) {
    double weight = tasks > 0 ? (capacity - others) / tasks : 1;
    Decision<Double> decision =
        weight > 1
            ? Decision.of(weight, PlanReason.PLAN_SPARE_TO_TASKS)
            : Decision.of(1.0, PlanReason.PLAN_NOTHING_SPARE);
    return decision
        .with("capacityMillicores", capacity)
        .with("tasksMillicores", tasks)
        .with("othersMillicores", others);
  }

  /** Returns whether a new weight differs enough from the current one to be written. */
  public static boolean isWorthIt(double now, double next) {
    return Math.abs(next - now) > MIN_CHANGE * now;
  }
}
