// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Table rows that several comparisons share: rates of jobs and tasks, and job latencies. Stateless.
 */
public final class JobRows {
  private JobRows() {}

  /** Returns the rows in order, in a new map to which others may be added. */
  public static Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> quantities = new LinkedHashMap<>();
    quantities.put("tasks/s", BenchResult::tasksPerSecond);
    quantities.put("jobs/min", BenchResult::jobsPerMinute);
    quantities.put("job latency, mean [s]", BenchResult::meanJobLatency);
    quantities.put("job latency, median [s]", r -> r.jobLatency(50));
    quantities.put("job latency, p95 [s]", r -> r.jobLatency(95));
    return quantities;
  }

  /** Returns the names of the rows that are drawn. */
  public static List<String> drawn() {
    return Arrays.asList("tasks/s", "job latency, p95 [s]");
  }
}
