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

/** How far one epoch may go. Immutable. */
public final class PlanRules {
  private final double mostStep;
  private final double leastChange;

  /**
   * @param mostStep how much of what a container has it gains or loses at most, above 0 and below 1
   * @param leastChange below which share of what it has an approved change is not worth a write; 0
   *     or more and below {@code mostStep}
   * @throws IllegalArgumentException if one is outside
   */
  public PlanRules(double mostStep, double leastChange) {
    if (!(mostStep > 0 && mostStep < 1) || !(leastChange >= 0 && leastChange < mostStep)) {
      throw new IllegalArgumentException("mostStep=" + mostStep + " leastChange=" + leastChange);
    }
    this.mostStep = mostStep;
    this.leastChange = leastChange;
  }

  /** The most that one with this much gains or loses: a whole number, 1 or more. */
  double step(double allocated) {
    return Math.max(1, Math.floor(mostStep * allocated));
  }

  boolean isWorthIt(double allocated, double goal) {
    return Math.abs(goal - allocated) > leastChange * allocated;
  }
}
