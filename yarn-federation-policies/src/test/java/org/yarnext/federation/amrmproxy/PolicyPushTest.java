// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.impl.ZookeeperFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * A policy that is published reaches all NodeManagers within one interval and the time of one
 * reading: here 400 of them before a real state store, each with its own thread, 40 to a session.
 */
public class PolicyPushTest {
  private static final int AGENTS = 400;
  private static final int SESSIONS = 10;
  private static final long INTERVAL_MS = 2_000;

  /**
   * Additional time for this machine, not for the store; besides, as much as all need for their
   * first reading, after the interval over which they spread it.
   */
  private static final long SLACK_MS = 2_000;

  /** Longest time that counts between two looks; a longer one means that the machine paused. */
  private static final long MAX_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Calls of one NodeManager: watches are set again, and the policy is read twice. */
  private static final long MAX_CALLS = 8;

  private final List<QueuePolicyReloader> watches = new ArrayList<>();

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private static SubClusterPolicyConfiguration policy(String type) {
    return SubClusterPolicyConfiguration.newInstance("q", type, ByteBuffer.allocate(300));
  }

  private static void publish(FederationStateStore store, String type) throws Exception {
    store.setPolicyConfiguration(SetSubClusterPolicyConfigurationRequest.newInstance(policy(type)));
  }

  /** Some that agents share, so that this process is not one of hundreds of sessions. */
  private List<QueuePolicyReloader.Connector> connectors() throws Exception {
    Configuration conf = new Configuration(zooKeeper.conf());
    conf.set(
        YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS,
        ZookeeperFederationStateStore.class.getName());
    List<QueuePolicyReloader.Connector> connectors = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      QueuePolicyReloader.PolicySource notes =
          ZooKeeperPolicySource.connector(FederationConfiguration.read(conf), conf).open();
      connectors.add(() -> notes);
    }
    return connectors;
  }

  @Test
  public void policyReachesEachNodeManagerWithinAnInterval() throws Exception {
    List<ZookeeperFederationStateStore> stores = new ArrayList<>();
    try {
      for (int i = 0; i < SESSIONS; i++) {
        stores.add(new ZookeeperFederationStateStore());
        stores.get(i).init(zooKeeper.conf());
      }
      publish(stores.get(0), "first");
      List<QueuePolicyReloader.Connector> connectors = connectors();
      List<QueuePolicyReloader.PolicyWatch> agents = new ArrayList<>();
      final long startNanos = System.nanoTime();
      for (int i = 0; i < AGENTS; i++) {
        QueuePolicyReloader watch =
            new QueuePolicyReloader(INTERVAL_MS, connectors.get(i % SESSIONS));
        watches.add(watch);
        agents.add(watch.watch(stores.get(i % SESSIONS), policy("first"), "a"));
      }
      for (QueuePolicyReloader watch : watches) {
        while (!watch.isUpToDate()) {
          TimeUnit.MILLISECONDS.sleep(10);
        }
      }
      final long calls = zooKeeper.calls();
      long published = System.nanoTime();
      long firstMs = TimeUnit.NANOSECONDS.toMillis(published - startNanos);
      long maxMs = INTERVAL_MS + SLACK_MS + Math.max(0, firstMs - INTERVAL_MS);
      publish(stores.get(0), "second");
      long lastMs = 0;
      long ranNanos = 0;
      long lookNanos = published;
      for (QueuePolicyReloader.PolicyWatch agent : agents) {
        while (!agent.latest().getType().equals("second") && lastMs < maxMs) {
          TimeUnit.MILLISECONDS.sleep(1);
          long nowNanos = System.nanoTime();
          ranNanos += Math.min(MAX_LOOK_NANOS, nowNanos - lookNanos);
          lookNanos = nowNanos;
          lastMs = TimeUnit.NANOSECONDS.toMillis(ranNanos);
        }
      }
      assertTrue("the last has it after " + lastMs + " of " + maxMs + " ms", lastMs < maxMs);
      long each = (zooKeeper.calls() - calls) / AGENTS;
      assertTrue("calls to ZooKeeper for one publication: " + each, each <= MAX_CALLS);
    } finally {
      watches.forEach(QueuePolicyReloader::stop);
      for (ZookeeperFederationStateStore store : stores) {
        store.close();
      }
    }
  }
}
