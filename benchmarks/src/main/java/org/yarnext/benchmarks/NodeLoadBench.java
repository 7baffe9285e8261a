// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.yarnext.benchmarks.PairRounds.Side;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.jobs.OpportunisticStream;
import org.yarnext.benchmarks.jobs.ProcesslessNodeManager;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.report.ThreadUsage;
import org.yarnext.minicluster.cluster.ForklessLocalFs;
import org.yarnext.minicluster.manager.ManagerLoad;
import org.yarnext.minicluster.manager.ManagerProcess;

/**
 * Measures the cost of many short opportunistic containers in a NodeManager: CPU time and memory
 * that it allocates. A stock NodeManager runs beside one with Mercury and one that also
 * over-allocates, each with its own stock ResourceManager and the same load at the same time. The
 * containers have no processes.
 */
final class NodeLoadBench {
  /** Containers that start in a second on a node that does not over-allocate. */
  private static final int STARTS = 50;

  /** Containers that wait in the node's queue, about. */
  private static final int QUEUED = 100;

  private static final int MAX_QUEUED = 300;

  /** Size of a container: so small that this host has room for some beyond the allocation. */
  private static final int CONTAINER_MB = 128;

  private static final String STOCK = "stock";
  private static final String NODE_METRICS = "NodeManagerMetrics";
  private static final String LAUNCHED = "ContainersLaunched";
  private static final List<String> MERCURY = Collections.singletonList("Mercury");

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final PairRounds<OpportunisticStream> rounds;
  private final PairTable mercury = new PairTable(STOCK, "Mercury");
  private final PairTable overallocating = new PairTable(STOCK, "over-allocating");

  NodeLoadBench(BenchOptions options) {
    this.options = options;
    rounds = new PairRounds<>(options, progress);
  }

  /** Runs all rounds. Always returns 0: a failed container or call throws instead. */
  int run() throws IOException, InterruptedException {
    FileUtil.fullyDelete(options.out.toFile());
    Path dir = Files.createDirectories(options.clusters());
    DaemonLog.into(options.log());
    int running = options.idle.containers;
    try {
      rounds.sides.add(side("stock", dir, new Configuration(false)));
      rounds.sides.add(side("mercury", dir, mercury(false)));
      rounds.sides.add(side("over-allocating", dir, mercury(true)));
      progress.say(running + " containers on each node, " + STARTS + " starts a second");
      start(running + QUEUED);
      rounds.warmUp(NodeLoadBench::measure);
      PairRounds.requireOn(rounds.sides.get(1).node.beans(), MERCURY);
      MBeanServerConnection beans = rounds.sides.get(2).node.beans();
      PairRounds.requireOn(beans, MERCURY);
      final long before = count(beans, "Mercury", "OverallocationStarts");
      rounds.measure(NodeLoadBench::measure, this::add);
      progress.say("");
      progress.say(
          count(beans, "Mercury", "OverallocationStarts")
              - before
              + " containers started beyond the allocation");
    } catch (YarnException | JMException e) {
      throw new IOException(e);
    } finally {
      rounds.close();
    }
    progress.say(text());
    return 0;
  }

  private void add(List<Map<String, Double>> values) throws IOException {
    mercury.add(values.subList(0, 2));
    overallocating.add(Arrays.asList(values.get(0), values.get(2)));
    // Written after every round, so that an interrupted benchmark leaves its results so far.
    Files.write(options.out.resolve("table.txt"), text().getBytes(UTF_8));
  }

  private String text() {
    return mercury.text() + System.lineSeparator() + overallocating.text();
  }

  private Side<OpportunisticStream> side(String label, Path dir, Configuration node)
      throws IOException {
    Configuration site = site();
    ManagerProcess manager =
        new ManagerProcess(label, dir.resolve(label), site, ManagerLoad.queues());
    Configuration both = new Configuration(site);
    node.forEach(each -> both.set(each.getKey(), each.getValue()));
    Side<OpportunisticStream> side = new Side<>(label, dir, manager, both);
    side.node.options("-XX:TieredStopAtLevel=4");
    return side;
  }

  /** Starts all daemons, and then the loads, so that all NodeManagers are equally warm. */
  private void start(int containers) throws IOException, YarnException, InterruptedException {
    for (Side<OpportunisticStream> side : rounds.sides) {
      side.manager.start();
      side.manager.awaitReady();
      side.node.start(ProcesslessNodeManager.class);
    }
    for (Side<OpportunisticStream> side : rounds.sides) {
      side.awaitNode();
    }
    for (Side<OpportunisticStream> side : rounds.sides) {
      // The ResourceManager counts those that ended within the last heartbeat as running.
      side.load = OpportunisticStream.start(side.manager, containers + STARTS, CONTAINER_MB);
    }
  }

  private Configuration site() {
    int running = options.idle.containers;
    Configuration site = OverheadBench.stock();
    site.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, true);
    site.setInt(YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH, MAX_QUEUED);
    // The ResourceManager is to shed nothing.
    site.setInt(YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH, MAX_QUEUED);
    site.setInt(YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH, MAX_QUEUED);
    site.setInt(YarnConfiguration.NM_PMEM_MB, running * CONTAINER_MB);
    site.setInt(YarnConfiguration.NM_VCORES, running);
    site.setBoolean(YarnConfiguration.NM_RECOVERY_ENABLED, true);
    site.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, CONTAINER_MB);
    site.setLong(ProcesslessNodeManager.RUN_TIME_MS, TimeUnit.SECONDS.toMillis(running) / STARTS);
    site.set("fs.AbstractFileSystem.file.impl", ForklessLocalFs.class.getName());
    options.keys.forEach(site::set);
    return site;
  }

  /** Returns the configuration of a NodeManager in Mercury's sample, with the feature on. */
  private Configuration mercury(boolean isOverallocating) {
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
    node.set("yarn.mercury.overallocation.mode", isOverallocating ? "on" : "off");
    // Other work of this host must not decide how many start, nor the containers' short lives.
    node.set("yarn.mercury.overallocation.target", "1");
    node.set("yarn.mercury.overallocation.warm-up", "0s");
    node.set("yarn.mercury.overallocation.start-cpu-pressure", "1");
    node.setInt(YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH, MAX_QUEUED);
    return node;
  }

  private static Map<String, Double> measure(Side<OpportunisticStream> side, long forMs)
      throws Exception {
    MBeanServerConnection beans = side.node.beans();
    Predicate<String> onDispatcher =
        thread -> thread.equals("NM ContainerManager dispatcher") || thread.startsWith("yarnext-");
    long launched = count(beans, NODE_METRICS, LAUNCHED);
    ThreadUsage all = ThreadUsage.read(beans, thread -> true);
    ThreadUsage events = ThreadUsage.read(beans, onDispatcher);
    TimeUnit.MILLISECONDS.sleep(forMs);
    double started = count(beans, NODE_METRICS, LAUNCHED) - launched;
    ThreadUsage allNow = ThreadUsage.read(beans, thread -> true);
    ThreadUsage eventsNow = ThreadUsage.read(beans, onDispatcher);
    side.load.check();
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("containers started a second", started * 1e3 / forMs);
    values.put("NodeManager, for each: CPU [us]", (allNow.cpuMs - all.cpuMs) * 1e3 / started);
    values.put(
        "NodeManager, for each: allocated [KB]",
        (allNow.allocatedMb - all.allocatedMb) * 1e3 / started);
    values.put(
        "events and queue, for each: CPU [us]", (eventsNow.cpuMs - events.cpuMs) * 1e3 / started);
    values.put(
        "events and queue, for each: allocated [KB]",
        (eventsNow.allocatedMb - events.allocatedMb) * 1e3 / started);
    values.put("NodeManager: heap [MB]", PairRounds.heapMb(beans));
    return values;
  }

  private static long count(MBeanServerConnection beans, String source, String metric)
      throws JMException, IOException {
    ObjectName name = new ObjectName("Hadoop:service=NodeManager,name=" + source);
    return ((Number) beans.getAttribute(name, metric)).longValue();
  }
}
