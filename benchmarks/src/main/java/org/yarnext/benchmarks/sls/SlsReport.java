// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.sls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.benchmarks.report.BenchPage;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.RoundsTable;
import org.yarnext.tools.chart.SvgChart;

/**
 * Results of all sizes: a table of each size, and a chart of each drawn quantity over the number of
 * nodes. Not thread-safe.
 */
final class SlsReport {
  /** Quantities that are drawn, by the name of their file. */
  private static final Map<String, String> DRAWN = new LinkedHashMap<>();

  private static final Map<String, ToDoubleFunction<BenchResult>> RESULTS = new LinkedHashMap<>();

  static {
    for (String call :
        new String[] {SlsManager.ALLOCATE, SlsManager.HEARTBEAT, SlsManager.NODE_UPDATE}) {
      String file = String.join("-", call.split(" ", 3)[0], call.split(" ", 3)[1]);
      DRAWN.put(file + "-p50", CallMeter.p50(call));
      DRAWN.put(file + "-p99", CallMeter.p99(call));
      DRAWN.put(file + "-cpu", CallMeter.cpu(call));
    }
    DRAWN.put("cpu", SlsRun.CPU);
    DRAWN.put("heap", SlsRun.HEAP);
    DRAWN.values().forEach(name -> RESULTS.put(name, result -> result.counted(name)));
  }

  private static final RoundsTable TABLE =
      new RoundsTable(
          RESULTS,
          RoundsTable.counts(
              SlsRun.CONTAINERS,
              SlsRun.OPPORTUNISTIC,
              SlsRun.UNDERSIZED,
              SlsRun.ALLOCATED,
              SlsRun.BUSY,
              SlsRun.FOREIGN,
              SlsRun.FEATURES,
              SlsRun.TRIPS));

  private final String title;

  /** Complete rounds by the number of nodes. */
  private final Map<Integer, List<List<BenchResult>>> sizes = new TreeMap<>();

  SlsReport(String title) {
    this.title = title;
  }

  /** Adds the results of all systems with a number of nodes, in the order of the table. */
  void add(int nodes, List<BenchResult> round) {
    sizes.computeIfAbsent(nodes, n -> new ArrayList<>()).add(round);
  }

  /** Writes table.txt, report.html and a file of each chart. */
  void write(Path dir) throws IOException {
    List<String> charts = new ArrayList<>();
    for (Map.Entry<String, String> drawn : DRAWN.entrySet()) {
      SvgChart chart = chart(drawn.getValue());
      charts.add(chart.toString());
      Files.write(dir.resolve("sls-" + drawn.getKey() + ".svg"), chart.file().getBytes(UTF_8));
    }
    Files.write(dir.resolve("table.txt"), text().getBytes(UTF_8));
    Files.write(dir.resolve("report.html"), BenchPage.html(title, text(), charts).getBytes(UTF_8));
  }

  /** Returns the tables: medians, minimum and maximum of the rounds, and ratios to stock. */
  String text() {
    StringBuilder text = new StringBuilder();
    sizes.forEach(
        (nodes, rounds) ->
            text.append(String.format(Locale.ROOT, "%n%d nodes, %d rounds%n", nodes, rounds.size()))
                .append(TABLE.table(rounds)));
    return text.toString();
  }

  private SvgChart chart(String quantity) {
    List<BenchResult> systems = sizes.values().iterator().next().get(0);
    double[] nodes = sizes.keySet().stream().mapToDouble(n -> n).toArray();
    double[][] values = new double[systems.size()][];
    double max = 0;
    for (int s = 0; s < values.length; s++) {
      int system = s;
      values[s] =
          sizes.values().stream().mapToDouble(rounds -> median(rounds, system, quantity)).toArray();
      max = Math.max(max, StatUtils.max(values[s]));
    }
    SvgChart chart = new SvgChart(quantity, "nodes", "", nodes[nodes.length - 1], max).numericX();
    for (int s = 0; s < values.length; s++) {
      chart.line(systems.get(s).system, BenchPage.COLOURS.get(s), nodes, values[s]);
    }
    return chart;
  }

  private static double median(List<List<BenchResult>> rounds, int system, String quantity) {
    return StatUtils.percentile(
        rounds.stream().mapToDouble(round -> round.get(system).counted(quantity)).toArray(), 50);
  }
}
