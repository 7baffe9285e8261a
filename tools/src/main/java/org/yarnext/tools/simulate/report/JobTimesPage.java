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
import org.yarnext.tools.simulate.study.measure.JobTimeTable;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.RunResults;
import org.yarnext.tools.simulate.study.measure.StudyCell;

/** HTML page of a study of average job times, without scripts or external resources. */
final class JobTimesPage {
  private final String title;
  private final List<String> paper;
  private final RunResults runs;
  private final JobTimeTable ratios;
  private final JobGainPage jobs;
  private final Map<String, String> colours;

  /**
   * @param paper findings of the paper, one sentence each; may be empty
   * @param jobs null if only the distribution over a group's cells is of interest, not each cell
   */
  JobTimesPage(
      String title, List<String> paper, RunResults runs, JobTimeTable ratios, JobGainPage jobs) {
    this.title = title;
    this.paper = paper;
    this.runs = runs;
    this.ratios = ratios;
    this.jobs = jobs;
    this.colours = HtmlPage.colours(runs.systems());
  }

  /**
   * Returns the page.
   *
   * @param lines the numbers as on a terminal
   */
  String page(List<String> lines) {
    HtmlPage page = new HtmlPage(title, paper);
    runs.groups().forEach(group -> page.group(group, figures(group)));
    return page.end(lines);
  }

  private List<String> figures(String group) {
    List<StudyCell> cells = runs.cells(group);
    List<String> figures = new ArrayList<>();
    if (jobs == null) {
      figures.add(distribution(group));
      // An example: the last cell, which has the most work.
      figures.addAll(overTime(cells.get(cells.size() - 1)));
      return figures;
    }
    figures.add(jobTimes(cells));
    figures.add(ratios(cells));
    for (StudyCell cell : cells) {
      figures.add(jobTimesByName(runs.first(cell)));
      figures.addAll(jobs.figures(cell, colours));
      figures.addAll(overTime(cell));
    }
    return figures;
  }

  private List<String> overTime(StudyCell cell) {
    Map<String, RunResult> first = runs.first(cell);
    return Arrays.stream(UsageSeries.values())
        .map(quantity -> quantity.overTime(cell.label(), first, colours))
        .collect(Collectors.toList());
  }

  /** Returns the distribution over the cells of a group, like the paper's figure 6. */
  private String distribution(String group) {
    Map<String, List<Double>> medians = new LinkedHashMap<>();
    double maxRatio = 1;
    for (String system : colours.keySet()) {
      if (!ratios.isBaseline(system)) {
        medians.put(system, ratios.medians(group, system));
        maxRatio = Math.max(maxRatio, JobTimeTable.quantile(medians.get(system), 1));
      }
    }
    SvgChart chart =
        new SvgChart(
                overBaseline(),
                "ratio",
                "% of cells with at most this ratio",
                Math.min(2, maxRatio),
                100)
            .numericX();
    medians.forEach(
        (system, values) -> {
          double[] x = new double[values.size() + 1];
          double[] y = new double[values.size() + 1];
          for (int i = 0; i < values.size(); i++) {
            x[i + 1] = values.get(i);
            y[i + 1] = 100.0 * (i + 1) / values.size();
          }
          chart.steps(system, colours.get(system), x, y);
        });
    return chart.toString();
  }

  /** Returns the label of the ratio; if there are several baselines, the numbers name them. */
  private String overBaseline() {
    boolean one = runs.systems().stream().map(ratios::baseline).distinct().count() == 1;
    return "Average job time relative to that of "
        + (one ? ratios.baselines().common() : "stock with the same scheduler");
  }

  private String jobTimes(List<StudyCell> cells) {
    return BarChart.figure(
        "Average job time",
        "seconds",
        cells.stream().map(StudyCell::label).collect(Collectors.toList()),
        colours,
        (cell, system) -> runs.mean(cells.get(cell), system, RunResult::averageJobMs) / 1e3);
  }

  private String ratios(List<StudyCell> cells) {
    Map<String, String> compared = new LinkedHashMap<>(colours);
    compared.keySet().removeIf(ratios::isBaseline);
    return compared.isEmpty()
        ? ""
        : BarChart.figure(
            overBaseline(),
            "ratio",
            cells.stream().map(StudyCell::label).collect(Collectors.toList()),
            compared,
            (cell, system) -> {
              double ratio = ratios.median(cells.get(cell), system);
              return Double.isNaN(ratio) ? 0 : ratio; // no job in common: no bar
            });
  }

  /** Returns an empty text if the runs do not share job names. */
  private String jobTimesByName(Map<String, RunResult> first) {
    List<String> names = new ArrayList<>(first.values().iterator().next().averageByName().keySet());
    if (names.size() < 2) {
      return "";
    }
    Map<String, String> own = new LinkedHashMap<>();
    first.keySet().forEach(system -> own.put(system, colours.get(system)));
    return BarChart.figure(
        "Average job time by job, first seed",
        "seconds",
        names,
        own,
        (name, system) ->
            first.get(system).averageByName().getOrDefault(names.get(name), 0.0) / 1e3);
  }
}
