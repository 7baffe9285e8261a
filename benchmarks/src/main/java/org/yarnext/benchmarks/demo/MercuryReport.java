// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.yarnext.benchmarks.report.ChartSeries;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.RatioTable;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.tools.chart.SvgChart;

/** HTML report of Mercury's demo: one file without scripts or external resources. */
final class MercuryReport {

  private static final String[] COLOURS = {"#c0722e", "#0b72b9"};

  private final RatioTable table;
  private final List<Measurements> measurements;
  private final String facts;

  /**
   * Creates a report.
   *
   * @param facts a paragraph that describes clusters and load
   */
  MercuryReport(List<Measurements> measurements, String facts) {
    this.table = MercuryTable.of(measurements);
    this.measurements = measurements;
    this.facts = facts;
  }

  void write(Path file) throws IOException {
    Files.write(file, html().getBytes(UTF_8));
  }

  String html() {
    StringBuilder out = new StringBuilder();
    out.append(
            "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>\n<title>yarnext demo</title>\n<style>\n")
        .append(SvgChart.STYLE)
        .append("\n</style></head><body>\n<h1>")
        .append("yarnext demo: ")
        .append(SvgChart.escape(String.join(" and ", table.systems())))
        .append("</h1>\n<p>")
        .append(SvgChart.escape(facts))
        .append("</p>\n");
    out.append(table.html());
    if (measurements.stream().anyMatch(m -> MachineLoad.isDisturbed(m.foreignLoad))) {
      out.append("<p class='worse'>").append(MachineLoad.DISTURBED).append("</p>\n");
    }
    out.append(
            "<h2>Waiting</h2>\n<p>A wait ends when the first line of the container's command"
                + " runs.</p>\n<div class='charts'>\n")
        .append(waits("Wait of opportunistic containers in a node's queue", Kind.QUEUE))
        .append(waits("Wait of guaranteed containers, from request to start", Kind.GUARANTEED))
        .append("</div>\n<h2>Jobs</h2>\n<div class='charts'>\n")
        .append(latencies())
        .append(kills())
        .append(
            "</div>\n<h2>Over time</h2>\n<p>Shell containers, opportunistic and guaranteed.</p>\n")
        .append("<div class='charts'>\n");
    out.append(overTime("Running", ChartSeries::running))
        .append(overTime("Queued at the nodes", ChartSeries::queued));
    return out.append("</div>\n</body></html>\n").toString();
  }

  private enum Kind {
    QUEUE,
    GUARANTEED
  }

  private String waits(String title, Kind kind) {
    List<ChartSeries> curves =
        measurements.stream()
            .map(
                m ->
                    ChartSeries.cumulativeShare(
                        kind == Kind.QUEUE ? m.queueWaits() : m.guaranteedWaits()))
            .collect(Collectors.toList());
    double max = curves.stream().mapToDouble(ChartSeries::maxX).max().orElse(1);
    SvgChart chart =
        new SvgChart(title, "seconds", "% that waited at most this long", max, 100).numericX();
    for (int c = 0; c < curves.size(); c++) {
      ChartSeries curve = curves.get(c);
      chart.steps(table.systems().get(c), COLOURS[c], curve.x, curve.y);
    }
    return chart.toString();
  }

  private String latencies() {
    List<String> groups = new ArrayList<>();
    measurements.get(0).jobs.forEach(j -> groups.add(j.name));
    groups.add("MapReduce");
    groups.add("Tez");
    double[][] values = new double[measurements.size()][groups.size()];
    double max = 0;
    for (int c = 0; c < values.length; c++) {
      Measurements m = measurements.get(c);
      System.arraycopy(m.jobLatencies(), 0, values[c], 0, m.jobs.size());
      values[c][groups.size() - 2] = m.mapReduce.latencyMs / 1000.0;
      values[c][groups.size() - 1] = m.tez.latencyMs / 1000.0;
      for (double value : values[c]) {
        max = Math.max(max, value);
      }
    }
    return new SvgChart(
            "Latency of each job, from submission to its last task",
            "",
            "seconds",
            groups.size(),
            max)
        .bars(groups, table.systems(), colours(), values)
        .toString();
  }

  private List<String> colours() {
    List<String> colours = new ArrayList<>();
    for (int c = 0; c < measurements.size(); c++) {
      colours.add(COLOURS[c]);
    }
    return colours;
  }

  private String kills() {
    double[][] values = new double[measurements.size()][];
    double max = 0;
    for (int c = 0; c < values.length; c++) {
      Measurements m = measurements.get(c);
      values[c] = new double[] {m.stoppedRunning(), m.stoppedQueued()};
      max = Math.max(max, Math.max(values[c][0], values[c][1]));
    }
    List<String> groups = Arrays.asList("while running (work lost)", "while queued (no work lost)");
    return new SvgChart("Opportunistic containers stopped by YARN", "", "containers", 2, max)
        .bars(groups, table.systems(), colours(), values)
        .toString();
  }

  private String overTime(String title, Function<List<AttemptRecord>, ChartSeries> count) {
    List<ChartSeries> curves =
        measurements.stream().map(m -> count.apply(m.all())).collect(Collectors.toList());
    double max = curves.stream().mapToDouble(ChartSeries::maxY).max().orElse(1);
    SvgChart chart = new SvgChart(title, "seconds", "containers", endSeconds(), max).numericX();
    for (int c = 0; c < curves.size(); c++) {
      ChartSeries curve = curves.get(c);
      chart.steps(table.systems().get(c), COLOURS[c], curve.x, curve.y);
    }
    return chart.toString();
  }

  private double endSeconds() {
    return measurements.stream()
            .flatMap(m -> m.all().stream())
            .mapToLong(a -> a.endMs)
            .max()
            .orElse(1)
        / 1000.0;
  }
}
