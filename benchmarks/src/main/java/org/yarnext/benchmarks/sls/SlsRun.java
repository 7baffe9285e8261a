// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.sls;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.Query;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.FeatureMetricsReader;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.MemoryUse;
import org.yarnext.benchmarks.report.ThreadUsage;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.ObjectFile;

/**
 * Main class of one run: a ResourceManager of one system with simulated nodes and masters, all in
 * this process.
 */
final class SlsRun {
  static final String CPU = "ResourceManager: CPU [ms/s]";
  static final String HEAP = "heap, with the simulator [MB]";
  static final String CONTAINERS = "containers granted a second";
  static final String OPPORTUNISTIC = "opportunistic containers since the start";
  static final String UNDERSIZED = "containers with less memory since the start";
  static final String ALLOCATED = "memory allocated [%]";
  static final String BUSY = "all work on the machine [%]";
  static final String FOREIGN = "other work on the machine [%]";
  static final String FEATURES = "beans of features in mode on";
  static final String TRIPS = "guard trips";

  private static final Logger LOG = LoggerFactory.getLogger(SlsRun.class);
  private static final String ANY_PORT = "127.0.0.1:0";

  /** The simulator's threads have the default names; the ResourceManager names its own. */
  private static final String SIMULATOR_THREADS = "pool-";

  private final BenchSystem system;
  private final BenchOptions options;
  private final SlsLoad load;
  private final Path dir;

  private SlsRun(BenchSystem system, BenchOptions options, int nodes, Path dir) {
    this.system = system;
    this.options = options;
    this.load = new SlsLoad(nodes, options.use);
    this.dir = dir;
  }

  /**
   * Runs one system.
   *
   * @param args label of the system, number of nodes, existing directory for files, file of the
   *     {@link BenchResult}, and the options of the benchmark
   */
  public static void main(String[] args) {
    int status = 1;
    try {
      BenchOptions options =
          BenchOptions.parse(
              Paths.get(System.getProperty("yarnext.home", ".")),
              Arrays.copyOfRange(args, 4, args.length));
      SlsRun run =
          new SlsRun(
              BenchSystem.labelled(args[0]),
              options,
              Integer.parseInt(args[1]),
              Paths.get(args[2]));
      ObjectFile.write(Paths.get(args[3]), run.run());
      status = 0;
    } catch (Exception e) {
      LOG.error("The run failed", e);
    }
    // The ResourceManager leaves threads running.
    System.exit(status);
  }

  private BenchResult run()
      throws IOException,
          InterruptedException,
          YarnException,
          ClassNotFoundException,
          MalformedObjectNameException {
    SlsSimulation simulation =
        new SlsSimulation(configuration(), load, options.heartbeatMs, options.seed, dir);
    simulation.start();
    TimeUnit.SECONDS.sleep(options.warmUpSeconds());
    simulation.check();
    MachineLoad machine = new MachineLoad();
    Map<String, Double> quantities = measure(simulation.manager());
    double busy = machine.busyShare();
    double foreign = machine.foreignShare();
    simulation.check();
    quantities.put(HEAP, heapMb());
    quantities.put(BUSY, 100 * busy);
    quantities.put(FOREIGN, 100 * foreign);
    quantities.put(FEATURES, (double) featuresOn());
    quantities.put(TRIPS, FeatureMetricsReader.guardTrips());
    if (!FeatureMetricsReader.refused().isEmpty()
        || FeatureMetricsReader.sum("ElasticScheduler", "ProfilesRefused") > 0) {
      throw new IOException("refused: " + FeatureMetricsReader.refused() + " or the profiles");
    }
    return new BenchResult(
        system.label,
        Collections.emptyList(),
        foreign,
        new MemoryUse(Collections.emptyList()),
        0,
        quantities);
  }

  private Configuration configuration() throws IOException {
    Configuration conf =
        system
            .on(MiniCluster.named(system.label), options.home.resolve("conf-samples"))
            .set(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, "true")
            .heartbeatMs(options.heartbeatMs)
            .configuration(dir);
    for (String address :
        new String[] {
          YarnConfiguration.RM_ADDRESS,
          YarnConfiguration.RM_SCHEDULER_ADDRESS,
          YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
          YarnConfiguration.RM_ADMIN_ADDRESS,
          YarnConfiguration.RM_WEBAPP_ADDRESS
        }) {
      conf.set(address, ANY_PORT);
    }
    options.keys.forEach(conf::set);
    return conf;
  }

  private Map<String, Double> measure(SlsManager manager) throws IOException, InterruptedException {
    CallMeter[] meters = {manager.allocates, manager.heartbeats, manager.nodeUpdates};
    double granted = manager.granted.sum();
    double cpuMs = processCpuMs();
    double simulatorMs = simulatorCpuMs();
    long fromNanos = System.nanoTime();
    for (CallMeter meter : meters) {
      meter.start();
    }
    TimeUnit.SECONDS.sleep(options.seconds);
    for (CallMeter meter : meters) {
      meter.stop();
    }
    double seconds = (System.nanoTime() - fromNanos) / 1e9;
    simulatorMs = simulatorCpuMs() - simulatorMs;
    cpuMs = processCpuMs() - cpuMs;
    Map<String, Double> quantities = new LinkedHashMap<>();
    for (CallMeter meter : meters) {
      meter.addTo(quantities);
    }
    double callsMs = manager.allocates.cpuMs() + manager.heartbeats.cpuMs();
    quantities.put(CPU, (cpuMs - simulatorMs + callsMs) / seconds);
    quantities.put(CONTAINERS, (manager.granted.sum() - granted) / seconds);
    quantities.put(OPPORTUNISTIC, (double) manager.opportunistic.sum());
    quantities.put(UNDERSIZED, (double) manager.undersized.sum());
    quantities.put(
        ALLOCATED,
        100.0
            * manager.getResourceScheduler().getRootQueueMetrics().getAllocatedMB()
            / (SlsLoad.NODE.getMemorySize() * load.nodes()));
    return quantities;
  }

  private static double processCpuMs() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e6;
  }

  private static double simulatorCpuMs() throws IOException {
    return ThreadUsage.read(
            ManagementFactory.getPlatformMBeanServer(),
            thread -> thread.startsWith(SIMULATOR_THREADS))
        .cpuMs;
  }

  private static double heapMb() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed() / 1e6;
  }

  private static int featuresOn() throws MalformedObjectNameException {
    return ManagementFactory.getPlatformMBeanServer()
        .queryNames(new ObjectName("Hadoop:*"), Query.eq(Query.attr("tag.Mode"), Query.value("on")))
        .size();
  }
}
