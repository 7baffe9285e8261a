// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.benchmarks.daemons.cluster.DaemonCluster;
import org.yarnext.benchmarks.daemons.cluster.LaterBuild;
import org.yarnext.benchmarks.daemons.cluster.StockHadoop;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.FreePorts;
import org.yarnext.minicluster.process.ZooKeeperNode;

/**
 * Turns two plain clusters of separate daemons into a federation with policies and shares, with the
 * commands and in the order of the documentation; runs a job over both; and restores the plain
 * clusters.
 */
final class DaemonsFederation {
  private static final String HOST = "127.0.0.1";
  private static final String SUB_CLUSTERS = "east,west";
  private static final int EAST_NODES = 2;
  private static final int WEST_NODES = 1;
  private static final int STATE_MS = 60_000;

  /** Job setting with which a master registers at the AMRMProxy of its node. */
  static final String PROXIED =
      YarnConfiguration.RM_SCHEDULER_ADDRESS + "=${env." + DaemonCluster.PROXY + "}";

  private static final String ROUTER = "org.apache.hadoop.yarn.server.router.Router";
  private static final String GENERATOR =
      "org.apache.hadoop.yarn.server.globalpolicygenerator.GlobalPolicyGenerator";
  private static final String SHARES = "FederationShares";

  private static final String ROLES = "resourcemanager,nodemanager,router,gateway";

  private final DaemonsDemo demo;
  private final Path out;

  /** Null unless requested. */
  private FederationUpgrade upgrade;

  DaemonsFederation(DaemonsDemo demo) {
    this.demo = demo;
    this.out = demo.options.out;
  }

  void run() throws Exception {
    demo.makeHadoop();
    if (demo.options.upgrade) {
      demo.steps.run(
          "a second build, and a Hadoop home with it",
          15,
          () -> {
            upgrade = new FederationUpgrade(demo, ROLES);
            return "version " + LaterBuild.VERSION;
          });
    }
    try (ZooKeeperNode zooKeeper = ZooKeeperNode.start(out.resolve("zookeeper"));
        DaemonCluster east = plain("east", 0, EAST_NODES);
        DaemonCluster west = plain("west", EAST_NODES, WEST_NODES)) {
      run(zooKeeper, east, west);
    }
  }

  /** Creates a plain cluster whose operator has set a ZooKeeper password. */
  private DaemonCluster plain(String name, int firstHost, int nodes) throws IOException {
    DaemonCluster cluster = new DaemonCluster(out.resolve(name), demo.hadoop, firstHost, nodes);
    Path password = Files.write(out.resolve("zk-auth.txt"), "digest:yarn:demo".getBytes(UTF_8));
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    cluster.set("hadoop.zk.auth", "@" + password);
    cluster.set("hadoop.zk.acl", "auth::rwcda");
    cluster.set(YarnConfiguration.FEDERATION_STATESTORE_HEARTBEAT_INITIAL_DELAY, "5s");
    if (upgrade != null) { // starting a daemon again takes long on a slow machine
      cluster.set(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "300000");
    }
    return cluster;
  }

  private void run(ZooKeeperNode node, DaemonCluster east, DaemonCluster west) throws Exception {
    String zooKeeper = node.address();
    String router = HOST + ":" + FreePorts.on(HOST);
    String routerWeb = HOST + ":" + FreePorts.on(HOST);
    String generatorWeb = HOST + ":" + FreePorts.on(HOST);
    for (DaemonCluster each : new DaemonCluster[] {east, west}) {
      each.set(YarnConfiguration.ROUTER_CLIENTRM_ADDRESS, router);
      each.set(YarnConfiguration.ROUTER_RMADMIN_ADDRESS, HOST + ":" + FreePorts.on(HOST));
      each.set(YarnConfiguration.ROUTER_WEBAPP_ADDRESS, routerWeb);
      each.set(YarnConfiguration.GPG_WEBAPP_ADDRESS, generatorWeb);
      each.set(YarnConfiguration.FEDERATION_REGISTRY_BASE_KEY, out.resolve("registry") + "/");
    }
    Map<String, String> homeBefore = StockHadoop.tree(demo.hadoop.home());
    Map<String, String> eastBefore = StockHadoop.tree(east.conf());
    Map<String, String> westBefore = StockHadoop.tree(west.conf());
    demo.command(4, "install", "--hadoop-home", demo.hadoop.home().toString(), "--role", ROLES);
    configureHost(
        east,
        "router-conf",
        "--mode",
        "on",
        "--sub-clusters",
        SUB_CLUSTERS,
        "--zookeeper",
        zooKeeper,
        "--role",
        "router");
    configureHost(east, "gateway-conf", "--role", "gateway", "--router", router);
    configure(east, "east", zooKeeper);
    configure(west, "west", zooKeeper);
    demo.doctor("doctor, east", 4, east.conf());
    demo.doctor("doctor, west", 4, west.conf());
    east.add("router", out.resolve("router-conf"), ROUTER, routerWeb);
    east.add("gpg", out.resolve("router-conf"), GENERATOR, generatorWeb);
    start(east, west);
    demo.command(
        3,
        "federation",
        "policy",
        "set",
        "*",
        "--requests",
        "east=1,west=1",
        "--site",
        out.resolve("router-conf/yarn-site.xml").toString());
    startNodes(east, west);
    demo.doctor("doctor, running daemons of east", 5, east.conf(), "--live");
    demo.doctor("doctor, running daemons of west", 5, west.conf(), "--live");
    load(node, east, west);
    demo.end(east);
    demo.end(west);
    restore(east, west);
    demo.compare(homeBefore, eastBefore, east.conf());
    demo.compare(homeBefore, westBefore, west.conf());
  }

  /** Removes the features from the clusters' configurations, and the pack from Hadoop. */
  private void restore(DaemonCluster... clusters) throws Exception {
    for (DaemonCluster each : clusters) {
      demo.command(3, "configure", "--from", each.conf().toString(), "--in-place", "--disable");
    }
    demo.command(2, "uninstall", "--hadoop-home", demo.hadoop.home().toString());
  }

  /** Runs jobs: with faults if they are requested, otherwise one and its explanation. */
  private void load(ZooKeeperNode node, DaemonCluster east, DaemonCluster west) throws Exception {
    if (demo.options.kills > 0) {
      try (DaemonFaultInjector faults =
          DaemonFaultInjector.of(demo, out.resolve("gateway-conf"), node, east, west)) {
        demo.progress.say(faults.run());
      }
      demo.steps.run("shares of queues", 10, () -> shares(east, west));
    } else if (upgrade != null) {
      upgrade.run(out.resolve("gateway-conf"), east, west);
    } else {
      try (PrometheusMonitor monitor = PrometheusMonitor.of(demo, east, west)) {
        demo.wordCount(
            east,
            out.resolve("gateway-conf"),
            PROXIED,
            "mapreduce.job.num-opportunistic-maps-percent=50");
        PrometheusMonitor.check(demo, monitor, "tez|mercury_promotion");
      }
      demo.steps.run("containers", 1, () -> containers(east, west));
      demo.steps.run("shares of queues", 10, () -> shares(east, west));
      DaemonCluster home = east.applications().size() > 0 ? east : west;
      demo.explain("--daemon", east.webAddresses() + "," + west.webAddresses(), home);
      demo.hold(east);
      demo.hold(west);
    }
  }

  /** Writes the configuration of a host outside the clusters, from that of a cluster. */
  private void configureHost(DaemonCluster from, String directory, String... options)
      throws Exception {
    List<String> command = new ArrayList<>();
    Collections.addAll(command, "configure", "--from", from.conf().toString());
    Collections.addAll(command, "--to", out.resolve(directory).toString());
    Collections.addAll(command, "--enable", "federation");
    Collections.addAll(command, options);
    demo.command(4, command.toArray(new String[0]));
  }

  private void configure(DaemonCluster cluster, String id, String zooKeeper) throws Exception {
    demo.command(
        4,
        "configure",
        "--from",
        cluster.conf().toString(),
        "--in-place",
        "--enable",
        DaemonsDemo.FEATURES + ",federation",
        "--mode",
        "on",
        "--sub-clusters",
        SUB_CLUSTERS,
        "--sub-cluster",
        id,
        "--zookeeper",
        zooKeeper);
  }

  private void start(DaemonCluster east, DaemonCluster west) throws Exception {
    demo.steps.run(
        "ResourceManagers start, then the Router",
        40,
        () -> {
          // One after the other: stock's store fails if two create its directories at once.
          east.start("rm");
          east.awaitAnswer("rm");
          west.start("rm");
          west.awaitAnswer("rm");
          east.start("router");
          east.awaitAnswer("router");
          awaitNodes(east, 0);
          return "http://" + east.web("router");
        });
  }

  private void startNodes(DaemonCluster east, DaemonCluster west) throws Exception {
    demo.steps.run(
        "NodeManagers, the JobHistoryServer and the Global Policy Generator start",
        30,
        () -> {
          east.start();
          west.start();
          east.awaitReady();
          west.awaitReady();
          awaitNodes(east, EAST_NODES + WEST_NODES);
          return "the Router sees " + (EAST_NODES + WEST_NODES) + " nodes";
        });
  }

  /** Waits until the Router's sum over all sub-clusters shows the given number of nodes. */
  private static void awaitNodes(DaemonCluster east, int nodes) {
    Await.until(
        "the Router to see " + nodes + " nodes",
        STATE_MS,
        () -> east.clusterMetric("router", "activeNodes") == nodes);
  }

  /** Waits until both ResourceManagers have recent shares of the Global Policy Generator. */
  private static String shares(DaemonCluster east, DaemonCluster west) {
    Await.until(
        "shares in both ResourceManagers", STATE_MS, () -> hasShares(east) && hasShares(west));
    long ignored = east.metric("gpg", SHARES, "SubClustersIgnored");
    if (ignored > 0) {
      throw new IllegalStateException("Sub-clusters without a usable report: " + ignored);
    }
    return "published " + east.metric("rm", SHARES, "ShareAgeMillis") + " ms ago";
  }

  private static boolean hasShares(DaemonCluster cluster) {
    long ageMs = cluster.metric("rm", SHARES, "ShareAgeMillis");
    return ageMs > 0 && ageMs < STATE_MS;
  }

  private static String containers(DaemonCluster east, DaemonCluster west) {
    long ofEast = east.nodeMetric("NodeManagerMetrics", "ContainersLaunched");
    long ofWest = west.nodeMetric("NodeManagerMetrics", "ContainersLaunched");
    if (ofEast == 0 || ofWest == 0) {
      throw new IllegalStateException("Launched in east: " + ofEast + ", in west: " + ofWest);
    }
    return ofEast + " in east, " + ofWest + " in west";
  }
}
