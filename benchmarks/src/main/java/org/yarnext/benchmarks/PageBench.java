// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.report.ThreadUsage;
import org.yarnext.minicluster.manager.ManagerLoad;
import org.yarnext.minicluster.manager.ManagerLoad.Window;
import org.yarnext.minicluster.manager.ManagerProcess;
import org.yarnext.minicluster.process.ZooKeeperNode;

/**
 * Measures the cost of the web page and the metrics of a ResourceManager with every feature on. It
 * measures CPU time and memory of the web server for each request, the heap, and the response times
 * of allocate calls while browsers show the page. A ResourceManager without features, under the
 * same load, is measured the same way.
 */
final class PageBench {
  private static final int MASTERS = 8;
  private static final int HEAP_MB = 2_048;
  private static final long WARM_UP_MS = 30_000;

  /** Number of times that each request is sent, first to warm up and then to measure it. */
  private static final int REPEATS = 30;

  /** Browsers that show the page at the same time. */
  private static final int BROWSERS = 10;

  /** Interval at which a page requests its data, as in page.js. */
  private static final long PAGE_MS = 5_000;

  /** Names of the web server's threads begin with this. */
  private static final String WEB_THREADS = "qtp";

  /** Interval at which a page requests the list of nodes, for each node of the cluster. */
  private static final long NODE_LIST_MS = 10;

  private static final String NODES = "/ws/v1/cluster/nodes";

  private static final List<String> OVERVIEW =
      Stream.of("Mercury*", "Elastic*", "MrOrchestrator*", "Federation*", "TezEstimator*")
          .map(family -> "/jmx?qry=Hadoop:service=*,name=" + family)
          .collect(Collectors.toList());

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final StringBuilder table = new StringBuilder();

  /** Pages in several browsers, half of which show the nodes. Each call is one refresh of one. */
  private static final class Browsers implements ManagerLoad.WebRequests {
    private final ManagerProcess manager;
    private final long refreshesPerNodeList;
    private long refreshes;

    private Browsers(ManagerProcess manager, int nodes) {
      this.manager = manager;
      refreshesPerNodeList = 2 * Math.max(1, NODE_LIST_MS * nodes / PAGE_MS);
    }

    @Override
    public void send(Window measured) throws IOException {
      for (String path : OVERVIEW) {
        measured.jmxMs.addValue(manager.answerMs(path));
      }
      if (refreshes++ % refreshesPerNodeList == 0) {
        manager.answerMs(NODES);
      }
    }
  }

  PageBench(BenchOptions options) {
    this.options = options;
  }

  /** Runs all rounds. Always returns 0: a failed call throws instead. */
  int run() throws IOException, InterruptedException {
    FileUtil.fullyDelete(options.out.toFile());
    Path dir = Files.createDirectories(options.clusters());
    DaemonLog.into(options.log());
    for (int round = 1; round <= options.runs; round++) {
      try (ZooKeeperNode zooKeeper = ZooKeeperNode.start(dir.resolve("zookeeper-" + round))) {
        measure(round, "off", dir, ManagerProcess.site());
        measure(round, "on", dir, ManagerProcess.featured(zooKeeper.address()));
      } catch (YarnException e) {
        throw new IOException(e);
      }
    }
    return 0;
  }

  private void measure(int round, String features, Path dir, Configuration site)
      throws IOException, InterruptedException, YarnException {
    String name = features + "-" + round;
    try (ManagerProcess manager =
        new ManagerProcess(name, dir.resolve(name), site, ManagerLoad.queues(), HEAP_MB)) {
      manager.start();
      manager.awaitReady();
      progress.say("round " + round + ", features " + features + ": " + options.nodes + " nodes");
      try (ManagerLoad load = ManagerLoad.start(manager, options.nodes, MASTERS)) {
        long forMs = TimeUnit.SECONDS.toMillis(options.seconds);
        load.measure(WARM_UP_MS, WARM_UP_MS, window -> {});
        say(heap(manager.beans()));
        for (Map.Entry<String, List<String>> view : views(features).entrySet()) {
          say(cost(manager, view.getKey(), view.getValue()));
        }
        say(calls("nobody looks", load.measure(forMs, PAGE_MS, window -> {})));
        say(
            calls(
                BROWSERS + " browsers",
                load.measure(forMs, PAGE_MS / BROWSERS, new Browsers(manager, options.nodes))));
        say(heap(manager.beans()));
      }
    }
  }

  /** Returns the requests of each part of the page, and of programs that read metrics. */
  private static Map<String, List<String>> views(String features) {
    Map<String, List<String>> views = new LinkedHashMap<>();
    views.put("overview", OVERVIEW);
    views.put("list of nodes", Collections.singletonList(NODES));
    if (features.equals("on")) {
      views.put("charts", Collections.singletonList("/yarnext/history"));
      views.put("decisions", Collections.singletonList("/yarnext/decisions?limit=500"));
    }
    views.put("/jmx", Collections.singletonList("/jmx"));
    views.put("/prom", Collections.singletonList("/prom"));
    return views;
  }

  private static String cost(ManagerProcess manager, String view, List<String> paths)
      throws IOException {
    DescriptiveStatistics ms = new DescriptiveStatistics();
    ThreadUsage from = null;
    for (int i = 0; i < 2 * REPEATS; i++) {
      if (i == REPEATS) {
        from = webServer(manager);
      }
      double tookMs = 0;
      for (String path : paths) {
        tookMs += manager.answerMs(path);
      }
      if (i >= REPEATS) {
        ms.addValue(tookMs);
      }
    }
    ThreadUsage to = webServer(manager);
    return String.format(
        Locale.ROOT,
        "  %-16s CPU %7.2f ms, allocated %7.2f MB, answered in %7.1f ms (median)",
        view,
        (to.cpuMs - from.cpuMs) / REPEATS,
        (to.allocatedMb - from.allocatedMb) / REPEATS,
        ms.getPercentile(50));
  }

  private static ThreadUsage webServer(ManagerProcess manager) throws IOException {
    return ThreadUsage.read(manager.beans(), thread -> thread.startsWith(WEB_THREADS));
  }

  private static String calls(String who, Window window) {
    window.awaitEnd();
    return String.format(
        Locale.ROOT,
        "  %-16s %d allocate calls: p50 %.2f ms, p99 %.2f ms",
        who,
        window.allocateMs.getN(),
        window.allocateMs.getPercentile(50),
        window.allocateMs.getPercentile(99));
  }

  private static String heap(MBeanServerConnection beans) throws IOException {
    MemoryMXBean memory =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    memory.gc();
    memory.gc();
    return String.format(
        Locale.ROOT, "  heap after collection %d MB", memory.getHeapMemoryUsage().getUsed() >> 20);
  }

  /** Written after every line, so that an interrupted benchmark leaves its results so far. */
  private void say(String line) throws IOException {
    progress.say(line);
    table.append(line).append(System.lineSeparator());
    Files.write(options.out.resolve("table.txt"), table.toString().getBytes(UTF_8));
  }
}
