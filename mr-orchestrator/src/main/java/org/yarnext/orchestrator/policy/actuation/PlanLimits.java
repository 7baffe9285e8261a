// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

/**
 * Limits how much {@link ActuationPlanner} changes a container's CPU or memory in one epoch, and
 * which changes are too small to make. Immutable.
 */
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
