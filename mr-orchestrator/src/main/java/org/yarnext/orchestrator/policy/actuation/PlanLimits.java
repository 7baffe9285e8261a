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

/** Limits of how far one epoch may go. Immutable. */
public final class PlanLimits {
  private final double maxStep;
  private final double minChange;

  /**
   * @param maxStep maximum change as a share of the current amount, above 0 and below 1
   * @param minChange minimum change worth a write, as a share of the current amount; 0 or more and
   *     below {@code maxStep}
   * @throws IllegalArgumentException if one is outside its range
   */
  public PlanLimits(double maxStep, double minChange) {
    if (!(maxStep > 0 && maxStep < 1) || !(minChange >= 0 && minChange < maxStep)) {
      throw new IllegalArgumentException("maxStep=" + maxStep + " minChange=" + minChange);
    }
    this.maxStep = maxStep;
    this.minChange = minChange;
  }

  /** Returns the maximum change of an amount: a whole number, 1 or more. */
  double step(double allocated) {
    return Math.max(1, Math.floor(maxStep * allocated));
  }

  boolean isWorthIt(double allocated, double goal) {
    return Math.abs(goal - allocated) > minChange * allocated;
  }
}
