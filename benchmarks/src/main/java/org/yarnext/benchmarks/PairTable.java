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
import org.yarnext.tools.chart.TextTable;

/**
 * Table of the values of two sides that {@link PairRounds} measured at the same time: the median of
 * each quantity on both sides, and the ratios of the rounds. Not thread-safe.
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

  private static double median(List<Double> values) {
    DescriptiveStatistics statistics = new DescriptiveStatistics();
    values.forEach(statistics::addValue);
    return statistics.getPercentile(50);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
