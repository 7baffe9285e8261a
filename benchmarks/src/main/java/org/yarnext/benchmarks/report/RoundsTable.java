// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.tools.chart.SvgChart;

/**
 * Table of the medians over a benchmark's rounds: a row for each quantity, a column for each
 * system, and the ratio of each system to the first. Also lists where all features together are
 * behind the best single one. Ratios are within one round. Immutable.
 */
public final class RoundsTable {
  public static final String THROUGHPUT = "jobs/min";
  public static final String JOB_TIME = "job time, mean [s]";
  private static final String ALL = "all";

  /**
   * Ratio up to which a result does not count as behind the best single feature: runs differ by as
   * much.
   */
  private static final double TOLERANCE = 1.03;

  private final Map<String, ToDoubleFunction<BenchResult>> results;
  private final Map<String, ToDoubleFunction<BenchResult>> counts;

  /** Names of the results in which higher is better. */
  private final List<String> rates;

  /**
   * Creates a table.
   *
   * @param results quantities for which ratios are shown, by name
   * @param counts quantities that explain them, without ratios
   * @param rates names of results beside {@link #THROUGHPUT} in which higher is better; in all
   *     others lower is better
   */
  public RoundsTable(
      Map<String, ToDoubleFunction<BenchResult>> results,
      Map<String, ToDoubleFunction<BenchResult>> counts,
      String... rates) {
    this.results = new LinkedHashMap<>(results);
    this.counts = new LinkedHashMap<>(counts);
    this.rates = new ArrayList<>(Arrays.asList(rates));
    this.rates.add(THROUGHPUT);
  }

  /** Returns the times of all jobs and of the run, in a new map to which others may be added. */
  public static Map<String, ToDoubleFunction<BenchResult>> jobTimes() {
    Map<String, ToDoubleFunction<BenchResult>> times = new LinkedHashMap<>();
    times.put(JOB_TIME, BenchResult::meanJobLatency);
    times.put("job time, p95 [s]", r -> r.jobLatency(95));
    times.put("makespan [s]", BenchResult::seconds);
    return times;
  }

  /** Returns counts of {@link RunCounts} by name, in a new map to which others may be added. */
  public static Map<String, ToDoubleFunction<BenchResult>> counts(String... names) {
    Map<String, ToDoubleFunction<BenchResult>> counts = new LinkedHashMap<>();
    for (String name : names) {
      counts.put(name, r -> r.counted(name));
    }
    return counts;
  }

  /** Returns the rows that have ratios, in order. */
  public Map<String, ToDoubleFunction<BenchResult>> results() {
    return Collections.unmodifiableMap(results);
  }

  /** Returns all rows, in order. */
  public Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> all = new LinkedHashMap<>(results);
    all.putAll(counts);
    return all;
  }

  /** Returns {@link #table} and {@link #behind}. */
  public String text(List<List<BenchResult>> rounds) {
    return table(rounds) + behind(rounds);
  }

  /** Returns the table as Markdown that is also readable on a terminal. */
  public String table(List<List<BenchResult>> rounds) {
    List<String> systems = systems(rounds);
    StringBuilder out = new StringBuilder(String.format("%n| |"));
    systems.forEach(system -> out.append(' ').append(system).append(" |"));
    out.append(String.format("%n|---|"));
    systems.forEach(system -> out.append("---|"));
    out.append(String.format("%n"));
    quantities()
        .forEach(
            (name, quantity) -> {
              out.append("| ").append(name).append(" |");
              for (int s = 0; s < systems.size(); s++) {
                out.append(' ').append(spread(values(rounds, quantity, s)));
                if (s > 0 && results.containsKey(name)) {
                  out.append(format(", %.2f", median(ratios(rounds, quantity, s, 0))));
                }
                out.append(" |");
              }
              out.append(String.format("%n"));
            });
    return out.toString();
  }

  /**
   * Returns where all features together are behind the best single one, with the counts of both.
   */
  public String behind(List<List<BenchResult>> rounds) {
    List<String> systems = systems(rounds);
    int all = systems.indexOf(ALL);
    if (all < 0 || systems.size() < 3) {
      return "";
    }
    StringBuilder out = new StringBuilder(String.format("%n"));
    results.forEach(
        (name, quantity) -> {
          int best = best(rounds, name, quantity, all);
          double ratio = median(ratios(rounds, quantity, all, best));
          double worse = rates.contains(name) ? 1 / ratio : ratio;
          if (worse > TOLERANCE) {
            out.append(format("%s: all is %.2f of %s alone%n", name, ratio, systems.get(best)));
            counts.forEach(
                (count, of) ->
                    out.append(
                        format(
                            "    %s: %.0f, there %.0f%n",
                            count,
                            median(values(rounds, of, all)),
                            median(values(rounds, of, best)))));
          }
        });
    String behind = out.toString().trim();
    return behind.isEmpty()
        ? format("%nAll features together are nowhere behind the best single feature.%n")
        : format("%nAll features together are behind the best single feature in:%n%s%n", behind);
  }

  /** Returns the system with the best median, apart from stock and all features together. */
  private int best(
      List<List<BenchResult>> rounds,
      String name,
      ToDoubleFunction<BenchResult> quantity,
      int all) {
    int sign = rates.contains(name) ? -1 : 1;
    int best = all == 1 ? 2 : 1;
    for (int s = 1; s < rounds.get(0).size(); s++) {
      if (s != all
          && sign * median(values(rounds, quantity, s))
              < sign * median(values(rounds, quantity, best))) {
        best = s;
      }
    }
    return best;
  }

  /** Draws the ratios of times to those of the first system, as a bar for each other system. */
  public String chart(List<List<BenchResult>> rounds) {
    Map<String, ToDoubleFunction<BenchResult>> times = new LinkedHashMap<>(results);
    times.keySet().removeAll(rates);
    List<String> systems = systems(rounds).subList(1, rounds.get(0).size());
    double[][] values = new double[systems.size()][times.size()];
    double max = 1;
    for (int s = 0; s < systems.size(); s++) {
      int q = 0;
      for (ToDoubleFunction<BenchResult> quantity : times.values()) {
        values[s][q] = median(ratios(rounds, quantity, s + 1, 0));
        max = Math.max(max, values[s][q]);
        q++;
      }
    }
    List<String> groups = new ArrayList<>();
    times.keySet().forEach(name -> groups.add(name.replace(" [s]", "").replace("job time, ", "")));
    List<String> colours = BenchPage.COLOURS.subList(1, BenchPage.COLOURS.size());
    String first = rounds.get(0).get(0).system;
    return new SvgChart("Job times, median", "", "share of " + first, groups.size(), max)
        .bars(groups, systems, colours, values)
        .toString();
  }

  private static List<String> systems(List<List<BenchResult>> rounds) {
    List<String> systems = new ArrayList<>();
    rounds.get(0).forEach(result -> systems.add(result.system));
    return systems;
  }

  private static double[] values(
      List<List<BenchResult>> rounds, ToDoubleFunction<BenchResult> quantity, int s) {
    return rounds.stream().mapToDouble(round -> quantity.applyAsDouble(round.get(s))).toArray();
  }

  private static double[] ratios(
      List<List<BenchResult>> rounds, ToDoubleFunction<BenchResult> quantity, int s, int base) {
    double[] ratios = values(rounds, quantity, s);
    double[] bases = values(rounds, quantity, base);
    for (int r = 0; r < ratios.length; r++) {
      ratios[r] /= bases[r];
    }
    return ratios;
  }

  private static double median(double[] values) {
    return StatUtils.percentile(values, 50);
  }

  private static String spread(double[] values) {
    double median = median(values);
    if (values.length == 1) {
      return number(median);
    }
    return number(median)
        + " ("
        + number(StatUtils.min(values))
        + "–"
        + number(StatUtils.max(values))
        + ")";
  }

  private static String number(double value) {
    return format(Math.abs(value) < 10 && value != Math.rint(value) ? "%.2f" : "%.0f", value);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
