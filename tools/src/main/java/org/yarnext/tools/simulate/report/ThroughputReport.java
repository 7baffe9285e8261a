// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.simulate.study.measure.GainTable;
import org.yarnext.tools.simulate.study.measure.PaperGain;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.study.measure.ThroughputMeasure;

/**
 * Report of a study of busy clusters for a terminal: throughput and latency of each system, beside
 * the paper's numbers.
 */
public final class ThroughputReport implements StudyReport {
  private final GainTable gains;
  private final List<PaperGain> numbers;

  /**
   * @param numbers numbers of the paper; may be empty
   */
  public ThroughputReport(GainTable gains, List<PaperGain> numbers) {
    this.gains = gains;
    this.numbers = numbers;
  }

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Tasks a second in windows of 10 s without the first minute, jobs a minute, and job latency"
            + " in s; in brackets the change over "
            + gains.baseline()
            + ", of latencies over the jobs that all systems finished. Unfinished jobs do not"
            + " count; some studies submit more jobs than can finish.");
    lines.addAll(TextTable.aligned(table()));
    if (!numbers.isEmpty()) {
      lines.add("");
      lines.add("Results of the paper and of this run:");
      lines.addAll(TextTable.aligned(beside()));
    }
    lines.addAll(UsageTable.lines(gains.runs()));
    lines.addAll(CellKeyTable.lines(gains.runs().cells()));
    return lines;
  }

  private List<List<String>> table() {
    List<List<String>> table = new ArrayList<>();
    table.add(
        Arrays.asList(
            "",
            "tasks/s",
            "",
            "p5",
            "p25",
            "p50",
            "p75",
            "p95",
            "jobs/min",
            "",
            "latency",
            "",
            "p50",
            "p95",
            "stopped/node",
            "dequeued",
            "opportunistic",
            "unfinished"));
    for (StudyCell cell : gains.runs().cells()) {
      for (String system : gains.runs().systems()) {
        table.add(line(cell, system));
      }
    }
    return table;
  }

  private List<String> line(StudyCell cell, String system) {
    List<String> line = new ArrayList<>();
    line.add(cell + ", " + system);
    line.add(one(gains.mean(cell, system, ThroughputMeasure.TASKS)));
    line.add(change(cell, system, ThroughputMeasure.TASKS));
    double[] windows = gains.windows(cell, system);
    for (double share : new double[] {0.05, 0.25, 0.5, 0.75, 0.95}) {
      line.add(one(GainTable.quantile(windows, share)));
    }
    line.add(one(gains.mean(cell, system, ThroughputMeasure.JOBS)));
    line.add(change(cell, system, ThroughputMeasure.JOBS));
    line.add(one(gains.mean(cell, system, ThroughputMeasure.LATENCY)));
    line.add(change(cell, system, ThroughputMeasure.LATENCY));
    for (double share : new double[] {0.5, 0.95}) {
      line.add(
          one(
              gains.runs().of(cell, system).stream()
                  .mapToDouble(row -> row.jobMs(share) / 1e3)
                  .average()
                  .orElse(0)));
    }
    line.add(one(gains.mean(cell, system, ThroughputMeasure.KILLED)));
    line.add(one(gains.mean(cell, system, ThroughputMeasure.SHED)) + " %");
    line.add(one(gains.mean(cell, system, ThroughputMeasure.OPPORTUNISTIC)) + " %");
    line.add(
        String.format(Locale.ROOT, "%.0f", gains.runs().mean(cell, system, RunResult::unfinished)));
    return line;
  }

  private String change(StudyCell cell, String system, ThroughputMeasure measure) {
    double percent = gains.percent(cell, system, measure);
    return Double.isNaN(percent) ? "-" : String.format(Locale.ROOT, "(%+.1f %%)", percent);
  }

  private List<List<String>> beside() {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(Arrays.asList("", "paper"));
    head.addAll(others());
    table.add(head);
    for (StudyCell cell : gains.runs().cells()) {
      for (PaperGain number : numbers) {
        if (number.cell().equals(cell.label())) {
          List<String> line = new ArrayList<>();
          line.add(cell + ", " + number.measure().text());
          line.add(number.measure().format(number.value()));
          for (String system : others()) {
            line.add(number.measure().format(gains.beside(number, cell, system)));
          }
          table.add(line);
        }
      }
    }
    return table;
  }

  /** Returns the systems to show: all but the baseline, unless the paper has absolute numbers. */
  private List<String> others() {
    List<String> others = gains.runs().systems();
    others.removeIf(
        system ->
            system.equals(gains.baseline())
                && numbers.stream().allMatch(number -> number.measure().isRelative()));
    return others;
  }

  private static String one(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  @Override
  public String page(String title, List<String> paper) {
    return new ThroughputPage(title, paper, gains, numbers).page();
  }

  @Override
  public String file() {
    return "throughput.csv";
  }

  @Override
  public void csv(PrintWriter out) {
    CsvReport.measured(
        gains.runs().rows(), ThroughputMeasure.values(), "%.3f", ThroughputMeasure::of, out);
  }
}
