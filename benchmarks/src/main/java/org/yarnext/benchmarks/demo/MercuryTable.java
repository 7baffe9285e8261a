// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.benchmarks.report.RatioTable;

/** Creates the table that compares the clusters of Mercury's demo. Stateless. */
final class MercuryTable {
  private MercuryTable() {}

  /**
   * Returns the table, with a column for each cluster.
   *
   * @param measured one or two clusters; the ratio is that of the second to the first
   */
  static RatioTable of(List<Measurements> measured) {
    RatioTable table =
        new RatioTable(measured.stream().map(m -> m.cluster).collect(Collectors.toList()));
    row(table, measured, "shell tasks finished", "1/s", true, Measurements::tasksPerSecond);
    seconds(table, measured, "shell job latency, median", m -> percentile(m.jobLatencies(), 50));
    seconds(table, measured, "shell job latency, p95", m -> percentile(m.jobLatencies(), 95));
    seconds(table, measured, "MapReduce word count latency", m -> m.mapReduce.latencyMs / 1000.0);
    seconds(table, measured, "Tez word count latency", m -> m.tez.latencyMs / 1000.0);
    seconds(table, measured, "wait in a node's queue, median", m -> percentile(m.queueWaits(), 50));
    seconds(table, measured, "wait in a node's queue, p95", m -> percentile(m.queueWaits(), 95));
    seconds(
        table,
        measured,
        "guaranteed container's wait, median",
        m -> percentile(m.guaranteedWaits(), 50));
    seconds(
        table,
        measured,
        "guaranteed container's wait, p95",
        m -> percentile(m.guaranteedWaits(), 95));
    row(
        table,
        measured,
        "containers stopped while running",
        "",
        false,
        Measurements::stoppedRunning);
    seconds(table, measured, "work lost by that", Measurements::lostSeconds);
    row(table, measured, "containers stopped while queued", "", false, Measurements::stoppedQueued);
    row(
        table,
        measured,
        "other work on the machine",
        RatioTable.PER_CENT,
        false,
        m -> 100 * m.foreignLoad);
    return table;
  }

  private static void seconds(
      RatioTable table,
      List<Measurements> measured,
      String name,
      ToDoubleFunction<Measurements> value) {
    row(table, measured, name, "s", false, value);
  }

  private static void row(
      RatioTable table,
      List<Measurements> measured,
      String name,
      String unit,
      boolean higherIsBetter,
      ToDoubleFunction<Measurements> value) {
    table.row(name, unit, higherIsBetter, measured.stream().mapToDouble(value).toArray());
  }

  static double percentile(double[] values, double p) {
    return values.length == 0 ? Double.NaN : StatUtils.percentile(values, p);
  }
}
