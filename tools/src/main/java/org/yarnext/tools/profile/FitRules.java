// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.util.Map;
import java.util.TreeMap;

/** Requirements that measured runs must meet for a profile. Immutable. */
final class FitRules {
  private final int minimumRuns;
  private final double maxError;
  private final double inputTolerance;
  private final Map<String, Long> idealMb;

  /**
   * @param minimumRuns minimum number of runs of the job at each size that is used; 1 or more
   * @param maxError maximum relative median error of a profile; 0.15 is 15 percent
   * @param inputTolerance maximum relative difference between the inputs of compared runs
   * @param idealMb ideal memory of task classes that sort, set by the user; case-insensitive
   */
  FitRules(int minimumRuns, double maxError, double inputTolerance, Map<String, Long> idealMb) {
    this.minimumRuns = minimumRuns;
    this.maxError = maxError;
    this.inputTolerance = inputTolerance;
    this.idealMb = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    this.idealMb.putAll(idealMb);
  }

  int minimumRuns() {
    return minimumRuns;
  }

  double maxError() {
    return maxError;
  }

  /** Returns whether two amounts of data are within the tolerance. */
  boolean areAlike(double mb, double otherMb) {
    return Math.abs(mb - otherMb) <= inputTolerance * otherMb;
  }

  /** Returns the ideal memory that the user set, in MB; null if none. */
  Long idealMb(String taskClass) {
    return idealMb.get(taskClass);
  }
}
