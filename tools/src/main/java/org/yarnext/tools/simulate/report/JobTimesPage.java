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
package org.yarnext.tools.simulate.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yarnext.tools.chart.SvgChart;
import org.yarnext.tools.simulate.study.Cell;
import org.yarnext.tools.simulate.study.Ratios;
import org.yarnext.tools.simulate.study.RunRow;
import org.yarnext.tools.simulate.study.Runs;

/** A study as one page without scripts or anything from elsewhere: figures, then the numbers. */
final class JobTimesPage {
  private static final int CELLS_FOR_A_DISTRIBUTION = 5;

  private final String title;
  private final List<String> paper;
  private final Runs runs;
  private final Ratios ratios;
  private final Map<String, String> colours;

  /**
   * @param paper what the paper found, one sentence each; may be empty
   */
  JobTimesPage(String title, List<String> paper, Runs runs, Ratios ratios) {
    this.title = title;
    this.paper = paper;
    this.runs = runs;
    this.ratios = ratios;
    this.colours = Page.colours(runs.systems());
  }

  /** The whole page. */
  String page() {
    Page page = new Page(title, paper);
    runs.groups().forEach(group -> page.group(group, figures(group)));
    return page.end(new JobTimesReport(runs, ratios).lines());
  }

  private List<String> figures(String group) {
    List<Cell> cells = runs.cells(group);
    List<String> figures = new ArrayList<>();
    if (cells.size() >= CELLS_FOR_A_DISTRIBUTION) {
      figures.add(distribution(group));
      return figures;
    }
    figures.add(jobTimes(cells));
    for (Cell cell : cells) {
      Map<String, RunRow> first = first(cell);
      figures.add(byName(first));
      figures.add(overTime("Memory granted, " + cell.label(), first, Quantity.MEMORY));
      figures.add(overTime("Vcores granted, " + cell.label(), first, Quantity.VCORES));
    }
    return figures;
  }

  /** Over the cells of a group, as the paper's figure 6. */
  private String distribution(String group) {
    Map<String, List<Double>> medians = new LinkedHashMap<>();
    double most = 1;
    for (String system : colours.keySet()) {
      if (!system.equals(ratios.baselines().of(system))) {
        medians.put(system, ratios.medians(group, system));
        most = Math.max(most, Ratios.quantile(medians.get(system), 1));
      }
    }
    SvgChart chart =
        new SvgChart(
                "Average job time over that of " + ratios.baselines().told(runs.systems()),
                "ratio",
                "% of cells with at most so much",
                Math.min(2, most),
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

  private String jobTimes(List<Cell> cells) {
    return Bars.figure(
        "Average job time",
        "seconds",
        cells.stream().map(Cell::label).collect(Collectors.toList()),
        colours,
        (cell, system) -> runs.mean(cells.get(cell), system, RunRow::averageJobMs) / 1e3);
  }

  /** Nothing if runs do not share job names. */
  private String byName(Map<String, RunRow> first) {
    List<String> names = new ArrayList<>(first.values().iterator().next().averageByName().keySet());
    if (names.size() < 2) {
      return "";
    }
    Map<String, String> own = new LinkedHashMap<>();
    first.keySet().forEach(system -> own.put(system, colours.get(system)));
    return Bars.figure(
        "Average job time by job, first seed",
        "seconds",
        names,
        own,
        (name, system) ->
            first.get(system).averageByName().getOrDefault(names.get(name), 0.0) / 1e3);
  }

  /** The run of the first seed by system. */
  private Map<String, RunRow> first(Cell cell) {
    Map<String, RunRow> first = new LinkedHashMap<>();
    for (String system : runs.systems()) {
      List<RunRow> own = runs.of(cell, system);
      if (!own.isEmpty()) {
        first.put(system, own.get(0));
      }
    }
    return first;
  }

  private String overTime(String name, Map<String, RunRow> first, Quantity quantity) {
    double end = first.values().stream().mapToDouble(RunRow::makespanMs).max().orElse(1) / 1e3;
    SvgChart chart = new SvgChart(name + ", first seed", "seconds", "%", end, 100).numericX();
    first.forEach((system, row) -> quantity.draw(chart, row, colours.get(system)));
    return chart.toString();
  }
}
