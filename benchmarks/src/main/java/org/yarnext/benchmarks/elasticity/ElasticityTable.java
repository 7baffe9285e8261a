// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.elasticity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.yarnext.benchmarks.experiment.Experiment;
import org.yarnext.benchmarks.report.BenchPage;
import org.yarnext.tools.chart.SvgChart;

/** Results of the elasticity experiment, as text and as an HTML page without external resources. */
final class ElasticityTable {

  private static final List<String> NAMES = Arrays.asList("measured", "predicted");
  private static final List<String> COLOURS = Arrays.asList("#8a8f98", "#0b72b9");

  private final String title;
  private final List<ElasticityModelCheck> checks;
  private final String facts;

  /**
   * Creates a table.
   *
   * @param facts one line that describes the runs
   */
  ElasticityTable(List<ElasticityModelCheck> checks, String facts) {
    this(Experiment.ELASTICITY.title, checks, facts);
  }

  ElasticityTable(String title, List<ElasticityModelCheck> checks, String facts) {
    this.title = title;
    this.checks = checks;
    this.facts = facts;
  }

  /**
   * Returns the table as plain text for a terminal. A star marks rows that the model was fitted to.
   */
  String text() {
    StringBuilder out = new StringBuilder(facts).append(String.format("%n"));
    for (ElasticityModelCheck check : checks) {
      out.append(
          String.format(
              "%n%-24s%8s%8s%6s%12s%10s%13s%9s%18s%n",
              check.title(),
              "heap MB",
              "of ideal",
              "runs",
              "measured s",
              "penalty",
              "predicted s",
              "error",
              "spilled MB (model)"));
      for (ElasticityModelCheck.Row row : check.rows) {
        out.append(
            String.format(
                Locale.ROOT,
                "%-24s%8d%7.0f%%%6d%12.2f%10.2f%13.2f%8.1f%%%10.0f (%.0f)%n",
                row.fitted ? "  *" : "",
                row.size.heapMb,
                100 * row.size.share,
                row.runs,
                row.ms / 1000,
                row.penalty,
                row.predictedMs / 1000,
                100 * row.error,
                row.spilledMb,
                row.predictedSpilledMb));
      }
      out.append(
          String.format(
              Locale.ROOT,
              "  error: mean %.1f%%, worst %.1f%%; * the model was fitted to these%n",
              100 * check.meanError(),
              100 * check.worstError()));
    }
    return out.toString();
  }

  void writeReport(Path file) throws IOException {
    Files.write(file, html().getBytes(UTF_8));
  }

  String html() {
    return BenchPage.html(
        title, text(), checks.stream().map(ElasticityTable::chart).collect(Collectors.toList()));
  }

  private static String chart(ElasticityModelCheck check) {
    List<String> groups = new ArrayList<>();
    double[][] values = new double[NAMES.size()][check.rows.size()];
    double max = 0;
    for (int r = 0; r < check.rows.size(); r++) {
      ElasticityModelCheck.Row row = check.rows.get(r);
      groups.add(Math.round(100 * row.size.share) + "%");
      values[0][r] = row.ms / 1000;
      values[1][r] = row.predictedMs / 1000;
      max = Math.max(max, Math.max(values[0][r], values[1][r]));
    }
    return new SvgChart(
            check.title() + ": run time by heap", "of the ideal heap", "s", groups.size(), max)
        .bars(groups, NAMES, COLOURS, values)
        .toString();
  }
}
