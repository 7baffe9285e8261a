// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import org.apache.hadoop.fs.FileUtil;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.ChildJvm;
import org.yarnext.minicluster.process.ObjectFile;

/**
 * Runs the same mix of jobs on a stock cluster and on one with Mercury, and compares the results.
 */
final class MercuryDemo {

  private static final int TEXT_FILES = 2;
  private static final int TEXT_FILE_BYTES = 1 << 20;
  private static final long CLUSTER_TIMEOUT_MS = 600_000;

  private final DemoOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final Scenario scenario;

  MercuryDemo(DemoOptions options) {
    this.options = options;
    this.scenario = Scenario.of(options.seed);
  }

  /** Returns 0 if all results are correct, otherwise 1. */
  int run() throws IOException, InterruptedException {
    long start = System.nanoTime();
    clean();
    progress.say(
        String.format(
            Locale.ROOT,
            "Seed %d: %d jobs of %d short opportunistic containers in all, %d guaranteed ones, a MapReduce and a Tez"
                + " word count",
            options.seed,
            scenario.jobs.size(),
            scenario.opportunisticTasks(),
            scenario.guaranteedArrivalsMs.size()));
    WordText.write(options.text(), options.seed, TEXT_FILES, TEXT_FILE_BYTES);
    List<String> clusters =
        options.stockOnly
            ? Arrays.asList(DemoCluster.STOCK)
            : Arrays.asList(DemoCluster.STOCK, DemoCluster.MERCURY);
    List<Measurements> measured = new ArrayList<>();
    ChildJvm last = null;
    for (String cluster : clusters) {
      last = start(cluster);
      measured.add(measurements(cluster, last));
      if (!options.keep || measured.size() < clusters.size()) {
        last.await();
      }
    }
    int status = report(measured, (System.nanoTime() - start) / 1_000_000_000L);
    if (options.keep) {
      progress.say("The " + clusters.get(clusters.size() - 1) + " cluster stays up until Ctrl-C:");
      String address = measured.get(measured.size() - 1).webAddress;
      progress.say("  " + address);
      progress.say("  " + address + "/jmx?qry=Hadoop:service=NodeManager,name=*");
      last.await();
    }
    return status;
  }

  private ChildJvm start(String cluster) throws IOException {
    List<String> arguments = new ArrayList<>(Collections.singletonList(cluster));
    arguments.addAll(options.arguments());
    return ChildJvm.start(DemoCluster.class, arguments);
  }

  private Measurements measurements(String cluster, ChildJvm process) throws IOException {
    Path file = options.measurements(cluster);
    Await.until(
        "the measurements of the " + cluster + " cluster",
        CLUSTER_TIMEOUT_MS,
        () -> Files.exists(file) || !process.isAlive());
    if (!Files.exists(file)) {
      throw new IOException("the " + cluster + " cluster could not be measured");
    }
    return ObjectFile.read(file);
  }

  private int report(List<Measurements> measured, long seconds) throws IOException {
    progress.say("");
    progress.say(MercuryTable.of(measured).text());
    SortedMap<String, Long> truth = WordText.count(options.text());
    List<String> faults = ResultCheck.faults(truth, measured);
    if (faults.isEmpty()) {
      progress.say(
          String.format(
              Locale.ROOT,
              "All %d word counts equal the one computed without a cluster (%d words).",
              2 * measured.size(),
              truth.size()));
    }
    if (measured.stream().anyMatch(m -> MachineLoad.isDisturbed(m.foreignLoad))) {
      progress.say(MachineLoad.DISTURBED);
    }
    faults.forEach(fault -> progress.say("WRONG: " + fault));
    Path file = options.out.resolve("report.html");
    new MercuryReport(measured, facts()).write(file);
    progress.say("Report: " + file + "   (" + seconds + " s)");
    return faults.isEmpty() ? 0 : 1;
  }

  private String facts() {
    return String.format(
        Locale.ROOT,
        "Each cluster: %d nodes of %d MB on one machine, heartbeats of %d ms. %d shell jobs with %d opportunistic"
            + " containers of 0.2 to 2 seconds, about four seconds apart; %d guaranteed containers of half a second,"
            + " one every 1.5 to 2 seconds; a MapReduce and a Tez word count from the start. Same arrivals on each,"
            + " drawn from the seed %d.",
        DemoCluster.NODES,
        DemoCluster.NODE_MB,
        DemoCluster.NODE_HEARTBEAT_MS,
        scenario.jobs.size(),
        scenario.opportunisticTasks(),
        scenario.guaranteedArrivalsMs.size(),
        options.seed);
  }

  /** Deletes the other files of an earlier run. */
  private void clean() throws IOException {
    Files.deleteIfExists(options.measurements(DemoCluster.STOCK));
    Files.deleteIfExists(options.measurements(DemoCluster.MERCURY));
    FileUtil.fullyDelete(options.text().toFile());
  }
}
