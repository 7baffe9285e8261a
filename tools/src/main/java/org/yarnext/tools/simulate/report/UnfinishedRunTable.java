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
package org.yarnext.tools.simulate.report;

import java.util.ArrayList;
import java.util.List;
import org.yarnext.tools.simulate.study.measure.RunResult;

/** Names the runs in which jobs did not finish. */
final class UnfinishedRunTable {
  private UnfinishedRunTable() {}

  /**
   * Returns a line for each run with unfinished jobs, and an explanation; empty if there are none.
   */
  static List<String> lines(List<RunResult> rows) {
    List<String> lines = new ArrayList<>();
    for (RunResult row : rows) {
      if (row.unfinished() > 0) {
        lines.add(
            row.system()
                + ", "
                + row.cell().label()
                + ", seed "
                + row.seed()
                + ": "
                + row.unfinished()
                + " jobs did not finish before the limit, and do not count.");
      }
    }
    if (!lines.isEmpty()) {
      lines.add("Ratios are over the jobs that all systems finished.");
    }
    return lines;
  }
}
