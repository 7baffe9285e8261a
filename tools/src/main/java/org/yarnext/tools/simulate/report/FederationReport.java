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

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.yarnext.tools.chart.SvgChart;
import org.yarnext.tools.simulate.study.Cell;
import org.yarnext.tools.simulate.study.FederationMeasure;
import org.yarnext.tools.simulate.study.RunRow;

/** A study of federations on a terminal, as CSV, and as a page. */
public final class FederationReport {
  private static final List<String> COLOURS =
      Arrays.asList("#7a7f87", "#0b72b9", "#c0722e", "#14742f", "#b23a82", "#5b4fa3");

  private final List<RunRow> rows;

  /**
   * @param rows not empty
   */
  public FederationReport(List<RunRow> rows) {
    this.rows = rows;
  }

  /** For a terminal, without line breaks. */
  public List<String> lines() {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>();
    head.add("");
    for (FederationMeasure measure : FederationMeasure.values()) {
      head.add(measure.title());
    }
    table.add(head);
    for (Cell cell : cells()) {
      for (String system : systems()) {
        List<String> line = new ArrayList<>();
        line.add(cell.group() + ", " + cell.label() + ", " + system);
        for (FederationMeasure measure : FederationMeasure.values()) {
          line.add(String.format(Locale.ROOT, measure.format(), mean(cell, system, measure)));
        }
        table.add(line);
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add("Once the cluster has filled up; virtual seconds; means over seeds.");
    lines.addAll(Columns.aligned(table));
    return lines;
  }

  private Set<Cell> cells() {
    return rows.stream().map(RunRow::cell).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Set<String> systems() {
    return rows.stream().map(RunRow::system).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private double mean(Cell cell, String system, FederationMeasure measure) {
    return rows.stream()
        .filter(row -> row.cell() == cell && row.system().equals(system))
        .mapToDouble(measure::of)
        .average()
        .orElse(0);
  }

  /** Writes a line for each run. */
  public static void csv(List<RunRow> rows, PrintWriter out) {
    CsvReport.measured(rows, FederationMeasure.values(), "%.4f", FederationMeasure::of, out);
  }

  /**
   * The whole page, without scripts or anything from elsewhere.
   *
   * @param paper what the paper found, one sentence each; may be empty
   */
  public String page(String title, List<String> paper) {
    Page page = new Page(title, paper);
    page.figures(
        Arrays.stream(FederationMeasure.values()).map(this::chart).collect(Collectors.toList()));
    return page.end(lines());
  }

  private String chart(FederationMeasure measure) {
    List<Cell> cells = new ArrayList<>(cells());
    List<String> systems = new ArrayList<>(systems());
    List<String> colours = new ArrayList<>();
    double[][] values = new double[systems.size()][cells.size()];
    double most = 0;
    for (int s = 0; s < values.length; s++) {
      colours.add(COLOURS.get(s % COLOURS.size()));
      for (int c = 0; c < values[s].length; c++) {
        values[s][c] = mean(cells.get(c), systems.get(s), measure);
        most = Math.max(most, values[s][c]);
      }
    }
    return new SvgChart(measure.title(), "", "", cells.size(), most)
        .bars(
            cells.stream().map(Cell::group).collect(Collectors.toList()), systems, colours, values)
        .toString();
  }
}
