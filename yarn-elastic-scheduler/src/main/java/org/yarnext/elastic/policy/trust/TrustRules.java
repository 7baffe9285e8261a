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
package org.yarnext.elastic.policy.trust;

/** When a profile is distrusted and for how long. Immutable. */
public final class TrustRules {
  /** The most run times that are looked at. */
  public static final int LARGEST_WINDOW = 60;

  /**
   * What a container lasts beside its task, in ms: its master must fetch it, its node localise and
   * launch it, and tell that it ended.
   */
  private static final long BESIDE_TASK_MS = 10_000;

  private final long distrustMs;
  private final double tolerance;
  private final int window;

  /**
   * @param distrustMs for how long the first time, in ms; 1 or more
   * @param tolerance how many times longer than expected a task may run; 1 or more
   * @param window at how many of the last run times to look; 1 to {@link #LARGEST_WINDOW}
   * @throws IllegalArgumentException if a value is outside
   */
  public TrustRules(long distrustMs, double tolerance, int window) {
    if (distrustMs < 1 || !(tolerance >= 1) || window < 1 || window > LARGEST_WINDOW) {
      throw new IllegalArgumentException(
          "distrustMs=" + distrustMs + ", tolerance=" + tolerance + ", window=" + window);
    }
    this.distrustMs = distrustMs;
    this.tolerance = tolerance;
    this.window = window;
  }

  long distrustMs() {
    return distrustMs;
  }

  double tolerance() {
    return tolerance;
  }

  int window() {
    return window;
  }

  /** How many tasks must have ended before their run times prove a profile. */
  int runsToProve() {
    return 3;
  }

  /** Whether a container lasted longer than its task may have run by its profile, in ms. */
  boolean tooLong(long lastedMs, double profileMs) {
    return lastedMs > tolerance * profileMs + BESIDE_TASK_MS;
  }

  /**
   * Whether a container lasted for so short a time that its task cannot be what its profile says.
   */
  boolean tooShort(long lastedMs, double profileMs) {
    return lastedMs * tolerance + BESIDE_TASK_MS < profileMs;
  }

  /**
   * How many of the last ends may be failures before the application they are of gets full size.
   * Masters give up a task that failed four times, so that it must not be under-sized three times.
   */
  int failuresToDistrust() {
    return 2;
  }

  /** How many of a full window must be wrong to be persistent: three in five. */
  int wrongToDistrust() {
    return (3 * window + 4) / 5;
  }
}
