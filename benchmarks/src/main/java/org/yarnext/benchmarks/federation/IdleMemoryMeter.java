// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

/** Adds up the memory that is idle while tasks wait. Not thread-safe. */
final class IdleMemoryMeter {
  private static final double MB_PER_GB = 1_024;

  private double gbSeconds;
  private double seconds;
  private double longestSeconds;

  /**
   * Adds a sample.
   *
   * @param forSeconds time that the sample stands for, in s
   * @param waiting number of tasks that have no container
   * @param idleMb memory that is free, in MB, not counting free memory of a node that is less than
   *     a container needs
   */
  void add(double forSeconds, long waiting, long idleMb) {
    if (waiting == 0 || idleMb == 0) {
      seconds = 0;
      return;
    }
    gbSeconds += idleMb / MB_PER_GB * forSeconds;
    seconds += forSeconds;
    longestSeconds = Math.max(longestSeconds, seconds);
  }

  /** Returns the idle memory multiplied by the time, in GB s. */
  double gbSeconds() {
    return gbSeconds;
  }

  /** Returns the longest uninterrupted time in which memory was idle, in s. */
  double longestSeconds() {
    return longestSeconds;
  }
}
