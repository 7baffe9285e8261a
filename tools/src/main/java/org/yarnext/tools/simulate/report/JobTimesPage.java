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

/** A study as one page without scripts or anything from elsewhere: figures, then the numbers. */
public final class HtmlReport {
  private static final int CELLS_FOR_A_DISTRIBUTION = 5;

  private final String title;
  private final List<String> paper;
  private final List<RunRow> rows;
  private final Ratios ratios;
  private final Map<String, String> colours;

  /**
   * @param paper what the paper found, one sentence each; may be empty
   */
  public HtmlReport(String title, List<String> paper, List<RunRow> rows, Ratios ratios) {
    this.title = title;
    this.paper = paper;
    this.rows = rows;
    this.ratios = ratios;
    this.colours = Page.colours(rows.stream().map(RunRow::system).collect(Collectors.toList()));
  }

  /** The whole page. */
  public String page() {
    Page page = new Page(title, paper);
    rows.stream()
        .map(row -> row.cell().group())
        .distinct()
        .forEach(group -> page.group(group, figures(group)));
    return page.end(new TextTable(rows, ratios).lines());
  }

  private List<String> figures(String group) {
    List<RunRow> own =
        rows.stream().filter(row -> row.cell().group().equals(group)).collect(Collectors.toList());
    List<Cell> cells = own.stream().map(RunRow::cell).distinct().collect(Collectors.toList());
    List<String> figures = new ArrayList<>();
    if (cells.size() >= CELLS_FOR_A_DISTRIBUTION) {
      figures.add(distribution(group));
      return figures;
    }
    figures.add(jobTimes(own, cells));
    for (Cell cell : cells) {
      figures.add(byName(own, cell));
      figures.add(overTime("Memory granted, " + cell.label(), first(own, cell), Quantity.MEMORY));
      figures.add(overTime("Vcores granted, " + cell.label(), first(own, cell), Quantity.VCORES));
    }
    return figures;
  }

  /** Over the cells of a group, as the paper's figure 6. */
  private String distribution(String group) {
    Map<String, List<Double>> medians = new LinkedHashMap<>();
    double most = 1;
    for (String system : colours.keySet()) {
      if (!system.equals(ratios.baseline())) {
        medians.put(system, ratios.medians(group, system));
        most = Math.max(most, Ratios.quantile(medians.get(system), 1));
      }
    }
    SvgChart chart =
        new SvgChart(
                "Average job time over that of " + ratios.baseline(),
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

  private String jobTimes(List<RunRow> own, List<Cell> cells) {
    double[][] seconds = new double[colours.size()][cells.size()];
    double most = 0;
    int s = 0;
    for (String system : colours.keySet()) {
      for (int c = 0; c < cells.size(); c++) {
        Cell cell = cells.get(c);
        seconds[s][c] =
            own.stream()
                    .filter(row -> row.cell() == cell && row.system().equals(system))
                    .mapToDouble(RunRow::averageJobMs)
                    .average()
                    .orElse(0)
                / 1e3;
        most = Math.max(most, seconds[s][c]);
      }
      s++;
    }
    return new SvgChart("Average job time", "", "seconds", cells.size(), most)
        .bars(
            cells.stream().map(Cell::label).collect(Collectors.toList()),
            new ArrayList<>(colours.keySet()),
            new ArrayList<>(colours.values()),
            seconds)
        .toString();
  }

  /** Nothing if runs do not share job names. */
  private String byName(List<RunRow> own, Cell cell) {
    List<RunRow> first = first(own, cell);
    List<String> names = new ArrayList<>(first.get(0).averageByName().keySet());
    if (names.size() < 2) {
      return "";
    }
    double[][] seconds = new double[first.size()][names.size()];
    double most = 0;
    for (int r = 0; r < first.size(); r++) {
      for (int n = 0; n < names.size(); n++) {
        seconds[r][n] = first.get(r).averageByName().getOrDefault(names.get(n), 0.0) / 1e3;
        most = Math.max(most, seconds[r][n]);
      }
    }
    List<String> systems = first.stream().map(RunRow::system).collect(Collectors.toList());
    return new SvgChart("Average job time by job, first seed", "", "seconds", names.size(), most)
        .bars(
            names,
            systems,
            systems.stream().map(colours::get).collect(Collectors.toList()),
            seconds)
        .toString();
  }

  /** One row a system: that of the first seed. */
  private static List<RunRow> first(List<RunRow> own, Cell cell) {
    Map<String, RunRow> first = new LinkedHashMap<>();
    for (RunRow row : own) {
      if (row.cell() == cell) {
        first.putIfAbsent(row.system(), row);
      }
    }
    return new ArrayList<>(first.values());
  }

  private String overTime(String name, List<RunRow> first, Quantity quantity) {
    double end = first.stream().mapToDouble(RunRow::makespanMs).max().orElse(1) / 1e3;
    SvgChart chart = new SvgChart(name + ", first seed", "seconds", "%", end, 100).numericX();
    for (RunRow row : first) {
      quantity.draw(chart, row, colours.get(row.system()));
    }
    return chart.toString();
  }
}
