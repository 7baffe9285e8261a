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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The runs of a study by cell and system, both in the order of the runs. Immutable. */
public final class Runs {
  private final List<RunRow> rows;

  /**
   * @param rows of a whole study
   */
  public Runs(List<RunRow> rows) {
    this.rows = Collections.unmodifiableList(new ArrayList<>(rows));
  }

  /** All of them, unmodifiable. */
  public List<RunRow> rows() {
    return rows;
  }

  public List<String> systems() {
    return rows.stream().map(RunRow::system).distinct().collect(Collectors.toList());
  }

  public List<Cell> cells() {
    return rows.stream().map(RunRow::cell).distinct().collect(Collectors.toList());
  }

  public List<String> groups() {
    return cells().stream().map(Cell::group).distinct().collect(Collectors.toList());
  }

  /** Those of a group. */
  public List<Cell> cells(String group) {
    return cells().stream().filter(cell -> cell.group().equals(group)).collect(Collectors.toList());
  }

  /** The runs of a system in a cell, one a seed. */
  public List<RunRow> of(Cell cell, String system) {
    return rows.stream()
        .filter(row -> row.cell() == cell && row.system().equals(system))
        .collect(Collectors.toList());
  }

  /** The run of the first seed of a cell by system, in their order, of those that were run. */
  public Map<String, RunRow> first(Cell cell) {
    Map<String, RunRow> first = new LinkedHashMap<>();
    for (RunRow row : rows) {
      if (row.cell() == cell) {
        first.putIfAbsent(row.system(), row);
      }
    }
    return first;
  }

  /** The mean over the seeds; 0 if there is no run. */
  public double mean(Cell cell, String system, ToDoubleFunction<RunRow> measure) {
    return of(cell, system).stream().mapToDouble(measure).average().orElse(0);
  }
}
