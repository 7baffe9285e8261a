// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileUtil;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.FederationOptions;
import org.yarnext.benchmarks.report.BenchPage;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.tools.chart.SvgChart;

/**
 * Compares stock's federation policies with this project's. Each scenario has a federation of
 * separate daemons, in which the systems take turns in rounds with the same load.
 */
public final class FederationBench {
  /** About how long a federation takes to start and stop, in s. */
  private static final int START_SECONDS = 40;

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final List<FederationScenario> scenarios;
  private final List<String> tables = new ArrayList<>();
  private final List<String> charts = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private int expectedSeconds;
  private int expectedSoFar;

  public FederationBench(BenchOptions options) {
    this.options = options;
    scenarios =
        options.federation.scenarios.stream().map(this::scenario).collect(Collectors.toList());
  }

  private FederationScenario scenario(FederationOptions.Scenario scenario) {
    switch (scenario) {
      case BUSY:
        return DivisionScenario.busy();
      case UNEVEN:
        return DivisionScenario.uneven();
      case LOSS:
        return DivisionScenario.loss();
      case EQUAL:
        return DivisionScenario.equal();
      case SHARES:
        return new SharesScenario();
      case GANGS:
        return new GangScenario(options.seed);
      case PUBLICATION:
        return new PublicationScenario();
      default:
        throw new IllegalArgumentException("No scenario " + scenario);
    }
  }

  /** Runs all scenarios. Returns 0 if every task of every job ran as it should, else 1. */
  public int run() throws IOException, InterruptedException {
    FileUtil.fullyDelete(options.out.toFile());
    Files.createDirectories(options.out);
    DaemonLog.into(options.log());
    for (FederationScenario each : scenarios) {
      expectedSeconds += START_SECONDS + options.runs * each.systems().size() * each.turnSeconds();
    }
    progress.say(
        String.format(
            Locale.ROOT, "%s: %d rounds, %s", options.experiment.title, options.runs, left()));
    for (FederationScenario each : scenarios) {
      try (LiveFederation federation = LiveFederation.start(options, each)) {
        expectedSoFar += START_SECONDS;
        run(each, federation);
        problems.addAll(federation.problems());
      }
    }
    progress.say("");
    progress.say(String.join("", tables));
    problems.forEach(progress::say);
    progress.say("Report: " + options.out.resolve("report.html"));
    return problems.isEmpty() ? 0 : 1;
  }

  private void run(FederationScenario scenario, LiveFederation federation)
      throws IOException, InterruptedException {
    List<String> systems = scenario.systems();
    List<List<BenchResult>> rounds = new ArrayList<>();
    for (int r = 0; r < options.runs; r++) {
      BenchResult[] results = new BenchResult[systems.size()];
      for (int turn = 0; turn < results.length; turn++) {
        // Each round starts with another system, so that none benefits from its position.
        int s = (turn + r) % results.length;
        results[s] = scenario.run(systems.get(s), federation, r);
        expectedSoFar += scenario.turnSeconds();
        progress.say(line(scenario, r, results[s]));
      }
      rounds.add(Arrays.asList(results));
      // Written after every round, so that an interrupted benchmark leaves its results so far.
      write(text(scenario, rounds), charts(scenario, rounds));
    }
    tables.add(text(scenario, rounds));
    charts.addAll(charts(scenario, rounds));
  }

  private String line(FederationScenario scenario, int round, BenchResult result) {
    String values =
        scenario.table().quantities().entrySet().stream()
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "%s %.1f",
                        each.getKey(),
                        each.getValue().applyAsDouble(result)))
            .collect(Collectors.joining(", "));
    String name = scenario.title().substring(0, scenario.title().indexOf(':'));
    return String.format(
        Locale.ROOT, "%s, round %d, %s: %s; %s", name, round + 1, result.system, values, left());
  }

  /** Returns the time left by the scenarios' own estimates, scaled by what has passed. */
  private String left() {
    double elapsed = (System.nanoTime() - startNanos) / 1e9;
    double scale = expectedSoFar == 0 ? 1 : elapsed / expectedSoFar;
    long seconds = Math.round(scale * (expectedSeconds - expectedSoFar));
    return String.format(Locale.ROOT, "%d:%02d min left", seconds / 60, seconds % 60);
  }

  private static String text(FederationScenario scenario, List<List<BenchResult>> rounds) {
    return String.format("%n%s%n", scenario.title()) + scenario.table().text(rounds);
  }

  /** Returns a chart of each result with a group of bars for each round, and the scenario's own. */
  private static List<String> charts(FederationScenario scenario, List<List<BenchResult>> rounds) {
    List<String> groups = new ArrayList<>();
    for (int r = 1; r <= rounds.size(); r++) {
      groups.add("round " + r);
    }
    List<String> charts = new ArrayList<>();
    String name = scenario.title().substring(0, scenario.title().indexOf(':'));
    scenario
        .table()
        .results()
        .forEach(
            (quantity, of) -> {
              double[][] values = values(rounds, of);
              double max = Arrays.stream(values).flatMapToDouble(Arrays::stream).max().orElse(0);
              charts.add(
                  new SvgChart(name + ": " + quantity, "", quantity, groups.size(), max)
                      .bars(groups, scenario.systems(), BenchPage.COLOURS, values)
                      .toString());
            });
    charts.addAll(scenario.charts());
    return charts;
  }

  private static double[][] values(
      List<List<BenchResult>> rounds, ToDoubleFunction<BenchResult> of) {
    double[][] values = new double[rounds.get(0).size()][];
    for (int s = 0; s < values.length; s++) {
      int system = s;
      values[s] =
          rounds.stream().mapToDouble(round -> of.applyAsDouble(round.get(system))).toArray();
    }
    return values;
  }

  /** Writes the table and the report: what earlier scenarios showed, and the current one so far. */
  private void write(String table, List<String> current) throws IOException {
    String text = String.join("", tables) + table;
    List<String> all = new ArrayList<>(charts);
    all.addAll(current);
    Files.write(options.out.resolve("table.txt"), text.getBytes(UTF_8));
    Files.write(
        options.out.resolve("report.html"),
        BenchPage.html(options.experiment.title, text, all).getBytes(UTF_8));
  }
}
