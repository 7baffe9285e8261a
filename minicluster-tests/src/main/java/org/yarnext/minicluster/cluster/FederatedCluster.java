// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.failover.FederationRMFailoverProxyProvider;
import org.apache.hadoop.yarn.server.federation.store.impl.ZookeeperFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoRequest;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.globalpolicygenerator.GlobalPolicyGenerator;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.FederationInterceptor;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.apache.hadoop.yarn.server.router.Router;
import org.apache.hadoop.yarn.server.router.clientrm.FederationClientInterceptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.ContainerClassPath;
import org.yarnext.minicluster.process.DaemonProcess;
import org.yarnext.minicluster.process.FreePorts;
import org.yarnext.minicluster.process.ZooKeeperNode;

/**
 * A YARN federation on this machine: sub-clusters, a Router and the ZooKeeper server of the state
 * store, each in its own process. Clients see one cluster. Not thread-safe.
 */
public final class FederatedCluster implements AutoCloseable {
  /**
   * Time without an answer after which an application counts a sub-cluster as lost, in ms. Stock
   * asks sub-clusters whenever the master calls its node, so a master that a busy machine keeps
   * from calling for as long loses them all.
   */
  public static final long SUB_CLUSTER_TIMEOUT_MS = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(FederatedCluster.class);
  private static final int ROUTER_HEAP_MB = 256;
  private static final String HOST = "127.0.0.1";
  private static final long STATE_TIMEOUT_MS = 120_000;
  private static final int NODE_MB = 2_048;

  private final Path workDir;
  private final ZooKeeperNode zooKeeper;
  private final Configuration site;
  private final List<SubClusterProcess> subClusters = new ArrayList<>();
  private final ZookeeperFederationStateStore store = new ZookeeperFederationStateStore();
  private final String routerAddress = HOST + ":" + FreePorts.on(HOST);
  private final String routerWebAddress = HOST + ":" + FreePorts.on(HOST);
  private DaemonProcess router;
  private DaemonProcess generator;
  private String generatorAddress;

  private FederatedCluster(Path workDir, ZooKeeperNode zooKeeper, Configuration site) {
    this.workDir = workDir;
    this.zooKeeper = zooKeeper;
    this.site = site;
  }

  /**
   * Starts sub-clusters {@code sc0}, {@code sc1} and so on, with one node of 2,048 MB each, and a
   * Router. Returns once the Router answers and all sub-clusters are active.
   *
   * @param queues a configuration of the CapacityScheduler for all sub-clusters
   * @param sample a directory of conf-samples, which all daemons use in its switched-on form, with
   *     staging of policies on
   * @param extra settings of all daemons, which override the sample's
   */
  public static FederatedCluster start(
      String name, int subClusters, Configuration queues, Path sample, Map<String, String> extra)
      throws IOException {
    return start(name, Collections.nCopies(subClusters, NODE_MB), queues, sample, extra);
  }

  /**
   * Starts sub-clusters with nodes of different sizes.
   *
   * @param nodesMb memory of the node of each sub-cluster, in MB
   */
  public static FederatedCluster start(
      String name,
      List<Integer> nodesMb,
      Configuration queues,
      Path sample,
      Map<String, String> extra)
      throws IOException {
    int subClusters = nodesMb.size();
    Path base = Files.createDirectories(new File("target", "clusters").toPath().toAbsolutePath());
    Path workDir = Files.createTempDirectory(base, name + "-").toRealPath();
    ZooKeeperNode zooKeeper = ZooKeeperNode.start(workDir.resolve("zookeeper"));
    Configuration site = site(zooKeeper, workDir, subClusters);
    Configuration sampled = new Configuration(false);
    ClusterSettings.addSwitchedOn(sample, "yarn-site", sampled);
    sampled.set("yarn.federation.policies.split.staging", "true");
    sampled.set("yarn.federation.state-store.heartbeat.initial-delay", "5s");
    sampled.forEach(property -> site.set(property.getKey(), property.getValue()));
    extra.forEach(site::set);
    FederatedCluster cluster = new FederatedCluster(workDir, zooKeeper, site);
    try {
      cluster.store.init(site);
      // Commands in this JVM use the singleton, which may still point to an earlier cluster's
      // store.
      FederationStateStoreFacade.getInstance(site).reinitialize(cluster.store, site);
      for (int i = 0; i < subClusters; i++) {
        cluster.subClusters.add(
            new SubClusterProcess(
                "sc" + i, i, nodesMb.get(i), workDir.resolve("sc" + i), cluster.siteOf(i), queues));
        cluster.subClusters.get(i).start();
      }
      cluster.startRouter();
      cluster.subClusters.forEach(SubClusterProcess::awaitReady);
      cluster.router.await(() -> FreePorts.isTaken(cluster.routerAddress));
      cluster.awaitActive(subClusters);
      return cluster;
    } catch (YarnException e) {
      cluster.close();
      throw new IOException(e);
    } catch (IOException | RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  private static Configuration site(ZooKeeperNode zooKeeper, Path workDir, int subClusters)
      throws IOException {
    List<String> machines = new ArrayList<>();
    for (int i = 0; i < subClusters; i++) {
      machines.add(FreePorts.hostOfNode(i) + ", sc" + i + ", /default-rack");
    }
    Path machineList = Files.write(workDir.resolve("machine-list"), machines, UTF_8);
    Configuration site = new Configuration(false);
    site.setBoolean(YarnConfiguration.FEDERATION_ENABLED, true);
    site.set(
        YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS,
        ZookeeperFederationStateStore.class.getName());
    site.set(CommonConfigurationKeys.ZK_ADDRESS, zooKeeper.address());
    site.set(YarnConfiguration.FEDERATION_MACHINE_LIST, machineList.toString());
    site.set(
        YarnConfiguration.CLIENT_FAILOVER_PROXY_PROVIDER,
        FederationRMFailoverProxyProvider.class.getName());
    site.setBoolean(CommonConfigurationKeysPublic.HADOOP_PROMETHEUS_ENABLED, true);
    site.setBoolean(YarnConfiguration.AMRM_PROXY_ENABLED, true);
    site.set(
        YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE,
        FederationInterceptor.class.getName());
    site.set(
        YarnConfiguration.ROUTER_CLIENTRM_INTERCEPTOR_CLASS_PIPELINE,
        FederationClientInterceptor.class.getName());
    // Shortens intervals and timeouts from minutes to seconds.
    site.setInt(YarnConfiguration.FEDERATION_STATESTORE_HEARTBEAT_INTERVAL_SECS, 1);
    site.set(YarnConfiguration.FEDERATION_STATESTORE_HEARTBEAT_INITIAL_DELAY, "1s");
    site.setInt(YarnConfiguration.FEDERATION_CACHE_TIME_TO_LIVE_SECS, 1);
    site.setLong(YarnConfiguration.FEDERATION_AMRMPROXY_SUBCLUSTER_TIMEOUT, SUB_CLUSTER_TIMEOUT_MS);
    site.setLong(YarnConfiguration.FEDERATION_AMRMPROXY_HB_MAX_WAIT_MS, 500);
    site.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 300);
    site.setLong(YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_BASE_MS, 200);
    site.setLong(YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_MAX_MS, 1_000);
    site.setInt("yarn.resourcemanager.work-preserving-recovery.scheduling-wait-ms", 100);
    return site;
  }

  private Configuration siteOf(int subCluster) {
    Configuration own = new Configuration(site);
    own.set(YarnConfiguration.RM_CLUSTER_ID, "sc" + subCluster);
    // Without different epochs, the ResourceManagers would give containers of one application the
    // same ids.
    own.setLong(YarnConfiguration.RM_EPOCH, 1_000L * subCluster);
    own.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
    own.set(YarnConfiguration.RM_STORE, FileSystemRMStateStore.class.getName());
    own.set(
        YarnConfiguration.FS_RM_STATE_STORE_URI,
        workDir.resolve("sc" + subCluster).resolve("rm-state").toUri().toString());
    return own;
  }

  private void startRouter() throws IOException {
    Configuration own = new Configuration(site);
    own.set("hadoop.tmp.dir", workDir.resolve("router").resolve("tmp").toString());
    own.set(YarnConfiguration.ROUTER_CLIENTRM_ADDRESS, routerAddress);
    own.set(YarnConfiguration.ROUTER_RMADMIN_ADDRESS, HOST + ":" + FreePorts.on(HOST));
    own.set(YarnConfiguration.ROUTER_WEBAPP_ADDRESS, routerWebAddress);
    router = new DaemonProcess("router", workDir.resolve("router"), ROUTER_HEAP_MB);
    router.configure("yarn-site.xml", own);
    router.start(Router.class);
  }

  /** Starts a Global Policy Generator. Returns once its web server answers. */
  public void startGlobalPolicyGenerator() throws IOException {
    generatorAddress = HOST + ":" + FreePorts.on(HOST);
    Path dir = workDir.resolve("gpg");
    Configuration own = new Configuration(site);
    own.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    own.set(YarnConfiguration.GPG_WEBAPP_ADDRESS, generatorAddress);
    own.set(YarnConfiguration.FEDERATION_REGISTRY_BASE_KEY, dir.resolve("registry") + "/");
    generator = new DaemonProcess("gpg", dir, ROUTER_HEAP_MB);
    generator.configure("yarn-site.xml", own);
    generator.start(GlobalPolicyGenerator.class);
    generator.await(() -> FreePorts.isTaken(generatorAddress));
  }

  /** Returns a number from the generator's /jmx, or 0 if there is none or it does not answer. */
  public long generatorBean(String bean, String metric) {
    return SubClusterProcess.bean(generatorAddress, bean, metric);
  }

  /** Returns the response time of the Router's web server, in ms. */
  public double routerAnswerMs(String path) throws IOException {
    return SubClusterProcess.answerMs("http://" + routerWebAddress + path);
  }

  /** Kills the Global Policy Generator without warning. Another one may be started. */
  public void killGlobalPolicyGenerator() {
    generator.close();
    generator = null;
  }

  /** Waits until exactly {@code count} sub-clusters are active in the state store. */
  public void awaitActive(int count) {
    Await.until(
        () -> count + " active sub-clusters",
        STATE_TIMEOUT_MS,
        () ->
            store
                    .getSubClusters(GetSubClustersInfoRequest.newInstance(true))
                    .getSubClusters()
                    .size()
                == count);
  }

  public SubClusterProcess subCluster(int i) {
    return subClusters.get(i);
  }

  public int size() {
    return subClusters.size();
  }

  /** Returns the ZooKeeper server of the state store. */
  public ZooKeeperNode zooKeeper() {
    return zooKeeper;
  }

  /** Returns the Router's yarn-site.xml. */
  public Path siteFile() {
    return workDir.resolve("router").resolve("conf").resolve("yarn-site.xml");
  }

  /** Returns the directory of all files of the federation. */
  public Path workDir() {
    return workDir;
  }

  /** Returns a new configuration for clients, whose ResourceManager is the Router. */
  public Configuration conf() throws IOException {
    Configuration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_ADDRESS, routerAddress);
    conf.set("hadoop.tmp.dir", workDir.resolve("client-tmp").toString());
    String classPath = ContainerClassPath.jar().toString();
    conf.set(YarnConfiguration.YARN_APPLICATION_CLASSPATH, classPath);
    conf.set("mapreduce.application.classpath", classPath);
    conf.setLong(YarnConfiguration.CLIENT_NM_CONNECT_MAX_WAIT_MS, 3_000);
    // Masters call the AMRMProxy of their node, which is back within seconds of a restart.
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 300);
    return conf;
  }

  /**
   * Returns a new configuration for Application Masters, which call the AMRMProxy of their node.
   */
  public Configuration masterConf() throws IOException {
    Configuration conf = conf();
    conf.set(
        YarnConfiguration.RM_SCHEDULER_ADDRESS,
        "${env." + EmbeddedNodeManager.PROXY_VARIABLE + "}");
    return conf;
  }

  /** Returns the process ids of running containers, by sub-cluster. */
  public Map<String, List<String>> containerPids() throws IOException {
    Map<String, List<String>> pids = new LinkedHashMap<>();
    for (SubClusterProcess each : subClusters) {
      pids.put(each.name(), each.containerPids());
    }
    return pids;
  }

  /** Kills all daemons and the processes of all containers. The files remain. */
  @Override
  public void close() {
    subClusters.forEach(SubClusterProcess::close);
    for (DaemonProcess daemon : new DaemonProcess[] {router, generator}) {
      if (daemon != null) {
        daemon.close();
      }
    }
    try {
      store.close();
    } catch (Exception e) {
      LOG.warn("The client of the state store did not close", e);
    }
    zooKeeper.close();
  }
}
