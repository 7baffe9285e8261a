// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Table of the demo's results: one row for each quantity, one column for each cluster, and the
 * ratio of the second cluster to the first.
 */
final class Comparison {

  /** A quantity with its value on each cluster. */
  static final class Row {
    final String name;
    final String unit;
    final boolean higherIsBetter;
    final double[] values;

    Row(String name, String unit, boolean higherIsBetter, double[] values) {
      this.name = name;
      this.unit = unit;
      this.higherIsBetter = higherIsBetter;
      this.values = values;
    }

    String value(int cluster) {
      return unit.isEmpty()
          ? String.format(Locale.ROOT, "%.0f", values[cluster])
          : String.format(Locale.ROOT, "%.2f", values[cluster]);
    }

    /** Returns the ratio of second to first cluster, or an empty string where it has no meaning. */
    String ratio() {
      return values.length < 2 || values[0] == 0 || unit.equals(PER_CENT)
          ? ""
          : String.format(Locale.ROOT, "%.2f", values[1] / values[0]);
    }
  }

  static final String DISTURBED =
      "The machine was busy with other work meanwhile: do not trust the ratios.";

  private static final double TOO_MUCH_FOREIGN_LOAD = 0.15;

  /** Unit of rows that describe circumstances instead of results. */
  private static final String PER_CENT = "%";

  private static final String LABEL = "%-38s %5s";

  final List<String> clusters = new ArrayList<>();
  final List<Row> rows = new ArrayList<>();
  private final List<Measurements> measurements;

  Comparison(List<Measurements> measurements) {
    this.measurements = measurements;
    measurements.forEach(m -> clusters.add(m.cluster));
    row("shell tasks finished", "1/s", true, Measurements::tasksPerSecond);
    row("shell job latency, median", "s", false, m -> percentile(m.jobLatencies(), 50));
    row("shell job latency, p95", "s", false, m -> percentile(m.jobLatencies(), 95));
    row("MapReduce word count latency", "s", false, m -> m.mapReduce.latencyMs / 1000.0);
    row("Tez word count latency", "s", false, m -> m.tez.latencyMs / 1000.0);
    row("wait in a node's queue, median", "s", false, m -> percentile(m.queueWaits(), 50));
    row("wait in a node's queue, p95", "s", false, m -> percentile(m.queueWaits(), 95));
    row(
        "guaranteed container's wait, median",
        "s",
        false,
        m -> percentile(m.guaranteedWaits(), 50));
    row("guaranteed container's wait, p95", "s", false, m -> percentile(m.guaranteedWaits(), 95));
    row("containers stopped while running", "", false, Measurements::stoppedRunning);
    row("work lost by that", "s", false, Measurements::lostSeconds);
    row("containers stopped while queued", "", false, Measurements::stoppedQueued);
    row("other work on the machine", PER_CENT, false, m -> 100 * m.foreignLoad);
  }

  private void row(String name, String unit, boolean higher, ToDoubleFunction<Measurements> value) {
    rows.add(new Row(name, unit, higher, measurements.stream().mapToDouble(value).toArray()));
  }

  static double percentile(double[] values, double p) {
    return values.length == 0 ? Double.NaN : StatUtils.percentile(values, p);
  }

  /**
   * Returns whether other work on the machine used so much CPU time that the clusters cannot be
   * compared.
   */
  boolean disturbed() {
    return measurements.stream().anyMatch(m -> m.foreignLoad > TOO_MUCH_FOREIGN_LOAD);
  }

  /** Returns the table as plain text for a terminal. */
  String text() {
    StringBuilder out = new StringBuilder();
    out.append(String.format(Locale.ROOT, LABEL, "", ""));
    clusters.forEach(c -> out.append(String.format(Locale.ROOT, "%10s", c)));
    if (clusters.size() > 1) {
      out.append(String.format(Locale.ROOT, "%8s", "ratio"));
    }
    out.append('\n');
    for (Row row : rows) {
      out.append(String.format(Locale.ROOT, LABEL, row.name, row.unit));
      for (int c = 0; c < clusters.size(); c++) {
        out.append(String.format(Locale.ROOT, "%10s", row.value(c)));
      }
      if (clusters.size() > 1) {
        out.append(String.format(Locale.ROOT, "%8s", row.ratio()));
      }
      out.append('\n');
    }
    return out.toString();
  }
}
