// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.app.MRAppMaster;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.ContainerProcesses;
import org.yarnext.minicluster.process.FreePorts;

/**
 * A YARN cluster inside this JVM: the ResourceManager of MiniYARNCluster and stock NodeManagers
 * that talk to it, to clients and to Application Masters over RPC. Containers are processes of the
 * machine.
 *
 * <p>Not for use by several threads at once.
 */
public final class MiniCluster implements AutoCloseable {

  /** For the short-lived JVMs of containers: less work for compiler, collector and verifier. */
  public static final String CONTAINER_JVM_OPTIONS =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions"
          + " -XX:-BytecodeVerificationRemote";

  /** The scheduler's address for Application Masters on the nodes, where the AMRMProxy is on. */
  private static final String AMRM_PROXY = "${env." + EmbeddedNodeManager.PROXY_VARIABLE + "}";

  private static final Logger LOG = LoggerFactory.getLogger(MiniCluster.class);
  private static final long START_TIMEOUT_MS = 60_000;

  static {
    Configuration.addDefaultResource("minicluster-default.xml");
  }

  private final Path workDir;
  private final MiniYARNCluster cluster;
  private final int firstHost;
  private final List<Configuration> nodeConfs = new ArrayList<>();
  private final List<NodeManager> nodes = new ArrayList<>();

  /** So that a JVM that is told to end leaves no containers behind. */
  private final Thread onExit;

  private MiniCluster(Path workDir, MiniYARNCluster cluster, int firstHost) {
    this.workDir = workDir;
    this.cluster = cluster;
    this.firstHost = firstHost;
    this.onExit = new Thread(this::killContainers, "killing containers");
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  private void killContainers() {
    try {
      ContainerProcesses.killBelow(workDir);
    } catch (IOException e) {
      LOG.warn("Containers below {} may run on", workDir, e);
    }
  }

  public static ClusterSettings named(String name) {
    return new ClusterSettings(name);
  }

  static MiniCluster start(ClusterSettings settings) throws IOException {
    Path workDir = settings.createWorkDir();
    Configuration conf = settings.configuration(workDir);
    // MiniYARNCluster's constructor puts its own directory below this one.
    System.setProperty("test.build.data", workDir.resolve("rm").toString());
    MiniCluster result =
        new MiniCluster(workDir, new MiniYARNCluster(settings.name, 0, 1, 1), settings.firstHost);
    try {
      result.cluster.init(conf);
      result.cluster.start();
      for (int i = 0; i < settings.nodes; i++) {
        result.nodeConfs.add(
            EmbeddedNodeManager.configurationOf(
                result.conf(), workDir.toFile(), i, result.host(i)));
        result
            .nodeConfs
            .get(i)
            .setDouble(EmbeddedNodeManager.REPORTED_SHARE, settings.reportedShare(i));
        result.nodes.add(null);
        result.startNodeManager(i);
      }
      result.awaitRunningNodes(settings.nodes);
      return result;
    } catch (RuntimeException | Error e) {
      result.close();
      throw e;
    }
  }

  /** The configuration for clients, with the addresses in it. Copy it before changing it. */
  public Configuration conf() {
    return cluster.getConfig();
  }

  /** The configuration for Application Masters on the nodes; a copy. */
  public Configuration masterConf() {
    Configuration conf = new Configuration(conf());
    if (conf.getBoolean(YarnConfiguration.AMRM_PROXY_ENABLED, false)) {
      conf.set(YarnConfiguration.RM_SCHEDULER_ADDRESS, AMRM_PROXY);
    }
    return conf;
  }

  public ResourceManager resourceManager() {
    return cluster.getResourceManager();
  }

  public int size() {
    return nodes.size();
  }

  public NodeManager nodeManager(int i) {
    return nodes.get(i);
  }

  /** The name by which asks can name the node. */
  public String host(int i) {
    return FreePorts.hostOfNode(firstHost + i);
  }

  public NodeId nodeId(int i) {
    return nodes.get(i).getNMContext().getNodeId();
  }

  /** Where the cluster keeps its files. */
  public Path workDir() {
    return workDir;
  }

  /**
   * Stops the node's daemon. With recovery its containers run on and the ResourceManager waits for
   * it to come back (until {@code yarn.nm.liveness-monitor.expiry-interval-ms}); without, they are
   * stopped.
   */
  public void stopNodeManager(int i) {
    nodes.get(i).stop();
  }

  /** Starts a new daemon on the address, directories and recovery state of a stopped one. */
  public void startNodeManager(int i) {
    NodeManager node = new EmbeddedNodeManager();
    nodes.set(i, node);
    node.init(new YarnConfiguration(nodeConfs.get(i)));
    // Guice has one filter for all web applications of a JVM: a node's pages would replace the
    // ResourceManager's.
    node.disableWebServer();
    node.start();
  }

  /** Stops and starts a node, and returns once the ResourceManager has seen it again. */
  public void restartNodeManager(int i) {
    NodeId id = nodeId(i);
    stopNodeManager(i);
    long before = lastHeartbeat(id);
    startNodeManager(i);
    Await.until(
        () -> id + " to be RUNNING again",
        START_TIMEOUT_MS,
        () -> {
          RMNode node = rmNode(id);
          return node != null && node.getState() == NodeState.RUNNING && lastHeartbeat(id) > before;
        });
  }

  /** Stops the ResourceManager, which is to be followed by {@link #restartResourceManager}. */
  public void stopResourceManager() {
    cluster.getResourceManager().stop();
  }

  /**
   * Stops the ResourceManager and starts a new one on the same addresses; returns once all nodes
   * have come back to it. It knows what was before only with {@code
   * yarn.resourcemanager.recovery.enabled}.
   */
  public void restartResourceManager() {
    try {
      cluster.restartResourceManager(0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the ResourceManager restarts", e);
    }
    awaitRunningNodes(nodes.size());
  }

  /**
   * Loses a node: the daemon and all its processes. The ResourceManager is told nothing if recovery
   * is on.
   */
  public void killNodeManager(int i) throws IOException {
    stopNodeManager(i);
    ContainerProcesses.killBelow(workDir.resolve("node" + i));
  }

  /**
   * Processes of containers on the node, as seen by the operating system (empty where there is no
   * /proc).
   */
  public List<String> containerPids(int i) throws IOException {
    return ContainerProcesses.pidsBelow(workDir.resolve("node" + i));
  }

  /**
   * Kills the JVMs of containers that run {@code main}, such as those of Application Masters, and
   * nothing else; how many there were.
   */
  public int killContainers(Class<?> main) throws IOException {
    return ContainerProcesses.killBelow(workDir, main);
  }

  /**
   * Kills the masters of MapReduce jobs, all of which must have ended: they would wait five seconds
   * for clients that ask how.
   */
  public void endMapReduceMasters() throws IOException {
    killContainers(MRAppMaster.class);
  }

  /** Of the ResourceManager. Its {@code /jmx} shows the beans of all daemons. */
  public String webAddress() {
    return WebAppUtils.getRMWebAppURLWithScheme(conf());
  }

  /** Waits until {@code count} nodes are RUNNING in the ResourceManager. */
  public void awaitRunningNodes(int count) {
    Await.until(
        () ->
            count
                + " nodes RUNNING in the ResourceManager; it has "
                + runningNodes()
                + " of "
                + nodes.size(),
        START_TIMEOUT_MS,
        () -> runningNodes() == count);
  }

  private int runningNodes() {
    int running = 0;
    for (RMNode node : resourceManager().getRMContext().getRMNodes().values()) {
      if (node.getState() == NodeState.RUNNING) {
        running++;
      }
    }
    return running;
  }

  private RMNode rmNode(NodeId id) {
    return resourceManager().getRMContext().getRMNodes().get(id);
  }

  private long lastHeartbeat(NodeId id) {
    RMNode node = rmNode(id);
    return node == null ? -1 : node.getLastHealthReportTime();
  }

  /** Stops everything, the containers' processes too. The files stay. */
  @Override
  public void close() throws IOException {
    stopAll(nodes);
    cluster.stop();
    ContainerProcesses.killBelow(workDir);
    try {
      Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException e) {
      LOG.debug("Closed by the end of the JVM", e);
    }
  }

  /** At the same time, because a node may wait seconds for its applications to end. */
  private static void stopAll(List<NodeManager> nodes) {
    List<Thread> threads = new ArrayList<>();
    for (NodeManager node : nodes) {
      if (node != null) {
        Thread thread = new Thread(node::stop, "stopping a node");
        thread.start();
        threads.add(thread);
      }
    }
    threads.forEach(Uninterruptibles::joinUninterruptibly);
  }

  /** Directories that the containers of node {@code i} work in. */
  public File localDir(int i) {
    return new File(nodeConfs.get(i).get(YarnConfiguration.NM_LOCAL_DIRS));
  }

  /** Where the containers of node {@code i} log; below it, by application and container. */
  public File logDir(int i) {
    return new File(nodeConfs.get(i).get(YarnConfiguration.NM_LOG_DIRS));
  }
}
