// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

/** The limits of the allocate calls of one application. Immutable. */
public final class AllocateCallLimits {
  private final int linesPerCall;
  private final int containersPerLine;
  private final double linesPerSecond;
  private final double burst;

  /**
   * @param linesPerCall how many lines one allocate call may have, 1 or more
   * @param containersPerLine how many containers one line may ask for, 1 or more
   * @param linesPerSecond how many lines may come on average, above 0
   * @param burst how many lines may come at once after a pause, at least linesPerCall
   */
  public AllocateCallLimits(
      int linesPerCall, int containersPerLine, double linesPerSecond, double burst) {
    if (linesPerCall < 1 || containersPerLine < 1 || !(linesPerSecond > 0)) {
      throw new IllegalArgumentException(
          linesPerCall + " lines a call, " + containersPerLine + " containers, " + linesPerSecond);
    }
    if (!(burst >= linesPerCall)) {
      throw new IllegalArgumentException(
          "burst "
              + burst
              + " is below "
              + linesPerCall
              + " lines a call: no such call would pass");
    }
    this.linesPerCall = linesPerCall;
    this.containersPerLine = containersPerLine;
    this.linesPerSecond = linesPerSecond;
    this.burst = burst;
  }

  int linesPerCall() {
    return linesPerCall;
  }

  int containersPerLine() {
    return containersPerLine;
  }

  double linesPerSecond() {
    return linesPerSecond;
  }

  double burst() {
    return burst;
  }
}
