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
package org.yarnext.mercury.policy.placement;

/**
 * Estimates the run time of containers of which nothing is known by those that were placed lately.
 * Thread-safe.
 */
public final class TypicalRun {
  private static final int WINDOW = 32;

  private double meanMs;
  private int known;

  /**
   * An estimate that nothing was learnt for.
   *
   * @param startMs what is assumed at first, in ms
   */
  public TypicalRun(long startMs) {
    this.meanMs = startMs;
  }

  /** Returns what to count on for a run time in ms, or for an unknown one, null. */
  public synchronized double orTypicalMs(Long runMs) {
    if (runMs != null) {
      // The plain mean at first: what was assumed is worth nothing beside anything known.
      known = Math.min(WINDOW, known + 1);
      meanMs += (runMs - meanMs) / known;
    }
    return runMs == null ? meanMs : runMs;
  }
}
