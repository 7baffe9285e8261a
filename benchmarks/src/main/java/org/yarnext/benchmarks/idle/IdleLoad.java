// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.minicluster.shell.ShellJob;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Load of the idle-capacity experiment: a guaranteed job that has most of the nodes' resources and
 * uses a part of them, beside more short opportunistic tasks than fit. Checks the results of the
 * guaranteed tasks.
 */
final class IdleLoad {
  static final String GUARANTEED = "guaranteed";
  static final String OPPORTUNISTIC = "opportunistic";

  /** Memory that a guaranteed task uses, as a part of its allocation. */
  static final double MEMORY_USED = 0.4;

  /** CPU that a guaranteed task uses, as a part of its allocation. */
  static final double CPU_USED = 0.3;

  static final String USED_MEMORY = "guaranteed: memory used [%]";
  static final String USED_CPU = "guaranteed: CPU used [%]";
  static final String STEP_TIME = "guaranteed: step, p99 [ms]";

  private static final int UNITS = 8;
  private static final int UNIT_MB = 1024;
  private static final int UNIT_VCORES = 2;

  /** Size of a node, on which the master of the opportunistic job takes no unit. */
  static final int NODE_MB = UNITS * UNIT_MB + 256;

  static final int NODE_VCORES = UNITS * UNIT_VCORES + 1;

  private static final int TASK_MB = 512;
  private static final int TASK_VCORES = 1;
  private static final int HEARTBEAT_MS = 1_000;
  private static final long START_TIMEOUT_MS = 60_000;
  private static final long TURN_MS = 500;

  /** Number of opportunistic tasks per node that are requested and have not ended. */
  private static final int AT_HAND = 16;

  /** Work of a step of a guaranteed task, in ms of a processor. */
  private static final long STEP_MS = 25;

  /** Approximate number of increments that a shell makes in a second of a processor. */
  private static final double COUNTS_PER_SECOND = 300_000;

  private final MiniCluster cluster;
  private final YarnClient yarn;
  private final BenchOptions options;
  private final Progress progress;

  IdleLoad(MiniCluster cluster, YarnClient yarn, BenchOptions options, Progress progress) {
    this.cluster = cluster;
    this.yarn = yarn;
    this.options = options;
    this.progress = progress;
  }

  /** Returns the directory of the guaranteed tasks' files. */
  static Path files(MiniCluster cluster) throws IOException {
    return Files.createDirectories(cluster.workDir().resolve("idle"));
  }

  /**
   * Returns the iterations of {@link IdleTask#work} that take a step's time on this machine. They
   * are measured once for all runs of a benchmark, so that every system gets the same work.
   */
  static long iterations(BenchOptions options) throws IOException {
    Path file = options.out.resolve("step-iterations");
    if (!Files.exists(file)) {
      long tried = 10_000_000;
      double best = Double.MAX_VALUE;
      long state = 0;
      for (int i = 0; i < 20; i++) {
        long from = System.nanoTime();
        state = IdleTask.work(state, tried);
        best = Math.min(best, (System.nanoTime() - from) / 1e6);
      }
      // The state is used, so that the work is done.
      long iterations = Math.max(1, (long) (tried * STEP_MS / best)) + (state == 0 ? 1 : 0);
      Files.write(file, Long.toString(iterations).getBytes(UTF_8));
    }
    return Long.parseLong(new String(Files.readAllBytes(file), UTF_8));
  }

  private static int guaranteedTasks(BenchOptions options) {
    return options.nodes * (int) Math.round(UNITS * options.idle.guaranteedShare);
  }

  /** Returns the part of a processor that a vcore is, where all nodes share this machine. */
  private static double processorsPerVcore(BenchOptions options) {
    return (double) Runtime.getRuntime().availableProcessors() / (NODE_VCORES * options.nodes);
  }

  private static long pauseMs(BenchOptions options) {
    double processors = CPU_USED * UNIT_VCORES * processorsPerVcore(options);
    return Math.max(1, Math.round(STEP_MS / processors - STEP_MS));
  }

  private static int steps(BenchOptions options) {
    long ms = 1_000L * (options.warmUpSeconds() + options.seconds);
    return (int) Math.max(1, ms / (STEP_MS + pauseMs(options)));
  }

  /**
   * Returns the command of an opportunistic task that holds memory, and counts and sleeps in turns.
   *
   * @param cpuSeconds time for which it counts, roughly
   */
  static String shortCommand(double seconds, long memoryMb, double cpuSeconds) {
    int turns = 4;
    return String.format(
        Locale.ROOT,
        // The last line has no end, so that all of it is held until then.
        "{ head -c %dM /dev/zero; for turn in $(seq %d); do i=0;"
            + " while [ $i -lt %d ]; do i=$((i + 1)); done; sleep %.3f; done; }"
            + " | tail -n 1 > /dev/null",
        memoryMb,
        turns,
        (long) (cpuSeconds * COUNTS_PER_SECOND / turns),
        Math.max(0, seconds - cpuSeconds) / turns);
  }

  private List<ShellTask> shortTasks() {
    Random random = new Random(options.seed);
    double processors = CPU_USED * TASK_VCORES * processorsPerVcore(options);
    List<ShellTask> tasks = new ArrayList<>();
    for (int i = 0; i < 2 * options.nodes * (options.warmUpSeconds() + options.seconds); i++) {
      double seconds = options.mixedTaskSeconds * (0.5 + random.nextDouble());
      long memoryMb = Math.round(MEMORY_USED * TASK_MB);
      tasks.add(
          ShellTask.opportunistic(shortCommand(seconds, memoryMb, processors * seconds))
              .size(TASK_MB, TASK_VCORES));
    }
    return tasks;
  }

  /**
   * Runs the load. Returns a record of each kind. That of the opportunistic tasks has those that
   * ended after the warm-up, while all guaranteed ones ran.
   *
   * @throws IllegalStateException if a result is wrong
   */
  List<JobRecord> run() throws IOException, InterruptedException {
    int count = guaranteedTasks(options);
    ShellTask task =
        ShellTask.guaranteed(
                IdleTask.command(
                    files(cluster),
                    Math.round(MEMORY_USED * UNIT_MB),
                    UNIT_MB,
                    iterations(options),
                    pauseMs(options),
                    steps(options)))
            .size(UNIT_MB, UNIT_VCORES);
    try (ShellWorkload guaranteed = ShellWorkload.start(cluster, GUARANTEED, HEARTBEAT_MS)) {
      long submitted = System.currentTimeMillis();
      guaranteed.submit(Collections.nCopies(count, task));
      guaranteed.await(Attempt.State.RUNNING, count, START_TIMEOUT_MS);
      ShellJob opportunistic =
          ShellJob.submit(
              cluster, yarn, OPPORTUNISTIC, HEARTBEAT_MS, shortTasks(), AT_HAND * options.nodes);
      while (!guaranteed.ended()) {
        long seconds = (System.currentTimeMillis() - submitted) / 1_000;
        progress.update(String.format(Locale.ROOT, "  %3d s: %s", seconds, guaranteed));
        Thread.sleep(TURN_MS);
      }
      opportunistic.stop();
      Await.until("the records of the tasks", START_TIMEOUT_MS, opportunistic::ended);
      checkResults(count);
      List<AttemptRecord> attempts =
          guaranteed.attempts().stream()
              .map(a -> AttemptRecord.of(a, 0))
              .collect(Collectors.toList());
      long from = submitted + 1_000L * options.warmUpSeconds();
      long to = attempts.stream().mapToLong(a -> a.endMs).min().orElse(from);
      return Arrays.asList(
          new JobRecord(GUARANTEED, submitted, attempts),
          new JobRecord(
              OPPORTUNISTIC,
              from,
              opportunistic.records().stream()
                  .filter(a -> a.endMs >= from && a.endMs <= to)
                  .collect(Collectors.toList())));
    }
  }

  private void checkResults(int count) throws IOException {
    long expected = IdleTask.expected(iterations(options) * steps(options));
    List<String[]> results = results(files(cluster));
    for (String[] result : results) {
      if (Long.parseLong(result[0]) != expected) {
        throw new IllegalStateException("A guaranteed task has a wrong result: " + result[0]);
      }
    }
    if (results.size() != count) {
      throw new IllegalStateException(
          results.size() + " results of " + count + " guaranteed tasks");
    }
  }

  private static List<String[]> results(Path dir) throws IOException {
    List<String[]> results = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(dir, "*" + IdleTask.RESULT)) {
      for (Path file : files) {
        for (String line : Files.readAllLines(file, UTF_8)) {
          results.add(line.split(" "));
        }
      }
    }
    return results;
  }

  /** Returns the guaranteed tasks' own measurements by name, as means over all tasks. */
  static Map<String, Double> used(Path dir, BenchOptions options) throws IOException {
    SummaryStatistics memory = new SummaryStatistics();
    SummaryStatistics cpu = new SummaryStatistics();
    SummaryStatistics stepMs = new SummaryStatistics();
    for (String[] result : results(dir)) {
      memory.addValue(100 * Double.parseDouble(result[2]) / UNIT_MB);
      cpu.addValue(
          100 * Double.parseDouble(result[3]) / (UNIT_VCORES * processorsPerVcore(options)));
      stepMs.addValue(Double.parseDouble(result[4]) / 1_000);
    }
    Map<String, Double> used = new LinkedHashMap<>();
    used.put(USED_MEMORY, memory.getMean());
    used.put(USED_CPU, cpu.getMean());
    used.put(STEP_TIME, stepMs.getMean());
    return used;
  }
}
