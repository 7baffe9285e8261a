// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.federation.store.impl.ZookeeperFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.control.PolicyPublicationStore;
import org.yarnext.federation.store.StoreClock;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/**
 * A source of published and staged policies in ZooKeeper. It watches them over one connection,
 * including policies that YARN's own tools write to a ZooKeeper state store. Thread-safe.
 */
final class ZooKeeperPolicySource implements QueuePolicyReloader.PolicySource {
  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperPolicySource.class);

  /** Path below the parent path; a private constant of ZookeeperFederationStateStore (3.4.2). */
  private static final String POLICIES = "/policies/";

  /**
   * Path below the parent path; YARN writes a sub-cluster's node there at each of its heartbeats.
   */
  private static final String MEMBERSHIPS = "/memberships/";

  private final ZooKeeperRecordStore records;
  private final PolicyPublicationStore policies;
  private final boolean isStaging;

  /** Parent path of the state store, or null if the state store is not in ZooKeeper. */
  private final String storePath;

  private final long cacheMs;

  private ZooKeeperPolicySource(
      ZooKeeperRecordStore records, boolean isStaging, String storePath, long cacheMs) {
    this.records = records;
    this.policies = new PolicyPublicationStore(records);
    this.isStaging = isStaging;
    this.storePath = storePath;
    this.cacheMs = cacheMs;
  }

  /**
   * Returns a connector, or null if ZooKeeper is not configured or cannot be opened; the latter is
   * logged.
   */
  static QueuePolicyReloader.Connector connector(FederationConfiguration keys, Configuration conf) {
    Configuration own = new Configuration(conf); // hooks are kept in a weak map by configuration
    QueuePolicyReloader.Connector connector = () -> open(keys, own);
    if (conf.get(CommonConfigurationKeys.ZK_ADDRESS) == null && !keys.isStaging()) {
      return null;
    }
    try {
      connector.open().close(); // checks the configuration; does not wait for the connection
      return connector;
    } catch (IOException e) {
      LOG.error(
          "New policies reach running applications within five minutes, and staged ones never: {}",
          e.getMessage());
      return null;
    }
  }

  private static ZooKeeperPolicySource open(FederationConfiguration keys, Configuration conf)
      throws IOException {
    boolean isStoreThere =
        ZookeeperFederationStateStore.class
            .getName()
            .equals(conf.get(YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS));
    return new ZooKeeperPolicySource(
        ZooKeeperRecordStore.open(conf, keys.storePath()),
        keys.isStaging(),
        isStoreThere
            ? conf.get(
                YarnConfiguration.FEDERATION_STATESTORE_ZK_PARENT_PATH,
                YarnConfiguration.DEFAULT_FEDERATION_STATESTORE_ZK_PARENT_PATH)
            : null,
        SplitHook.cacheMs(conf));
  }

  @Override
  public boolean isConnected() {
    return records.isConnected();
  }

  @Override
  public boolean watch(String subCluster, String queue, long sinceMs, Runnable changed)
      throws IOException {
    List<Stat> changes = new ArrayList<>();
    changes.add(policies.watchPublished(queue, changed));
    Stat staged = isStaging ? policies.watchStaged(subCluster, queue, changed) : null;
    if (storePath == null) {
      return false;
    }
    changes.add(records.watch(storePath + POLICIES + queue, changed));
    Stat heartbeat = records.lastChange(storePath + MEMBERSHIPS + subCluster);
    return heartbeat != null
        && staged == null
        && changes.stream()
            .allMatch(
                each -> each == null || StoreClock.isEarlier(each, heartbeat, cacheMs + sinceMs));
  }

  @Override
  public SubClusterPolicyConfiguration staged(String subCluster, String queue) throws IOException {
    return isStaging ? policies.staged(subCluster, queue) : null;
  }

  @Override
  public void close() {
    records.close();
  }
}
