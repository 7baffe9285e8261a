// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.Experiment;
import org.yarnext.benchmarks.report.BenchResult;

/**
 * Table of a benchmark's results as text. Each row is a quantity of a system, with its median,
 * minimum and maximum over all rounds. Further columns show the median ratio to a baseline system
 * in the same round, as the experiment defines it.
 */
final class BenchTable {

  static final String FOREIGN = "other work on the machine [%]";

  private final Map<String, ToDoubleFunction<BenchResult>> quantities;
  private final Map<String, UnaryOperator<String>> baselines;

  /** Results by round, in the order of the systems. */
  private final List<List<BenchResult>> rounds;

  BenchTable(Experiment experiment, List<List<BenchResult>> rounds) {
    Comparison comparison = ComparisonFactory.of(experiment);
    this.quantities = new LinkedHashMap<>(comparison.quantities());
    this.quantities.put(FOREIGN, r -> 100 * r.foreignLoad);
    this.baselines = comparison.baselines();
    this.rounds = rounds;
  }

  int systems() {
    return rounds.get(0).size();
  }

  String system(int s) {
    return rounds.get(0).get(s).system;
  }

  /** Returns the values of a quantity of system {@code s}, one for each round. */
  double[] values(String quantity, int s) {
    return rounds.stream()
        .mapToDouble(round -> quantities.get(quantity).applyAsDouble(round.get(s)))
        .toArray();
  }

  double median(String quantity, int s) {
    return StatUtils.percentile(values(quantity, s), 50);
  }

  /** Returns the median, over all rounds, of the ratio of system {@code s} to the first system. */
  double medianRatio(String quantity, int s) {
    return medianRatio(quantity, s, 0);
  }

  /**
   * Returns the median, over all rounds, of the ratio of system {@code s} to system {@code base}.
   */
  private double medianRatio(String quantity, int s, int base) {
    double[] bases = values(quantity, base);
    double[] ratios = values(quantity, s);
    for (int r = 0; r < ratios.length; r++) {
      ratios[r] /= bases[r];
    }
    return StatUtils.percentile(ratios, 50);
  }

  /**
   * Returns the formatted ratio to the baseline of a column, or an empty string if there is none.
   */
  String ratio(String quantity, int s, String column) {
    String label = baselines.get(column).apply(system(s));
    int base = label.isEmpty() ? 0 : index(label);
    if (base < 0 || quantity.equals(FOREIGN)) {
      return "";
    }
    double ratio = medianRatio(quantity, s, base);
    return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f", ratio) : "";
  }

  /** Returns the index of a system, or -1 if it was not run. */
  private int index(String label) {
    for (int s = 0; s < systems(); s++) {
      if (system(s).equals(label)) {
        return s;
      }
    }
    return -1;
  }

  /** Returns the table as plain text for a terminal. */
  String text() {
    StringBuilder out = new StringBuilder();
    out.append(String.format("%-34s%-36s%9s%9s%9s", "", "", "median", "lowest", "highest"));
    baselines.keySet().forEach(column -> out.append(String.format("%10s", column)));
    out.append(String.format("%n"));
    for (String quantity : quantities.keySet()) {
      for (int s = 0; s < systems(); s++) {
        double[] values = values(quantity, s);
        out.append(
            String.format(
                Locale.ROOT,
                "%-34s%-36s%9.2f%9.2f%9.2f",
                s == 0 ? quantity : "",
                system(s),
                median(quantity, s),
                StatUtils.min(values),
                StatUtils.max(values)));
        for (String column : baselines.keySet()) {
          out.append(String.format("%10s", ratio(quantity, s, column)));
        }
        out.append(String.format("%n"));
      }
    }
    return out.toString();
  }
}
