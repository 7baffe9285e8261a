// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.util.ArrayList;
import java.util.List;
import org.yarnext.tools.simulate.outcome.CounterNames;
import org.yarnext.tools.simulate.study.measure.RunResult;

/** Table of the runs in which jobs did not finish. */
final class UnfinishedRunTable {
  private UnfinishedRunTable() {}

  private static String reasons(RunResult row) {
    long refused = row.counters().getOrDefault(CounterNames.REFUSED, 0L);
    boolean stalled = row.counters().containsKey(CounterNames.STALLED);
    return (refused == 0 ? "" : " Full queues refused " + refused + " of them.")
        + (stalled
            ? " No task could start for an hour: raise the limits of queues and users."
            : "");
  }

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
                + " jobs did not finish before the limit, and do not count."
                + reasons(row));
      }
    }
    if (!lines.isEmpty()) {
      lines.add("Ratios are over the jobs that all systems finished.");
    }
    return lines;
  }
}
