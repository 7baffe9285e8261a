// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.simulate.report.layout.BarChart;
import org.yarnext.tools.simulate.report.layout.HtmlPage;
import org.yarnext.tools.simulate.study.measure.PaperSpeedup;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.SpeedupTable;
import org.yarnext.tools.simulate.study.measure.StudyCell;

/**
 * Report of a study of MROrchestrator: the time of each job and its reduction, beside the paper's
 * numbers, for a terminal, as CSV and as a page.
 */
final class SpeedupReport implements StudyReport {
  private final SpeedupTable cuts;
  private final List<PaperSpeedup> paper;

  /**
   * @param paper numbers of the paper; may be empty
   */
  SpeedupReport(SpeedupTable cuts, List<PaperSpeedup> paper) {
    this.cuts = cuts;
    this.paper = paper;
  }

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Time of each job in s (mean over seeds), in brackets its ratio to "
            + cuts.baseline()
            + " (median over seeds).");
    lines.addAll(TextTable.aligned(times()));
    lines.addAll(UnfinishedRunTable.lines(cuts.runs().rows()));
    lines.add("");
    lines.add(
        "Reduction of job times, in % of those of "
            + cuts.baseline()
            + ": average over the jobs / maximum / minimum (below 0: longer).");
    lines.addAll(TextTable.aligned(summary()));
    lines.addAll(CellKeyTable.lines(cuts.runs().cells()));
    return lines;
  }

  private List<List<String>> times() {
    List<List<String>> table = new ArrayList<>();
    table.add(head());
    for (String group : cuts.runs().groups()) {
      for (StudyCell cell : cuts.runs().cells(group)) {
        for (String job : cuts.jobs(cell)) {
          List<String> line = new ArrayList<>();
          line.add(group + ", " + (cell.label().equals(job) ? "" : cell.label() + ", ") + job);
          for (String system : cuts.runs().systems()) {
            line.add(time(cell, system, job));
          }
          table.add(line);
        }
      }
    }
    return table;
  }

  private String time(StudyCell cell, String system, String job) {
    double seconds = cuts.seconds(cell, system, job);
    double ratio = cuts.ratio(cell, system, job);
    String shown = seconds > 0 ? String.format(Locale.ROOT, "%.1f", seconds) : "-";
    return shown + (Double.isNaN(ratio) ? " (-)" : String.format(Locale.ROOT, " (%.2f)", ratio));
  }

  private List<String> head() {
    List<String> head = new ArrayList<>();
    head.add("");
    head.addAll(cuts.runs().systems());
    return head;
  }

  private List<List<String>> summary() {
    List<List<String>> table = new ArrayList<>();
    table.add(head());
    if (!paper.isEmpty()) {
      List<String> line = new ArrayList<>();
      line.add("the paper");
      cuts.runs().systems().forEach(system -> line.add(paper(system)));
      table.add(line);
    }
    for (String group : cuts.runs().groups()) {
      List<String> line = new ArrayList<>();
      line.add(group);
      for (String system : cuts.runs().systems()) {
        List<Double> percents = cuts.percents(group, system);
        line.add(
            String.format(
                Locale.ROOT,
                "%.1f / %.1f / %.1f",
                percents.stream().mapToDouble(p -> p).average().orElse(0),
                percents.stream().mapToDouble(p -> p).max().orElse(0),
                percents.stream().mapToDouble(p -> p).min().orElse(0)));
      }
      table.add(line);
    }
    return table;
  }

  private String paper(String system) {
    for (PaperSpeedup cut : paper) {
      if (cut.system().equals(system)) {
        return String.format(Locale.ROOT, "%.1f / %.1f / -", cut.average(), cut.max());
      }
    }
    return "-";
  }

  @Override
  public String file() {
    return "times.csv";
  }

  @Override
  public void csv(PrintWriter out) {
    out.print("group,cell,system,seed,job,time_s\n");
    for (RunResult row : cuts.runs().rows()) {
      for (Map.Entry<String, Double> job : row.averageByName().entrySet()) {
        out.print(
            CsvReport.quoted(row.cell().group())
                + ","
                + CsvReport.quoted(row.cell().label())
                + ","
                + row.system()
                + ","
                + row.seed()
                + ","
                + CsvReport.quoted(job.getKey())
                + (row.sortedJobMs(job.getKey()).length == 0
                    ? ",\n"
                    : String.format(Locale.ROOT, ",%.3f\n", job.getValue() / 1e3)));
      }
    }
    out.flush();
  }

  @Override
  public String page(String title, List<String> says) {
    HtmlPage page = new HtmlPage(title, says);
    for (String group : cuts.runs().groups()) {
      List<String> figures = new ArrayList<>();
      figures.add(chart(group));
      page.group(group, figures);
    }
    return page.end(lines());
  }

  private String chart(String group) {
    List<StudyCell> cells = new ArrayList<>();
    List<String> jobs = new ArrayList<>();
    for (StudyCell cell : cuts.runs().cells(group)) {
      for (String job : cuts.jobs(cell)) {
        cells.add(cell);
        jobs.add(job);
      }
    }
    return BarChart.figure(
        "Job time",
        "seconds",
        jobs,
        HtmlPage.colours(cuts.runs().systems()),
        (job, system) -> cuts.seconds(cells.get(job), system, jobs.get(job)));
  }
}
