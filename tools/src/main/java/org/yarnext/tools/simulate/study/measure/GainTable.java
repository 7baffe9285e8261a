// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.Arrays;
import java.util.List;

/**
 * Compares the mean throughput and latency of a study's systems with those of a baseline. Latencies
 * are compared over the jobs that all systems finished.
 */
public final class GainTable {
  private final RunResults runs;
  private final CommonJobs common;
  private final String baseline;

  /**
   * @param rows the results of a whole study
   * @param baseline the name of a system in it
   */
  public GainTable(List<RunResult> rows, String baseline) {
    this.runs = new RunResults(rows);
    this.common = new CommonJobs(rows);
    this.baseline = baseline;
  }

  public String baseline() {
    return baseline;
  }

  /** Returns the results that are compared. */
  public RunResults runs() {
    return runs;
  }

  /** Returns the mean over the seeds. */
  public double mean(StudyCell cell, String system, ThroughputMeasure measure) {
    return runs.mean(cell, system, measure::of);
  }

  /**
   * Returns by how many percent the mean is above the baseline's; NaN if the baseline's is 0.
   * Latencies are those of the jobs that all systems finished.
   */
  public double percent(StudyCell cell, String system, ThroughputMeasure measure) {
    double base = compared(cell, baseline, measure);
    return base == 0 ? Double.NaN : 100 * (compared(cell, system, measure) / base - 1);
  }

  private double compared(StudyCell cell, String system, ThroughputMeasure measure) {
    return measure == ThroughputMeasure.LATENCY
        ? runs.mean(cell, system, common::averageMs)
        : mean(cell, system, measure);
  }

  /**
   * Returns the value to compare with a number of the paper: a change in percent, or the mean
   * itself.
   */
  public double beside(PaperGain number, StudyCell cell, String system) {
    return number.measure().isRelative()
        ? percent(cell, system, number.measure())
        : mean(cell, system, number.measure());
  }

  /** Returns the tasks that ended per second, in windows of all seeds, sorted. */
  public double[] windows(StudyCell cell, String system) {
    return runs.of(cell, system).stream()
        .flatMapToDouble(row -> Arrays.stream(ThroughputMeasure.tasksPerSecond(row)))
        .sorted()
        .toArray();
  }

  /**
   * Returns a quantile of sorted values; 0 if there are none.
   *
   * @param share 0 to 1
   */
  public static double quantile(double[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }
}
