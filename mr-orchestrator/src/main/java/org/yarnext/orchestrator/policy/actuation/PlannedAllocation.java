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
package org.yarnext.orchestrator.policy.actuation;

/** Allocation of one resource that one container is to have, in millicores or bytes. Immutable. */
public final class PlannedAllocation {
  private final CurrentAllocation holding;
  private final double amount;

  PlannedAllocation(CurrentAllocation holding, double amount) {
    this.holding = holding;
    this.amount = amount;
  }

  public String container() {
    return holding.container();
  }

  public double amount() {
    return amount;
  }

  /**
   * Returns the difference to the current amount; negative for a decrease, 0 if nothing is to be
   * written.
   */
  public double change() {
    return amount - holding.allocated();
  }
}
