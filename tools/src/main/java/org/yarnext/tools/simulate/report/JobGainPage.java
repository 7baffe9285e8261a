// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.yarnext.tools.chart.SvgChart;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.simulate.report.layout.BarChart;
import org.yarnext.tools.simulate.study.measure.GainTable;
import org.yarnext.tools.simulate.study.measure.JobGainTable;
import org.yarnext.tools.simulate.study.measure.JobGainTable.JobGain;
import org.yarnext.tools.simulate.study.measure.JobTimeTable;
import org.yarnext.tools.simulate.study.measure.RunResults;
import org.yarnext.tools.simulate.study.measure.StudyCell;

/**
 * Tables and figures of the ratios of single jobs' times: their quantiles, and the ten jobs at
 * either end.
 */
final class JobGainPage {
  private static final int SHOWN = 10;
  private static final double MAX_DRAWN = 3;
  private static final double[] QUANTILES = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};

  private final RunResults runs;
  private final JobTimeTable ratios;
  private final JobGainTable gains;

  JobGainPage(RunResults runs, JobTimeTable ratios) {
    this.runs = runs;
    this.ratios = ratios;
    this.gains = new JobGainTable(runs.rows(), ratios.baselines());
  }

  /** Returns the table of quantiles; empty if there is nothing to compare. */
  List<String> quantiles() {
    List<List<String>> table = new ArrayList<>();
    table.add(Arrays.asList("", "", "min", "5 %", "25 %", "median", "75 %", "95 %", "max", "jobs"));
    for (StudyCell cell : runs.cells()) {
      for (String system : compared()) {
        double[] sorted = sorted(cell, system);
        if (sorted.length > 0) {
          List<String> line = new ArrayList<>(Arrays.asList(cell.toString(), system));
          for (double share : QUANTILES) {
            line.add(number(GainTable.quantile(sorted, share)));
          }
          line.add(String.valueOf(sorted.length));
          table.add(line);
        }
      }
    }
    if (table.size() == 1) {
      return Collections.emptyList();
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("Ratios of the times of single jobs to those with " + baseline() + ", all seeds:");
    lines.addAll(TextTable.aligned(table));
    return lines;
  }

  private String baseline() {
    return ratios.baselines().describe(runs.systems());
  }

  private List<String> compared() {
    List<String> systems = new ArrayList<>(runs.systems());
    systems.removeIf(ratios::isBaseline);
    return systems;
  }

  private double[] sorted(StudyCell cell, String system) {
    return gains.gains(cell, system).stream().mapToDouble(JobGain::ratio).toArray();
  }

  /** Returns the jobs at both ends, as tables. */
  List<String> extremes() {
    List<String> lines = new ArrayList<>();
    for (StudyCell cell : runs.cells()) {
      for (String system : compared()) {
        List<JobGain> all = gains.gains(cell, system);
        List<JobGain> winners = winners(all);
        List<JobGain> losers = losers(all);
        add(lines, "Largest winners of " + system + ", " + cell + ":", winners);
        add(lines, "Largest losers of " + system + ", " + cell + ":", losers);
      }
    }
    return lines;
  }

  private static List<JobGain> winners(List<JobGain> all) {
    List<JobGain> ends = new ArrayList<>(all.subList(0, Math.min(SHOWN, all.size())));
    ends.removeIf(gain -> gain.ratio() >= 1);
    return ends;
  }

  private static List<JobGain> losers(List<JobGain> all) {
    List<JobGain> ends = new ArrayList<>(all.subList(Math.max(0, all.size() - SHOWN), all.size()));
    ends.removeIf(gain -> gain.ratio() <= 1);
    Collections.reverse(ends);
    return ends;
  }

  private static void add(List<String> lines, String title, List<JobGain> jobs) {
    lines.add("");
    lines.add(title + (jobs.isEmpty() ? " none" : ""));
    if (jobs.isEmpty()) {
      return;
    }
    List<List<String>> table = new ArrayList<>();
    table.add(Arrays.asList("", "queue", "seed", "stock s", "s", "ratio"));
    for (JobGain gain : jobs) {
      table.add(
          Arrays.asList(
              label(gain),
              gain.job().queue(),
              String.valueOf(gain.seed()),
              String.format(Locale.ROOT, "%.1f", gain.baseMs() / 1e3),
              String.format(Locale.ROOT, "%.1f", gain.ms() / 1e3),
              number(gain.ratio())));
    }
    lines.addAll(TextTable.aligned(table));
  }

  private static String label(JobGain gain) {
    return gain.job().name() + " #" + gain.job().id();
  }

  private static String number(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  /**
   * Returns the figures of a cell: the distribution of the ratios, and the jobs at both ends of
   * each system.
   */
  List<String> figures(StudyCell cell, Map<String, String> colours) {
    List<String> figures = new ArrayList<>();
    SvgChart chart =
        new SvgChart(
                "Times of single jobs relative to those with " + baseline() + ", " + cell.label(),
                "ratio",
                "% of jobs with at most this ratio",
                MAX_DRAWN,
                100)
            .numericX();
    boolean any = false;
    for (String system : compared()) {
      double[] sorted = sorted(cell, system);
      if (sorted.length == 0) {
        continue;
      }
      any = true;
      double[] x = new double[sorted.length + 1];
      double[] y = new double[sorted.length + 1];
      for (int i = 0; i < sorted.length; i++) {
        x[i + 1] = Math.min(MAX_DRAWN, sorted[i]);
        y[i + 1] = 100.0 * (i + 1) / sorted.length;
      }
      chart.steps(system, colours.get(system), x, y);
    }
    if (!any) {
      return figures;
    }
    figures.add(chart.toString());
    for (String system : compared()) {
      List<JobGain> ends = winners(gains.gains(cell, system));
      ends.addAll(losers(gains.gains(cell, system)));
      if (!ends.isEmpty()) {
        List<String> labels = new ArrayList<>();
        ends.forEach(gain -> labels.add(label(gain)));
        figures.add(
            BarChart.figure(
                "Largest winners and losers of " + system + ", " + cell.label(),
                "ratio",
                labels,
                Collections.singletonMap(system, colours.get(system)),
                (label, s) -> ends.get(label).ratio()));
      }
    }
    return figures;
  }
}
