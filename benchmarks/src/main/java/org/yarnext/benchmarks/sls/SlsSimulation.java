// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.sls;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.net.TableMapping;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.sls.SLSRunner;
import org.apache.hadoop.yarn.sls.appmaster.AMSimulator;
import org.apache.hadoop.yarn.sls.conf.SLSConfiguration;
import org.apache.hadoop.yarn.sls.nodemanager.NMSimulator;
import org.apache.hadoop.yarn.sls.scheduler.TaskRunner;
import org.apache.hadoop.yarn.sls.utils.SLSUtils;
import org.yarnext.minicluster.process.Await;

/**
 * Runs the Scheduler Load Simulator's nodes and our masters against a measured ResourceManager in
 * this process.
 *
 * <p>Stock's runner accepts only schedulers that implement its {@code SchedulerWrapper}, and times
 * them by metrics that slow them down. This one starts the simulators itself, so that every system
 * has the scheduler class that it has in production. At most one in a process.
 */
final class SlsSimulation extends SLSRunner {
  private static final int START_MS = 120_000;

  /** Interval between submissions, in ms. */
  private static final int SUBMIT_MS = 5;

  private final SlsLoad load;
  private final int heartbeatMs;
  private final Random random;
  private final SlsManager manager = new SlsManager(this);
  private final TaskRunner simulators = new TaskRunner();
  private final Map<NodeId, NMSimulator> nodes = new ConcurrentHashMap<>();
  private final Map<ApplicationId, AMSimulator> masters = new ConcurrentHashMap<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /**
   * Creates a simulation that is not started.
   *
   * @param conf configuration of the ResourceManager, which is changed
   * @param dir existing directory for files
   */
  SlsSimulation(Configuration conf, SlsLoad load, int heartbeatMs, long seed, Path dir)
      throws IOException, ClassNotFoundException, YarnException {
    super(conf);
    this.load = load;
    this.heartbeatMs = heartbeatMs;
    this.random = new Random(seed);
    load.configure(conf, dir);
    Set<NodeDetails> locations = new HashSet<>();
    for (int i = 0; i < load.nodes(); i++) {
      locations.add(new NodeDetails(SlsLoad.location(i)));
    }
    String racks = dir.resolve("racks").toString();
    SLSUtils.generateNodeTableMapping(locations, racks);
    conf.setClass(
        CommonConfigurationKeysPublic.NET_TOPOLOGY_NODE_SWITCH_MAPPING_IMPL_KEY,
        TableMapping.class,
        DNSToSwitchMapping.class);
    conf.set(CommonConfigurationKeysPublic.NET_TOPOLOGY_TABLE_MAPPING_FILE_KEY, racks);
  }

  SlsManager manager() {
    return manager;
  }

  /** Starts the ResourceManager, registers the nodes and submits the masters. */
  @Override
  public void start() throws IOException, YarnException, InterruptedException {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, thrown) -> failure.compareAndSet(null, thrown));
    manager.init(getConf());
    manager.start();
    for (int i = 0; i < load.nodes(); i++) {
      NMSimulator node = new NMSimulator();
      node.init(
          SlsLoad.location(i),
          SlsLoad.NODE,
          random.nextInt(heartbeatMs),
          heartbeatMs,
          manager,
          SLSConfiguration.NM_RESOURCE_UTILIZATION_RATIO_DEFAULT);
      nodes.put(node.getNode().getNodeID(), node);
      simulators.schedule(node);
    }
    Await.until(
        "nodes to register",
        START_MS,
        () -> ClusterMetrics.getMetrics().getNumActiveNMs() == load.nodes());
    for (int i = 0; i < load.masters(); i++) {
      SlsMaster master = new SlsMaster(manager, load, random.nextLong());
      master.init(
          SlsMaster.definition(i, (long) i * SUBMIT_MS),
          manager,
          this,
          false,
          0,
          SlsLoad.CALL_MS,
          masters);
      simulators.schedule(master);
    }
    simulators.setQueueSize(SLSConfiguration.RUNNER_POOL_SIZE_DEFAULT);
    simulators.start();
    Await.until("masters to be submitted", START_MS, () -> masters.size() == load.masters());
    check();
  }

  /**
   * Checks that nothing has failed so far.
   *
   * @throws IOException if a call of a node or master, or a thread, has failed
   */
  void check() throws IOException {
    if (failure.get() != null) {
      throw new IOException("A simulated node or master failed", failure.get());
    }
  }

  /** Stops all calls, and then the ResourceManager. */
  @Override
  public void stop() throws InterruptedException {
    simulators.stop();
    manager.stop();
  }

  @Override
  public Map<NodeId, NMSimulator> getNmMap() {
    return nodes;
  }

  /** Returns the master, and waits for it if the simulator does not know its id yet. */
  @Override
  public AMSimulator getAMSimulatorByAppId(ApplicationId application) {
    Await.until(
        "the submission of " + application, START_MS, () -> masters.containsKey(application));
    return masters.get(application);
  }

  /** Does nothing: queues are not counted. */
  @Override
  public void increaseQueueAppNum(String queue) {}
}
