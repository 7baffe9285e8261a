// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.app.MRAppMaster;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.ContainerProcesses;
import org.yarnext.minicluster.process.FreePorts;

/**
 * A YARN cluster inside this JVM: the ResourceManager of MiniYARNCluster, and stock NodeManagers.
 * All talk over RPC, to each other, to clients and to Application Masters. Containers are processes
 * of this machine.
 *
 * <p>Not thread-safe.
 */
public final class MiniCluster implements AutoCloseable {

  /**
   * JVM options for short-lived containers, which reduce the work of compiler, garbage collector
   * and verifier.
   */
  public static final String CONTAINER_JVM_OPTIONS =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions"
          + " -XX:-BytecodeVerificationRemote";

  /** Address of the scheduler for Application Masters on nodes whose AMRMProxy is on. */
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

  /** Kills the containers when the JVM exits without a call of {@link #close}. */
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
    // MiniYARNCluster's constructor creates its own directory below this one.
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

  /**
   * Returns the configuration for clients, with the daemons' addresses. Copy it before changing it.
   */
  public Configuration conf() {
    return cluster.getConfig();
  }

  /** Returns a new configuration for Application Masters on the nodes. */
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

  /** Returns the host of node {@code i}, as resource requests name it. */
  public String host(int i) {
    return FreePorts.hostOfNode(firstHost + i);
  }

  public NodeId nodeId(int i) {
    return nodes.get(i).getNMContext().getNodeId();
  }

  /** Returns the directory of the cluster's files. */
  public Path workDir() {
    return workDir;
  }

  /**
   * Stops the NodeManager of node {@code i}. With recovery on, its containers keep running, and the
   * ResourceManager waits for the node until {@link #expireNode}. Without recovery, the containers
   * are stopped.
   */
  public void stopNodeManager(int i) {
    nodes.get(i).stop();
  }

  /**
   * Starts a new NodeManager with the address, directories and recovery state of the stopped one.
   */
  public void startNodeManager(int i) {
    NodeManager node = new EmbeddedNodeManager();
    nodes.set(i, node);
    node.init(new YarnConfiguration(nodeConfs.get(i)));
    // Guice has one filter for all web applications of a JVM: a node's pages would replace those of
    // the ResourceManager.
    node.disableWebServer();
    node.start();
  }

  /**
   * Stops and starts a NodeManager. Returns once the ResourceManager has received a new heartbeat.
   */
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

  /** Stops the ResourceManager. {@link #restartResourceManager} must follow. */
  public void stopResourceManager() {
    cluster.getResourceManager().stop();
  }

  /**
   * Stops the ResourceManager and starts a new one on the same addresses. Returns once all nodes
   * have registered with it. It keeps the applications only if {@code
   * yarn.resourcemanager.recovery.enabled} is set.
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
   * Stops the NodeManager and kills all processes of its containers. With recovery on, the
   * ResourceManager is not notified.
   */
  public void killNodeManager(int i) throws IOException {
    stopNodeManager(i);
    ContainerProcesses.killBelow(workDir.resolve("node" + i));
  }

  /**
   * Lets the ResourceManager count the stopped NodeManager of node {@code i} as lost, as it does
   * when the expiry interval has passed. A test that waits for the interval instead needs a short
   * one, in which a busy machine loses nodes that are there.
   */
  public void expireNode(int i) {
    resourceManager()
        .getRMContext()
        .getDispatcher()
        .getEventHandler()
        .handle(new RMNodeEvent(nodeId(i), RMNodeEventType.EXPIRE));
  }

  /**
   * Lets the ResourceManager count the current Application Master as gone: one that does not call,
   * or one that has unregistered and does not end.
   */
  public void expireMaster(ApplicationId application) {
    RMContext context = resourceManager().getRMContext();
    context
        .getDispatcher()
        .getEventHandler()
        .handle(
            new RMAppAttemptEvent(
                context.getRMApps().get(application).getCurrentAppAttempt().getAppAttemptId(),
                RMAppAttemptEventType.EXPIRE));
  }

  /** Lets the ResourceManager count all unmanaged masters as gone. */
  void expireUnmanagedMasters() {
    for (RMApp each : resourceManager().getRMContext().getRMApps().values()) {
      if (each.getApplicationSubmissionContext().getUnmanagedAM()) {
        expireMaster(each.getApplicationId());
      }
    }
  }

  /**
   * Returns the ids of the container processes on the node as the operating system lists them.
   * Empty without /proc.
   */
  public List<String> containerPids(int i) throws IOException {
    return ContainerProcesses.pidsBelow(workDir.resolve("node" + i));
  }

  /**
   * Kills the containers' JVMs whose main class is {@code main}, such as Application Masters.
   * Returns how many there were.
   */
  public int killContainers(Class<?> main) throws IOException {
    return ContainerProcesses.killBelow(workDir, main);
  }

  /**
   * Kills the masters of MapReduce jobs. All jobs must have ended: their masters would wait five
   * seconds for clients that ask for the result.
   */
  public void endMapReduceMasters() throws IOException {
    killContainers(MRAppMaster.class);
  }

  /**
   * Returns the URL of the ResourceManager's web server. Its {@code /jmx} shows the beans of all
   * daemons.
   */
  public String webAddress() {
    return WebAppUtils.getRMWebAppURLWithScheme(conf());
  }

  /** Waits until exactly {@code count} nodes are RUNNING in the ResourceManager. */
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

  /** Stops all daemons and kills the processes of all containers. The files remain. */
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

  /** Stops all nodes in parallel, because a node may wait seconds for its applications to end. */
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

  /** Returns the directory in which the containers of node {@code i} work. */
  public File localDir(int i) {
    return new File(nodeConfs.get(i).get(YarnConfiguration.NM_LOCAL_DIRS));
  }

  /**
   * Returns the log directory of node {@code i}, with a directory for each application and
   * container.
   */
  public File logDir(int i) {
    return new File(nodeConfs.get(i).get(YarnConfiguration.NM_LOG_DIRS));
  }

  /**
   * Returns the text of a container's log file.
   *
   * @param file name of the file, such as stderr
   * @throws IOException if no node has it
   */
  public String containerLog(String container, String file) throws IOException {
    for (int i = 0; i < size(); i++) {
      try (Stream<Path> logs = Files.walk(logDir(i).toPath())) {
        Optional<Path> log = logs.filter(path -> path.endsWith(container + "/" + file)).findAny();
        if (log.isPresent()) {
          return new String(Files.readAllBytes(log.get()), StandardCharsets.UTF_8);
        }
      }
    }
    throw new IOException(container + " has no " + file);
  }
}
