// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.Experiment;
import org.yarnext.benchmarks.report.BenchPage;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.ChartSeries;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.tools.chart.SvgChart;

/** HTML report of a benchmark: one file without scripts or external resources. */
public final class BenchReport {

  private final Experiment experiment;
  private final BenchTable table;
  private final List<List<BenchResult>> rounds;

  public BenchReport(Experiment experiment, List<List<BenchResult>> rounds) {
    this.experiment = experiment;
    this.table = new BenchTable(experiment, rounds);
    this.rounds = rounds;
  }

  void write(Path file) throws IOException {
    Files.write(file, html().getBytes(UTF_8));
  }

  public String html() {
    Comparison comparison = ComparisonFactory.of(experiment);
    List<String> charts = new ArrayList<>();
    comparison.drawn().forEach(quantity -> charts.add(bars(quantity)));
    charts.add(shares("Job latency", r -> latencies(r)));
    if (comparison.showsWaits()) {
      charts.add(shares("Wait of a task, from request to start", r -> waits(r)));
    }
    if (comparison.showsMemory()) {
      charts.add(memory());
    }
    charts.addAll(comparison.charts(rounds));
    return BenchPage.html(experiment.title, table.text(), charts);
  }

  private List<String> systems() {
    List<String> systems = new ArrayList<>();
    for (int s = 0; s < table.systems(); s++) {
      systems.add(table.system(s));
    }
    return systems;
  }

  private String bars(String quantity) {
    List<String> groups = new ArrayList<>();
    double[][] values = new double[table.systems()][];
    double max = 0;
    for (int r = 0; r < rounds.size(); r++) {
      groups.add("round " + (r + 1));
    }
    for (int s = 0; s < values.length; s++) {
      values[s] = table.values(quantity, s);
      max = Math.max(max, Arrays.stream(values[s]).max().orElse(0));
    }
    return new SvgChart(quantity + ", each round", "", quantity, groups.size(), max)
        .bars(groups, systems(), BenchPage.COLOURS, values)
        .toString();
  }

  /** Draws the cumulative distribution of a quantity, over all rounds of each system. */
  private String shares(String title, Function<BenchResult, double[]> of) {
    List<ChartSeries> curves = new ArrayList<>();
    for (int s = 0; s < table.systems(); s++) {
      int system = s;
      curves.add(
          ChartSeries.cumulativeShare(
              rounds.stream()
                  .flatMapToDouble(round -> Arrays.stream(of.apply(round.get(system))))
                  .toArray()));
    }
    double max = curves.stream().mapToDouble(ChartSeries::maxX).max().orElse(1);
    SvgChart chart =
        new SvgChart(title, "seconds", "% that took at most this long", max, 100).numericX();
    for (int s = 0; s < curves.size(); s++) {
      ChartSeries curve = curves.get(s);
      chart.steps(table.system(s), BenchPage.COLOURS.get(s), curve.x, curve.y);
    }
    return chart.toString();
  }

  /**
   * Draws the memory in use in the first round. A mean over several rounds would hide when it
   * changes.
   */
  private String memory() {
    List<ChartSeries> curves = new ArrayList<>();
    for (BenchResult result : rounds.get(0)) {
      curves.add(result.memoryOverTime());
    }
    double max = curves.stream().mapToDouble(ChartSeries::maxX).max().orElse(1);
    SvgChart chart =
        new SvgChart("Memory given to containers, round 1", "seconds", "%", max, 100).numericX();
    for (int s = 0; s < curves.size(); s++) {
      ChartSeries curve = curves.get(s);
      chart.steps(table.system(s), BenchPage.COLOURS.get(s), curve.x, curve.y);
    }
    return chart.toString();
  }

  private static double[] latencies(BenchResult result) {
    return result.jobs.stream().mapToDouble(JobRecord::latencySeconds).toArray();
  }

  private static double[] waits(BenchResult result) {
    return result.jobs.stream()
        .flatMap(j -> j.attempts.stream())
        .filter(AttemptRecord::ran)
        .mapToDouble(AttemptRecord::totalWaitSeconds)
        .toArray();
  }
}
