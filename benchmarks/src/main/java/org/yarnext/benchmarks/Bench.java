// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.benchmarks.elasticity.ElasticityBench;
import org.yarnext.benchmarks.elasticity.TezElasticityBench;
import org.yarnext.benchmarks.estimates.EstimatesBench;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.federation.FederationBench;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.sls.SlsBench;
import org.yarnext.minicluster.jobs.HistoryFiles;
import org.yarnext.minicluster.process.ChildJvm;
import org.yarnext.minicluster.process.ObjectFile;

/**
 * Main class of the benchmarks: compares stock YARN's ways to run tasks with yarnext's under the
 * same load. Every round runs each system once, in its own process (Mercury section 7.2, YARN-ME
 * section 5).
 */
public final class Bench {
  private static final Logger LOG = LoggerFactory.getLogger(Bench.class);

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();

  private Bench(BenchOptions options) {
    this.options = options;
  }

  /**
   * Runs the benchmark that the command line selects. Exits with 0 if every task of every run
   * succeeded, with 1 if not, and with 2 if the command line is wrong.
   */
  public static void main(String[] args) {
    BenchOptions options;
    try {
      options = BenchOptions.parse(Paths.get(System.getProperty("yarnext.home", ".")), args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + System.lineSeparator() + BenchOptions.usage());
      System.exit(2);
      return;
    }
    if (options.help) {
      System.out.println(BenchOptions.usage());
      return;
    }
    int status = 1;
    try {
      status = measure(options);
    } catch (IOException | InterruptedException | RuntimeException e) {
      LOG.error("The benchmark failed", e);
      System.err.println("The benchmark failed: " + e.getMessage());
      System.err.println("See " + options.log() + " and the files below " + options.clusters());
    }
    System.exit(status);
  }

  private static int measure(BenchOptions options) throws IOException, InterruptedException {
    switch (options.experiment) {
      case ELASTICITY:
        return new ElasticityBench(options).run();
      case TEZ_ELASTICITY:
        return new TezElasticityBench(options).run();
      case TEZ_ESTIMATES:
        return new EstimatesBench(options).run();
      case FEDERATION:
        return new FederationBench(options).run();
      case IDLE_CAPACITY_COST:
        return new UsageCostBench(options).run();
      case PAGE:
        return new PageBench(options).run();
      case OVERHEAD:
        return new OverheadBench(options).run();
      case NODE_LOAD:
        return new NodeLoadBench(options).run();
      case SLS:
        return new SlsBench(options).run();
      case ZOOKEEPER_HANG:
        return new ZooKeeperHangBench(options).run();
      default:
        return new Bench(options).run();
    }
  }

  private int run() throws IOException, InterruptedException {
    FileUtil.fullyDelete(options.out.toFile());
    Files.createDirectories(options.out);
    progress.say(
        String.format(
            Locale.ROOT,
            "%s: %d rounds of %d systems on %d nodes, heartbeats of %d ms",
            options.experiment.title,
            options.runs,
            options.systems.size(),
            options.nodes,
            options.heartbeatMs));
    List<List<BenchResult>> rounds = new ArrayList<>();
    long failed = 0;
    for (int r = 0; r < options.runs; r++) {
      BenchResult[] results = new BenchResult[options.systems.size()];
      for (int turn = 0; turn < results.length; turn++) {
        // Each round starts with another system, so that none benefits from its position.
        int s = (turn + r) % results.length;
        results[s] = run(options, r, options.systems.get(s));
        progress.say(line(r, results[s]));
        failed += results[s].failed();
      }
      List<BenchResult> round = Arrays.asList(results);
      rounds.add(round);
      // Written after every round, so that an interrupted benchmark leaves its results so far.
      Files.write(options.out.resolve("table.txt"), table(rounds).getBytes(UTF_8));
      new BenchReport(options.experiment, rounds).write(options.out.resolve("report.html"));
    }
    progress.say("");
    progress.say(table(rounds));
    progress.say("Report: " + options.out.resolve("report.html"));
    return failed == 0 ? 0 : 1;
  }

  private String table(List<List<BenchResult>> rounds) throws IOException {
    return new BenchTable(options.experiment, rounds).text()
        + ComparisonFactory.of(options.experiment).findings(options, rounds);
  }

  private String line(int round, BenchResult result) {
    String line = String.format(Locale.ROOT, "round %d, %-34s", round + 1, result.system);
    Comparison comparison = ComparisonFactory.of(options.experiment);
    for (String quantity : comparison.drawn()) {
      double value = comparison.quantities().get(quantity).applyAsDouble(result);
      line += String.format(Locale.ROOT, "  %s %.2f", quantity, value);
    }
    return line + "  failed " + result.failed();
  }

  /**
   * Runs one system in its own process.
   *
   * @param round number of the round, from 0
   * @throws IOException if the run left no result
   */
  public static BenchResult run(BenchOptions options, int round, BenchSystem system)
      throws IOException, InterruptedException {
    Path file = options.out.resolve("round-" + round + "-" + system.label);
    List<String> arguments = new ArrayList<>(Arrays.asList(system.label, file.toString()));
    arguments.addAll(options.arguments());
    ChildJvm.start(BenchRun.class, arguments).await();
    if (!Files.exists(file)) {
      throw new IOException(system.label + " could not be measured");
    }
    keepHistories(options, options.out.resolve("histories").resolve(file.getFileName()));
    FileUtil.fullyDelete(new File(options.clusters().toString()));
    return ObjectFile.read(file);
  }

  /** Keeps the histories of MapReduce jobs, which {@code yarnext advise} reads. */
  private static void keepHistories(BenchOptions options, Path to) throws IOException {
    if (!Files.isDirectory(options.clusters())) {
      return;
    }
    try (DirectoryStream<Path> clusters = Files.newDirectoryStream(options.clusters())) {
      for (Path cluster : clusters) {
        Path histories = cluster.resolve("mr-staging").resolve("history");
        if (!HistoryFiles.in(histories).isEmpty()) {
          HistoryFiles.move(histories, Files.createDirectories(to));
        }
      }
    }
  }
}
