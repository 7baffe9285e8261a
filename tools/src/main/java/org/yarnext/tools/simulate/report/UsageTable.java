// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.simulate.outcome.CounterNames;
import org.yarnext.tools.simulate.report.layout.BarChart;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.RunResults;
import org.yarnext.tools.simulate.study.measure.StudyCell;

/** Table and figures of the usage of the cluster, lost work, and waits of guaranteed containers. */
final class UsageTable {
  private UsageTable() {}

  /** Returns a line for each cell and system; empty if the use of tasks is not modelled. */
  static List<String> lines(RunResults runs) {
    if (runs.rows().stream().allMatch(row -> count(row, CounterNames.SAMPLED_S) == 0)) {
      return Collections.emptyList();
    }
    List<List<String>> table = new ArrayList<>();
    table.add(
        Arrays.asList(
            "",
            "memory used",
            "CPU used",
            "memory given",
            "vcores given",
            "started beyond",
            "stopped",
            "work lost",
            "guaranteed that waited",
            "wait in ms",
            "CPU short",
            "memory short"));
    for (StudyCell cell : runs.cells()) {
      for (String system : runs.systems()) {
        table.add(line(runs, cell, system));
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "What tasks used and were given (of the cluster), containers started beyond the allocation"
            + " and stopped there for memory, work lost (of opportunistic work), guaranteed"
            + " containers that waited on their nodes and the mean wait of all of them, and the"
            + " time for which a node's tasks wanted more CPU than it has, or its host had no"
            + " memory left (of all nodes' time); means over seeds:");
    lines.addAll(TextTable.aligned(table));
    return lines;
  }

  private static List<String> line(RunResults runs, StudyCell cell, String system) {
    double nodes = cell.topology().nodes().size();
    List<String> line = new ArrayList<>();
    line.add(cell + ", " + system);
    line.add(percent(runs.mean(cell, system, row -> memoryUsed(cell, row))));
    line.add(percent(runs.mean(cell, system, row -> cpuUsed(cell, row))));
    line.add(percent(runs.mean(cell, system, row -> row.memory().average())));
    line.add(percent(runs.mean(cell, system, row -> row.vcores().average())));
    line.add(whole(runs.mean(cell, system, row -> count(row, CounterNames.BEYOND_STARTED))));
    line.add(whole(runs.mean(cell, system, row -> count(row, CounterNames.BEYOND_STOPPED))));
    line.add(percent(runs.mean(cell, system, UsageTable::workLost)));
    line.add(
        percent(
            runs.mean(
                cell,
                system,
                row ->
                    ratio(row, CounterNames.GUARANTEED_WAITED, CounterNames.GUARANTEED_STARTED))));
    line.add(whole(runs.mean(cell, system, UsageTable::waitMs)));
    for (String name : Arrays.asList(CounterNames.CPU_SHORT_S, CounterNames.MEMORY_SHORT_S)) {
      line.add(percent(runs.mean(cell, system, row -> perSecond(row, name) / nodes)));
    }
    return line;
  }

  /** Returns figures of some cells; empty if the use of tasks is not modelled. */
  static List<String> figures(RunResults runs, List<StudyCell> cells, Map<String, String> colours) {
    if (lines(runs).isEmpty()) {
      return Collections.emptyList();
    }
    List<String> labels = cells.stream().map(StudyCell::label).collect(Collectors.toList());
    return Arrays.asList(
        BarChart.figure(
            "Memory that tasks used",
            "% of the cluster",
            labels,
            colours,
            (i, system) ->
                100 * runs.mean(cells.get(i), system, row -> memoryUsed(cells.get(i), row))),
        BarChart.figure(
            "CPU that tasks used",
            "% of the cluster",
            labels,
            colours,
            (i, system) ->
                100 * runs.mean(cells.get(i), system, row -> cpuUsed(cells.get(i), row))),
        BarChart.figure(
            "Work lost",
            "% of opportunistic work",
            labels,
            colours,
            (i, system) -> 100 * runs.mean(cells.get(i), system, UsageTable::workLost)),
        BarChart.figure(
            "Mean wait of guaranteed containers on their nodes",
            "ms",
            labels,
            colours,
            (i, system) -> runs.mean(cells.get(i), system, UsageTable::waitMs)));
  }

  private static double memoryUsed(StudyCell cell, RunResult row) {
    return perSecond(row, CounterNames.USED_MB_S) / cell.topology().memoryMb();
  }

  private static double cpuUsed(StudyCell cell, RunResult row) {
    return perSecond(row, CounterNames.USED_MILLIVCORE_S) / 1e3 / cell.topology().vcores();
  }

  private static double workLost(RunResult row) {
    return ratio(row, CounterNames.LOST_VCORE_MS, CounterNames.OPPORTUNISTIC_VCORE_MS);
  }

  private static double waitMs(RunResult row) {
    return ratio(row, CounterNames.GUARANTEED_WAIT_MS, CounterNames.GUARANTEED_STARTED);
  }

  private static double count(RunResult row, String name) {
    return row.counters().getOrDefault(name, 0L);
  }

  private static double ratio(RunResult row, String part, String whole) {
    return count(row, part) / Math.max(1, count(row, whole));
  }

  private static double perSecond(RunResult row, String name) {
    return ratio(row, name, CounterNames.SAMPLED_S);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }
}
