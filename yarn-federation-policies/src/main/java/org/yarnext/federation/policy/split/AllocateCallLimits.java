// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

/**
 * Limits the rate and size of one application's allocate calls. Immutable. A <em>line</em> of a
 * call is a resource request, a container update or a blacklist change.
 */
public final class AllocateCallLimits {
  private final int linesPerCall;
  private final int containersPerLine;
  private final double linesPerSecond;
  private final double burst;

  /**
   * @param linesPerCall largest number of lines in one allocate call, 1 or more
   * @param containersPerLine largest number of containers in one line, 1 or more
   * @param linesPerSecond average number of lines a second, above 0
   * @param burst largest number of lines at once after a pause, at least {@code linesPerCall}
   */
  public AllocateCallLimits(
      int linesPerCall, int containersPerLine, double linesPerSecond, double burst) {
    if (linesPerCall < 1 || containersPerLine < 1 || !(linesPerSecond > 0)) {
      throw new IllegalArgumentException(
          linesPerCall
              + " requests a call, "
              + containersPerLine
              + " containers, "
              + linesPerSecond);
    }
    if (!(burst >= linesPerCall)) {
      throw new IllegalArgumentException(
          "burst "
              + burst
              + " is below "
              + linesPerCall
              + " requests a call: no such call would pass");
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
