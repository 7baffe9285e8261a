// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

/**
 * Limits of the balancer: the maximum change in one epoch, and the minimum gain that is worth one.
 * Immutable.
 */
public final class BalanceLimits {
  private final double minAgeMs;
  private final double minGain;
  private final double maxStep;

  /**
   * @param minAgeMs how long a task must have run before its progress is trusted, 0 or more
   * @param minGain how much later than its peers, as a share of their time, a task must end to be
   *     helped, 0 or more
   * @param maxStep maximum change as a share of the current amount, above 0 and below 1
   * @throws IllegalArgumentException if one is outside its range
   */
  public BalanceLimits(double minAgeMs, double minGain, double maxStep) {
    if (!(minAgeMs >= 0) || !(minGain >= 0) || !(maxStep > 0 && maxStep < 1)) {
      throw new IllegalArgumentException(
          "minAgeMs=" + minAgeMs + " minGain=" + minGain + " maxStep=" + maxStep);
    }
    this.minAgeMs = minAgeMs;
    this.minGain = minGain;
    this.maxStep = maxStep;
  }

  double minAgeMs() {
    return minAgeMs;
  }

  double maxStep() {
    return maxStep;
  }

  /**
   * Returns whether one end is so much later than another that bringing it forward is worthwhile.
   */
  boolean isLater(double totalMs, double otherTotalMs) {
    return totalMs > otherTotalMs * (1 + minGain);
  }
}
