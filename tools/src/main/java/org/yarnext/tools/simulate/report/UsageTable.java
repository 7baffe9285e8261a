// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.simulate.outcome.CounterNames;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.RunResults;
import org.yarnext.tools.simulate.study.measure.StudyCell;

/** Table of the usage of the cluster, lost work, and waits of guaranteed containers. */
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
            + " time for which a node's tasks wanted more CPU than it has, or its host had no memory"
            + " left (of all nodes' time); means over seeds:");
    lines.addAll(TextTable.aligned(table));
    return lines;
  }

  private static List<String> line(RunResults runs, StudyCell cell, String system) {
    double nodes = cell.topology().nodes().size();
    List<ToDoubleFunction<RunResult>> shares =
        Arrays.asList(
            row -> perSecond(row, CounterNames.USED_MB_S) / cell.topology().memoryMb(),
            row -> perSecond(row, CounterNames.USED_MILLIVCORE_S) / 1e3 / cell.topology().vcores(),
            row -> row.memory().average(),
            row -> row.vcores().average());
    List<String> line = new ArrayList<>();
    line.add(cell + ", " + system);
    shares.forEach(share -> line.add(percent(runs.mean(cell, system, share))));
    line.add(whole(runs.mean(cell, system, row -> count(row, CounterNames.BEYOND_STARTED))));
    line.add(whole(runs.mean(cell, system, row -> count(row, CounterNames.BEYOND_STOPPED))));
    line.add(
        percent(
            runs.mean(
                cell,
                system,
                row ->
                    ratio(row, CounterNames.LOST_VCORE_MS, CounterNames.OPPORTUNISTIC_VCORE_MS))));
    line.add(
        percent(
            runs.mean(
                cell,
                system,
                row ->
                    ratio(row, CounterNames.GUARANTEED_WAITED, CounterNames.GUARANTEED_STARTED))));
    line.add(
        whole(
            runs.mean(
                cell,
                system,
                row ->
                    ratio(row, CounterNames.GUARANTEED_WAIT_MS, CounterNames.GUARANTEED_STARTED))));
    for (String name : Arrays.asList(CounterNames.CPU_SHORT_S, CounterNames.MEMORY_SHORT_S)) {
      line.add(percent(runs.mean(cell, system, row -> perSecond(row, name) / nodes)));
    }
    return line;
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
