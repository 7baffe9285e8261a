// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.federation;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.minicluster.cluster.FederatedCluster;
import org.yarnext.minicluster.cluster.SubClusterProcess;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.cli.Yarnext;

/**
 * Two sub-clusters of separate daemons with conf-samples/federation and short intervals. Each has
 * room for {@link #SLOTS} containers; all masters go to the first one until a test says otherwise.
 */
final class SampleFederation implements AutoCloseable {
  static final int SLOTS = 4;

  /** Settings of ZooKeeper that the sample gives for a cluster without Kerberos. */
  private static final Map<String, String> RIGHTS = new HashMap<>();

  static {
    RIGHTS.put(CommonConfigurationKeys.ZK_AUTH, "digest:yarn:federation");
    RIGHTS.put(CommonConfigurationKeys.ZK_ACL, "auth::rwcda");
  }

  private final FederatedCluster cluster;

  private SampleFederation(FederatedCluster cluster) {
    this.cluster = cluster;
  }

  /** Starts the federation and publishes a policy that divides requests evenly. */
  static SampleFederation start(String name) throws Exception {
    Map<String, String> quick = new HashMap<>();
    quick.put("yarn.federation.policies.split.policy-interval", "500ms");
    quick.put("yarn.federation.cache-ttl.secs", "1");
    quick.put("yarn.federation.state-store.heartbeat-interval-secs", "1");
    quick.put("yarn.federation.state-store.heartbeat.initial-delay", "1s");
    quick.put("yarn.federation.policies.share.interval", "500ms");
    quick.put("yarn.federation.policies.share.pause", "1s");
    quick.put("yarn.federation.policies.share.max-step", "100");
    // Shares outlive the generator, however long a busy machine takes to start a sub-cluster.
    quick.put("yarn.federation.policies.share.stale-after", "1h");
    quick.put("yarn.federation.policies.gang.interval", "200ms");
    quick.putAll(RIGHTS);
    SampleFederation federation =
        new SampleFederation(
            FederatedCluster.start(
                name, 2, queues(), Paths.get("../conf-samples/federation"), quick));
    federation.publish(1, 1);
    return federation;
  }

  /** One queue for all that runs, and one that nobody uses. */
  private static Configuration queues() {
    String root = "yarn.scheduler.capacity.root.";
    Configuration queues = new Configuration(false);
    queues.set(root + "queues", "default,idle");
    queues.set(root + "default.capacity", "60");
    queues.set(root + "default.user-limit-factor", "100");
    queues.set(root + "idle.capacity", "40");
    queues.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
    queues.set("yarn.scheduler.capacity.node-locality-delay", "-1");
    return queues;
  }

  FederatedCluster cluster() {
    return cluster;
  }

  /**
   * Masters are all in the first sub-cluster; requests are divided by these weights. The Router
   * looks for the queue as submitted, the AMRMProxy for the ResourceManager's answer.
   */
  void publish(int first, int second) {
    run(
        "set",
        "default",
        "root.default",
        "--requests",
        asks(first, second),
        "--homes",
        "sc0=1,sc1=0");
  }

  static String asks(int first, int second) {
    return "sc0=" + first + ",sc1=" + second;
  }

  /** Runs {@code yarnext federation policy} and returns what it printed. */
  String run(String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList("federation", "policy"));
    all.addAll(Arrays.asList(arguments));
    all.add("--site");
    all.add(cluster.siteFile().toString());
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Yarnext.run(
            new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(new String[0]));
    assertEquals(err.toString(), ExitCode.DONE, status);
    assertEquals("", err.toString());
    return out.toString();
  }

  ZooKeeperRecordStore gangRecords() throws IOException {
    Configuration store = new Configuration(false);
    store.set(CommonConfigurationKeys.ZK_ADDRESS, cluster.zooKeeper().address());
    RIGHTS.forEach(store::set);
    return ZooKeeperRecordStore.open(store, "/yarnext");
  }

  static long allocated(SubClusterProcess where) {
    return where.clusterMetric("containersAllocated");
  }

  /** Returns what each sub-cluster has, for messages of failures. */
  String state() {
    StringBuilder state = new StringBuilder();
    for (int i = 0; i < cluster.size(); i++) {
      SubClusterProcess each = cluster.subCluster(i);
      state.append(
          String.format(
              Locale.ROOT,
              "%s has %d allocated, %d pending (its masters requested %d, were granted %d,"
                  + " cancelled %d, moved %d); ",
              each.name(),
              allocated(each),
              each.clusterMetric("containersPending"),
              each.nodeBean("FederationSplit", "ContainersRequested"),
              each.nodeBean("FederationSplit", "ContainersGranted"),
              each.nodeBean("FederationSplit", "ContainersCancelled"),
              each.nodeBean("FederationSplit", "RequestsRelaxed")));
    }
    return state + "logs in " + cluster.workDir();
  }

  /** Stops all daemons, and checks that they leave no process. */
  @Override
  public void close() throws IOException {
    cluster.close();
    for (List<String> pids : cluster.containerPids().values()) {
      assertEquals("left running", Collections.emptyList(), pids);
    }
  }
}
