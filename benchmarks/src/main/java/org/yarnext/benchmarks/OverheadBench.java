// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.yarnext.benchmarks.PairRounds.Measurement;
import org.yarnext.benchmarks.PairRounds.Side;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.report.ThreadUsage;
import org.yarnext.minicluster.manager.ManagerLoad;
import org.yarnext.minicluster.manager.ManagerLoad.Window;
import org.yarnext.minicluster.manager.ManagerProcess;
import org.yarnext.minicluster.process.FreePorts;

/**
 * Measures the cost of the pack while every feature is on and has nothing to do. A ResourceManager
 * and a NodeManager with the pack run beside stock ones. Both ResourceManagers have the same load
 * of guaranteed containers at the same time, so that each measurement is a pair.
 */
final class OverheadBench {
  private static final String HOST = "127.0.0.1";
  private static final int MASTERS = 8;
  private static final int MANAGER_HEAP_MB = 1_024;
  private static final String STOCK = "stock";
  private static final String FEATURED = "all features";

  /** Beans of the features. Each must say that its feature is on. */
  private static final List<String> MANAGER_FEATURES =
      Arrays.asList(
          "MercuryCoordinator",
          "MercuryHybrid",
          "MercuryPlacement",
          "ElasticScheduler",
          "MrOrchestratorGlobal");

  private static final List<String> NODE_FEATURES =
      Arrays.asList("Mercury", "MrOrchestrator", "ElasticHeap");

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final PairRounds<ManagerLoad> rounds;
  private final PairTable table = new PairTable(STOCK, FEATURED);

  OverheadBench(BenchOptions options) {
    this.options = options;
    rounds = new PairRounds<>(options, progress);
  }

  /** Runs all rounds. Always returns 0: a failed call throws instead. */
  int run() throws IOException, InterruptedException {
    FileUtil.fullyDelete(options.out.toFile());
    Path dir = Files.createDirectories(options.clusters());
    DaemonLog.into(options.log());
    try {
      measureAll(dir);
    } catch (YarnException | JMException e) {
      throw new IOException(e);
    } finally {
      rounds.close();
    }
    progress.say("");
    progress.say(table.text());
    return 0;
  }

  private void startManagers(Path dir) throws IOException {
    Configuration featured = featured();
    rounds.sides.add(side(STOCK, dir, stock(featured)));
    rounds.sides.add(side(FEATURED, dir, featured));
    for (Side<ManagerLoad> side : rounds.sides) {
      side.manager.start();
      side.manager.awaitReady();
    }
  }

  private static Side<ManagerLoad> side(String label, Path dir, Configuration site)
      throws IOException {
    Configuration queues = ManagerLoad.queues();
    queues.set(
        "yarn.scheduler.capacity.resource-calculator",
        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
    ManagerProcess manager =
        new ManagerProcess(label, dir.resolve(label), site, queues, MANAGER_HEAP_MB);
    return new Side<>(label, dir, manager, site);
  }

  private void measureAll(Path dir)
      throws IOException, InterruptedException, YarnException, JMException {
    startManagers(dir);
    for (Side<ManagerLoad> side : rounds.sides) {
      side.node.start(NodeManager.class);
    }
    for (Side<ManagerLoad> side : rounds.sides) {
      side.awaitNode();
    }
    progress.say("NodeManagers without containers");
    measure(OverheadBench::node);
    PairRounds.requireOn(rounds.sides.get(1).node.beans(), NODE_FEATURES);
    for (Side<ManagerLoad> side : rounds.sides) {
      // It unregisters, so that no container of the load is placed there.
      side.node.terminate();
    }
    measureManagers(options.nodes);
  }

  private void measureManagers(int nodes)
      throws IOException, InterruptedException, YarnException, JMException {
    for (Side<ManagerLoad> side : rounds.sides) {
      side.load = ManagerLoad.start(side.manager, nodes, MASTERS);
    }
    progress.say("ResourceManagers with " + nodes + " nodes and guaranteed containers");
    measure(OverheadBench::manager);
    PairRounds.requireOn(rounds.sides.get(1).manager.beans(), MANAGER_FEATURES);
  }

  /**
   * Returns stock's configuration. It enables opportunistic containers, as the features need: each
   * allocate call then passes through one more of stock's own processors.
   */
  private static Configuration stock(Configuration featured) {
    Configuration site = stock();
    for (String key :
        new String[] {
          YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED,
          YarnConfiguration.OPP_CONTAINER_ALLOCATION_NODES_NUMBER_USED,
          YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH
        }) {
      site.set(key, featured.get(key));
    }
    return site;
  }

  static Configuration stock() {
    Configuration site = ManagerProcess.site();
    // As in the samples, which have the shuffle of MapReduce.
    site.set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "256");
    site.set(YarnConfiguration.NM_AUX_SERVICES, "mapreduce_shuffle");
    site.set(
        "yarn.nodemanager.aux-services.mapreduce_shuffle.class",
        "org.apache.hadoop.mapred.ShuffleHandler");
    return site;
  }

  /** Returns the sample of all features, switched on, and Mercury's hybrid requests with it. */
  private Configuration featured() {
    Path samples = options.home.resolve("conf-samples").resolve("all");
    Configuration site = new Configuration(false);
    for (String file : new String[] {"yarn-site.xml", "yarn-site-on.xml"}) {
      site.addResource(new org.apache.hadoop.fs.Path(samples.resolve(file).toUri()));
    }
    for (Map.Entry<String, String> own : ManagerProcess.site()) {
      if (!own.getKey().equals(YarnConfiguration.RM_SCHEDULER)) {
        site.set(own.getKey(), own.getValue());
      }
    }
    site.set("yarn.mercury.hybrid.mode", "on");
    site.set("yarn.mercury.hybrid.policy", "only-G");
    site.set("yarn.mr-orchestrator.cgroup.parent", "yarnext-overhead");
    site.set("yarn.mr-orchestrator.port", Integer.toString(FreePorts.on(HOST)));
    return site;
  }

  private void measure(Measurement<ManagerLoad> measurement)
      throws IOException, InterruptedException {
    rounds.warmUp(measurement);
    rounds.measure(
        measurement,
        values -> {
          table.add(values);
          // Written after every round, so that an interrupted benchmark leaves its results so far.
          Files.write(options.out.resolve("table.txt"), table.text().getBytes(UTF_8));
        });
  }

  private static Map<String, Double> node(Side<ManagerLoad> side, long forMs)
      throws IOException, InterruptedException {
    MBeanServerConnection beans = side.node.beans();
    double from = PairRounds.processCpuMs(beans);
    TimeUnit.MILLISECONDS.sleep(forMs);
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("NodeManager: CPU [ms/s]", (PairRounds.processCpuMs(beans) - from) * 1e3 / forMs);
    values.put("NodeManager: heap [MB]", PairRounds.heapMb(beans));
    values.put("NodeManager: resident memory [MB]", residentMb(beans));
    return values;
  }

  private static Map<String, Double> manager(Side<ManagerLoad> side, long forMs)
      throws IOException, InterruptedException {
    MBeanServerConnection beans = side.manager.beans();
    String masters = YarnConfiguration.RM_SCHEDULER_ADDRESS;
    String nodes = YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS;
    double processMs = PairRounds.processCpuMs(beans);
    double mastersMs = handlerCpuMs(side, masters);
    double nodesMs = handlerCpuMs(side, nodes);
    Window window = side.load.measure(forMs, forMs, measured -> {});
    processMs = PairRounds.processCpuMs(beans) - processMs;
    mastersMs = handlerCpuMs(side, masters) - mastersMs;
    nodesMs = handlerCpuMs(side, nodes) - nodesMs;
    window.awaitEnd();
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("allocate call: CPU [us]", mastersMs * 1e3 / window.allocateMs.getN());
    values.put("allocate call: median [ms]", window.allocateMs.getPercentile(50));
    values.put("allocate call: p99 [ms]", window.allocateMs.getPercentile(99));
    values.put("node heartbeat: CPU [us]", nodesMs * 1e3 / window.heartbeatMs.getN());
    values.put("node heartbeat: median [ms]", window.heartbeatMs.getPercentile(50));
    values.put("node heartbeat: p99 [ms]", window.heartbeatMs.getPercentile(99));
    values.put("ResourceManager: CPU [ms/s]", processMs * 1e3 / forMs);
    values.put("ResourceManager: heap [MB]", PairRounds.heapMb(beans));
    values.put("ResourceManager: resident memory [MB]", residentMb(beans));
    return values;
  }

  private static double handlerCpuMs(Side<ManagerLoad> side, String address) throws IOException {
    String port = " " + side.manager.port(address);
    return ThreadUsage.read(
            side.manager.beans(),
            thread -> thread.startsWith("IPC Server handler") && thread.endsWith(port))
        .cpuMs;
  }

  /** Returns the physical memory of the process, which runs on this host. */
  private static double residentMb(MBeanServerConnection beans) throws IOException {
    String name =
        ManagementFactory.newPlatformMXBeanProxy(
                beans, ManagementFactory.RUNTIME_MXBEAN_NAME, RuntimeMXBean.class)
            .getName();
    Path status = Paths.get("/proc", name.substring(0, name.indexOf('@')), "status");
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024.0;
      }
    }
    throw new IOException("There is no VmRSS in " + status);
  }
}
