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
package org.yarnext.mercury.policy.coordinator;

/** Bounds of the coordinator's decisions, times in ms. Immutable. */
public final class CoordinatorSettings {
  private final double sigmas;
  private final long minWaitMs;
  private final long maxWaitMs;
  private final long staleAfterMs;
  private final long intervalMs;

  /**
   * Creates settings.
   *
   * @param sigmas k of the threshold mean + kσ, 0 or more
   * @param minWaitMs minimum limit to send
   * @param maxWaitMs maximum limit to send; not below {@code minWaitMs}
   * @param staleAfterMs maximum age of a report
   * @param intervalMs interval between decisions
   */
  public CoordinatorSettings(
      double sigmas, long minWaitMs, long maxWaitMs, long staleAfterMs, long intervalMs) {
    if (!(sigmas >= 0) || minWaitMs < 0 || maxWaitMs < minWaitMs) {
      throw new IllegalArgumentException(
          "k=" + sigmas + ", limits " + minWaitMs + ".." + maxWaitMs + " ms");
    }
    this.sigmas = sigmas;
    this.minWaitMs = minWaitMs;
    this.maxWaitMs = maxWaitMs;
    this.staleAfterMs = staleAfterMs;
    this.intervalMs = intervalMs;
  }

  public double sigmas() {
    return sigmas;
  }

  public long minWaitMs() {
    return minWaitMs;
  }

  public long maxWaitMs() {
    return maxWaitMs;
  }

  public long staleAfterMs() {
    return staleAfterMs;
  }

  public long intervalMs() {
    return intervalMs;
  }
}
