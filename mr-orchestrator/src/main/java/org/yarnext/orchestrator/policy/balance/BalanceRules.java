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

/** How much may be moved in one epoch, and for how little it is not worth it. Immutable. */
public final class BalanceRules {
  private final double leastAgeMs;
  private final double leastGain;
  private final double mostStep;

  /**
   * @param leastAgeMs how long a task runs before its progress is believed, 0 or more
   * @param leastGain how much later than its peers, as a share of their time, a task must end to be
   *     worth helping, 0 or more
   * @param mostStep how much of what a task has it gains or loses at most, above 0 and below 1
   * @throws IllegalArgumentException if one is outside
   */
  public BalanceRules(double leastAgeMs, double leastGain, double mostStep) {
    if (!(leastAgeMs >= 0) || !(leastGain >= 0) || !(mostStep > 0 && mostStep < 1)) {
      throw new IllegalArgumentException(
          "leastAgeMs=" + leastAgeMs + " leastGain=" + leastGain + " mostStep=" + mostStep);
    }
    this.leastAgeMs = leastAgeMs;
    this.leastGain = leastGain;
    this.mostStep = mostStep;
  }

  double leastAgeMs() {
    return leastAgeMs;
  }

  double mostStep() {
    return mostStep;
  }

  /** Whether one end is so much later than another that bringing it forward is worth it. */
  boolean isLater(double totalMs, double otherTotalMs) {
    return totalMs > otherTotalMs * (1 + leastGain);
  }
}
