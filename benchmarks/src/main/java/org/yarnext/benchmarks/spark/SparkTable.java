// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.benchmarks.report.BenchPage;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobTimeChart;
import org.yarnext.benchmarks.report.RoundsTable;
import org.yarnext.benchmarks.report.RunCounts;

/** Rows of the table of the Spark mix, and the ratios of its single jobs. Stateless. */
final class SparkTable {
  static final String EXECUTORS = "executors started";
  static final String LOST = "executors lost";

  /** Ratio up to which a job does not count as slower. */
  private static final double MAX_RATIO = 1.1;

  static final RoundsTable TABLE = new RoundsTable(results(), counts());

  private SparkTable() {}

  private static Map<String, ToDoubleFunction<BenchResult>> results() {
    Map<String, ToDoubleFunction<BenchResult>> results = new LinkedHashMap<>();
    results.put(RoundsTable.THROUGHPUT, BenchResult::jobsPerMinute);
    results.putAll(RoundsTable.jobTimes());
    for (SparkJobKind kind : SparkJobKind.values()) {
      results.put(kind.label() + " [s]", r -> r.meanSeconds(kind::includes));
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

  /** Returns the table, and the ratios of the single jobs. */
  static String text(List<List<BenchResult>> rounds) {
    return TABLE.text(rounds) + jobRatios(rounds);
  }

  /**
   * Returns the time of each job as ratio to its time on the first system in the same round: a line
   * for each job, and a column for each other system with median, minimum and maximum of the
   * rounds. Below the table are the jobs whose median is above {@link #MAX_RATIO}.
   */
  static String jobRatios(List<List<BenchResult>> rounds) {
    List<BenchResult> systems = rounds.get(0);
    StringBuilder out = new StringBuilder();
    StringBuilder worse = new StringBuilder();
    out.append(format("%n| job, ratio to %s |", systems.get(0).system));
    systems.subList(1, systems.size()).forEach(s -> out.append(format(" %s |", s.system)));
    out.append(format("%n|---|"));
    systems.subList(1, systems.size()).forEach(s -> out.append("---|"));
    for (String job : new TreeSet<>(systems.get(0).jobSeconds().keySet())) {
      out.append(format("%n| %s |", job));
      for (int s = 1; s < systems.size(); s++) {
        double[] ratios = new double[rounds.size()];
        for (int r = 0; r < ratios.length; r++) {
          ratios[r] =
              rounds.get(r).get(s).jobSeconds().get(job)
                  / rounds.get(r).get(0).jobSeconds().get(job);
        }
        double median = StatUtils.percentile(ratios, 50);
        out.append(
            format(" %.2f (%.2f–%.2f) |", median, StatUtils.min(ratios), StatUtils.max(ratios)));
        if (median > MAX_RATIO) {
          worse.append(
              format("%n%s: %s takes %.2f times as long", systems.get(s).system, job, median));
        }
      }
    }
    String none = format("%nNo job has a median above %.2f.", MAX_RATIO);
    return out + format("%n") + (worse.length() == 0 ? none : worse) + format("%n");
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Draws the time of each job on each system in the first round. */
  static String jobs(List<List<BenchResult>> rounds) {
    return JobTimeChart.svg(
        rounds.get(0), name -> true, "Time of each job, round 1", BenchPage.COLOURS);
  }
}
