// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.sls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileUtil;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.process.DaemonProcess;
import org.yarnext.minicluster.process.ObjectFile;

/**
 * Measures how calls, CPU time and heap of a ResourceManager grow with the number of nodes, on
 * stock and with each feature. Every run has its own process; the systems take turns in each round.
 */
public final class SlsBench {
  private static final List<Integer> SIZES = Arrays.asList(1_000, 5_000, 10_000);

  /** Maximum heap of a run in MB. */
  private static final int HEAP_MB = 4_096;

  /** Time for a run apart from warm-up and measurement. */
  private static final long START_MS = 300_000;

  private final BenchOptions options;
  private final List<Integer> sizes;
  private final SlsReport report;
  private final Progress progress = Progress.onStandardOutput();
  private final long startNanos = System.nanoTime();
  private int ended;

  public SlsBench(BenchOptions options) {
    this.options = options;
    this.sizes = options.sizes.isEmpty() ? SIZES : options.sizes;
    this.report = new SlsReport(options.experiment.title);
  }

  /** Runs all rounds. Always returns 0: a failed run throws instead. */
  public int run() throws IOException, InterruptedException {
    FileUtil.fullyDelete(options.out.toFile());
    Files.createDirectories(options.clusters());
    DaemonLog.into(options.log());
    for (int round = 0; round < options.runs; round++) {
      for (int nodes : sizes) {
        report.add(nodes, round(round, nodes));
        // Written often, so that an interrupted benchmark leaves its results so far.
        report.write(options.out);
      }
    }
    progress.say(report.text());
    progress.say("Report and charts: " + options.out);
    return 0;
  }

  private List<BenchResult> round(int round, int nodes) throws IOException, InterruptedException {
    BenchResult[] results = new BenchResult[options.systems.size()];
    for (int turn = 0; turn < results.length; turn++) {
      // Each round starts with another system, so that none benefits from its position.
      int s = (turn + round) % results.length;
      BenchSystem system = options.systems.get(s);
      progress.update("  " + system.label + ", " + nodes + " nodes");
      results[s] = run(round, nodes, system);
      ended++;
      progress.say(
          String.format(
              Locale.ROOT,
              "round %d, %d nodes, %s: allocate p99 %.2f ms, heartbeat p99 %.2f ms; %d min left",
              round + 1,
              nodes,
              system.label,
              results[s].counted(CallMeter.p99(SlsManager.ALLOCATE)),
              results[s].counted(CallMeter.p99(SlsManager.HEARTBEAT)),
              minutesLeft()));
    }
    return new ArrayList<>(Arrays.asList(results));
  }

  private long minutesLeft() {
    long runs = (long) options.runs * sizes.size() * options.systems.size();
    double nanosEach = (System.nanoTime() - startNanos) / (double) ended;
    return TimeUnit.NANOSECONDS.toMinutes((long) (nanosEach * (runs - ended)));
  }

  private BenchResult run(int round, int nodes, BenchSystem system)
      throws IOException, InterruptedException {
    String name = "round-" + round + "-" + nodes + "-" + system.label;
    Path dir = Files.createDirectories(options.clusters().resolve(name));
    Path file = options.out.resolve(name);
    DaemonProcess process =
        new DaemonProcess(name, dir, HEAP_MB)
            // The defaults of a server, unlike those of our short-lived daemons.
            .options(
                "-XX:TieredStopAtLevel=4",
                "-XX:-UseSerialGC",
                "-XX:+UseG1GC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dyarnext.home=" + options.home);
    try {
      List<String> arguments = new ArrayList<>();
      arguments.addAll(
          Arrays.asList(system.label, Integer.toString(nodes), dir.toString(), file.toString()));
      arguments.addAll(options.arguments());
      process.start(SlsRun.class.getName(), arguments);
      long forMs = TimeUnit.SECONDS.toMillis(options.warmUpSeconds() + options.seconds);
      process.awaitEnd(START_MS + forMs);
      if (!Files.exists(file)) {
        throw new IOException(system.label + " could not be measured" + process.tail());
      }
      return ObjectFile.read(file);
    } finally {
      process.close();
      if (Files.exists(file)) {
        // A log of the ResourceManager may have hundreds of MB.
        FileUtil.fullyDelete(dir.toFile());
      }
    }
  }
}
