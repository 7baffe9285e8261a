// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.contention;

/**
 * Limits of how far a task may differ from its peers before it counts as in contention. Immutable.
 */
public final class ContentionLimits {
  private final double minAgeMs;
  private final double sigmas;
  private final double minDifference;

  /**
   * @param minAgeMs how long a task must have run before it is compared, 0 or more
   * @param sigmas minimum distance from its peers in robust standard deviations, above 0
   * @param minDifference minimum distance besides, as a share of their median, above 0 and below 1
   * @throws IllegalArgumentException if one is outside its range
   */
  public ContentionLimits(double minAgeMs, double sigmas, double minDifference) {
    if (!(minAgeMs >= 0) || !(sigmas > 0) || !(minDifference > 0 && minDifference < 1)) {
      throw new IllegalArgumentException(
          "minAgeMs=" + minAgeMs + " sigmas=" + sigmas + " minDifference=" + minDifference);
    }
    this.minAgeMs = minAgeMs;
    this.sigmas = sigmas;
    this.minDifference = minDifference;
  }

  double minAgeMs() {
    return minAgeMs;
  }

  /** Returns whether a value is significantly below its peers'. */
  boolean isBelow(PeerStatistics peers, double own) {
    return peers.sigmas(own) <= -sigmas && own <= (1 - minDifference) * peers.centre(own);
  }

  /** Returns whether a value is significantly above its peers', whose median is above 0. */
  boolean isAbove(PeerStatistics peers, double own) {
    return peers.centre(own) > 0
        && peers.sigmas(own) >= sigmas
        && own >= (1 + minDifference) * peers.centre(own);
  }

  /**
   * Returns the minimum sigma, as a share of the median, so that similar values do not count as
   * different.
   */
  double minSpread() {
    return minDifference / sigmas;
  }
}
