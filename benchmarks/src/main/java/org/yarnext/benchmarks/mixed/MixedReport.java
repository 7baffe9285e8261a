// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

import static org.yarnext.tools.chart.SvgChart.escape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.yarnext.benchmarks.report.BenchPage;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.ChartSeries;
import org.yarnext.benchmarks.report.JobTimeChart;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.RatioTable;
import org.yarnext.benchmarks.report.RunCounts;
import org.yarnext.tools.chart.SvgChart;

/**
 * Compares one run of the mixed workload on stock with one on another system: a headline table, and
 * a page with a section for each feature of that system. Immutable.
 */
public final class MixedReport {
  private static final String ALL = "all";

  /** Sections of the page, by the system that has the feature alone. */
  private enum Section {
    MERCURY(
        "Mercury",
        "Short tasks became opportunistic: each was placed where its wait was expected to be shortest, and started"
            + " from the node's own queue as soon as there was room.",
        Arrays.asList(RunCounts.GUARANTEED, RunCounts.OPPORTUNISTIC, RunCounts.SHED),
        Arrays.asList(MixedJobKind.SHELL, MixedJobKind.SHORT_MAPREDUCE)),
    ELASTIC(
        "Elastic memory",
        "Memory-bound tasks started with less memory than requested where that lets their job"
            + " finish sooner: a smaller task that starts now and runs longer ends before a"
            + " full-size one that must wait.",
        Arrays.asList(RunCounts.UNDERSIZED, RunCounts.OUT_OF_MEMORY, RunCounts.RUNNING_MB),
        Arrays.asList(MixedJobKind.MEMORY_MAPREDUCE, MixedJobKind.MEMORY_TEZ)),
    ORCHESTRATOR(
        "Orchestrator",
        "The CPU hog keeps the processors of its node busy. CPU time moved to tasks beside it that"
            + " lagged behind.",
        Arrays.asList(RunCounts.STEERED, RunCounts.CONTAINER_CPU, RunCounts.MACHINE_CPU),
        Arrays.asList(MixedJobKind.SHORT_MAPREDUCE, MixedJobKind.MEMORY_MAPREDUCE));

    private final String title;
    private final String text;
    private final List<String> counts;
    private final List<MixedJobKind> kinds;

    Section(String title, String text, List<String> counts, List<MixedJobKind> kinds) {
      this.title = title;
      this.text = text;
      this.counts = counts;
      this.kinds = kinds;
    }

    private boolean isIn(String system) {
      return system.equals(ALL) || system.equalsIgnoreCase(name());
    }
  }

  private final List<BenchResult> results;
  private final List<String> systems;
  private final String facts;

  /**
   * Creates a report.
   *
   * @param results stock, and at most one other system
   * @param facts a paragraph that describes clusters and load
   */
  public MixedReport(List<BenchResult> results, String facts) {
    this.results = new ArrayList<>(results);
    this.systems = results.stream().map(r -> r.system).collect(Collectors.toList());
    this.facts = facts;
  }

  /** Returns the table of jobs and of the machine. */
  public RatioTable headline() {
    RatioTable table = new RatioTable(systems);
    row(table, "jobs finished", "1/min", true, BenchResult::jobsPerMinute);
    row(table, "job time, mean", "s", false, BenchResult::meanJobLatency);
    for (MixedJobKind kind : MixedJobKind.values()) {
      kind(table, kind);
    }
    row(table, "time until all jobs have ended", "s", false, BenchResult::seconds);
    count(table, RunCounts.RUNNING_MB);
    count(table, RunCounts.MACHINE_CPU);
    count(table, RunCounts.TRIPS);
    row(table, "other work on the machine", RatioTable.PER_CENT, false, r -> 100 * r.foreignLoad);
    return table;
  }

  /** Returns whether other work on the machine makes the comparison worthless. */
  public boolean isDisturbed() {
    return results.stream().anyMatch(r -> MachineLoad.isDisturbed(r.foreignLoad));
  }

  private void kind(RatioTable table, MixedJobKind kind) {
    row(table, kind.label() + ", mean", "s", false, r -> r.meanSeconds(kind::includes));
  }

  /** Adds a row of a count. Names of shares end in their unit in brackets. */
  private void count(RatioTable table, String name) {
    String suffix = " [" + RatioTable.PER_CENT + "]";
    boolean isShare = name.endsWith(suffix);
    row(
        table,
        isShare ? name.substring(0, name.length() - suffix.length()) : name,
        isShare ? RatioTable.PER_CENT : "",
        false,
        r -> r.counted(name));
  }

  private void row(
      RatioTable table,
      String name,
      String unit,
      boolean higherIsBetter,
      ToDoubleFunction<BenchResult> value) {
    table.row(name, unit, higherIsBetter, results.stream().mapToDouble(value).toArray());
  }

  /** Returns the page: one file without scripts or external resources. */
  public String html() {
    StringBuilder out = new StringBuilder();
    out.append("<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>\n")
        .append("<title>yarnext demo</title>\n<style>\n")
        .append(SvgChart.STYLE)
        .append("\n</style></head><body>\n<h1>yarnext demo: ")
        .append(escape(String.join(" and ", systems)))
        .append("</h1>\n<p>")
        .append(escape(facts))
        .append("</p>\n")
        .append(headline().html());
    if (isDisturbed()) {
      out.append("<p class='worse'>").append(MachineLoad.DISTURBED).append("</p>\n");
    }
    out.append("<div class='charts'>\n")
        .append(jobs(Arrays.asList(MixedJobKind.values()), "Time of each job"))
        .append(memory())
        .append("</div>\n");
    String shown = systems.get(systems.size() - 1);
    for (Section section : Section.values()) {
      if (section.isIn(shown)) {
        out.append(section(section));
      }
    }
    return out.append("</body></html>\n").toString();
  }

  private String section(Section section) {
    RatioTable table = new RatioTable(systems);
    section.counts.forEach(name -> count(table, name));
    section.kinds.forEach(kind -> kind(table, kind));
    return "<h2>"
        + section.title
        + "</h2>\n<p>"
        + escape(section.text)
        + "</p>\n"
        + table.html()
        + "<div class='charts'>\n"
        + jobs(section.kinds, "Time of each of these jobs")
        + "</div>\n";
  }

  private String jobs(List<MixedJobKind> kinds, String title) {
    return JobTimeChart.svg(
        results,
        name -> kinds.stream().anyMatch(kind -> kind.includes(name)),
        title,
        BenchPage.COLOURS.subList(1, 1 + systems.size()));
  }

  private String memory() {
    List<ChartSeries> curves =
        results.stream().map(BenchResult::memoryOverTime).collect(Collectors.toList());
    double max = curves.stream().mapToDouble(ChartSeries::maxX).max().orElse(1);
    SvgChart chart =
        new SvgChart("Memory given to guaranteed containers", "seconds", "%", max, 100).numericX();
    for (int s = 0; s < curves.size(); s++) {
      chart.steps(systems.get(s), BenchPage.COLOURS.get(1 + s), curves.get(s).x, curves.get(s).y);
    }
    return chart.toString();
  }
}
