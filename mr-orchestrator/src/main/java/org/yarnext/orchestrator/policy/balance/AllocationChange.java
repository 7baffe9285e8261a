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
package org.yarnext.orchestrator.policy.balance;

import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;

/**
 * Amount of a resource that a task is to have; the amount it has already if nothing changes.
 * Immutable.
 */
public final class AllocationChange {
  private final TaskView task;
  private final ResourceKind kind;
  private final double amount;

  AllocationChange(TaskView task, ResourceKind kind, double amount) {
    this.task = task;
    this.kind = kind;
    this.amount = amount;
  }

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
