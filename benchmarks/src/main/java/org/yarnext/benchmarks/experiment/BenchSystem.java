// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import static org.apache.hadoop.yarn.conf.YarnConfiguration.AMRM_PROXY_ENABLED;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.DIST_SCHEDULING_ENABLED;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH;

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
import org.yarnext.minicluster.process.FreePorts;
import org.yarnext.orchestrator.nm.OrchestratorContainerListener;
import org.yarnext.tools.simulate.world.rm.virtual.NoReservationsCapacityScheduler;

/** Systems that the benchmarks compare: stock YARN and yarnext in different configurations. */
public enum BenchSystem {
  /** Stock scheduler with all tasks in guaranteed containers: the paper's only-G. */
  STOCK_GUARANTEED("stock-guaranteed", ExecutionType.GUARANTEED, (s, samples) -> s),

  /**
   * Stock guaranteed containers without the CapacityScheduler's default limit of one container per
   * node heartbeat for requests that name no node or rack.
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

  /** Mercury with placement by the ResourceManager. */
  MERCURY_CENTRALISED("mercury-centralised", ExecutionType.OPPORTUNISTIC, BenchSystem::mercury),

  /** {@link #MERCURY_CENTRALISED} that also starts containers beyond a node's allocation. */
  MERCURY_OVERALLOCATED(
      "mercury-overallocated",
      ExecutionType.OPPORTUNISTIC,
      (s, samples) -> mercury(s, samples).set("yarn.mercury.overallocation.mode", "on")),

  /** Mercury as in the paper, with placement by the NodeManager of the Application Master. */
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
              // With the coordinator off, stock sends short wait limits. This raises them, so that
              // no wait exceeds them.
              .set("yarn.mercury.shedding.min-wait-limit", "1h")),

  /**
   * Mercury in which nodes shed if their wait exceeds the mean by one standard deviation, or, in
   * the next two systems, by two.
   */
  ONLY_Q_AVG_SIGMA(
      "only-Q-avg+1s", ExecutionType.OPPORTUNISTIC, (s, samples) -> shedding(s, samples, "1.0")),

  ONLY_Q_AVG_2SIGMA(
      "only-Q-avg+2s", ExecutionType.OPPORTUNISTIC, (s, samples) -> shedding(s, samples, "2.0")),

  ONLY_Q_AVG_2SIGMA_REORDER(
      "only-Q-avg+2s-reorder",
      ExecutionType.OPPORTUNISTIC,
      (s, samples) ->
          shedding(s, samples, "2.0").set("yarn.mercury.queue.order", "job-submission")),

  /** Mercury without a memory limit for opportunistic containers (Table 1). */
  CEILING_100("no-ceiling", ExecutionType.OPPORTUNISTIC, BenchSystem::mercury),
  CEILING_40("ceiling-40", ExecutionType.OPPORTUNISTIC, (s, samples) -> ceiling(s, samples, 40)),
  CEILING_30("ceiling-30", ExecutionType.OPPORTUNISTIC, (s, samples) -> ceiling(s, samples, 30)),
  CEILING_20("ceiling-20", ExecutionType.OPPORTUNISTIC, (s, samples) -> ceiling(s, samples, 20)),

  /** Mercury with a memory limit derived from the node's past demand for guaranteed containers. */
  CEILING_HISTORY(
      "history",
      ExecutionType.OPPORTUNISTIC,
      (s, samples) -> mercury(s, samples).set("yarn.mercury.policing.policy", "history")),

  /**
   * Stock schedulers, which reserve nodes for requests that do not fit. The elastic schedulers are
   * compared with them.
   */
  STOCK_FAIR("stock-fair", ExecutionType.GUARANTEED, (s, samples) -> fair(s)),
  STOCK_CAPACITY("stock-capacity", ExecutionType.GUARANTEED, (s, samples) -> s),

  /**
   * Stock schedulers without reservations for requests that name no node. A request that names a
   * node may still reserve it.
   */
  STOCK_FAIR_NO_RESERVATIONS(
      "stock-fair-no-reservations",
      ExecutionType.GUARANTEED,
      (s, samples) -> fair(s).set("yarn.scheduler.fair.reservable-nodes", "0")),

  STOCK_CAPACITY_NO_RESERVATIONS(
      "stock-capacity-no-reservations",
      ExecutionType.GUARANTEED,
      (s, samples) ->
          s.set(YarnConfiguration.RM_SCHEDULER, NoReservationsCapacityScheduler.class.getName())),

  /** Elastic schedulers with the settings of the samples. */
  ELASTIC_FAIR("elastic-fair", ExecutionType.GUARANTEED, (s, samples) -> elasticFair(s, samples)),
  ELASTIC_CAPACITY(
      "elastic-capacity", ExecutionType.GUARANTEED, (s, samples) -> elasticCapacity(s, samples)),

  /** Elastic schedulers with the reservations of the paper (section 3.3). */
  ELASTIC_FAIR_PAPER(
      "elastic-fair-paper",
      ExecutionType.GUARANTEED,
      (s, samples) -> reserving(elasticFair(s, samples), "no-harm")),
  ELASTIC_CAPACITY_PAPER(
      "elastic-capacity-paper",
      ExecutionType.GUARANTEED,
      (s, samples) -> reserving(elasticCapacity(s, samples), "no-harm")),

  /** Elastic schedulers with stock's reservations, which no other request may use. */
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

  /**
   * Unmodified Tez with Mercury, which learns run times and makes containers of short tasks
   * opportunistic.
   */
  TEZ_MERCURY("tez-mercury", ExecutionType.GUARANTEED, BenchSystem::choosingMercury),

  /** {@link #TEZ_MERCURY} with our scheduler in Tez's master, which passes on no estimates. */
  TEZ_MERCURY_SCHEDULER(
      "tez-mercury-scheduler", ExecutionType.GUARANTEED, BenchSystem::choosingMercury),

  /**
   * Mercury with the execution types chosen by Tez's master from its own estimates, which it also
   * sends to the nodes.
   */
  TEZ_MERCURY_ESTIMATES("tez-mercury-estimates", ExecutionType.GUARANTEED, BenchSystem::mercury),

  /** MapReduce under a hybrid policy, first runs: without and with declared run times. */
  HYBRID_FIRST_RUNS("hybrid-first-runs", ExecutionType.GUARANTEED, BenchSystem::choosingMercury),
  HYBRID_DECLARED("hybrid-declared", ExecutionType.GUARANTEED, BenchSystem::choosingMercury),

  /** The same policy: later runs, and first runs with an assumed run time. */
  HYBRID_LATER_RUNS("hybrid-later-runs", ExecutionType.GUARANTEED, BenchSystem::choosingMercury),
  HYBRID_ASSUMED(
      "hybrid-assumed",
      ExecutionType.GUARANTEED,
      (s, samples) ->
          choosingMercury(s, samples).set("yarn.mercury.hybrid.assumed-run-time", "5s")),

  /** Elastic schedulers with the paper's sizes, with which a task runs fastest. */
  ELASTIC_FAIR_ALGORITHM_1(
      "elastic-fair-algorithm-1",
      ExecutionType.GUARANTEED,
      (s, samples) -> elasticFair(s, samples).set("yarn.elastic.policy", "algorithm-1")),
  ELASTIC_CAPACITY_ALGORITHM_1(
      "elastic-capacity-algorithm-1",
      ExecutionType.GUARANTEED,
      (s, samples) -> elasticCapacity(s, samples).set("yarn.elastic.policy", "algorithm-1")),

  /**
   * Orchestrator with a cgroup for each container but without changes: no task is ever found to
   * differ from its peers.
   */
  ORCHESTRATOR_GROUPS(
      "groups-only",
      ExecutionType.GUARANTEED,
      (s, samples) ->
          unnoticed(s, samples).set("yarn.mr-orchestrator.cpu.spare-to-tasks", "false")),

  /** {@link #ORCHESTRATOR_GROUPS}, but CPU time that no container has requested goes to tasks. */
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

  /** Features as {@code yarnext configure} enables them, each alone and all together. */
  MIXED_MERCURY("mercury", ExecutionType.GUARANTEED, MixedFeatures.MERCURY::on),
  MIXED_ELASTIC("elastic", ExecutionType.GUARANTEED, MixedFeatures.ELASTIC::on),
  MIXED_ORCHESTRATOR("orchestrator", ExecutionType.GUARANTEED, MixedFeatures.ORCHESTRATOR::on),
  MIXED_ALL("all", ExecutionType.GUARANTEED, MixedFeatures.ALL::on);

  private static final String QUEUE_LENGTH = "100";
  private static final String PIPELINE =
      "org.yarnext.mercury.amrmproxy.MercuryInterceptor,"
          + YarnConfiguration.DEFAULT_AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE;

  public final String label;

  /** Execution type of the tasks that are compared. */
  public final ExecutionType type;

  private final SetUp setUp;

  BenchSystem(String label, ExecutionType type, SetUp setUp) {
    this.label = label;
    this.type = type;
    this.setUp = setUp;
  }

  /** Configures a cluster for a system. {@code samples} is the directory conf-samples. */
  private interface SetUp {
    public ClusterSettings on(ClusterSettings settings, Path samples);
  }

  public ClusterSettings on(ClusterSettings settings, Path samples) {
    return setUp.on(settings, samples);
  }

  /**
   * Returns the system with the given label.
   *
   * @throws IllegalArgumentException if there is none; the message lists all labels
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
   * Configures stock's queues at their best. By default the ResourceManager lets a node queue 5 to
   * 15 containers and stops the rest. Under this load it would stop more containers than it runs.
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
   * Lets Mercury choose which containers are opportunistic, as Tez's master does in
   * conf-samples/tez.
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

  /**
   * Shortens the thresholds of shedding: tasks of about a second are worth moving after a wait of
   * seconds, not of half a minute.
   */
  private static ClusterSettings shedding(ClusterSettings settings, Path samples, String sigma) {
    return distributedMercury(settings, samples)
        .set("yarn.mercury.queue.order", "fifo")
        .set("yarn.mercury.coordinator.sigma", sigma)
        .set("yarn.mercury.coordinator.min-wait", "5s")
        .set("yarn.mercury.shedding.delay", "3s");
  }

  /**
   * Configures the FairScheduler. Jobs of a user called root would go to a queue of that name,
   * which it rejects.
   */
  private static ClusterSettings fair(ClusterSettings settings) {
    return settings
        .set(YarnConfiguration.RM_SCHEDULER, FairScheduler.class.getName())
        .set("yarn.resource-types.memory-mb.increment-allocation", "128")
        .set("yarn.scheduler.fair.user-as-default-queue", "false");
  }

  /**
   * Configures an elastic scheduler. Tasks leave {@code SleepModel.NON_HEAP_MB} outside the heap,
   * which is less than a tenth of most containers.
   */
  private static ClusterSettings elastic(ClusterSettings settings, Path sample) {
    return settings
        .confSample(sample)
        .set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "128")
        .set("yarn.elastic.heap.floor", "128")
        .set("yarn.elastic.heap.percent", "90")
        // Tasks of the paper run for minutes and these for seconds, so the bandwidth is higher in
        // proportion.
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

  /** Configures the orchestrator so that no task is ever found to differ from its peers. */
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
        .set("yarn.mr-orchestrator.port", Integer.toString(FreePorts.on("127.0.0.1")))
        .set("yarn.mr-orchestrator.estimator", estimator)
        .set("yarn.mr-orchestrator.control", control);
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
