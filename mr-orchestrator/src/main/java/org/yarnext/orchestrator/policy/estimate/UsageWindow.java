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
package org.yarnext.orchestrator.policy.estimate;

import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Use of resources by one task in one window of time. Immutable; may hold anything that was
 * measured.
 */
public final class UsageWindow {
  private final double atMs;
  private final double cpuMillicores;
  private final double memoryBytes;
  private final double progress;

  /**
   * @param atMs the end of the window, in ms since the task started
   * @param cpuMillicores average use in the window
   * @param memoryBytes use at the end of the window
   * @param progress 0 to 1; NaN if unknown
   */
  public UsageWindow(double atMs, double cpuMillicores, double memoryBytes, double progress) {
    this.atMs = atMs;
    this.cpuMillicores = cpuMillicores;
    this.memoryBytes = memoryBytes;
    this.progress = progress;
  }

  public double atMs() {
    return atMs;
  }

  public double used(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpuMillicores : memoryBytes;
  }

  public double progress() {
    return progress;
  }

  /** Returns whether the time and the amounts are valid. */
  boolean isSane() {
    return isAmount(atMs) && isAmount(cpuMillicores) && isAmount(memoryBytes);
  }

  private static boolean isAmount(double value) {
    return value >= 0 && value <= Long.MAX_VALUE;
  }
}
