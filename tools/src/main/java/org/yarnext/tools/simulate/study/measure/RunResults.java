// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Results of a study by cell and system, in the order of the runs. Immutable. */
public final class RunResults {
  private final List<RunResult> rows;

  /**
   * @param rows the results of a whole study
   */
  public RunResults(List<RunResult> rows) {
    this.rows = Collections.unmodifiableList(new ArrayList<>(rows));
  }

  /** Returns all results, unmodifiable. */
  public List<RunResult> rows() {
    return rows;
  }

  public List<String> systems() {
    return rows.stream().map(RunResult::system).distinct().collect(Collectors.toList());
  }

  public List<StudyCell> cells() {
    return rows.stream().map(RunResult::cell).distinct().collect(Collectors.toList());
  }

  public List<String> groups() {
    return cells().stream().map(StudyCell::group).distinct().collect(Collectors.toList());
  }

  /** Returns the cells of a group. */
  public List<StudyCell> cells(String group) {
    return cells().stream().filter(cell -> cell.group().equals(group)).collect(Collectors.toList());
  }

  /** Returns the runs of a system in a cell, one per seed. */
  public List<RunResult> of(StudyCell cell, String system) {
    return rows.stream()
        .filter(row -> row.cell() == cell && row.system().equals(system))
        .collect(Collectors.toList());
  }

  /** Returns the run with the first seed of each system in a cell, in the order of the systems. */
  public Map<String, RunResult> first(StudyCell cell) {
    Map<String, RunResult> first = new LinkedHashMap<>();
    for (RunResult row : rows) {
      if (row.cell() == cell) {
        first.putIfAbsent(row.system(), row);
      }
    }
    return first;
  }

  /** Returns the mean over the seeds; 0 if there is no run. */
  public double mean(StudyCell cell, String system, ToDoubleFunction<RunResult> measure) {
    return of(cell, system).stream().mapToDouble(measure).average().orElse(0);
  }
}
