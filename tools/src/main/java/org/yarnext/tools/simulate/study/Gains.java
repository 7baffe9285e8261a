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
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/** The measures of a study's systems, and their change over the baseline on the same jobs. */
public final class Gains {
  private final List<RunRow> rows;
  private final String baseline;

  /**
   * @param rows of a whole study
   * @param baseline the name of a system in it
   */
  public Gains(List<RunRow> rows, String baseline) {
    this.rows = rows;
    this.baseline = baseline;
  }

  public String baseline() {
    return baseline;
  }

  /** In the order of the rows. */
  public List<Cell> cells() {
    return new ArrayList<>(
        rows.stream().map(RunRow::cell).collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  /** In the order of the rows. */
  public List<String> systems() {
    return new ArrayList<>(
        rows.stream().map(RunRow::system).collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  /** The runs of a system in a cell, one a seed. */
  public List<RunRow> runs(Cell cell, String system) {
    return rows.stream()
        .filter(row -> row.cell() == cell && row.system().equals(system))
        .collect(Collectors.toList());
  }

  /** The mean over the seeds. */
  public double mean(Cell cell, String system, Measure measure) {
    return runs(cell, system).stream().mapToDouble(measure::of).average().orElse(0);
  }

  /** How far the mean is above the baseline's, in percent; NaN if the baseline's is 0. */
  public double percent(Cell cell, String system, Measure measure) {
    double base = mean(cell, baseline, measure);
    return base == 0 ? Double.NaN : 100 * (mean(cell, system, measure) / base - 1);
  }

  /** What stands beside a number of the paper: a change in percent, or the mean itself. */
  public double beside(PaperNumber number, Cell cell, String system) {
    return number.measure().relative()
        ? percent(cell, system, number.measure())
        : mean(cell, system, number.measure());
  }

  /** Tasks that ended each second, by windows of all seeds, sorted. */
  public double[] windows(Cell cell, String system) {
    return runs(cell, system).stream()
        .flatMapToDouble(row -> Arrays.stream(Measure.tasksPerSecond(row)))
        .sorted()
        .toArray();
  }

  /**
   * The value that a share of sorted ones do not exceed; 0 if there is none.
   *
   * @param share 0 to 1
   */
  public static double quantile(double[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }
}
