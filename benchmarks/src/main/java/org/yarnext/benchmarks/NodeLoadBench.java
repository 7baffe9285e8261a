// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.jobs.OpportunisticStream;
import org.yarnext.benchmarks.jobs.SleepingContainerExecutor;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.report.ThreadUsage;
import org.yarnext.minicluster.cluster.ForklessLocalFs;
import org.yarnext.minicluster.manager.ManagerLoad;
import org.yarnext.minicluster.manager.ManagerProcess;
import org.yarnext.minicluster.process.DaemonProcess;

/**
 * Measures the cost of many short opportunistic containers in a NodeManager: CPU time and memory
 * that it allocates. A stock NodeManager runs beside one with Mercury, each with its own stock
 * ResourceManager and the same load at the same time. The containers have no processes.
 */
final class NodeLoadBench {
  /** Containers that start in a second. */
  private static final int STARTS = 50;

  /** Containers that wait in the node's queue, about. */
  private static final int QUEUED = 100;

  private static final int MAX_QUEUED = 300;
  private static final int CONTAINER_MB = 1_024;
  private static final long WARM_UP_MS = 60_000;

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final List<Side> sides = new ArrayList<>();
  private final PairTable table = new PairTable("stock", "Mercury");

  /** A NodeManager with its ResourceManager and its load. */
  private static final class Side implements AutoCloseable {
    final ManagerProcess manager;
    final DaemonProcess node;
    private OpportunisticStream load;

    Side(String label, Path dir, Configuration site, Configuration node) throws IOException {
      manager = new ManagerProcess(label, dir.resolve(label), site, ManagerLoad.queues());
      Configuration both = new Configuration(site);
      node.forEach(each -> both.set(each.getKey(), each.getValue()));
      this.node = OverheadBench.nodeManager(label, dir, both).options("-XX:TieredStopAtLevel=4");
    }

    void start(int target) throws IOException, YarnException, InterruptedException {
      manager.start();
      manager.awaitReady();
      node.start(NodeManager.class);
      node.await(() -> manager.bean("ClusterMetrics", "NumActiveNMs") == 1);
      load = OpportunisticStream.start(manager, target, CONTAINER_MB);
    }

    @Override
    public void close() {
      if (load != null) {
        load.close();
      }
      node.terminate();
      node.close();
      manager.close();
    }
  }

  NodeLoadBench(BenchOptions options) {
    this.options = options;
  }

  /** Runs all rounds. Always returns 0: a failed container or call throws instead. */
  int run() throws IOException, InterruptedException {
    FileUtil.fullyDelete(options.out.toFile());
    Path dir = Files.createDirectories(options.clusters());
    DaemonLog.into(options.log());
    int running = options.idle.containers;
    try {
      sides.add(new Side("stock", dir, site(), new Configuration(false)));
      sides.add(new Side("mercury", dir, site(), mercury()));
      progress.say(running + " containers on each node, " + STARTS + " starts a second");
      for (Side side : sides) {
        // The ResourceManager counts those that ended within the last heartbeat as running.
        side.start(running + QUEUED + STARTS);
      }
      measure(WARM_UP_MS);
      OverheadBench.requireOn(sides.get(1).node.beans(), Collections.singletonList("Mercury"));
      for (int round = 1; round <= options.runs; round++) {
        table.add(measure(TimeUnit.SECONDS.toMillis(options.seconds)));
        progress.say("round " + round + " of " + options.runs);
        // Written after every round, so that an interrupted benchmark leaves its results so far.
        Files.write(options.out.resolve("table.txt"), table.text().getBytes(UTF_8));
      }
    } catch (YarnException | JMException e) {
      throw new IOException(e);
    } finally {
      sides.forEach(Side::close);
    }
    progress.say("");
    progress.say(table.text());
    return 0;
  }

  private Configuration site() {
    int running = options.idle.containers;
    Configuration site = OverheadBench.stock();
    site.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, true);
    site.setInt(YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH, MAX_QUEUED);
    site.setInt(YarnConfiguration.NM_PMEM_MB, running * CONTAINER_MB);
    site.setInt(YarnConfiguration.NM_VCORES, running);
    site.setBoolean(YarnConfiguration.NM_RECOVERY_ENABLED, true);
    site.set(YarnConfiguration.NM_CONTAINER_EXECUTOR, SleepingContainerExecutor.class.getName());
    site.setLong(
        SleepingContainerExecutor.RUN_TIME_MS, TimeUnit.SECONDS.toMillis(running) / STARTS);
    site.set("fs.AbstractFileSystem.file.impl", ForklessLocalFs.class.getName());
    options.keys.forEach(site::set);
    return site;
  }

  /** Returns what a NodeManager has in the sample of Mercury, switched on. */
  private Configuration mercury() {
    Path samples = options.home.resolve("conf-samples").resolve("mercury");
    Configuration all = new Configuration(false);
    for (String file : new String[] {"yarn-site.xml", "yarn-site-on.xml"}) {
      all.addResource(new org.apache.hadoop.fs.Path(samples.resolve(file).toUri()));
    }
    Configuration node = new Configuration(false);
    all.forEach(
        each -> {
          if (!each.getKey().startsWith("yarn.resourcemanager.")) {
            node.set(each.getKey(), each.getValue());
          }
        });
    // It has a benchmark of its own, and this host has not the memory that the nodes say.
    node.set("yarn.mercury.overallocation.mode", "off");
    node.setInt(YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH, MAX_QUEUED);
    return node;
  }

  private List<Map<String, Double>> measure(long forMs) throws IOException, InterruptedException {
    List<Callable<Map<String, Double>>> calls = new ArrayList<>();
    for (Side side : sides) {
      calls.add(() -> measure(side, forMs));
    }
    return OverheadBench.atOnce(calls);
  }

  private static Map<String, Double> measure(Side side, long forMs) throws Exception {
    MBeanServerConnection beans = side.node.beans();
    Predicate<String> onDispatcher =
        thread -> thread.equals("NM ContainerManager dispatcher") || thread.startsWith("yarnext-");
    long launched = launched(beans);
    double cpuMs = OverheadBench.processCpuMs(beans);
    ThreadUsage all = ThreadUsage.read(beans, thread -> true);
    ThreadUsage events = ThreadUsage.read(beans, onDispatcher);
    TimeUnit.MILLISECONDS.sleep(forMs);
    double started = launched(beans) - launched;
    cpuMs = OverheadBench.processCpuMs(beans) - cpuMs;
    double allMb = ThreadUsage.read(beans, thread -> true).allocatedMb - all.allocatedMb;
    ThreadUsage eventsNow = ThreadUsage.read(beans, onDispatcher);
    side.load.check();
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("containers started a second", started * 1e3 / forMs);
    values.put("NodeManager, for each: CPU [ms]", cpuMs / started);
    values.put("NodeManager, for each: allocated [KB]", allMb * 1e3 / started);
    values.put(
        "events and queue, for each: CPU [us]", (eventsNow.cpuMs - events.cpuMs) * 1e3 / started);
    values.put(
        "events and queue, for each: allocated [KB]",
        (eventsNow.allocatedMb - events.allocatedMb) * 1e3 / started);
    values.put("NodeManager: heap [MB]", OverheadBench.heapMb(beans));
    return values;
  }

  private static long launched(MBeanServerConnection beans) throws JMException, IOException {
    Object launched =
        beans.getAttribute(
            new ObjectName("Hadoop:service=NodeManager,name=NodeManagerMetrics"),
            "ContainersLaunched");
    return ((Number) launched).longValue();
  }
}
