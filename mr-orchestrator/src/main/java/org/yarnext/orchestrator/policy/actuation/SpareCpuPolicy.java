// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

import org.yarnext.common.decision.Decision;

/**
 * Computes the factor by which each task's CPU share is multiplied, so that CPU which no container
 * has requested goes to tasks. CPU should follow the demand at run time, and not a guess at the
 * start (section II-A).
 *
 * <p>The kernel divides a full node in proportion to the shares of the containers that run. So on a
 * node of which half is allocated, each container may take twice its token, whether or not a task
 * waits for CPU. With this factor, all containers that are not tasks get together what their tokens
 * say, and tasks get the rest in the same proportions as before. Stateless.
 */
public final class SpareCpuPolicy {
  /** Minimum relative change of the weight that is written. */
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
