// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yarnext.tools.chart.SvgChart;
import org.yarnext.tools.simulate.report.layout.BarChart;
import org.yarnext.tools.simulate.report.layout.HtmlPage;
import org.yarnext.tools.simulate.report.layout.UsageSeries;
import org.yarnext.tools.simulate.study.measure.GainTable;
import org.yarnext.tools.simulate.study.measure.PaperGain;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.study.measure.ThroughputMeasure;

/**
 * HTML page of a study of busy clusters, with the throughput and latency of each cell and their
 * distributions, without scripts or external resources.
 */
final class ThroughputPage {
  private final String title;
  private final List<String> paper;
  private final GainTable gains;
  private final List<PaperGain> numbers;
  private final Map<String, String> colours;

  /**
   * @param paper findings of the paper, one sentence each; may be empty
   * @param numbers numbers of the paper; may be empty
   */
  ThroughputPage(String title, List<String> paper, GainTable gains, List<PaperGain> numbers) {
    this.title = title;
    this.paper = paper;
    this.gains = gains;
    this.numbers = numbers;
    this.colours = HtmlPage.colours(gains.runs().systems());
  }

  /** Returns the page. */
  String page() {
    HtmlPage page = new HtmlPage(title, paper);
    gains.runs().groups().forEach(group -> page.group(group, figures(group)));
    return page.end(new ThroughputReport(gains, numbers).lines());
  }

  private List<String> figures(String group) {
    List<StudyCell> cells = gains.runs().cells(group);
    List<String> figures = new ArrayList<>();
    figures.add(bars(cells, ThroughputMeasure.TASKS, "tasks a second"));
    figures.add(bars(cells, ThroughputMeasure.JOBS, "jobs a minute"));
    figures.add(bars(cells, ThroughputMeasure.LATENCY, "seconds"));
    figures.add(bars(cells, ThroughputMeasure.KILLED, "containers"));
    figures.addAll(UsageTable.figures(gains.runs(), cells, colours));
    figures.add(boxes(cells));
    for (StudyCell cell : cells) {
      figures.add(throughputs(cell));
      figures.addAll(latencies(cell));
      // Tasks and Application Masters have one size, so a figure of vcores would look the same.
      figures.add(UsageSeries.MEMORY.overTime(cell.label(), gains.runs().first(cell), colours));
    }
    return figures;
  }

  private String bars(List<StudyCell> cells, ThroughputMeasure measure, String unit) {
    return BarChart.figure(
        measure.text() + ", mean",
        unit,
        cells.stream().map(StudyCell::label).collect(Collectors.toList()),
        colours,
        (cell, system) -> gains.mean(cells.get(cell), system, measure));
  }

  /** Returns the box plot, like the paper's figures. */
  private String boxes(List<StudyCell> cells) {
    return BarChart.boxes(
        "Task throughput: 5 %, quartiles and 95 % of windows of 10 s",
        "tasks a second",
        cells.stream().map(StudyCell::label).collect(Collectors.toList()),
        colours,
        (cell, system) -> gains.windows(cells.get(cell), system));
  }

  /** Returns the full distribution of the throughput that the boxes summarize. */
  private String throughputs(StudyCell cell) {
    Map<String, double[]> windows = new LinkedHashMap<>();
    colours.keySet().forEach(system -> windows.put(system, gains.windows(cell, system)));
    return distribution(
        "Task throughput, " + cell.label(), "tasks a second", "% of windows of 10 s", windows);
  }

  /** Returns a figure for each kind of job. */
  private List<String> latencies(StudyCell cell) {
    List<RunResult> first = gains.runs().of(cell, gains.baseline());
    List<String> figures = new ArrayList<>();
    if (!first.isEmpty()) {
      for (String name : first.get(0).averageByName().keySet()) {
        Map<String, double[]> seconds = new LinkedHashMap<>();
        for (String system : colours.keySet()) {
          seconds.put(
              system,
              gains.runs().of(cell, system).stream()
                  .flatMapToLong(row -> Arrays.stream(row.sortedJobMs(name)))
                  .mapToDouble(ms -> ms / 1e3)
                  .sorted()
                  .toArray());
        }
        figures.add(
            distribution(
                "Latency of jobs of " + name + ", " + cell.label(),
                "seconds",
                "% of jobs",
                seconds));
      }
    }
    return figures;
  }

  /** Returns a distribution in steps of one percent, which keeps the page small. */
  private String distribution(
      String name, String xLabel, String yLabel, Map<String, double[]> sorted) {
    double maxValue = 0;
    for (double[] values : sorted.values()) {
      maxValue = Math.max(maxValue, GainTable.quantile(values, 1));
    }
    SvgChart chart = new SvgChart(name, xLabel, yLabel, maxValue, 100).numericX();
    sorted.forEach(
        (system, values) -> {
          double[] x = new double[101];
          double[] y = new double[101];
          for (int percent = 0; percent <= 100; percent++) {
            x[percent] = percent == 0 ? 0 : GainTable.quantile(values, percent / 100.0);
            y[percent] = percent;
          }
          if (values.length > 0) {
            chart.steps(system, colours.get(system), x, y);
          }
        });
    return chart.toString();
  }
}
