// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.RoundsTable;
import org.yarnext.benchmarks.report.RunCounts;

/** Rows of the headline table of the mixed workload. Stateless. */
final class MixedTable {
  private static final String TASKS = "tasks/s";

  static final RoundsTable TABLE = new RoundsTable(results(), counts(), TASKS);

  private MixedTable() {}

  /** Returns the quantities for which ratios are shown. */
  private static Map<String, ToDoubleFunction<BenchResult>> results() {
    Map<String, ToDoubleFunction<BenchResult>> results = new LinkedHashMap<>();
    results.put(RoundsTable.THROUGHPUT, BenchResult::jobsPerMinute);
    results.put(TASKS, BenchResult::tasksPerSecond);
    results.putAll(RoundsTable.jobTimes());
    for (MixedJobKind kind : MixedJobKind.values()) {
      results.put(kind.label() + " [s]", r -> r.meanSeconds(kind::includes));
    }
    return results;
  }

  private static Map<String, ToDoubleFunction<BenchResult>> counts() {
    Map<String, ToDoubleFunction<BenchResult>> counts =
        RoundsTable.counts(
            RunCounts.RUNNING_MB,
            RunCounts.CONTAINER_CPU,
            RunCounts.MACHINE_CPU,
            RunCounts.GUARANTEED,
            RunCounts.OPPORTUNISTIC,
            RunCounts.SHED,
            RunCounts.UNDERSIZED,
            RunCounts.OUT_OF_MEMORY,
            RunCounts.STEERED,
            RunCounts.TRIPS);
    counts.put("memory reserved [%]", r -> 100 * r.memoryReserved());
    return counts;
  }
}
