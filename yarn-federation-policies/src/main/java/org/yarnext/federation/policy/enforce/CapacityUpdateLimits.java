// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.enforce;

/**
 * Limits by how much and how often a ResourceManager changes its queues' capacities towards their
 * shares. Immutable.
 */
public final class CapacityUpdateLimits {
  private final double maxStep;
  private final double minChange;
  private final double floor;
  private final long staleAfterMs;

  /**
   * @param maxStep largest change of a capacity at once, in percent of the parent, above 0
   * @param minChange smallest change that is made, in percent of the parent, 0 or more
   * @param floor fraction of its configured capacity that a queue keeps regardless of its share, 0
   *     to 1, so that new demand is served before the next round
   * @param staleAfterMs the age from which shares are stale, in ms
   */
  public CapacityUpdateLimits(double maxStep, double minChange, double floor, long staleAfterMs) {
    if (!(maxStep > 0 && minChange >= 0 && floor >= 0 && floor <= 1)) {
      throw new IllegalArgumentException(
          "step " + maxStep + ", min change " + minChange + ", floor " + floor);
    }
    this.maxStep = maxStep;
    this.minChange = minChange;
    this.floor = floor;
    this.staleAfterMs = staleAfterMs;
  }

  double maxStep() {
    return maxStep;
  }

  double minChange() {
    return minChange;
  }

  double floor() {
    return floor;
  }

  long staleAfterMs() {
    return staleAfterMs;
  }
}
