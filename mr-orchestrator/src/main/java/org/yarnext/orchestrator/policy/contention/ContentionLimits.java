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
package org.yarnext.orchestrator.policy.contention;

/** Limits of how different from its peers a task must be to be noticed. Immutable. */
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
  boolean below(PeerStatistics peers, double own) {
    return peers.sigmas(own) <= -sigmas && own <= (1 - minDifference) * peers.centre(own);
  }

  /** Returns whether a value is significantly above its peers', whose median is above 0. */
  boolean above(PeerStatistics peers, double own) {
    return peers.centre(own) > 0
        && peers.sigmas(own) >= sigmas
        && own >= (1 + minDifference) * peers.centre(own);
  }

  /**
   * Returns the minimum sigma, as a share of the median, so that similar values are not told apart.
   */
  double minSpread() {
    return minDifference / sigmas;
  }
}
