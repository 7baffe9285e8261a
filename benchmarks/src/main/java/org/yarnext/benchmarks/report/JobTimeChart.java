// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.yarnext.tools.chart.SvgChart;

/** Chart of the times of single jobs on each system. Stateless. */
public final class JobTimeChart {
  private JobTimeChart() {}

  /**
   * Draws a bar for each job on each system, as SVG.
   *
   * @param results of one round, at least one
   * @param isShown whether to draw the job of a name
   * @param colours one for each system
   */
  public static String svg(
      List<BenchResult> results, Predicate<String> isShown, String title, List<String> colours) {
    List<String> systems = results.stream().map(r -> r.system).collect(Collectors.toList());
    List<String> names =
        results.get(0).jobs.stream()
            .map(job -> job.name)
            .filter(isShown)
            .sorted()
            .collect(Collectors.toList());
    double[][] values = new double[results.size()][names.size()];
    double max = 0;
    for (int s = 0; s < values.length; s++) {
      Map<String, Double> times = results.get(s).jobSeconds();
      for (int j = 0; j < values[s].length; j++) {
        values[s][j] = times.getOrDefault(names.get(j), Double.NaN);
        max = Math.max(max, values[s][j]);
      }
    }
    return new SvgChart(
            title + ", from submission to its last task", "", "seconds", names.size(), max)
        .bars(names, systems, colours, values)
        .toString();
  }
}
