// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.estimate;

import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Resource use of one task in one window of time. Immutable; values are as measured, and may be
 * invalid.
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

  /** Returns the end of the window, in ms since the task started. */
  public double atMs() {
    return atMs;
  }

  /** Returns the used amount, in millicores (average) or bytes (at the end of the window). */
  public double used(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpuMillicores : memoryBytes;
  }

  /** Returns the task's progress, 0 to 1; NaN if unknown. */
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
