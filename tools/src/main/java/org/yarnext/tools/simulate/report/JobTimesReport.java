// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.simulate.outcome.CounterNames;
import org.yarnext.tools.simulate.study.Study;
import org.yarnext.tools.simulate.study.measure.JobGainTable;
import org.yarnext.tools.simulate.study.measure.JobTimeTable;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.RunResults;
import org.yarnext.tools.simulate.study.measure.StudyCell;

/**
 * Report of average job times and their ratios to the baselines, with a summary and the paper's
 * numbers.
 */
public final class JobTimesReport implements StudyReport {
  private final RunResults runs;
  private final JobTimeTable ratios;
  private final Study study;
  private final JobGainPage jobs;
  private final List<String> systems;
  private final List<String> groups;

  /**
   * @param study null for a trace
   */
  public JobTimesReport(RunResults runs, JobTimeTable ratios, Study study) {
    this.runs = runs;
    this.ratios = ratios;
    this.study = study;
    this.jobs = new JobGainPage(runs, ratios);
    this.systems = runs.systems();
    this.groups = runs.groups();
  }

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Average job time in s (mean over seeds), in brackets its ratio to "
            + ratios.baselines().describe(systems)
            + " (median over seeds), and after it the largest ratio of a single job (of all"
            + " seeds).");
    lines.addAll(TextTable.aligned(table()));
    lines.addAll(UnfinishedRunTable.lines(runs.rows()));
    lines.add("");
    lines.add(
        "Ratios to "
            + ratios.baselines().describe(systems)
            + " over all cells of a group (the worst cell and the worst single job over all seeds),"
            + " and the part of the jobs' waiting time with less than half of their fair share:");
    lines.addAll(TextTable.aligned(summary()));
    lines.add("");
    lines.add("Cells in which the average job time is below that of another system:");
    lines.addAll(TextTable.aligned(below()));
    if (study != null) {
      lines.addAll(PaperTimeTable.lines(study.times(), study.paperBaseline(), runs, ratios));
    }
    if (!isSweep()) {
      lines.addAll(jobs.quantiles());
    }
    lines.addAll(UsageTable.lines(runs));
    lines.addAll(CellKeyTable.lines(runs.cells()));
    return lines;
  }

  @Override
  public String page(String title, List<String> paper) {
    List<String> lines = lines();
    if (isSweep()) {
      return new JobTimesPage(title, paper, runs, ratios, null).page(lines);
    }
    lines.addAll(jobs.extremes());
    return new JobTimesPage(title, paper, runs, ratios, jobs).page(lines);
  }

  private boolean isSweep() {
    return study != null && study.isSweep();
  }

  @Override
  public String file() {
    return isSweep() ? null : "jobs.csv";
  }

  @Override
  public void csv(PrintWriter out) {
    CsvReport.jobs(new JobGainTable(runs.rows(), ratios.baselines()), out);
  }

  private List<List<String>> table() {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>();
    head.add("");
    head.addAll(systems);
    table.add(head);
    for (StudyCell cell : runs.cells()) {
      List<String> line = new ArrayList<>();
      line.add(cell.toString());
      for (String system : systems) {
        line.add(value(cell, system));
      }
      table.add(line);
    }
    return table;
  }

  private String value(StudyCell cell, String system) {
    double mean = runs.mean(cell, system, RunResult::averageJobMs);
    String ratio = String.format(Locale.ROOT, "%.2f", ratios.median(cell, system));
    return ratios.isBaseline(system)
        ? String.format(Locale.ROOT, "%.1f (%s)", mean / 1e3, ratio)
        : String.format(
            Locale.ROOT, "%.1f (%s; %.2f)", mean / 1e3, ratio, ratios.worstJob(cell, system));
  }

  private List<List<String>> summary() {
    List<List<String>> summary = new ArrayList<>();
    List<String> head = new ArrayList<>();
    for (String title :
        new String[] {
          "", "", "least", "median", "worst", "worst job", "<= 0.7", "< 1", "> 1.01", "poor"
        }) {
      head.add(title);
    }
    summary.add(head);
    for (String group : groups) {
      for (String system : systems) {
        summary.add(summary(group, system, ratios.medians(group, system)));
      }
    }
    return summary;
  }

  private List<String> summary(String group, String system, List<Double> medians) {
    List<String> line = new ArrayList<>();
    line.add(group);
    line.add(system);
    for (double ratio :
        new double[] {
          JobTimeTable.quantile(medians, 0),
          JobTimeTable.median(medians),
          ratios.worst(group, system),
          ratios.worstJob(group, system)
        }) {
      line.add(String.format(Locale.ROOT, "%.2f", ratio));
    }
    line.add(percent(medians.stream().filter(r -> r <= 0.7).count(), medians.size()));
    line.add(percent(medians.stream().filter(r -> r < 1).count(), medians.size()));
    line.add(percent(medians.stream().filter(r -> r > 1.01).count(), medians.size()));
    line.add(
        percent(
            sum(group, system, CounterNames.POOR_MS), sum(group, system, CounterNames.WAITING_MS)));
    return line;
  }

  private long sum(String group, String system, String counter) {
    return runs.rows().stream()
        .filter(row -> row.cell().group().equals(group) && row.system().equals(system))
        .mapToLong(row -> row.counters().getOrDefault(counter, 0L))
        .sum();
  }

  private List<List<String>> below() {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(Arrays.asList("", ""));
    head.addAll(systems);
    table.add(head);
    for (String group : groups) {
      for (String system : systems) {
        List<String> line = new ArrayList<>(Arrays.asList(group, system));
        for (String other : systems) {
          double share = ratios.below(group, system, other);
          line.add(
              system.equals(other) || Double.isNaN(share)
                  ? "-"
                  : String.format(Locale.ROOT, "%.0f %%", 100 * share));
        }
        table.add(line);
      }
    }
    return table;
  }

  private static String percent(long part, long all) {
    return all == 0 ? "-" : String.format(Locale.ROOT, "%.0f %%", 100.0 * part / all);
  }
}
