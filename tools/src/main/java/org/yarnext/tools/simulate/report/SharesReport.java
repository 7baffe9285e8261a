// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.yarnext.tools.chart.SvgChart;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.simulate.report.layout.HtmlPage;
import org.yarnext.tools.simulate.shares.ShareMethod;
import org.yarnext.tools.simulate.shares.ShareResult;
import org.yarnext.tools.simulate.shares.SharesStudy;
import org.yarnext.tools.simulate.study.measure.GainTable;

/**
 * Report of Hydra's Figure 5, the comparison of methods to determine shares, for a terminal, as CSV
 * and as a page.
 */
public final class SharesReport {
  private static final List<String> COLOURS =
      Arrays.asList("#7a7f87", "#0b72b9", "#c0722e", "#d9a066", "#14742f", "#7fb98a");
  private static final double[] BOX = {0.05, 0.25, 0.5, 0.75, 0.95};

  private final List<ShareResult> rows;

  /**
   * @param rows not empty
   */
  public SharesReport(List<ShareResult> rows) {
    this.rows = rows;
  }

  /** Returns the lines for a terminal, without line breaks. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%d set-ups of %d to %d nodes in %d to %d sub-clusters, %d to %d queues.",
            rows.size(),
            rows.stream().mapToInt(ShareResult::nodes).min().orElse(0),
            rows.stream().mapToInt(ShareResult::nodes).max().orElse(0),
            rows.stream().mapToInt(ShareResult::subClusters).min().orElse(0),
            rows.stream().mapToInt(ShareResult::subClusters).max().orElse(0),
            rows.stream().mapToInt(ShareResult::queues).min().orElse(0),
            rows.stream().mapToInt(ShareResult::queues).max().orElse(0)));
    lines.add("");
    lines.add("Utilisation in % of the capacity:");
    lines.addAll(TextTable.aligned(table(ShareResult::utilisation, 2)));
    lines.add("");
    lines.add(
        "Fairness error in % (mean absolute difference from an oracle that may place"
            + " containers anywhere):");
    lines.addAll(TextTable.aligned(table(ShareResult::error, 3)));
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "Utilisation of gif and of centralised differ by %.4f points at most.",
            100 * farthest()));
    return lines;
  }

  private double farthest() {
    return rows.stream()
        .map(ShareResult::utilisation)
        .mapToDouble(u -> Math.abs(u.get(ShareMethod.GIF) - u.get(ShareMethod.CENTRALISED)))
        .max()
        .orElse(0);
  }

  private List<List<String>> table(
      Function<ShareResult, Map<ShareMethod, Double>> what, int digits) {
    List<List<String>> table = new ArrayList<>();
    table.add(Arrays.asList("", "p5", "p25", "median", "p75", "p95", "mean"));
    for (ShareMethod division : ShareMethod.values()) {
      double[] sorted = sorted(what, division);
      List<String> line = new ArrayList<>();
      line.add(division.label());
      for (double share : BOX) {
        line.add(percent(GainTable.quantile(sorted, share), digits));
      }
      line.add(percent(Arrays.stream(sorted).average().orElse(0), digits));
      table.add(line);
    }
    return table;
  }

  private double[] sorted(
      Function<ShareResult, Map<ShareMethod, Double>> what, ShareMethod division) {
    return rows.stream().mapToDouble(row -> what.apply(row).get(division)).sorted().toArray();
  }

  private static String percent(double share, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", 100 * share);
  }

  /**
   * Writes the files.
   *
   * @param directory created if missing
   * @return the names of the files
   */
  public List<String> write(Path directory) throws IOException {
    Files.createDirectories(directory);
    try (PrintWriter csv = writer(directory, "shares.csv");
        PrintWriter page = writer(directory, "report.html")) {
      csv(csv);
      page.print(page());
    }
    return Arrays.asList("shares.csv", "report.html");
  }

  private static PrintWriter writer(Path directory, String name) throws IOException {
    return new PrintWriter(
        Files.newBufferedWriter(directory.resolve(name), StandardCharsets.UTF_8));
  }

  private void csv(PrintWriter out) {
    out.print(
        "seed,nodes,sub_clusters,queues,depth,load,spread,division,utilisation,fairness_error\n");
    for (ShareResult row : rows) {
      for (ShareMethod division : ShareMethod.values()) {
        out.print(
            String.format(
                Locale.ROOT,
                "%d,%d,%d,%d,%d,%.3f,%d,%s,%.6f,%.6f\n",
                row.seed(),
                row.nodes(),
                row.subClusters(),
                row.queues(),
                row.depth(),
                row.load(),
                row.spread(),
                division.label(),
                row.utilisation().get(division),
                row.error().get(division)));
      }
    }
  }

  private String page() {
    HtmlPage page = new HtmlPage(SharesStudy.ABOUT, Collections.emptyList());
    page.figures(
        Arrays.asList(
            chart("Utilisation", "% of the capacity", ShareResult::utilisation),
            chart("Fairness error", "% of the oracle's shares", ShareResult::error)));
    return page.end(lines());
  }

  /** Returns a chart of the distribution of a value over the set-ups, for each method. */
  private String chart(
      String title, String unit, Function<ShareResult, Map<ShareMethod, Double>> what) {
    double maxPercent =
        rows.stream()
            .flatMap(row -> what.apply(row).values().stream())
            .mapToDouble(value -> 100 * value)
            .max()
            .orElse(1);
    SvgChart chart = new SvgChart(title, unit, "% of set-ups", maxPercent, 100).numericX();
    for (ShareMethod division : ShareMethod.values()) {
      double[] sorted = sorted(what, division);
      double[] x = new double[101];
      double[] y = new double[101];
      for (int percent = 1; percent <= 100; percent++) {
        x[percent] = 100 * GainTable.quantile(sorted, percent / 100.0);
        y[percent] = percent;
      }
      chart.steps(division.label(), COLOURS.get(division.ordinal()), x, y);
    }
    return chart.toString();
  }
}
