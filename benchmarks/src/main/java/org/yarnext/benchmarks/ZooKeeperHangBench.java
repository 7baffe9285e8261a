// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.manager.ManagerLoad;
import org.yarnext.minicluster.manager.ManagerLoad.Window;
import org.yarnext.minicluster.manager.ManagerProcess;
import org.yarnext.minicluster.process.ZooKeeperNode;

/**
 * Measures how long allocate calls take while ZooKeeper hangs. The process of ZooKeeper is
 * suspended repeatedly. Two ResourceManagers run at the same time and under the same load: one with
 * every feature on, one without features. Neither keeps its own state in ZooKeeper.
 */
final class ZooKeeperHangBench {
  private static final int MASTERS = 8;
  private static final long WARM_UP_MS = 30_000;

  /** Time for reconnects after ZooKeeper has resumed. */
  private static final long SETTLE_MS = 10_000;

  private static final double[] PERCENT = {80, 70};

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final StringBuilder table =
      new StringBuilder(
          String.format(
              "%-9s %-10s %7s %7s %7s %8s %12s %12s%n",
              "features",
              "ZooKeeper",
              "calls",
              "p50 ms",
              "p99 ms",
              "most ms",
              "/jmx most",
              "/prom most"));

  private final List<Side> sides = new ArrayList<>();

  /** A ResourceManager with its load. */
  private static final class Side implements AutoCloseable {
    private final String features;
    private final ManagerProcess manager;
    private final List<Window> up = new ArrayList<>();
    private final List<Window> hanging = new ArrayList<>();
    private ManagerLoad load;

    private Side(String features, Path dir, Configuration site) throws IOException {
      this.features = features;
      manager = new ManagerProcess(features, dir.resolve(features), site, ManagerLoad.queues());
    }

    @Override
    public void close() {
      if (load != null) {
        load.close();
      }
      manager.close();
    }
  }

  ZooKeeperHangBench(BenchOptions options) {
    this.options = options;
  }

  /** Runs all rounds. Always returns 0: a failed call throws instead. */
  int run() throws IOException, InterruptedException {
    FileUtil.fullyDelete(options.out.toFile());
    Path dir = Files.createDirectories(options.clusters());
    DaemonLog.into(options.log());
    try (ZooKeeperNode zooKeeper = ZooKeeperNode.start(dir.resolve("zookeeper"))) {
      sides.add(new Side("off", dir, ManagerProcess.site()));
      sides.add(new Side("on", dir, ManagerProcess.featured(zooKeeper.address())));
      for (Side side : sides) {
        side.manager.start();
        side.manager.awaitReady();
        side.load = ManagerLoad.start(side.manager, options.nodes, MASTERS);
      }
      measure(zooKeeper);
    } catch (YarnException e) {
      throw new IOException(e);
    } finally {
      sides.forEach(Side::close);
    }
    progress.say("");
    progress.say(table + summary());
    return 0;
  }

  private void measure(ZooKeeperNode zooKeeper) throws IOException, InterruptedException {
    long windowMs = TimeUnit.SECONDS.toMillis(options.seconds);
    ManagerLoad featured = sides.get(1).load;
    featured.divide(PERCENT[0]);
    measure(WARM_UP_MS);
    for (int round = 1; round <= options.runs; round++) {
      add("runs", measure(windowMs));
      zooKeeper.hang();
      List<Window> hanging = measure(windowMs);
      zooKeeper.resume();
      hanging.forEach(Window::awaitEnd);
      add("hangs", hanging);
      long ms = featured.divide(PERCENT[round % PERCENT.length]);
      progress.say(
          String.format(
              Locale.ROOT,
              "round %d: new shares are in force %.1f s after ZooKeeper resumes",
              round,
              ms / 1e3));
      measure(SETTLE_MS);
    }
    add("runs", measure(windowMs));
  }

  private List<Window> measure(long forMs) throws IOException, InterruptedException {
    return PairRounds.atOnce(sides, side -> side.load.measure(forMs));
  }

  private void add(String zooKeeper, List<Window> windows) throws IOException {
    for (int i = 0; i < sides.size(); i++) {
      Side side = sides.get(i);
      Window window = windows.get(i);
      (zooKeeper.equals("hangs") ? side.hanging : side.up).add(window);
      String line =
          String.format(
              Locale.ROOT,
              "%-9s %-10s %7d %7.2f %7.2f %8.1f %12.0f %12.0f%n",
              side.features,
              zooKeeper,
              window.allocateMs.getN(),
              window.allocateMs.getPercentile(50),
              window.allocateMs.getPercentile(99),
              window.allocateMs.getMax(),
              window.jmxMs.getMax(),
              window.prometheusMs.getMax());
      table.append(line);
      progress.say(line.trim());
    }
    // Written after every window, so that an interrupted benchmark leaves its results so far.
    Files.write(options.out.resolve("table.txt"), table.toString().getBytes(UTF_8));
  }

  /**
   * Returns, for each side, the median ratio of p99 in a hang to the mean p99 of the windows before
   * and after.
   */
  private String summary() {
    StringBuilder summary = new StringBuilder();
    for (Side side : sides) {
      double[] ratios = new double[side.hanging.size()];
      for (int i = 0; i < ratios.length; i++) {
        double normal = (p99(side.up.get(i)) + p99(side.up.get(i + 1))) / 2;
        ratios[i] = p99(side.hanging.get(i)) / normal;
      }
      summary.append(
          String.format(
              Locale.ROOT,
              "features %s: p99 while ZooKeeper hangs is %.2f of that around it (median of %d)%n",
              side.features,
              new Median().evaluate(ratios),
              ratios.length));
    }
    return summary.toString();
  }

  private static double p99(Window window) {
    return window.allocateMs.getPercentile(99);
  }
}
