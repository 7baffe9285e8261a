// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Jobs that all systems finished, by cell and seed. Averages of several systems are compared over
 * these jobs only, because unfinished jobs are seldom the shortest. Immutable.
 */
final class CommonJobs {
  private final Map<String, BitSet> byRun = new HashMap<>();

  /**
   * @param rows the results of a whole study
   */
  CommonJobs(List<RunResult> rows) {
    for (RunResult row : rows) {
      byRun.computeIfAbsent(key(row), key -> row.finished()).and(row.finished());
    }
  }

  private static String key(RunResult row) {
    return row.cell().group() + '\n' + row.cell().label() + '\n' + row.seed();
  }

  /** Returns the average time of the common jobs, in ms; NaN if there are none. */
  double averageMs(RunResult row) {
    return row.averageJobMs(byRun.get(key(row)));
  }

  /**
   * Returns the maximum ratio of a common job's time to its time in another run; NaN if there are
   * none.
   */
  double worst(RunResult row, RunResult base) {
    return row.worstJob(byRun.get(key(row)), base);
  }
}
