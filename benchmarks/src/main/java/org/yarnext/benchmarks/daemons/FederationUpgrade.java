// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.yarnext.benchmarks.daemons.cluster.DaemonCluster;
import org.yarnext.benchmarks.daemons.cluster.LaterBuild;
import org.yarnext.benchmarks.daemons.cluster.StockHadoop;
import org.yarnext.benchmarks.daemons.cluster.UnpackedDistribution;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.DaemonProcess;

/**
 * Upgrades the daemons of a federation one by one to a {@link LaterBuild}, and rolls back, while
 * jobs run over both sub-clusters. A step throws if a job fails or counts wrong, or if a format in
 * ZooKeeper or of an AMRMProxy's state is neither read nor refused with a message.
 */
final class FederationUpgrade {
  private static final long BEGIN_MS = 60_000;
  private static final long REPORT_MS = 60_000;
  private static final String SHARES = "FederationShares";
  private static final String REFUSAL = "the stored state has version " + LaterBuild.CHANGED_FORMAT;

  private final DaemonsDemo demo;
  private final UnpackedDistribution later;
  private final StockHadoop laterHome;
  private Path gateway;
  private DaemonCluster east;
  private DaemonCluster west;
  private DaemonProcess client;
  private Path output;
  private int jobs;
  private long recovered;

  /** Makes the second build and a Hadoop home with it. The demo's own home must be stock. */
  FederationUpgrade(DaemonsDemo demo, String roles) throws IOException {
    this.demo = demo;
    Path out = demo.options.out;
    later =
        UnpackedDistribution.makeLater(
            demo.options.checkout, out.resolve("yarnext-" + LaterBuild.VERSION));
    laterHome = StockHadoop.like(demo.hadoop.home(), out.resolve("hadoop-later"));
    later.done("install", "--hadoop-home", laterHome.home().toString(), "--role", roles);
  }

  /**
   * Upgrades and rolls back.
   *
   * @param conf configuration directory of the host that submits jobs
   */
  void run(Path conf, DaemonCluster eastern, DaemonCluster western) throws Exception {
    gateway = conf;
    east = eastern;
    west = western;
    try {
      restart("upgrade", laterHome, east, "router", "gpg", "rm");
      restart("upgrade", laterHome, west, "rm", "nm1");
      restart("upgrade", laterHome, east, "nm1", "nm2");
      demo.steps.run("formats after the upgrade", 10, this::formatsAfterUpgrade);
      restart("roll-back", demo.hadoop, east, "gpg");
      demo.steps.run("report of a later format", 20, this::reportIsRefused);
      restart("roll-back", demo.hadoop, east, "nm1", "nm2", "router", "rm");
      restart("roll-back", demo.hadoop, west, "nm1", "rm");
      demo.steps.run("jobs", 60, this::checkJob);
      demo.steps.run("formats after the roll-back", 20, this::formatsAfterRollBack);
    } finally {
      if (client != null) {
        client.close();
      }
    }
  }

  private void restart(String title, StockHadoop to, DaemonCluster of, String... names)
      throws Exception {
    for (String name : names) {
      demo.steps.run(
          title + ": " + name + (of == east ? " of east" : " of west"),
          25,
          () -> {
            awaitJob();
            of.terminate(name);
            of.home(name, to);
            of.start(name);
            of.awaitReady();
            recovered +=
                name.startsWith("nm")
                    ? of.metric(name, "FederationSplit", "ApplicationsRecovered")
                    : 0;
            return "job " + jobs + (client.isAlive() ? " runs" : " has ended");
          });
    }
  }

  /** Ensures that a job is running. If the last one has ended, checks it and submits another. */
  private void awaitJob() throws IOException {
    if (client != null && client.isAlive()) {
      return;
    }
    checkJob();
    output = demo.options.out.resolve("counts-" + ++jobs);
    client =
        east.submitWordCount(
            gateway,
            demo.text(),
            output,
            DaemonsFederation.PROXIED,
            // Enough maps that the job lasts several restarts.
            "mapreduce.input.fileinputformat.split.maxsize=32768",
            "mapreduce.map.memory.mb=1024",
            "mapreduce.job.num-opportunistic-maps-percent=50",
            "mapreduce.reduce.shuffle.fetch.retry.timeout-ms=300000");
    Await.until(
        "a container of a job",
        BEGIN_MS,
        () -> !east.containerPids().isEmpty() || !west.containerPids().isEmpty());
  }

  /** Waits for the end of the job, if there is one, and checks its result. */
  private String checkJob() throws IOException {
    String result = client == null ? "" : demo.checked(client, output);
    client = null;
    return String.format(Locale.ROOT, "%d jobs; %s", jobs, result);
  }

  private String formatsAfterUpgrade() throws IOException {
    require(recovered > 0, "No NodeManager has recovered an application");
    require(refusals() == 0, "A later NodeManager did not read its state");
    awaitShares();
    return recovered + " applications recovered; all reports in ZooKeeper are read";
  }

  private String reportIsRefused() {
    Await.until(
        "the earlier generator to refuse reports",
        REPORT_MS,
        () -> east.metric("gpg", SHARES, "RecordsSkipped") > 0);
    return "refused by the earlier Global Policy Generator";
  }

  private String formatsAfterRollBack() throws IOException {
    int refusals = refusals();
    require(refusals > 0, "No NodeManager has refused a state of the later format");
    awaitShares();
    return refusals + " NodeManagers refused format " + LaterBuild.CHANGED_FORMAT;
  }

  /** Waits until the generator uses the reports of both sub-clusters. */
  private void awaitShares() {
    Await.until(
        "both reports to be used",
        REPORT_MS,
        () ->
            east.metric("gpg", SHARES, "OldestReportAgeMillis") > 0
                && east.metric("gpg", SHARES, "SubClustersIgnored") == 0);
  }

  /** Returns the number of nodes that have refused an AMRMProxy's state. */
  private int refusals() throws IOException {
    int refusals = 0;
    for (DaemonCluster cluster : Arrays.asList(east, west)) {
      for (String name : cluster.names()) {
        refusals += name.startsWith("nm") && cluster.log(name).contains(REFUSAL) ? 1 : 0;
      }
    }
    return refusals;
  }

  private static void require(boolean isRight, String otherwise) {
    if (!isRight) {
      throw new IllegalStateException(otherwise + ".");
    }
  }
}
