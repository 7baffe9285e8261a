// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.yarnext.benchmarks.cgroup.NodeCgroups;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;

/**
 * Measures quantities that the job records of a run do not contain: memory and CPU in use, and the
 * number of actions of each feature. Counting ends with the first call of {@link #get}; there must
 * be no other.
 */
public final class RunCounts implements Supplier<Map<String, Double>> {
  public static final String RUNNING_MB = "memory of running containers [%]";
  public static final String CONTAINER_CPU = "CPU of containers, of the nodes' [%]";
  public static final String MACHINE_CPU = "CPU of the machine in use [%]";
  public static final String GUARANTEED = "guaranteed containers";
  public static final String OPPORTUNISTIC = "opportunistic containers started";
  public static final String SHED = "of these shed or stopped for others";
  public static final String OVERALLOCATED = "started beyond the allocation";
  public static final String STOPPED_FOR_MEMORY = "of these stopped for memory";
  public static final String UNDERSIZED = "under-sized containers";
  public static final String OUT_OF_MEMORY = "of these out of memory";
  public static final String STEERED = "steered (raised, lowered, weighed)";
  public static final String TRIPS = "failures of features (guard trips)";

  private static final long POLL_MS = 500;

  private final MiniCluster cluster;
  private final double coresOfNodes;
  private final QueueMetrics root;
  private final double totalMb;

  /** Null if nodes have no groups. */
  private final CgroupManager groups;

  private final MachineLoad machine = new MachineLoad();
  private final long startNanos = System.nanoTime();
  private final Map<String, Double> before;
  private final Thread thread = new Thread(this::watch, "watching running containers");

  /** Written only by the watching thread until it has ended. */
  private double sharesOfMemory;

  private long looks;

  private RunCounts(MiniCluster cluster, double nodeCores) throws IOException {
    this.cluster = cluster;
    this.coresOfNodes = nodeCores * cluster.size();
    AbstractYarnScheduler<?, ?> scheduler =
        (AbstractYarnScheduler<?, ?>) cluster.resourceManager().getResourceScheduler();
    this.root = scheduler.getRootQueueMetrics();
    this.totalMb = scheduler.getClusterResource().getMemorySize();
    this.groups =
        nodeCores > 0
            ? CgroupManager.open(NodeCgroups.PARENT, cluster.workDir().resolve("node-usage.json"))
            : null;
    this.before = now();
  }

  /**
   * Starts counting.
   *
   * @param nodeCores CPU cores that all containers of a node share; 0 if nodes have no limit, and
   *     then the share in use is unknown
   */
  public static RunCounts start(MiniCluster cluster, double nodeCores) throws IOException {
    RunCounts counts = new RunCounts(cluster, nodeCores);
    counts.thread.setDaemon(true);
    counts.thread.start();
    return counts;
  }

  private void watch() {
    try {
      while (true) {
        sharesOfMemory += runningMb() / totalMb;
        looks++;
        Thread.sleep(POLL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private double runningMb() {
    double sum = 0;
    for (int i = 0; i < cluster.size(); i++) {
      for (Container c : cluster.nodeManager(i).getNMContext().getContainers().values()) {
        if (c.getContainerState() == ContainerState.RUNNING) {
          sum += c.getResource().getMemorySize();
        }
      }
    }
    return sum;
  }

  @Override
  public Map<String, Double> get() {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    Map<String, Double> counts = now();
    counts.replaceAll((name, value) -> value - before.get(name));
    counts.computeIfPresent(CONTAINER_CPU, (n, used) -> 100 * used / (seconds * coresOfNodes));
    counts.put(MACHINE_CPU, 100 * machine.busyShare());
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    counts.put(RUNNING_MB, 100 * sharesOfMemory / looks);
    return counts;
  }

  private Map<String, Double> now() {
    Map<String, Double> counts = new LinkedHashMap<>();
    counts.put(CONTAINER_CPU, cpuSeconds());
    counts.put(GUARANTEED, (double) root.getAggregateAllocatedContainers());
    counts.put(OPPORTUNISTIC, FeatureMetricsReader.sum("Mercury", "ContainersStarted"));
    counts.put(SHED, FeatureMetricsReader.sum("Mercury", "ContainersShed", "ContainersReclaimed"));
    counts.put(OVERALLOCATED, FeatureMetricsReader.sum("Mercury", "OverallocationStarts"));
    counts.put(STOPPED_FOR_MEMORY, FeatureMetricsReader.sum("Mercury", "OverallocationStops"));
    counts.put(UNDERSIZED, FeatureMetricsReader.sum("ElasticScheduler", "ContainersUndersized"));
    counts.put(
        OUT_OF_MEMORY, FeatureMetricsReader.sum("ElasticScheduler", "UndersizedOutOfMemory"));
    counts.put(
        STEERED,
        FeatureMetricsReader.sum("MrOrchestrator", "Raised", "Lowered", "CpuWeightUpdates"));
    counts.put(TRIPS, FeatureMetricsReader.guardTrips());
    return counts;
  }

  /**
   * Returns the CPU time of all containers so far, including those that have ended; NaN if unknown.
   */
  private double cpuSeconds() {
    if (groups == null) {
      return Double.NaN;
    }
    double nanos = 0;
    try {
      for (int i = 0; i < cluster.size(); i++) {
        nanos += groups.values().cpuUsage(groups.find("node" + i)).usedNanos();
      }
    } catch (IOException e) {
      return Double.NaN;
    }
    return nanos / 1e9;
  }
}
