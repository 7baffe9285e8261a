// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.UnaryOperator;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Ratios of the systems' average job times to those of their baselines, for each run and over the
 * jobs that all systems finished; and the worst ratio of a single job. Immutable.
 */
public final class JobTimeTable {
  private final BaselineSelector baselines;
  private final Map<StudyCell, Map<String, List<Double>>> byCell;

  /**
   * Ratios to the common baseline, also for systems with a baseline of their own; absent if the
   * models differ.
   */
  private final Map<StudyCell, Map<String, List<Double>>> toCommon;

  /** Maximum ratio of a single job's time to its time with the system's own baseline. */
  private final Map<StudyCell, Map<String, List<Double>>> worstJobs;

  /**
   * @param rows the results of a whole study
   * @param baselines names of systems in it
   */
  public JobTimeTable(List<RunResult> rows, BaselineSelector baselines) {
    this.baselines = baselines;
    CommonJobs common = new CommonJobs(rows);
    ToDoubleBiFunction<RunResult, RunResult> averages =
        (row, base) -> common.averageMs(row) / common.averageMs(base);
    this.byCell = ratios(rows, baselines::of, averages);
    this.toCommon =
        ratios(
            rows, system -> baselines.isComparable(system) ? baselines.common() : null, averages);
    this.worstJobs = ratios(rows, baselines::of, common::worst);
  }

  private static Map<StudyCell, Map<String, List<Double>>> ratios(
      List<RunResult> rows,
      UnaryOperator<String> baseline,
      ToDoubleBiFunction<RunResult, RunResult> ratio) {
    Map<String, RunResult> runs = new HashMap<>();
    rows.forEach(row -> runs.put(key(row, row.system()), row));
    Map<StudyCell, Map<String, List<Double>>> ratios = new LinkedHashMap<>();
    for (RunResult row : rows) {
      RunResult base = runs.get(key(row, baseline.apply(row.system())));
      double one = base == null ? Double.NaN : ratio.applyAsDouble(row, base);
      if (Double.isFinite(one)) {
        ratios
            .computeIfAbsent(row.cell(), cell -> new LinkedHashMap<>())
            .computeIfAbsent(row.system(), system -> new ArrayList<>())
            .add(one);
      }
    }
    return ratios;
  }

  /** Returns the key of a system's run in the same cell with the same seed. */
  private static String key(RunResult row, String system) {
    return row.cell().group() + '\n' + row.cell().label() + '\n' + row.seed() + '\n' + system;
  }

  public BaselineSelector baselines() {
    return baselines;
  }

  /** Returns the baseline of a system. */
  public String baseline(String system) {
    return baselines.of(system);
  }

  /** Returns whether a system is its own baseline. */
  public boolean isBaseline(String system) {
    return system.equals(baseline(system));
  }

  /** Returns the median ratio over the seeds of a cell; NaN if there is none. */
  public double median(StudyCell cell, String system) {
    return median(of(byCell, cell, system));
  }

  /** Returns the maximum ratio over the seeds of a cell; NaN if there is none. */
  public double worst(StudyCell cell, String system) {
    return quantile(of(byCell, cell, system), 1);
  }

  private static List<Double> of(
      Map<StudyCell, Map<String, List<Double>>> ratios, StudyCell cell, String system) {
    return ratios
        .getOrDefault(cell, Collections.emptyMap())
        .getOrDefault(system, Collections.emptyList());
  }

  /** Returns the maximum ratio of a single job over the seeds of a cell; NaN if there is none. */
  public double worstJob(StudyCell cell, String system) {
    return quantile(of(worstJobs, cell, system), 1);
  }

  /** Returns the maximum ratio over all cells of a group and all seeds; NaN if there is none. */
  public double worst(String group, String system) {
    return worst(byCell, group, system);
  }

  /**
   * Returns the maximum ratio of a single job over all cells of a group and all seeds; NaN if there
   * is none.
   */
  public double worstJob(String group, String system) {
    return worst(worstJobs, group, system);
  }

  private static double worst(
      Map<StudyCell, Map<String, List<Double>>> ratios, String group, String system) {
    return ratios.keySet().stream()
        .filter(cell -> cell.group().equals(group))
        .flatMap(cell -> of(ratios, cell, system).stream())
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(Double.NaN);
  }

  /**
   * Returns the share of a group's cells in which the median of one system is below that of
   * another, both relative to the common baseline, 0 to 1; NaN if no cell has both, or one has
   * another model.
   */
  public double below(String group, String system, String other) {
    return toCommon.keySet().stream()
        .filter(cell -> cell.group().equals(group))
        .filter(
            cell -> !of(toCommon, cell, system).isEmpty() && !of(toCommon, cell, other).isEmpty())
        .mapToDouble(
            cell -> median(of(toCommon, cell, system)) < median(of(toCommon, cell, other)) ? 1 : 0)
        .average()
        .orElse(Double.NaN);
  }

  /** Returns the medians of a group's cells, sorted; empty if there are none. */
  public List<Double> medians(String group, String system) {
    List<Double> medians = new ArrayList<>();
    for (StudyCell cell : byCell.keySet()) {
      double median = median(cell, system);
      if (cell.group().equals(group) && !Double.isNaN(median)) {
        medians.add(median);
      }
    }
    Collections.sort(medians);
    return medians;
  }

  /** Returns the median; NaN if there are no values. */
  public static double median(List<Double> values) {
    return new Median().evaluate(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /**
   * Returns a quantile; NaN if there are no values.
   *
   * @param share 0 to 1
   */
  public static double quantile(List<Double> values, double share) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : GainTable.quantile(sorted, share);
  }
}
