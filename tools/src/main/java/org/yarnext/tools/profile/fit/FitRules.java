// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import java.util.Map;
import java.util.TreeMap;

/** Requirements that measured runs must meet for a profile. Immutable. */
public final class FitRules {
  /** Default minimum number of runs at each size. */
  public static final int MINIMUM_RUNS = 1;

  /** Default maximum relative median error of a profile. */
  public static final double MAX_ERROR = 0.15;

  /** Default maximum relative difference between the inputs of compared runs. */
  public static final double INPUT_TOLERANCE = 0.25;

  private final int minimumRuns;
  private final double maxError;
  private final double inputTolerance;
  private final Map<String, Long> idealMb;
  private final long halfLifeMs;

  /**
   * @param minimumRuns minimum number of runs of the job at each size that is used; 1 or more
   * @param maxError maximum relative median error of a profile; 0.15 is 15 percent
   * @param inputTolerance maximum relative difference between the inputs of compared runs
   * @param idealMb ideal memory of task classes that sort, set by the user; case-insensitive
   */
  public FitRules(
      int minimumRuns, double maxError, double inputTolerance, Map<String, Long> idealMb) {
    this(minimumRuns, maxError, inputTolerance, idealMb, 0);
  }

  private FitRules(
      int minimumRuns,
      double maxError,
      double inputTolerance,
      Map<String, Long> idealMb,
      long halfLifeMs) {
    this.minimumRuns = minimumRuns;
    this.maxError = maxError;
    this.inputTolerance = inputTolerance;
    this.idealMb = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    this.idealMb.putAll(idealMb);
    this.halfLifeMs = halfLifeMs;
  }

  /**
   * Returns the same rules for runs that age.
   *
   * @param ms time in which a run loses half of its weight, in ms; 0 if runs do not age
   */
  public FitRules withHalfLife(long ms) {
    return new FitRules(minimumRuns, maxError, inputTolerance, idealMb, ms);
  }

  /**
   * Returns the weight of a run.
   *
   * @param ageMs in ms, from the end of the newest run; 0 or more
   * @return 1 for the newest run, and above 0 unless a run is very old
   */
  double weight(long ageMs) {
    return halfLifeMs == 0 ? 1 : Math.pow(0.5, ageMs / (double) halfLifeMs);
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
