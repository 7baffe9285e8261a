/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The report: one file, without scripts or anything from elsewhere. */
final class HtmlReport {

  private static final String[] COLOURS = {"#8d6a4f", "#0b72b9"};
  private static final String STYLE =
      String.join(
          "\n",
          "body{font:15px/1.5 system-ui,sans-serif;color:#1f2328;background:#fff;max-width:1180px;margin:2em auto;"
              + "padding:0 1.2em}",
          "h1{font-size:1.5em;margin-bottom:.2em}h2{font-size:1.1em;margin:1.8em 0 .4em}",
          "p{max-width:75ch;margin:.3em 0;color:#454c54}",
          "table{border-collapse:collapse;margin:1em 0;font-variant-numeric:tabular-nums}",
          "th,td{padding:.25em .9em;text-align:right;border-bottom:1px solid #e3e6ea}",
          "th{font-weight:600}th:first-child,td:first-child{text-align:left}",
          "td.unit{color:#6a737d;text-align:left}.better{color:#14742f;font-weight:600}",
          ".worse{color:#a5321f;font-weight:600}",
          ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(460px,1fr));gap:1.2em}",
          "svg{width:100%;height:auto;font:12px system-ui,sans-serif}",
          ".title{font-size:14px;font-weight:600;fill:#1f2328}.tick,.label{fill:#454c54}",
          ".grid{stroke:#e8eaed}.axis{stroke:#6a737d}.curve{fill:none;stroke-width:2}.key{stroke-width:4}");

  private final Comparison comparison;
  private final List<Measurements> measurements;
  private final String facts;

  /** {@code facts}: what was run on what, one paragraph. */
  HtmlReport(Comparison comparison, List<Measurements> measurements, String facts) {
    this.comparison = comparison;
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
        .append(STYLE)
        .append("\n</style></head><body>\n<h1>")
        .append(SvgChart.escape(String.join(" and ", comparison.clusters)))
        .append(": the same work on two clusters</h1>\n<p>")
        .append(SvgChart.escape(facts))
        .append("</p>\n");
    table(out);
    out.append(
            "<h2>Waiting</h2>\n<p>A wait ends where the command's own first line runs.</p>\n<div class='charts'>\n")
        .append(waits("Wait of opportunistic containers in a node's queue", Kind.QUEUE))
        .append(waits("Wait of guaranteed containers, from ask to run", Kind.GUARANTEED))
        .append("</div>\n<h2>Jobs</h2>\n<div class='charts'>\n")
        .append(latencies())
        .append(kills())
        .append(
            "</div>\n<h2>Over time</h2>\n<p>Shell containers, opportunistic and guaranteed.</p>\n")
        .append("<div class='charts'>\n");
    for (int c = 0; c < measurements.size(); c++) {
      out.append(overTime(c));
    }
    return out.append("</div>\n</body></html>\n").toString();
  }

  private void table(StringBuilder out) {
    out.append("<table>\n<tr><th></th><th></th>");
    comparison.clusters.forEach(c -> out.append("<th>").append(SvgChart.escape(c)).append("</th>"));
    out.append("<th>ratio</th></tr>\n");
    for (Comparison.Row row : comparison.rows) {
      out.append("<tr><td>")
          .append(SvgChart.escape(row.name))
          .append("</td><td class='unit'>")
          .append(row.unit);
      for (int c = 0; c < comparison.clusters.size(); c++) {
        out.append("</td><td>").append(row.value(c));
      }
      out.append("</td><td class='")
          .append(verdict(row))
          .append("'>")
          .append(row.ratio())
          .append("</td></tr>\n");
    }
    out.append("</table>\n");
  }

  /** Coloured from a difference of 5 % on: below, two runs on the same cluster differ as much. */
  private static String verdict(Comparison.Row row) {
    if (row.ratio().isEmpty() || Math.abs(row.values[1] / row.values[0] - 1) < 0.05) {
      return "";
    }
    return row.values[1] > row.values[0] == row.higherIsBetter ? "better" : "worse";
  }

  private enum Kind {
    QUEUE,
    GUARANTEED
  }

  private String waits(String title, Kind kind) {
    List<Series> curves =
        measurements.stream()
            .map(
                m ->
                    Series.cumulativeShare(
                        kind == Kind.QUEUE ? m.queueWaits() : m.guaranteedWaits()))
            .collect(Collectors.toList());
    double max = curves.stream().mapToDouble(Series::maxX).max().orElse(1);
    SvgChart chart =
        new SvgChart(title, "seconds", "% that waited at most so long", max, 100).numericX();
    for (int c = 0; c < curves.size(); c++) {
      chart.steps(comparison.clusters.get(c), COLOURS[c], false, curves.get(c));
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
        .bars(groups, comparison.clusters, colours(), values)
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
    double end = endSeconds();
    double max = measurements.stream().mapToDouble(Measurements::killed).max().orElse(1);
    SvgChart chart =
        new SvgChart("Opportunistic containers killed so far", "seconds", "containers", end, max)
            .numericX();
    for (int c = 0; c < measurements.size(); c++) {
      chart.steps(
          comparison.clusters.get(c),
          COLOURS[c],
          false,
          Series.killed(measurements.get(c).all(), end));
    }
    return chart.toString();
  }

  private String overTime(int cluster) {
    double max = 0;
    for (Measurements m : measurements) {
      max = Math.max(max, Math.max(Series.running(m.all()).maxY(), Series.queued(m.all()).maxY()));
    }
    List<AttemptRecord> attempts = measurements.get(cluster).all();
    return new SvgChart(
            comparison.clusters.get(cluster) + ": running and queued",
            "seconds",
            "containers",
            endSeconds(),
            max)
        .numericX()
        .steps("running", COLOURS[cluster], false, Series.running(attempts))
        .steps("queued at nodes", COLOURS[cluster], true, Series.queued(attempts))
        .toString();
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
