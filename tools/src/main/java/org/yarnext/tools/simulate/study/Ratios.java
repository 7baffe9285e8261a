/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tools.simulate.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Average job times of all systems over those of one, the baseline, run by run, each over the jobs
 * that all systems finished. Immutable.
 */
public final class Ratios {
  private final String baseline;
  private final Map<Cell, Map<String, List<Double>>> byCell = new LinkedHashMap<>();

  /**
   * @param rows of a whole study
   * @param baseline the name of a system in it
   */
  public Ratios(List<RunRow> rows, String baseline) {
    this.baseline = baseline;
    CommonJobs common = new CommonJobs(rows);
    Map<String, Double> baselineMs = new HashMap<>();
    for (RunRow row : rows) {
      if (row.system().equals(baseline)) {
        baselineMs.put(key(row), common.averageMs(row));
      }
    }
    for (RunRow row : rows) {
      Double against = baselineMs.get(key(row));
      if (against != null && against > 0) {
        byCell
            .computeIfAbsent(row.cell(), cell -> new LinkedHashMap<>())
            .computeIfAbsent(row.system(), system -> new ArrayList<>())
            .add(common.averageMs(row) / against);
      }
    }
  }

  private static String key(RunRow row) {
    return row.cell().group() + '\n' + row.cell().label() + '\n' + row.seed();
  }

  public String baseline() {
    return baseline;
  }

  /** The median over the seeds of a cell; NaN if there is none. */
  public double median(Cell cell, String system) {
    return median(of(cell, system));
  }

  /** The largest over the seeds of a cell; NaN if there is none. */
  public double worst(Cell cell, String system) {
    return quantile(of(cell, system), 1);
  }

  private List<Double> of(Cell cell, String system) {
    return byCell
        .getOrDefault(cell, Collections.emptyMap())
        .getOrDefault(system, Collections.emptyList());
  }

  /** The largest over all cells of a group and all seeds; NaN if there is none. */
  public double worst(String group, String system) {
    return byCell.keySet().stream()
        .filter(cell -> cell.group().equals(group))
        .mapToDouble(cell -> worst(cell, system))
        .filter(ratio -> !Double.isNaN(ratio))
        .max()
        .orElse(Double.NaN);
  }

  /**
   * The share of a group's cells in which the median of one system is below that of another, 0 to
   * 1; NaN if there is no cell with both.
   */
  public double below(String group, String system, String other) {
    return byCell.keySet().stream()
        .filter(cell -> cell.group().equals(group))
        .filter(cell -> !of(cell, system).isEmpty() && !of(cell, other).isEmpty())
        .mapToDouble(cell -> median(cell, system) < median(cell, other) ? 1 : 0)
        .average()
        .orElse(Double.NaN);
  }

  /** The medians of a group's cells, sorted; empty if there is none. */
  public List<Double> medians(String group, String system) {
    List<Double> medians = new ArrayList<>();
    for (Cell cell : byCell.keySet()) {
      double median = median(cell, system);
      if (cell.group().equals(group) && !Double.isNaN(median)) {
        medians.add(median);
      }
    }
    Collections.sort(medians);
    return medians;
  }

  /** The one in the middle, or the mean of the two that are; NaN of none. */
  public static double median(List<Double> values) {
    return new Median().evaluate(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /**
   * The value that a share of some do not exceed; NaN of none.
   *
   * @param share 0 to 1
   */
  public static double quantile(List<Double> values, double share) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : Gains.quantile(sorted, share);
  }
}
