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

  public double wanted() {
    return wanted;
  }
}
