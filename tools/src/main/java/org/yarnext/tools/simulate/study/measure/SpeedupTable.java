// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Times of single jobs with each system, and their reduction relative to the baseline, by seed.
 * Comparisons leave out jobs that a compared system did not finish. Immutable.
 */
public final class SpeedupTable {
  private final RunResults runs;
  private final String baseline;

  /**
   * @param rows the results of a whole study
   * @param baseline the name of a system in it
   */
  public SpeedupTable(List<RunResult> rows, String baseline) {
    this.runs = new RunResults(rows);
    this.baseline = baseline;
  }

  public String baseline() {
    return baseline;
  }

  /** Returns the results that are compared. */
  public RunResults runs() {
    return runs;
  }

  /** Returns the names of a cell's jobs, sorted. */
  public Set<String> jobs(StudyCell cell) {
    Set<String> jobs = new TreeSet<>();
    runs.of(cell, baseline).forEach(row -> jobs.addAll(row.averageByName().keySet()));
    return jobs;
  }

  /** Returns the mean over the seeds, in s; 0 if the job never finished. */
  public double seconds(StudyCell cell, String system, String job) {
    return runs.of(cell, system).stream()
        .mapToDouble(row -> row.averageByName().getOrDefault(job, 0.0) / 1e3)
        .filter(seconds -> seconds > 0)
        .average()
        .orElse(0);
  }

  /**
   * Returns the ratio of a job's time to the baseline's, the median over the seeds in which both
   * finished all runs of the job; NaN if there is none.
   */
  public double ratio(StudyCell cell, String system, String job) {
    List<Double> ratios = new ArrayList<>();
    for (RunResult row : runs.of(cell, system)) {
      for (RunResult base : runs.of(cell, baseline)) {
        double baseMs = base.averageByName().getOrDefault(job, 0.0);
        double ms = row.averageByName().getOrDefault(job, 0.0);
        boolean same = row.sortedJobMs(job).length == base.sortedJobMs(job).length;
        if (base.seed() == row.seed() && same && baseMs > 0 && ms > 0) {
          ratios.add(ms / baseMs);
        }
      }
    }
    return JobTimeTable.median(ratios);
  }

  /**
   * Returns the reduction of each job's time in a group, in percent; negative for an increase.
   * Leaves out jobs that a system did not finish with some seed.
   */
  public List<Double> percents(String group, String system) {
    List<Double> percents = new ArrayList<>();
    for (StudyCell cell : runs.cells(group)) {
      for (String job : jobs(cell)) {
        if (isCommon(cell, job)) {
          percents.add(100 * (1 - ratio(cell, system, job)));
        }
      }
    }
    return percents;
  }

  /** Returns whether all systems finished all runs of a job, with each seed. */
  private boolean isCommon(StudyCell cell, String job) {
    int maxFinished = 0;
    int minFinished = Integer.MAX_VALUE;
    for (String system : runs.systems()) {
      for (RunResult row : runs.of(cell, system)) {
        int finished = row.sortedJobMs(job).length;
        maxFinished = Math.max(maxFinished, finished);
        minFinished = Math.min(minFinished, finished);
      }
    }
    return maxFinished > 0 && minFinished == maxFinished;
  }
}
