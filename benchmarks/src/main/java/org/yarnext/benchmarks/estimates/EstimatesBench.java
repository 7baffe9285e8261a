// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.tez.dag.api.TezConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.Experiment;
import org.yarnext.benchmarks.report.BenchPage;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.tez.TezSample;
import org.yarnext.minicluster.cluster.MiniCluster;

/**
 * Runs Tez's examples and a skewed DAG several times each. Compares the estimates of our estimator
 * and of both of Tez's own with the true run times (Mercury, section 6.3).
 */
public final class EstimatesBench {

  private static final Logger LOG = LoggerFactory.getLogger(EstimatesBench.class);

  /** Memory for the Application Master and three concurrent tasks on two nodes. */
  private static final int NODE_MB = 1024;

  private static final int NODE_VCORES = 4;

  /** Input sizes of successive runs: the input of a recurring DAG varies. */
  private static final double[] SCALES = {1, 1.5, 0.75};

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final List<MeasuredDag> measured = new ArrayList<>();
  private long failed;

  public EstimatesBench(BenchOptions options) {
    this.options = options;
  }

  /** Runs the experiment. Returns 0 if every DAG had the right result, else 1. */
  public int run() throws IOException {
    FileUtil.fullyDelete(options.out.toFile());
    Files.createDirectories(options.out);
    DaemonLog.into(options.log());
    progress.say(facts());
    MachineLoad machine = new MachineLoad();
    try (MiniCluster cluster = start()) {
      for (int round = 0; round < options.runs; round++) {
        for (int repeat = 0; repeat < options.tez.repeats; repeat++) {
          for (TezLoad load : TezLoad.values()) {
            measure(cluster, load, round, repeat);
            // Written after every run, so that an interrupted benchmark leaves its results so far.
            write(machine.foreignShare());
          }
        }
      }
    } finally {
      progress.update("");
    }
    progress.say("");
    progress.say(new String(Files.readAllBytes(options.out.resolve("table.txt")), UTF_8));
    progress.say("Report: " + options.out.resolve("report.html"));
    FileUtil.fullyDelete(new File(options.clusters().toString()));
    return failed == 0 ? 0 : 1;
  }

  private String facts() {
    return String.format(
        Locale.ROOT,
        "%s: %d rounds of %d runs of each DAG, the first of each without a history; seed %d,"
            + " input scale %.2f",
        Experiment.TEZ_ESTIMATES.title,
        options.runs,
        options.tez.repeats,
        options.seed,
        options.tez.inputScale);
  }

  private MiniCluster start() throws IOException {
    return MiniCluster.named("tez-estimates")
        .nodes(2)
        .nodeSize(NODE_MB, NODE_VCORES)
        .heartbeatMs(options.heartbeatMs)
        .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
        .baseDir(options.clusters())
        .start();
  }

  private void measure(MiniCluster cluster, TezLoad load, int round, int repeat)
      throws IOException {
    String what =
        String.format(Locale.ROOT, "round %d, %s, run %d", round + 1, load.title, repeat + 1);
    progress.update("  " + what);
    String name = "round-" + round + "-" + load.title + "-" + repeat;
    Path dir = options.out.resolve(name);
    Path answers = dir.resolve("answers");
    double scale = options.tez.inputScale * SCALES[repeat % SCALES.length];
    load.write(dir, scale, options.seed * 1_000_003 + 1_009L * round + repeat);
    long start = System.nanoTime();
    try {
      ApplicationId id =
          load.run(cluster, settings(round, answers), dir, scale, dir.resolve("output"));
      List<EstimateRecord> records = records(cluster, id, answers);
      MeasuredDag dag = new MeasuredDag(load.title, repeat == 0, records);
      measured.add(dag);
      Files.write(
          options.out.resolve(name + ".tsv"),
          records.stream().map(EstimateRecord::line).collect(Collectors.toList()),
          UTF_8);
      progress.say(
          String.format(
              Locale.ROOT,
              "%s: right after %d s; %s",
              what,
              (System.nanoTime() - start) / 1_000_000_000,
              dag.summary()));
    } catch (IllegalStateException e) {
      failed++;
      LOG.error(what, e);
      progress.say(what + ": " + e.getMessage());
    } finally {
      FileUtil.fullyDelete(dir.toFile());
    }
  }

  /**
   * Returns the settings of the sample, changed so that no task waits in a node's queue and no task
   * is speculated.
   */
  private Map<String, String> settings(int round, Path answers) {
    Map<String, String> settings =
        TezSample.settings(options.home, options.out.resolve("history-" + round));
    settings.put("tez.estimator.hybrid.threshold", "0s");
    settings.put(
        TezConfiguration.TEZ_AM_TASK_ESTIMATOR_CLASS, RuntimeEstimatorComparison.class.getName());
    settings.put(RuntimeEstimatorComparison.DIRECTORY, answers.toString());
    settings.put(TezConfiguration.TEZ_AM_LOG_LEVEL, EstimateLogReader.LOG_LEVEL);
    settings.put(TezConfiguration.TEZ_AM_SPECULATION_ENABLED, "true");
    settings.put(TezConfiguration.TEZ_AM_MINIMUM_ALLOWED_SPECULATIVE_TASKS, "0");
    settings.put(TezConfiguration.TEZ_AM_PROPORTION_RUNNING_TASKS_SPECULATABLE, "0");
    settings.put(TezConfiguration.TEZ_AM_PROPORTION_TOTAL_TASKS_SPECULATABLE, "0");
    return settings;
  }

  private static List<EstimateRecord> records(MiniCluster cluster, ApplicationId id, Path answers)
      throws IOException {
    List<EstimateRecord> records = new ArrayList<>();
    for (int i = 0; i < cluster.size(); i++) {
      Path logs = cluster.logDir(i).toPath().resolve(id.toString());
      if (Files.isDirectory(logs)) {
        records.addAll(EstimateLogReader.in(logs));
      }
    }
    if (records.isEmpty() || !Files.isDirectory(answers)) {
      throw new IllegalStateException("nothing was estimated; see the logs of " + id);
    }
    try (Stream<Path> files = Files.list(answers)) {
      for (Path file : files.sorted().collect(Collectors.toList())) {
        for (String line : Files.readAllLines(file, UTF_8)) {
          records.add(EstimateRecord.parse(line));
        }
      }
    }
    return records;
  }

  private void write(double foreignShare) throws IOException {
    String facts =
        facts()
            + String.format(
                Locale.ROOT,
                "; other work on the machine %.1f%%; failed or wrong %d",
                100 * foreignShare,
                failed);
    String table = new EstimatesTable(measured, facts).text();
    Files.write(options.out.resolve("table.txt"), table.getBytes(UTF_8));
    Files.write(
        options.out.resolve("report.html"),
        BenchPage.html(Experiment.TEZ_ESTIMATES.title, table, Collections.emptyList())
            .getBytes(UTF_8));
  }
}
