// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.benchmarks.report.BenchPage;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.tools.chart.SvgChart;

/**
 * Ratios of each system's job times to those of the first system in the same round, as median,
 * minimum and maximum over all rounds. Stateless.
 */
final class SteeredRatios {
  private SteeredRatios() {}

  /** Returns the quantities in order: each job, then all jobs together. */
  static Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> quantities = new LinkedHashMap<>();
    for (SteeredJob job : SteeredJob.values()) {
      quantities.put(job.label() + " [s]", r -> r.of(job.label()).meanJobLatency());
    }
    quantities.put("job time, average [s]", BenchResult::meanJobLatency);
    quantities.put("makespan [s]", BenchResult::seconds);
    return quantities;
  }

  /** Returns a table as plain text for a terminal, with a column for each system but the first. */
  static String text(List<List<BenchResult>> rounds) {
    List<BenchResult> first = rounds.get(0);
    StringBuilder out = new StringBuilder(String.format("%n%-24s", "to " + first.get(0).system));
    for (BenchResult result : first.subList(1, first.size())) {
      out.append(String.format("%23s", result.system));
    }
    out.append(String.format("%n"));
    quantities()
        .forEach(
            (name, quantity) -> {
              out.append(String.format("%-24s", name.replace(" [s]", "")));
              for (int s = 1; s < first.size(); s++) {
                out.append(String.format("%23s", cell(ratios(rounds, quantity, s))));
              }
              out.append(String.format("%n"));
            });
    return out.toString();
  }

  /** Draws the medians as bars, one for each system but the first. */
  static String chart(List<List<BenchResult>> rounds) {
    List<BenchResult> first = rounds.get(0);
    List<String> systems = new ArrayList<>();
    double[][] values = new double[first.size() - 1][quantities().size()];
    double max = 1;
    for (int s = 1; s < first.size(); s++) {
      systems.add(first.get(s).system);
      int q = 0;
      for (ToDoubleFunction<BenchResult> quantity : quantities().values()) {
        values[s - 1][q] = StatUtils.percentile(ratios(rounds, quantity, s), 50);
        max = Math.max(max, values[s - 1][q]);
        q++;
      }
    }
    List<String> groups = new ArrayList<>();
    quantities()
        .keySet()
        .forEach(name -> groups.add(name.replace(" [s]", "").replace("job time, ", "")));
    // The first colour belongs to the first system.
    List<String> colours = BenchPage.COLOURS.subList(1, BenchPage.COLOURS.size());
    return new SvgChart(
            "Job times, median", "", "share of " + first.get(0).system, groups.size(), max)
        .bars(groups, systems, colours, values)
        .toString();
  }

  /** Returns the ratio of each round. */
  private static double[] ratios(
      List<List<BenchResult>> rounds, ToDoubleFunction<BenchResult> quantity, int s) {
    List<Double> ratios = new ArrayList<>();
    for (List<BenchResult> round : rounds) {
      ratios.add(quantity.applyAsDouble(round.get(s)) / quantity.applyAsDouble(round.get(0)));
    }
    return ratios.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static String cell(double[] ratios) {
    return String.format(
        Locale.ROOT,
        "%.2f (%.2f-%.2f)",
        StatUtils.percentile(ratios, 50),
        StatUtils.min(ratios),
        StatUtils.max(ratios));
  }
}
