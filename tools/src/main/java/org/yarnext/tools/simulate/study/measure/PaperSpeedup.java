// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

/** Reduction of job times that a paper reports for a system. Immutable. */
public final class PaperSpeedup {
  private final String system;
  private final double average;
  private final double max;

  /**
   * @param system name of our equivalent system
   * @param average average reduction over the jobs, in percent of their times on stock
   * @param max reduction of the job that gains most, likewise
   */
  public PaperSpeedup(String system, double average, double max) {
    this.system = system;
    this.average = average;
    this.max = max;
  }

  public String system() {
    return system;
  }

  /** Returns the average reduction over the jobs, in percent of their times on stock. */
  public double average() {
    return average;
  }

  /** Returns the reduction of the job that gains most, in percent. */
  public double max() {
    return max;
  }
}
