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
package org.yarnext.tools.simulate.study.measure;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs that all systems finished, by cell and seed: averages of several systems are compared
 * over these alone, since what one of them did not finish was seldom its shortest. Immutable.
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
