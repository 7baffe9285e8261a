// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.yarnext.benchmarks.report.BenchPage;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobTimes;
import org.yarnext.benchmarks.report.RoundsTable;
import org.yarnext.benchmarks.report.RunCounts;

/** Rows of the table of the Spark mix, and the single jobs with the worst ratios. Stateless. */
final class SparkTable {
  static final String EXECUTORS = "executors started";
  static final String LOST = "executors lost";

  static final RoundsTable TABLE = new RoundsTable(results(), counts());

  private SparkTable() {}

  private static Map<String, ToDoubleFunction<BenchResult>> results() {
    Map<String, ToDoubleFunction<BenchResult>> results = new LinkedHashMap<>();
    results.put(RoundsTable.THROUGHPUT, BenchResult::jobsPerMinute);
    results.putAll(RoundsTable.jobTimes());
    for (SparkJobKind kind : SparkJobKind.values()) {
      results.put(kind.label() + " [s]", r -> JobTimes.mean(r, kind::includes));
    }
    return results;
  }

  private static Map<String, ToDoubleFunction<BenchResult>> counts() {
    Map<String, ToDoubleFunction<BenchResult>> counts = new LinkedHashMap<>();
    counts.put(EXECUTORS, r -> r.succeeded() + r.stopped());
    counts.put(LOST, BenchResult::stopped);
    counts.putAll(
        RoundsTable.counts(
            RunCounts.OPPORTUNISTIC,
            RunCounts.SHED,
            RunCounts.UNDERSIZED,
            RunCounts.OUT_OF_MEMORY,
            RunCounts.RUNNING_MB,
            RunCounts.MACHINE_CPU,
            RunCounts.TRIPS));
    return counts;
  }

  /** Returns the table and, for each system but the first, its worst job. */
  static String text(List<List<BenchResult>> rounds) {
    return TABLE.text(rounds) + worstJobs(rounds);
  }

  /**
   * Returns for each system but the first the job with the highest ratio to the first system's in
   * the same round.
   */
  static String worstJobs(List<List<BenchResult>> rounds) {
    StringBuilder out = new StringBuilder();
    for (int s = 1; s < rounds.get(0).size(); s++) {
      double max = Double.NEGATIVE_INFINITY;
      String worst = "";
      for (int r = 0; r < rounds.size(); r++) {
        Map<String, Double> bases = JobTimes.byName(rounds.get(r).get(0));
        for (Map.Entry<String, Double> job : JobTimes.byName(rounds.get(r).get(s)).entrySet()) {
          double ratio = job.getValue() / bases.get(job.getKey());
          if (ratio > max) {
            max = ratio;
            worst = String.format(Locale.ROOT, "%s, %.2f in round %d", job.getKey(), ratio, r + 1);
          }
        }
      }
      out.append(String.format("Worst single job of %s: %s%n", rounds.get(0).get(s).system, worst));
    }
    return out.toString();
  }

  /** Draws the time of each job on each system in the first round. */
  static String jobs(List<List<BenchResult>> rounds) {
    return JobTimes.chart(
        rounds.get(0), name -> true, "Time of each job, round 1", BenchPage.COLOURS);
  }
}
