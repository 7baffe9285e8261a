// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.report.ThreadUsage;
import org.yarnext.minicluster.manager.ManagerLoad;
import org.yarnext.minicluster.manager.ManagerLoad.Window;
import org.yarnext.minicluster.manager.ManagerProcess;
import org.yarnext.minicluster.process.DaemonProcess;
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
  private static final int NODE_HEAP_MB = 512;
  private static final long WARM_UP_MS = 60_000;
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
  private final List<Side> sides = new ArrayList<>();
  private final PairTable table = new PairTable(STOCK, FEATURED);

  /** A ResourceManager and a NodeManager. */
  private static final class Side implements AutoCloseable {
    private final ManagerProcess manager;
    private final DaemonProcess node;
    private ManagerLoad load;

    private Side(String label, Path dir, Configuration site) throws IOException {
      Configuration queues = ManagerLoad.queues();
      queues.set(
          "yarn.scheduler.capacity.resource-calculator",
          "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
      manager = new ManagerProcess(label, dir.resolve(label), site, queues, MANAGER_HEAP_MB);
      node = nodeManager(label, dir, site);
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

  /** Measures one side for a given time. Returns values by quantity, in the order of the table. */
  private interface Measurement {
    Map<String, Double> of(Side side, long forMs) throws IOException, InterruptedException;
  }

  OverheadBench(BenchOptions options) {
    this.options = options;
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
      close();
    }
    progress.say("");
    progress.say(table.text());
    return 0;
  }

  private void close() {
    sides.forEach(Side::close);
    sides.clear();
  }

  private void startManagers(Path dir) throws IOException {
    Configuration featured = featured();
    sides.add(new Side(STOCK, dir, stock(featured)));
    sides.add(new Side(FEATURED, dir, featured));
    for (Side side : sides) {
      side.manager.start();
      side.manager.awaitReady();
    }
  }

  private void measureAll(Path dir)
      throws IOException, InterruptedException, YarnException, JMException {
    startManagers(dir);
    for (Side side : sides) {
      side.node.start(NodeManager.class);
    }
    for (Side side : sides) {
      side.node.await(() -> side.manager.bean("ClusterMetrics", "NumActiveNMs") == 1);
    }
    progress.say("NodeManagers without containers");
    measure(OverheadBench::node);
    requireOn(sides.get(1).node.beans(), NODE_FEATURES);
    for (Side side : sides) {
      // It unregisters, so that no container of the load is placed there.
      side.node.terminate();
    }
    measureManagers(options.nodes);
  }

  private void measureManagers(int nodes)
      throws IOException, InterruptedException, YarnException, JMException {
    for (Side side : sides) {
      side.load = ManagerLoad.start(side.manager, nodes, MASTERS);
    }
    progress.say("ResourceManagers with " + nodes + " nodes and guaranteed containers");
    measure(OverheadBench::manager);
    requireOn(sides.get(1).manager.beans(), MANAGER_FEATURES);
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

  /** Warms both sides up, and then measures them at the same time in each round. */
  private void measure(Measurement measurement) throws IOException, InterruptedException {
    both(measurement, WARM_UP_MS);
    for (int round = 1; round <= options.runs; round++) {
      table.add(both(measurement, TimeUnit.SECONDS.toMillis(options.seconds)));
      progress.say("round " + round + " of " + options.runs);
      // Written after every round, so that an interrupted benchmark leaves its results so far.
      Files.write(options.out.resolve("table.txt"), table.text().getBytes(UTF_8));
    }
  }

  private List<Map<String, Double>> both(Measurement measurement, long forMs)
      throws IOException, InterruptedException {
    List<Callable<Map<String, Double>>> calls = new ArrayList<>();
    for (Side side : sides) {
      calls.add(() -> measurement.of(side, forMs));
    }
    return atOnce(calls);
  }

  /** Makes calls at the same time, and returns their results in the given order. */
  static <T> List<T> atOnce(List<Callable<T>> calls) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<T> values = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(calls)) {
        values.add(each.get());
      }
      return values;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  /** Returns a NodeManager that is not started, in its own process. */
  static DaemonProcess nodeManager(String label, Path dir, Configuration site) throws IOException {
    Path home = dir.resolve(label + "-node");
    Configuration conf = new Configuration(site);
    conf.set(YarnConfiguration.NM_ADDRESS, HOST + ":" + FreePorts.on(HOST));
    conf.set(YarnConfiguration.NM_LOCALIZER_ADDRESS, HOST + ":0");
    conf.set(YarnConfiguration.NM_WEBAPP_ADDRESS, HOST + ":0");
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, home.resolve("local").toString());
    conf.set(YarnConfiguration.NM_LOG_DIRS, home.resolve("logs").toString());
    conf.set(YarnConfiguration.NM_RECOVERY_DIR, home.resolve("recovery").toString());
    DaemonProcess node = new DaemonProcess(label + "-node", home, NODE_HEAP_MB).openBeans();
    node.configure("yarn-site.xml", conf);
    Configuration shuffle = new Configuration(false);
    shuffle.set("mapreduce.shuffle.port", "0");
    // MapReduce's defaults would override it in yarn-site.xml.
    node.configure("mapred-site.xml", shuffle);
    return node;
  }

  private static Map<String, Double> node(Side side, long forMs)
      throws IOException, InterruptedException {
    MBeanServerConnection beans = side.node.beans();
    double from = processCpuMs(beans);
    TimeUnit.MILLISECONDS.sleep(forMs);
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("NodeManager: CPU [ms/s]", (processCpuMs(beans) - from) * 1e3 / forMs);
    values.put("NodeManager: heap [MB]", heapMb(beans));
    values.put("NodeManager: resident memory [MB]", residentMb(beans));
    return values;
  }

  private static Map<String, Double> manager(Side side, long forMs)
      throws IOException, InterruptedException {
    MBeanServerConnection beans = side.manager.beans();
    String masters = YarnConfiguration.RM_SCHEDULER_ADDRESS;
    String nodes = YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS;
    double processMs = processCpuMs(beans);
    double mastersMs = handlerCpuMs(side, masters);
    double nodesMs = handlerCpuMs(side, nodes);
    Window window = side.load.measure(forMs, forMs, measured -> {});
    processMs = processCpuMs(beans) - processMs;
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
    values.put("ResourceManager: heap [MB]", heapMb(beans));
    values.put("ResourceManager: resident memory [MB]", residentMb(beans));
    return values;
  }

  private static double handlerCpuMs(Side side, String address) throws IOException {
    String port = " " + side.manager.port(address);
    return ThreadUsage.read(
            side.manager.beans(),
            thread -> thread.startsWith("IPC Server handler") && thread.endsWith(port))
        .cpuMs;
  }

  static double processCpuMs(MBeanServerConnection beans) throws IOException {
    return ManagementFactory.newPlatformMXBeanProxy(
                beans, ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, OperatingSystemMXBean.class)
            .getProcessCpuTime()
        / 1e6;
  }

  static double heapMb(MBeanServerConnection beans) throws IOException {
    MemoryMXBean memory =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    memory.gc();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed() / 1e6;
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

  /**
   * Checks that features are on.
   *
   * @throws IOException if one is not, for example because it refused its configuration
   */
  static void requireOn(MBeanServerConnection beans, List<String> features)
      throws IOException, JMException {
    for (String feature : features) {
      Set<ObjectName> names =
          beans.queryNames(new ObjectName("Hadoop:name=" + feature + ",*"), null);
      for (ObjectName name : names) {
        if (!"on".equals(beans.getAttribute(name, "tag.Mode"))) {
          throw new IOException(feature + " is not on");
        }
      }
      if (names.isEmpty()) {
        throw new IOException(feature + " has no bean");
      }
    }
  }
}
