// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.function.ToDoubleFunction;

/** Measures that the reports on federations compare. */
public enum FederationMeasure {
  /** Containers granted, returned or ended per second, the decisions of section 7.1. */
  DECISIONS(
      "decisions/s", "%.0f", row -> each(row, "decisions") / Math.max(1, each(row, "seconds"))),
  /** Containers that reached their applications, per second. */
  CONTAINERS(
      "containers/s", "%.0f", row -> each(row, "containers") / Math.max(1, each(row, "seconds"))),
  /** Granted share of all memory. */
  USED("used %", "%.1f", row -> each(row, "used-ppm") / 1e4),
  /** Wait of a container since its stage was requested. */
  WAIT_MEDIAN("wait p50 s", "%.1f", row -> each(row, "wait-p50-ms") / 1e3),
  WAIT_MEAN("mean", "%.1f", row -> each(row, "wait-mean-ms") / 1e3),
  WAIT_99("p99", "%.1f", row -> each(row, "wait-p99-ms") / 1e3),
  /** Containers that are still waited for when the run ends. */
  WAITING("waiting", "%.0f", row -> each(row, "waiting")),
  /** Wait including those containers, up to the end of the run. */
  WAIT_ALL_MEAN("all: mean s", "%.1f", row -> each(row, "wait-all-mean-ms") / 1e3),
  WAIT_ALL_99("all: p99", "%.1f", row -> each(row, "wait-all-p99-ms") / 1e3),
  /** Containers on their requested node, of those with one. */
  ON_NODE("on node %", "%.1f", row -> 100 * each(row, "near-HOST") / Math.max(1, named(row))),
  /** Containers on their requested node or in its rack. */
  IN_RACK(
      "in rack %",
      "%.1f",
      row -> 100 * (each(row, "near-HOST") + each(row, "near-RACK")) / Math.max(1, named(row))),
  /** Deviation of leaf queues' use from their fair share, relative to that share. */
  UNFAIRNESS("unfairness %", "%.1f", row -> each(row, "unfairness-ppm") / 1e4),
  /** Requests that were moved from one sub-cluster to another. */
  MOVED("moved", "%.0f", row -> each(row, "relaxed") + each(row, "redistributed")),
  /** Containers that were no longer requested. */
  EXCESS("excess", "%.0f", row -> each(row, "excess")),
  /** Jobs that ended. */
  JOBS("jobs", "%.0f", row -> row.jobs() - row.unfinished());

  private final String title;
  private final String format;
  private final ToDoubleFunction<RunResult> inRow;

  FederationMeasure(String title, String format, ToDoubleFunction<RunResult> inRow) {
    this.title = title;
    this.format = format;
    this.inRow = inRow;
  }

  private static double each(RunResult row, String counter) {
    return row.counters().getOrDefault(counter, 0L);
  }

  private static double named(RunResult row) {
    return each(row, "near-HOST") + each(row, "near-RACK") + each(row, "near-FAR");
  }

  /** Returns the value of one run. */
  public double of(RunResult row) {
    return inRow.applyAsDouble(row);
  }

  /** Returns the column title with the unit. */
  public String title() {
    return title;
  }

  /** Returns the format of a number for {@link String#format}. */
  public String format() {
    return format;
  }
}
