// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import java.util.Objects;
import org.yarnext.orchestrator.policy.TaskView;

/** Request to give one task more of a resource. Immutable. */
public final class AllocationRequest {
  private final TaskView task;
  private final double wanted;

  /**
   * @param task the task that is to have more
   * @param wanted its total amount, in millicores or bytes
   * @throws IllegalArgumentException if the amount is negative, infinite or NaN
   */
  public AllocationRequest(TaskView task, double wanted) {
    if (!(wanted >= 0) || Double.isInfinite(wanted)) {
      throw new IllegalArgumentException("wanted=" + wanted);
    }
    this.task = Objects.requireNonNull(task, "task");
    this.wanted = wanted;
  }

  public TaskView task() {
    return task;
  }

  /** Returns the total amount that the task is to have, in millicores or bytes. */
  public double wanted() {
    return wanted;
  }
}
