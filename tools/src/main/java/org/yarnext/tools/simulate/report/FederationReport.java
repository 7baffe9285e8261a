// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.simulate.report.layout.BarChart;
import org.yarnext.tools.simulate.report.layout.HtmlPage;
import org.yarnext.tools.simulate.study.measure.FederationMeasure;
import org.yarnext.tools.simulate.study.measure.RunResults;
import org.yarnext.tools.simulate.study.measure.StudyCell;

/** Report of a study of federations, for a terminal, as CSV and as a page. */
final class FederationReport implements StudyReport {
  private final RunResults runs;

  FederationReport(RunResults runs) {
    this.runs = runs;
  }

  @Override
  public List<String> lines() {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>();
    head.add("");
    for (FederationMeasure measure : FederationMeasure.values()) {
      head.add(measure.title());
    }
    table.add(head);
    for (StudyCell cell : runs.cells()) {
      for (String system : runs.systems()) {
        List<String> line = new ArrayList<>();
        line.add(cell.group() + ", " + cell.label() + ", " + system);
        for (FederationMeasure measure : FederationMeasure.values()) {
          line.add(
              String.format(Locale.ROOT, measure.format(), runs.mean(cell, system, measure::of)));
        }
        table.add(line);
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "Measured after the cluster has filled up; times in virtual seconds; means over seeds.");
    lines.addAll(TextTable.aligned(table));
    lines.addAll(CellKeyTable.lines(runs.cells()));
    return lines;
  }

  @Override
  public String file() {
    return "federation.csv";
  }

  @Override
  public void csv(PrintWriter out) {
    CsvReport.measured(runs.rows(), FederationMeasure.values(), "%.4f", FederationMeasure::of, out);
  }

  @Override
  public String page(String title, List<String> paper) {
    HtmlPage page = new HtmlPage(title, paper);
    page.figures(
        Arrays.stream(FederationMeasure.values()).map(this::chart).collect(Collectors.toList()));
    return page.end(lines());
  }

  private String chart(FederationMeasure measure) {
    List<StudyCell> cells = runs.cells();
    return BarChart.figure(
        measure.title(),
        "",
        cells.stream().map(StudyCell::group).collect(Collectors.toList()),
        HtmlPage.colours(runs.systems()),
        (cell, system) -> runs.mean(cells.get(cell), system, measure::of));
  }
}
