// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileUtil;
import org.yarnext.benchmarks.Bench;
import org.yarnext.benchmarks.cgroup.NodeCgroups;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.mixed.MixedReport;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.Progress;

/**
 * Runs a small version of the mixed workload of {@code yarnext bench} on a stock cluster and on one
 * with the pack, and compares both. The jobs check their own results.
 */
final class MixedDemo {
  private static final int JOBS = 5;

  private final DemoOptions options;
  private final Progress progress = Progress.onStandardOutput();

  MixedDemo(DemoOptions options) {
    this.options = options;
  }

  /** Returns 0 if all tasks succeeded, otherwise 1. */
  int run() throws IOException, InterruptedException {
    long start = System.nanoTime();
    clean();
    List<String> problems = NodeCgroups.problems(options.out.resolve("node-groups.json"));
    BenchOptions bench = bench(problems.isEmpty());
    progress.say(facts(bench));
    if (!problems.isEmpty()) {
      progress.say(
          "CPU is neither limited nor steered, because cgroups cannot be written here: "
              + String.join("; ", problems));
    }
    List<BenchResult> results = new ArrayList<>();
    for (BenchSystem system : bench.systems) {
      long systemStart = System.nanoTime();
      BenchResult result = Bench.run(bench, 0, system);
      results.add(result);
      progress.say(
          String.format(
              Locale.ROOT,
              "%d of %d: %s ran %d jobs with %d tasks in %d s, all results right",
              results.size(),
              bench.systems.size(),
              system.label,
              result.jobs.size(),
              result.succeeded(),
              (System.nanoTime() - systemStart) / 1_000_000_000L));
    }
    MixedReport report = new MixedReport(results, facts(bench));
    Path page = options.out.resolve("report.html");
    Files.write(page, report.html().getBytes(UTF_8));
    progress.say("");
    progress.say(report.headline().text());
    if (report.isDisturbed()) {
      progress.say(MachineLoad.DISTURBED);
    }
    long failed = results.stream().mapToLong(BenchResult::failed).sum();
    if (failed > 0) {
      progress.say("WRONG: " + failed + " tasks failed");
    }
    progress.say("Report: " + page + "   (" + (System.nanoTime() - start) / 1_000_000_000L + " s)");
    return failed == 0 ? 0 : 1;
  }

  private BenchOptions bench(boolean hasGroups) {
    List<String> arguments =
        new ArrayList<>(
            Arrays.asList(
                "--experiment",
                "mixed",
                "--runs",
                "1",
                "--jobs",
                Integer.toString(JOBS),
                "--seed",
                Long.toString(options.seed),
                "--out",
                options.out.toString(),
                "--systems",
                BenchSystem.STOCK_CAPACITY.label
                    + (options.stockOnly ? "" : "," + options.feature.system.label)));
    if (!hasGroups) {
      arguments.addAll(Arrays.asList("--node-cores", "0"));
    }
    return BenchOptions.parse(options.home, arguments.toArray(new String[0]));
  }

  private String facts(BenchOptions bench) {
    return String.format(
        Locale.ROOT,
        "%d jobs (MapReduce, Tez and shell; short and memory-bound) on %d nodes on one machine%s,"
            + " heartbeats of %d ms. Each cluster gets the same jobs at the same times, drawn from"
            + " the seed %d.",
        bench.jobs,
        bench.nodes,
        bench.steering.nodeCores > 0 ? ", one of them with a CPU hog" : "",
        bench.heartbeatMs,
        bench.seed);
  }

  /** Deletes the other files of an earlier run. */
  private void clean() {
    FileUtil.fullyDelete(options.out.resolve("inputs").toFile());
    FileUtil.fullyDelete(options.out.resolve("histories").toFile());
  }
}
