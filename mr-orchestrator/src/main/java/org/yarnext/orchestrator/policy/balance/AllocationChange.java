// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;

/** New amount of a resource for a task, possibly equal to the current one. Immutable. */
public final class AllocationChange {
  private final TaskView task;
  private final ResourceKind kind;
  private final double amount;

  AllocationChange(TaskView task, ResourceKind kind, double amount) {
    this.task = task;
    this.kind = kind;
    this.amount = amount;
  }

  /** Returns the task whose amount changes; never null. */
  public TaskView task() {
    return task;
  }

  public ResourceKind kind() {
    return kind;
  }

  /** Returns the new amount in millicores or bytes. */
  public double amount() {
    return amount;
  }

  /** Returns the difference to the current amount; negative for a decrease. */
  public double change() {
    return amount - task.share(kind).allocated();
  }
}
