// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.rm.ElasticAmsProcessor;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.SimulationEngine;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SiteFileReader;
import org.yarnext.tools.simulate.world.TaskFitValidator;
import org.yarnext.tools.simulate.world.rm.virtual.NoReservationsCapacityScheduler;
import org.yarnext.tools.simulate.world.rm.virtual.SimulatedApplication;
import org.yarnext.tools.simulate.world.rm.virtual.VirtualResourceManager;

/** System that runs a real scheduler of the ResourceManager, stock's or ours, in virtual time. */
public final class RmWorld implements SimulatedSystem {
  /** The unmodified stock system of this model. */
  public static final String COMPARED_WITH = "fair";

  /**
   * The FairScheduler's allocation step; that of the CapacityScheduler is the minimum allocation.
   */
  public static final String FAIR_STEP = "yarn.resource-types.memory-mb.increment-allocation";

  private static final String CAPACITY = "capacity";
  private static final long SEED_OFFSET = 1_000_003;
  private static final String NO_FILE = "no-allocations.xml";
  private static final String RESERVABLE = "yarn.scheduler.fair.reservable-nodes";
  private static final Map<String, String> ALGORITHM_1 =
      Collections.singletonMap(ElasticConfiguration.POLICY.name(), "algorithm-1");

  /** Every task has all its memory, and nodes are reserved as stock does. */
  private static final Map<String, String> FULL_SIZE = new HashMap<>();

  static {
    FULL_SIZE.put(ElasticConfiguration.MIN_MEMORY_PERCENT.name(), "100");
    FULL_SIZE.put(ElasticConfiguration.RESERVATIONS.name(), "stock");
  }

  private final String name;
  private final RmSchedulerKind kind;
  private final boolean elastic;
  private final Function<ElasticHost, AbstractYarnScheduler<?, ?>> scheduler;
  private final Map<String, String> keys;
  private final boolean byFinish;

  /** Added to the seed of the heartbeats' moments; 0 unless they differ from other systems'. */
  private final long seedOffset;

  private RmWorld(
      String name,
      RmSchedulerKind kind,
      boolean elastic,
      Function<ElasticHost, AbstractYarnScheduler<?, ?>> scheduler,
      Map<String, String> keys,
      boolean byFinish,
      long seedOffset) {
    this.name = name;
    this.kind = kind;
    this.elastic = elastic;
    this.scheduler = scheduler;
    this.keys = keys;
    this.byFinish = byFinish;
    this.seedOffset = seedOffset;
  }

  private static SimulatedSystem stock(
      String name, RmSchedulerKind kind, Map<String, String> keys) {
    return new RmWorld(name, kind, false, host -> kind.stock(), keys, false, 0);
  }

  /** Returns stock with heartbeats at other moments, whose difference from stock is chance. */
  private static SimulatedSystem shifted(String name, RmSchedulerKind kind) {
    return new RmWorld(
        name, kind, false, host -> kind.stock(), Collections.emptyMap(), false, SEED_OFFSET);
  }

  private static SimulatedSystem elastic(
      String name, RmSchedulerKind kind, Map<String, String> keys) {
    return new RmWorld(name, kind, true, kind::elastic, keys, false, 0);
  }

  private static SimulatedSystem byFinish(
      String name, RmSchedulerKind kind, Map<String, String> keys) {
    return new RmWorld(name, kind, true, kind::elastic, keys, true, 0);
  }

  /** Returns all systems of this kind: stock's, with variants for comparison, and ours. */
  public static List<SimulatedSystem> all() {
    Map<String, String> none = Collections.emptyMap();
    return Arrays.asList(
        stock(COMPARED_WITH, RmSchedulerKind.FAIR, none),
        stock("fair-reserving", RmSchedulerKind.FAIR, Collections.singletonMap(RESERVABLE, "1")),
        stock("fair-unreserving", RmSchedulerKind.FAIR, Collections.singletonMap(RESERVABLE, "0")),
        stock(CAPACITY, RmSchedulerKind.CAPACITY, none),
        new RmWorld(
            "capacity-unreserving",
            RmSchedulerKind.CAPACITY,
            false,
            host -> new NoReservationsCapacityScheduler(),
            none,
            false,
            0),
        shifted("fair-shifted", RmSchedulerKind.FAIR),
        shifted("capacity-shifted", RmSchedulerKind.CAPACITY),
        elastic("elastic-fair", RmSchedulerKind.FAIR, none),
        elastic("elastic-fair-algorithm-1", RmSchedulerKind.FAIR, ALGORITHM_1),
        elastic("elastic-capacity", RmSchedulerKind.CAPACITY, none),
        elastic("elastic-capacity-algorithm-1", RmSchedulerKind.CAPACITY, ALGORITHM_1),
        byFinish("fair-finish", RmSchedulerKind.FAIR, FULL_SIZE),
        byFinish("elastic-fair-finish", RmSchedulerKind.FAIR, none),
        byFinish("elastic-capacity-finish", RmSchedulerKind.CAPACITY, none));
  }

  @Override
  public String name() {
    return name;
  }

  /** Schedulers create queues while they run and keep all metrics in one static map. */
  @Override
  public boolean isExclusive() {
    return true;
  }

  @Override
  public boolean isStock() {
    return !elastic;
  }

  @Override
  public String comparedWith() {
    return COMPARED_WITH;
  }

  @Override
  public String family() {
    return kind == RmSchedulerKind.FAIR ? COMPARED_WITH : CAPACITY;
  }

  @Override
  public RunOutcome run(
      Workload workload,
      ClusterTopology topology,
      SimulationSettings settings,
      long seed,
      ProgressListener progress) {
    TaskFitValidator.check(workload, topology, settings);
    SimulationEngine engine = new SimulationEngine(RmSimulation.START_MS);
    VirtualElasticHost host = new VirtualElasticHost(engine);
    RmSimulation simulation =
        new RmSimulation(workload, topology, settings, seed + seedOffset, engine, host, progress);
    try (VirtualResourceManager rm =
        start(workload, topology, settings, engine, host, simulation::onEvent)) {
      return simulation.run(rm, topology);
    }
  }

  @Override
  public void check(Workload workload, ClusterTopology topology, SimulationSettings settings) {
    TaskFitValidator.check(workload, topology, settings);
    SimulationEngine engine = new SimulationEngine(RmSimulation.START_MS);
    VirtualElasticHost host = new VirtualElasticHost(engine);
    Set<String> submitted = new HashSet<>();
    try (VirtualResourceManager rm =
        start(workload, topology, settings, engine, host, event -> {})) {
      for (SimJob job : workload.jobs()) {
        if (submitted.add(job.queue() + " " + job.user())) {
          ApplicationId id = SimulatedApplication.id(submitted.size());
          host.submitted(id, job);
          rm.submit(
              SimulatedApplication.of(
                  id, job, Collections.emptyList(), rm.context(), rm.conf(), engine.nowMs()));
        }
      }
    }
  }

  private VirtualResourceManager start(
      Workload workload,
      ClusterTopology topology,
      SimulationSettings settings,
      SimulationEngine engine,
      VirtualElasticHost host,
      EventHandler<Event> listener) {
    VirtualResourceManager rm;
    try {
      rm =
          VirtualResourceManager.start(
              scheduler.apply(host), configuration(workload, topology, settings), engine, listener);
    } catch (SimulationException e) {
      throw e;
    } catch (RuntimeException e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      String reason = String.valueOf(cause.getMessage()).replaceAll("\\s+", " ");
      throw new SimulationException(
          name + " does not start with its configuration (" + reason + "): correct the keys", e);
    }
    try {
      if (elastic && !host.works()) {
        throw new SimulationException(
            "elastic scheduling refused its configuration: see the log, and correct the keys");
      }
      if (byFinish) {
        kind.orderByFinish(rm.scheduler(), queues(workload));
      }
      return rm;
    } catch (RuntimeException e) {
      rm.close();
      throw e;
    }
  }

  private Configuration configuration(
      Workload workload, ClusterTopology topology, SimulationSettings settings) {
    Configuration conf = SiteFileReader.withDefaults(settings);
    if (!settings.siteFiles()) {
      // Otherwise it would find the operator's file.
      conf.set(FairSchedulerConfiguration.ALLOCATION_FILE, NO_FILE);
    }
    settings.hadoop().forEach(conf::set);
    keys.forEach(conf::set);
    conf.setLong(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, settings.stepMb());
    // The largest node limits containers from the start, not only after a delay.
    conf.setLong(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, 1 << 30);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, 1 << 20);
    conf.setLong(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, -1);
    setResourceTypes(conf, topology);
    // Monitors would run on their own threads.
    conf.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, false);
    // A pause of this process is no pause in virtual time.
    conf.setInt(YarnConfiguration.SCHEDULER_SKIP_NODE_MULTIPLIER, 1_000_000);
    // Otherwise each application would look up this host's address.
    conf.set(YarnConfiguration.PROXY_ADDRESS, "127.0.0.1:8088");
    kind.configure(conf, queues(workload), settings);
    if (byFinish) {
      kind.orderByFinish(conf, queues(workload));
    }
    kind.subdue(conf);
    if (elastic) {
      double disk = topology.nodes().get(0).diskMbPerSecond();
      RmSchedulerKind.setDefault(conf, ElasticConfiguration.DISK_BANDWIDTH.name(), disk);
      conf.set(ElasticConfiguration.MODE.name(), "on");
      conf.set(
          YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
          ElasticAmsProcessor.class.getName());
    }
    return conf;
  }

  private static void setResourceTypes(Configuration conf, ClusterTopology topology) {
    Set<String> types = new TreeSet<>(topology.otherResources().keySet());
    if (!types.isEmpty()) {
      types.addAll(conf.getTrimmedStringCollection(YarnConfiguration.RESOURCE_TYPES));
      conf.set(YarnConfiguration.RESOURCE_TYPES, String.join(",", types));
    }
  }

  private static Set<String> queues(Workload workload) {
    Set<String> queues = new TreeSet<>();
    for (SimJob job : workload.jobs()) {
      queues.add(job.queue());
    }
    return queues;
  }
}
