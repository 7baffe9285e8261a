// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.yarnext.benchmarks.report.BenchPage;
import org.yarnext.tools.chart.SvgChart;
import org.yarnext.tools.chart.TextTable;

/**
 * Values of two sides that were measured at the same time in each round: the median of each
 * quantity on both sides, and the ratios of the rounds. Not thread-safe.
 */
final class PairTable {
  private final String first;
  private final String second;
  private final Map<String, List<Double>> ofFirst = new LinkedHashMap<>();
  private final Map<String, List<Double>> ofSecond = new LinkedHashMap<>();

  PairTable(String first, String second) {
    this.first = first;
    this.second = second;
  }

  /**
   * Adds a round.
   *
   * @param values of the first and the second side, by quantity in the order of the table
   */
  void add(List<Map<String, Double>> values) {
    add(ofFirst, values.get(0));
    add(ofSecond, values.get(1));
  }

  private static void add(Map<String, List<Double>> measured, Map<String, Double> values) {
    values.forEach(
        (quantity, value) -> measured.computeIfAbsent(quantity, q -> new ArrayList<>()).add(value));
  }

  String text() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(Arrays.asList("", first, second, "ratio", "min", "max"));
    ofFirst.forEach(
        (quantity, values) -> {
          List<Double> others = ofSecond.get(quantity);
          DescriptiveStatistics ratios = new DescriptiveStatistics();
          for (int i = 0; i < values.size(); i++) {
            ratios.addValue(others.get(i) / values.get(i));
          }
          lines.add(
              Arrays.asList(
                  quantity,
                  number(median(values)),
                  number(median(others)),
                  number(ratios.getPercentile(50)),
                  number(ratios.getMin()),
                  number(ratios.getMax())));
        });
    return String.join(System.lineSeparator(), TextTable.aligned(lines)) + System.lineSeparator();
  }

  /** Returns the tables of several sizes as one text. */
  static String text(Map<Integer, PairTable> bySize) {
    StringBuilder text = new StringBuilder();
    bySize.forEach(
        (nodes, table) ->
            text.append(nodes)
                .append(" nodes")
                .append(System.lineSeparator())
                .append(table.text()));
    return text.toString();
  }

  /** Returns a chart of each quantity's medians, with a group of bars for each size. */
  static List<String> charts(Map<Integer, PairTable> bySize) {
    List<PairTable> tables = new ArrayList<>(bySize.values());
    List<String> groups = new ArrayList<>();
    bySize.keySet().forEach(nodes -> groups.add(nodes + " nodes"));
    List<String> names = Arrays.asList(tables.get(0).first, tables.get(0).second);
    List<String> charts = new ArrayList<>();
    for (String quantity : tables.get(0).ofFirst.keySet()) {
      double[][] values = {
        tables.stream().mapToDouble(table -> median(table.ofFirst.get(quantity))).toArray(),
        tables.stream().mapToDouble(table -> median(table.ofSecond.get(quantity))).toArray()
      };
      double max =
          Math.max(
              Arrays.stream(values[0]).max().orElse(0), Arrays.stream(values[1]).max().orElse(0));
      charts.add(
          new SvgChart(quantity, "", "", groups.size(), max)
              .bars(groups, names, BenchPage.COLOURS, values)
              .toString());
    }
    return charts;
  }

  private static double median(List<Double> values) {
    DescriptiveStatistics statistics = new DescriptiveStatistics();
    values.forEach(statistics::addValue);
    return statistics.getPercentile(50);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
