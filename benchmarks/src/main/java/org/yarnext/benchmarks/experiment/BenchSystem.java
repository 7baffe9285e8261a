// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import static org.apache.hadoop.yarn.conf.YarnConfiguration.AMRM_PROXY_ENABLED;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.DIST_SCHEDULING_ENABLED;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.yarnext.benchmarks.cgroup.MemoryBoundListener;
import org.yarnext.elastic.rm.ElasticFairScheduler;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.orchestrator.nm.OrchestratorContainerListener;
import org.yarnext.tools.simulate.world.rm.virtual.NoReservationsCapacityScheduler;

/** The ways to run tasks that the benchmark compares. */
public enum BenchSystem {
  /** Every task in a guaranteed container of the stock scheduler: the paper's only-G. */
  STOCK_GUARANTEED("stock-guaranteed", ExecutionType.GUARANTEED, (s, samples) -> s),

  /**
   * The same without the CapacityScheduler's default of one container a node heartbeat for asks
   * that name no node or rack.
   */
  STOCK_GUARANTEED_UNHELD(
      "stock-guaranteed-unheld",
      ExecutionType.GUARANTEED,
      (s, samples) -> s.set(CapacitySchedulerConfiguration.OFFSWITCH_PER_HEARTBEAT_LIMIT, "100")),

  /** Stock opportunistic containers, placed by the ResourceManager. */
  STOCK_CENTRALISED(
      "stock-centralised", ExecutionType.OPPORTUNISTIC, (s, samples) -> stockQueues(s)),

  /** Stock opportunistic containers, placed by the NodeManager of the Application Master. */
  STOCK_DISTRIBUTED(
      "stock-distributed",
      ExecutionType.OPPORTUNISTIC,
      (s, samples) -> distributed(stockQueues(s))),

  /** Mercury, with the ResourceManager placing. */
  MERCURY_CENTRALISED("mercury-centralised", ExecutionType.OPPORTUNISTIC, BenchSystem::mercury),

  /** Mercury as in the paper: the NodeManager of the Application Master places. */
  MERCURY_DISTRIBUTED(
      "mercury-distributed", ExecutionType.OPPORTUNISTIC, BenchSystem::distributedMercury),

  /** Mercury without reordering or shedding (section 7.2.3). */
  ONLY_Q(
      "only-Q",
      ExecutionType.OPPORTUNISTIC,
      (s, samples) ->
          distributedMercury(s, samples)
              .set("yarn.mercury.queue.order", "fifo")
              .set("yarn.mercury.coordinator.mode", "off")
              // What stock sends then is never exceeded.
              .set("yarn.mercury.shedding.least-wait-limit", "1h")),

  /** Nodes that wait longer than mean and standard deviation shed. */
  ONLY_Q_AVG_SIGMA(
      "only-Q-avg+1s", ExecutionType.OPPORTUNISTIC, (s, samples) -> shedding(s, samples, "1.0")),

  ONLY_Q_AVG_2SIGMA(
      "only-Q-avg+2s", ExecutionType.OPPORTUNISTIC, (s, samples) -> shedding(s, samples, "2.0")),

  ONLY_Q_AVG_2SIGMA_REORDER(
      "only-Q-avg+2s-reorder",
      ExecutionType.OPPORTUNISTIC,
      (s, samples) ->
          shedding(s, samples, "2.0").set("yarn.mercury.queue.order", "job-submission")),

  /** No memory limit for opportunistic containers (Table 1). */
  CEILING_100("no-ceiling", ExecutionType.OPPORTUNISTIC, BenchSystem::mercury),
  CEILING_40("ceiling-40", ExecutionType.OPPORTUNISTIC, (s, samples) -> ceiling(s, samples, 40)),
  CEILING_30("ceiling-30", ExecutionType.OPPORTUNISTIC, (s, samples) -> ceiling(s, samples, 30)),
  CEILING_20("ceiling-20", ExecutionType.OPPORTUNISTIC, (s, samples) -> ceiling(s, samples, 20)),

  /** The ceiling that the node's past demand for guaranteed containers suggests. */
  CEILING_HISTORY(
      "history",
      ExecutionType.OPPORTUNISTIC,
      (s, samples) -> mercury(s, samples).set("yarn.mercury.policing.policy", "history")),

  /** The stock schedulers, which reserve nodes for what does not fit: elastic ones are for that. */
  STOCK_FAIR("stock-fair", ExecutionType.GUARANTEED, (s, samples) -> fair(s)),
  STOCK_CAPACITY("stock-capacity", ExecutionType.GUARANTEED, (s, samples) -> s),

  /** Without reservations, for asks that name no node; one that names a node may still reserve. */
  STOCK_FAIR_NO_RESERVATIONS(
      "stock-fair-no-reservations",
      ExecutionType.GUARANTEED,
      (s, samples) -> fair(s).set("yarn.scheduler.fair.reservable-nodes", "0")),

  STOCK_CAPACITY_NO_RESERVATIONS(
      "stock-capacity-no-reservations",
      ExecutionType.GUARANTEED,
      (s, samples) ->
          s.set(YarnConfiguration.RM_SCHEDULER, NoReservationsCapacityScheduler.class.getName())),

  /** Elastic as the sample has it. */
  ELASTIC_FAIR("elastic-fair", ExecutionType.GUARANTEED, (s, samples) -> elasticFair(s, samples)),
  ELASTIC_CAPACITY(
      "elastic-capacity", ExecutionType.GUARANTEED, (s, samples) -> elasticCapacity(s, samples)),

  /** Algorithm 1 and the reservations of the paper (section 3.3). */
  ELASTIC_FAIR_PAPER(
      "elastic-fair-paper",
      ExecutionType.GUARANTEED,
      (s, samples) -> reserving(elasticFair(s, samples), "no-harm")),
  ELASTIC_CAPACITY_PAPER(
      "elastic-capacity-paper",
      ExecutionType.GUARANTEED,
      (s, samples) -> reserving(elasticCapacity(s, samples), "no-harm")),

  /** The stock scheduler's reservations, which nobody else may use. */
  ELASTIC_FAIR_STOCK_RESERVATIONS(
      "elastic-fair-stock-reservations",
      ExecutionType.GUARANTEED,
      (s, samples) -> reserving(elasticFair(s, samples), "stock")),
  ELASTIC_CAPACITY_STOCK_RESERVATIONS(
      "elastic-capacity-stock-reservations",
      ExecutionType.GUARANTEED,
      (s, samples) -> reserving(elasticCapacity(s, samples), "stock")),

  /** Unmodified Tez in guaranteed containers of the stock scheduler. */
  TEZ_STOCK("tez-stock", ExecutionType.GUARANTEED, (s, samples) -> s),

  /** Unmodified Tez; Mercury learns how long containers run, and makes those of short ones wait. */
  TEZ_MERCURY("tez-mercury", ExecutionType.GUARANTEED, BenchSystem::choosingMercury),

  /** The same with our scheduler in Tez's master, which estimates nothing for anybody. */
  TEZ_MERCURY_SCHEDULER(
      "tez-mercury-scheduler", ExecutionType.GUARANTEED, BenchSystem::choosingMercury),

  /** The same choice made by Tez's master, from its estimates, which it also tells the nodes. */
  TEZ_MERCURY_ESTIMATES("tez-mercury-estimates", ExecutionType.GUARANTEED, BenchSystem::mercury),

  /** The sizes of the paper, where a task runs fastest. */
  ELASTIC_FAIR_ALGORITHM_1(
      "elastic-fair-algorithm-1",
      ExecutionType.GUARANTEED,
      (s, samples) -> elasticFair(s, samples).set("yarn.elastic.policy", "algorithm-1")),
  ELASTIC_CAPACITY_ALGORITHM_1(
      "elastic-capacity-algorithm-1",
      ExecutionType.GUARANTEED,
      (s, samples) -> elasticCapacity(s, samples).set("yarn.elastic.policy", "algorithm-1")),

  /** Each container in a group of its own, and no task ever noticed: nothing is steered. */
  ORCHESTRATOR_GROUPS(
      "groups-only",
      ExecutionType.GUARANTEED,
      (s, samples) ->
          unnoticed(s, samples).set("yarn.mr-orchestrator.cpu.spare-to-tasks", "false")),

  /** The same, where CPU that no container asked for goes to tasks. */
  ORCHESTRATOR_SPARE("spare-only", ExecutionType.GUARANTEED, (s, samples) -> unnoticed(s, samples)),

  /** MROrchestrator's estimators, each in its three modes of control (section IV). */
  UNIFORM_CPU(
      "uniform-cpu",
      ExecutionType.GUARANTEED,
      (s, samples) -> orchestrator(s, samples, "uniform", "cpu")),
  UNIFORM_MEMORY(
      "uniform-memory",
      ExecutionType.GUARANTEED,
      (s, samples) -> orchestrator(s, samples, "uniform", "memory")),
  UNIFORM(
      "uniform-cpu-memory",
      ExecutionType.GUARANTEED,
      (s, samples) -> orchestrator(s, samples, "uniform", "cpu-and-memory")),
  REGRESSION_CPU(
      "regression-cpu",
      ExecutionType.GUARANTEED,
      (s, samples) -> orchestrator(s, samples, "regression", "cpu")),
  REGRESSION_MEMORY(
      "regression-memory",
      ExecutionType.GUARANTEED,
      (s, samples) -> orchestrator(s, samples, "regression", "memory")),
  REGRESSION(
      "regression-cpu-memory",
      ExecutionType.GUARANTEED,
      (s, samples) -> orchestrator(s, samples, "regression", "cpu-and-memory")),

  /** Features as {@code yarnext configure} switches them on, each alone and all together. */
  MIXED_MERCURY("mercury", ExecutionType.GUARANTEED, MixedFeatures.MERCURY::on),
  MIXED_ELASTIC("elastic", ExecutionType.GUARANTEED, MixedFeatures.ELASTIC::on),
  MIXED_ORCHESTRATOR("orchestrator", ExecutionType.GUARANTEED, MixedFeatures.ORCHESTRATOR::on),
  MIXED_ALL("all", ExecutionType.GUARANTEED, MixedFeatures.ALL::on);

  private static final String QUEUE_LENGTH = "100";
  private static final String PIPELINE =
      "org.yarnext.mercury.amrmproxy.MercuryInterceptor,"
          + YarnConfiguration.DEFAULT_AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE;

  public final String label;

  /** Of the tasks that are compared. */
  public final ExecutionType type;

  private final SetUp setUp;

  BenchSystem(String label, ExecutionType type, SetUp setUp) {
    this.label = label;
    this.type = type;
    this.setUp = setUp;
  }

  /** Sets up a cluster; {@code samples} is the directory conf-samples. */
  private interface SetUp {
    public ClusterSettings on(ClusterSettings settings, Path samples);
  }

  public ClusterSettings on(ClusterSettings settings, Path samples) {
    return setUp.on(settings, samples);
  }

  /**
   * Finds one by its label.
   *
   * @throws IllegalArgumentException naming those there are
   */
  public static BenchSystem labelled(String label) {
    for (BenchSystem system : values()) {
      if (system.label.equals(label)) {
        return system;
      }
    }
    throw new IllegalArgumentException(
        "No system "
            + label
            + "; there are "
            + Arrays.stream(values()).map(s -> s.label).collect(Collectors.joining(", ")));
  }

  /**
   * Stock at its best: by default the ResourceManager lets a node queue 5 to 15 containers and has
   * all others stopped; under this load it would stop more containers than it runs.
   */
  private static ClusterSettings stockQueues(ClusterSettings settings) {
    return settings
        .opportunistic(Integer.parseInt(QUEUE_LENGTH))
        .set(NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH, QUEUE_LENGTH)
        .set(NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH, QUEUE_LENGTH);
  }

  private static ClusterSettings distributed(ClusterSettings settings) {
    return settings.set(AMRM_PROXY_ENABLED, "true").set(DIST_SCHEDULING_ENABLED, "true");
  }

  private static ClusterSettings mercury(ClusterSettings settings, Path samples) {
    return settings.confSample(samples.resolve("mercury"));
  }

  /**
   * Chooses itself which containers are opportunistic, as conf-samples/tez has it of the master.
   */
  private static ClusterSettings choosingMercury(ClusterSettings settings, Path samples) {
    return mercury(settings, samples)
        .set("yarn.mercury.hybrid.mode", "on")
        .set("yarn.mercury.hybrid.policy", "hybrid-GQ(10s, 80%)");
  }

  private static ClusterSettings distributedMercury(ClusterSettings settings, Path samples) {
    return distributed(mercury(settings, samples))
        .set(AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE, PIPELINE);
  }

  /** Tasks of a second are worth moving for a wait of seconds, not of half a minute. */
  private static ClusterSettings shedding(ClusterSettings settings, Path samples, String sigma) {
    return distributedMercury(settings, samples)
        .set("yarn.mercury.queue.order", "fifo")
        .set("yarn.mercury.coordinator.sigma", sigma)
        .set("yarn.mercury.coordinator.min-wait", "5s")
        .set("yarn.mercury.shedding.patience", "3s");
  }

  /** Jobs of a user called root would go to a queue of that name, which Fair refuses. */
  private static ClusterSettings fair(ClusterSettings settings) {
    return settings
        .set(YarnConfiguration.RM_SCHEDULER, FairScheduler.class.getName())
        .set("yarn.resource-types.memory-mb.increment-allocation", "128")
        .set("yarn.scheduler.fair.user-as-default-queue", "false");
  }

  /** Tasks leave {@code SleepModel.NON_HEAP_MB} beside their heap, less than a tenth of most. */
  private static ClusterSettings elastic(ClusterSettings settings, Path sample) {
    return settings
        .confSample(sample)
        .set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "128")
        .set("yarn.elastic.heap.floor", "128")
        .set("yarn.elastic.heap.percent", "90")
        // A task of the paper takes minutes and one of ours seconds: disks must be as much faster.
        .set("yarn.elastic.disk.bandwidth", "2000")
        .set("yarn.elastic.timeline.interval", "250ms");
  }

  private static ClusterSettings elasticFair(ClusterSettings settings, Path samples) {
    return elastic(fair(settings), samples.resolve("elastic-fair"))
        .set(YarnConfiguration.RM_SCHEDULER, ElasticFairScheduler.class.getName());
  }

  private static ClusterSettings elasticCapacity(ClusterSettings settings, Path samples) {
    return elastic(settings, samples.resolve("elastic-capacity"));
  }

  /** No task is ever found to differ from its peers. */
  private static ClusterSettings unnoticed(ClusterSettings s, Path samples) {
    return orchestrator(s, samples, "regression", "cpu")
        .set("yarn.mr-orchestrator.contention.sigmas", "100")
        .set("yarn.mr-orchestrator.contention.difference", "99");
  }

  private static ClusterSettings orchestrator(
      ClusterSettings settings, Path samples, String estimator, String control) {
    return settings
        .confSample(samples.resolve("orchestrator"))
        .set(
            YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS,
            OrchestratorContainerListener.class.getName()
                + ","
                + MemoryBoundListener.class.getName())
        .set("yarn.mr-orchestrator.cpu.spare-to-tasks", "true")
        .set("yarn.mr-orchestrator.port", Integer.toString(freePort()))
        .set("yarn.mr-orchestrator.estimator", estimator)
        .set("yarn.mr-orchestrator.control", control);
  }

  private static int freePort() {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ClusterSettings reserving(ClusterSettings settings, String how) {
    return settings.set("yarn.elastic.reservations", how);
  }

  private static ClusterSettings ceiling(ClusterSettings settings, Path samples, int percent) {
    return mercury(settings, samples)
        .set("yarn.mercury.policing.policy", "static")
        .set("yarn.mercury.policing.max-memory-percent", Integer.toString(percent));
  }
}
