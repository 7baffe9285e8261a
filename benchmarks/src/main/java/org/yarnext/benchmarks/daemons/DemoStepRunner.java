// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.yarnext.benchmarks.report.Progress;

/**
 * Runs the steps of the demo on separate daemons. Prints each step with the estimated remaining
 * time, and lists the results.
 */
final class DemoStepRunner {

  /** A completed step. */
  private static final class Row {
    private final String title;
    private final String result;
    private final double seconds;

    Row(String title, String result, double seconds) {
      this.title = title;
      this.result = result;
      this.seconds = seconds;
    }
  }

  /** The action of a step, which returns a short description of its result. */
  interface Work {
    String run() throws Exception;
  }

  private final Progress progress;
  private final List<Row> rows = new ArrayList<>();
  private final int expectedSeconds;
  private int expectedSoFar;
  private double secondsSoFar;

  /**
   * Creates an empty list of steps.
   *
   * @param expectedSeconds expected duration of all steps together, on an idle machine
   */
  DemoStepRunner(Progress progress, int expectedSeconds) {
    this.progress = progress;
    this.expectedSeconds = expectedSeconds;
  }

  /**
   * Runs the next step.
   *
   * @param expected expected duration of the step in seconds, on an idle machine
   */
  void run(String title, int expected, Work work) throws Exception {
    double pace = expectedSoFar == 0 ? 1 : Math.max(1, secondsSoFar / expectedSoFar);
    long left = Math.round(Math.max(0, expectedSeconds - expectedSoFar) * pace);
    progress.say(String.format(Locale.ROOT, "%2d. %s   (about %d s left)", number(), title, left));
    long start = System.nanoTime();
    String result = work.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    progress.say(String.format(Locale.ROOT, "    %s   (%.0f s)", result, seconds));
    rows.add(new Row(title, result, seconds));
    expectedSoFar += expected;
    secondsSoFar += seconds;
  }

  private int number() {
    return rows.size() + 1;
  }

  /** Returns a table of all completed steps, with one line each. */
  String table() {
    int width = rows.stream().mapToInt(row -> row.title.length()).max().orElse(0);
    StringBuilder table = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      table.append(
          String.format(
              Locale.ROOT,
              "%2d. %-" + width + "s  %5.0f s  %s%n",
              i + 1,
              row.title,
              row.seconds,
              row.result));
    }
    return table.append(String.format(Locale.ROOT, "    in all %.0f s", secondsSoFar)).toString();
  }
}
