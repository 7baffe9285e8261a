// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.simulate.study.measure.BaselineSelector;
import org.yarnext.tools.simulate.study.measure.JobTimeTable;
import org.yarnext.tools.simulate.study.measure.PaperJobTime;
import org.yarnext.tools.simulate.study.measure.RunResults;

/**
 * Table of a paper's average job times beside the simulated ones, relative to the paper's own
 * baseline.
 */
final class PaperTimeTable {
  private PaperTimeTable() {}

  /**
   * Returns the table with its heading; empty if the paper has no numbers for the runs.
   *
   * @param baseline name of the paper's baseline; if it was not run, the baseline of the ratios
   *     takes its place
   */
  static List<String> lines(
      List<PaperJobTime> numbers, String baseline, RunResults runs, JobTimeTable ratios) {
    List<PaperJobTime> run =
        numbers.stream().filter(number -> number.isIn(runs)).collect(Collectors.toList());
    if (run.isEmpty()) {
      return Collections.emptyList();
    }
    List<String> systems = runs.systems();
    boolean isBaselineRun = systems.contains(baseline);
    BaselineSelector to =
        isBaselineRun ? ratios.baselines().nearer(baseline, systems) : ratios.baselines();
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "Results of the paper and of this run, relative to "
            + to.describe(systems)
            + (isBaselineRun ? ":" : " (the paper's baseline is " + baseline + "):"));
    lines.addAll(TextTable.aligned(table(run, runs, new JobTimeTable(runs.rows(), to))));
    return lines;
  }

  private static List<List<String>> table(
      List<PaperJobTime> numbers, RunResults runs, JobTimeTable ratios) {
    List<String> systems = runs.systems();
    systems.removeIf(ratios::isBaseline);
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(Arrays.asList("", "paper"));
    head.addAll(systems);
    table.add(head);
    for (PaperJobTime number : numbers) {
      List<String> line = new ArrayList<>(Arrays.asList(number.text(), number.value()));
      for (String system : systems) {
        double ours = number.ours(runs, ratios, system);
        line.add(Double.isNaN(ours) ? "-" : String.valueOf(Math.round(ours)));
      }
      table.add(line);
    }
    return table;
  }
}
