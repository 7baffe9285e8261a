// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.manager;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.management.MBeanServerConnection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.yarn.client.RMHAServiceTarget;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.server.federation.store.impl.ZookeeperFederationStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.yarnext.elastic.rm.ElasticAmsProcessor;
import org.yarnext.elastic.rm.ElasticCapacityScheduler;
import org.yarnext.federation.rm.ShareEnforcer;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.mercury.rm.MercuryAmsProcessor;
import org.yarnext.mercury.rm.MercuryCoordinator;
import org.yarnext.mercury.rm.PromotionProcessor;
import org.yarnext.minicluster.cluster.SubClusterProcess;
import org.yarnext.minicluster.process.DaemonProcess;
import org.yarnext.minicluster.process.FreePorts;
import org.yarnext.orchestrator.rm.ClusterOrchestrator;

/**
 * A ResourceManager as in production: stock {@code main} in its own JVM, with a configuration
 * directory, a log file and a web server. It starts without nodes; {@link SimulatedNodeManager}s
 * may register. Not thread-safe, except for {@link #answerMs}.
 */
public final class ManagerProcess implements AutoCloseable {

  private static final String HOST = "127.0.0.1";

  /** Maximum heap of a ResourceManager with few nodes, in MB. */
  private static final int HEAP_MB = 384;

  private static final int ANSWER_MS = 180_000;
  private static final int MAX_IDLE_MS = 500;

  /** Id of the sub-cluster. */
  static final String SUB_CLUSTER = "sc0";

  private static final List<String> ADDRESSES =
      Collections.unmodifiableList(
          Arrays.asList(
              YarnConfiguration.RM_ADDRESS,
              YarnConfiguration.RM_SCHEDULER_ADDRESS,
              YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
              YarnConfiguration.RM_ADMIN_ADDRESS,
              YarnConfiguration.RM_WEBAPP_ADDRESS));

  /** Metrics sources of all features. Each appears in /jmx once its feature is active. */
  public static final List<String> SOURCES =
      Collections.unmodifiableList(
          Arrays.asList(
              "MercuryCoordinator",
              "MercuryHybrid",
              "MercuryPlacement",
              "MercuryPromotion",
              "ElasticScheduler",
              "MrOrchestratorGlobal",
              "FederationShares"));

  private final YarnConfiguration conf;
  private final DaemonProcess daemon;

  /**
   * Creates a ResourceManager without starting it.
   *
   * @param site configuration of the ResourceManager
   * @param queues configuration of its CapacityScheduler
   */
  public ManagerProcess(String name, Path dir, Configuration site, Configuration queues)
      throws IOException {
    this(name, dir, site, queues, HEAP_MB);
  }

  /**
   * Creates a ResourceManager without starting it.
   *
   * @param site configuration of the ResourceManager
   * @param queues configuration of its CapacityScheduler
   * @param heapMb its maximum heap, in MB
   */
  public ManagerProcess(String name, Path dir, Configuration site, Configuration queues, int heapMb)
      throws IOException {
    Configuration own = new Configuration(site);
    own.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    own.set(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR,
        dir.resolve("node-attributes").toUri().toString());
    own.setBoolean(CommonConfigurationKeysPublic.HADOOP_PROMETHEUS_ENABLED, true);
    conf = new YarnConfiguration(own);
    // A ResourceManager that becomes standby closes its connections. Clients notice only in their
    // next call, so idle connections are dropped early.
    conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECTION_MAXIDLETIME_KEY, MAX_IDLE_MS);
    daemon = new DaemonProcess(name, dir, heapMb).openBeans();
    daemon.configure("yarn-site.xml", own);
    daemon.configure("capacity-scheduler.xml", queues);
  }

  /**
   * Returns a configuration without high availability, on free ports, with the stock
   * CapacityScheduler.
   */
  public static Configuration site() {
    Configuration site = new Configuration(false);
    for (String address : ADDRESSES) {
      site.set(address, HOST + ":" + FreePorts.on(HOST));
    }
    site.set(
        YarnConfiguration.RM_SCHEDULER,
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler");
    site.set(YarnConfiguration.RM_CLUSTER_ID, SUB_CLUSTER);
    return site;
  }

  /** Returns a configuration as {@link #site}, with every ResourceManager feature on. */
  public static Configuration featured(String zooKeeper) {
    Configuration site = site();
    site.set(CommonConfigurationKeys.ZK_ADDRESS, zooKeeper);
    site.set(YarnConfiguration.RM_SCHEDULER, ElasticCapacityScheduler.class.getName());
    site.set(YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS, "memory");
    site.set(
        YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS,
        ZookeeperFederationStateStore.class.getName());
    site.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, true);
    site.set(YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR, "QUEUE_WAIT_TIME");
    site.setBoolean("yarn.resourcemanager.auto-update.containers", true);
    site.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true);
    site.set(
        YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES,
        String.join(
            ",",
            MercuryCoordinator.class.getName(),
            ClusterOrchestrator.class.getName(),
            ShareEnforcer.class.getName()));
    site.set(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
        String.join(
            ",",
            ElasticAmsProcessor.class.getName(),
            PromotionProcessor.class.getName(),
            MercuryAmsProcessor.class.getName()));
    for (String feature :
        new String[] {
          "mercury.coordinator",
          "mercury.placement",
          "mercury.hybrid",
          "mercury.promotion",
          "elastic",
          "mr-orchestrator",
          "federation.policies.share"
        }) {
      site.set("yarn." + feature + ".mode", "on");
    }
    site.set("yarn.mercury.hybrid.policy", "hybrid-GQ(10s, 80%)");
    site.set("yarn.mercury.coordinator.interval", "100ms");
    site.set("yarn.mr-orchestrator.control", "memory"); // stock's calculator ignores vcores
    site.set("yarn.mr-orchestrator.epoch", "1s");
    site.set("yarn.mr-orchestrator.sample-interval", "500ms");
    site.set("yarn.mr-orchestrator.port", Integer.toString(FreePorts.on(HOST)));
    site.set("yarn.federation.policies.share.interval", "1s");
    site.set("yarn.federation.policies.share.pause", "1s");
    site.set("yarn.federation.policies.share.max-step", "100");
    return site;
  }

  /** Returns the configurations of a high-availability pair. Both start as standby. */
  public static Configuration[] pair(Configuration site) {
    Configuration both = new Configuration(site);
    both.setBoolean(YarnConfiguration.RM_HA_ENABLED, true);
    both.setBoolean(YarnConfiguration.AUTO_FAILOVER_ENABLED, false);
    both.set(YarnConfiguration.RM_HA_IDS, "rm1,rm2");
    for (String address : ADDRESSES) {
      both.unset(address);
      for (String id : both.getStrings(YarnConfiguration.RM_HA_IDS)) {
        both.set(address + "." + id, HOST + ":" + FreePorts.on(HOST));
      }
    }
    Configuration first = new Configuration(both);
    first.set(YarnConfiguration.RM_HA_ID, "rm1");
    Configuration second = new Configuration(both);
    second.set(YarnConfiguration.RM_HA_ID, "rm2");
    second.set("yarn.mr-orchestrator.port", Integer.toString(FreePorts.on(HOST)));
    return new Configuration[] {first, second};
  }

  /** Starts the ResourceManager. It is ready once {@link #awaitReady} has returned. */
  public void start() throws IOException {
    daemon.start(ResourceManager.class);
  }

  /** Waits until the web server and the admin port accept connections. */
  public void awaitReady() {
    daemon.await(
        () ->
            isOpen(YarnConfiguration.RM_WEBAPP_ADDRESS)
                && isOpen(YarnConfiguration.RM_ADMIN_ADDRESS));
  }

  private boolean isOpen(String key) {
    InetSocketAddress address = address(key);
    return FreePorts.isTaken(address.getHostString() + ":" + address.getPort());
  }

  private InetSocketAddress address(String key) {
    return conf.getSocketAddr(key, null, 0);
  }

  /** Returns the port of the address of the given key. */
  public int port(String key) {
    return address(key).getPort();
  }

  /** Returns an RPC client for the address of the given key, without failover. */
  <T> T client(Class<T> protocol, String key) {
    return protocol.cast(YarnRPC.create(conf).getProxy(protocol, address(key), conf));
  }

  /** Returns the address that Application Masters call. */
  InetSocketAddress schedulerAddress() {
    return address(YarnConfiguration.RM_SCHEDULER_ADDRESS);
  }

  public void becomeActive() throws IOException {
    admin().transitionToActive(new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER));
  }

  public void becomeStandby() throws IOException {
    admin().transitionToStandby(new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER));
  }

  private HAServiceProtocol admin() throws IOException {
    return new RMHAServiceTarget(conf).getProxy(conf, ANSWER_MS);
  }

  /** Returns a connection to the MBeans of the ResourceManager's JVM. */
  public MBeanServerConnection beans() throws IOException {
    return daemon.beans();
  }

  /** Returns a number from its /jmx, or 0 if there is none or it does not answer. */
  public long bean(String bean, String metric) {
    return SubClusterProcess.bean(web(), bean, metric);
  }

  /**
   * Returns the capacity of a queue below the root, in percent, or 0 if there is none or no answer.
   */
  public double capacity(String queue) {
    return SubClusterProcess.capacity("http://" + web(), queue);
  }

  /** Returns the response time of its web server in ms, as {@link SubClusterProcess#answerMs}. */
  public double answerMs(String path) throws IOException {
    return SubClusterProcess.answerMs("http://" + web() + path);
  }

  /** Opens a connection to the ZooKeeper records of its features. */
  ZooKeeperRecordStore records() throws IOException {
    return ZooKeeperRecordStore.open(conf, "/yarnext");
  }

  private String web() {
    return conf.get(
        conf.get(YarnConfiguration.RM_HA_ID) == null
            ? YarnConfiguration.RM_WEBAPP_ADDRESS
            : YarnConfiguration.RM_WEBAPP_ADDRESS + "." + conf.get(YarnConfiguration.RM_HA_ID));
  }

  /** Returns the end of its log, for use in an error message. */
  public String tail() {
    return daemon.tail();
  }

  /** Kills the ResourceManager. The files remain. */
  @Override
  public void close() {
    daemon.close();
  }
}
