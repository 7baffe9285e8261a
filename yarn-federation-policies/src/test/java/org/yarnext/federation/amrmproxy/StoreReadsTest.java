// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyUtils;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.FederationAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.policies.manager.WeightedLocalityPolicyManager;
import org.apache.hadoop.yarn.server.federation.store.impl.ZookeeperFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPoliciesConfigurationsRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPoliciesConfigurationsResponse;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationResponse;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.SubClusterRecords;
import org.yarnext.federation.amrmproxy.subcluster.ActiveSubClusterCache;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * Counts the reads from the state store of one NodeManager in an hour, with stock's policy and with
 * ours: 12 masters in three queues register in its first minute, and ask every ten seconds. YARN's
 * own store and facade, whose cache is emptied as often as it expires by default.
 */
public class StoreReadsTest {
  private static final int STEP_SECONDS = 10;
  private static final int HOUR_SECONDS = 3_600;
  private static final String[] QUEUES = {"p", "q", "r"};
  private static final int MASTERS = 12;
  private static final SubClusterId HOME = SubClusterId.newInstance("a");

  /** Time within which the first pass follows the start of the masters here, in ms. */
  private static final long FIRST_PASS_MS = 3_000;

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final Counted store = new Counted();
  private Configuration conf;
  private FederationStateStoreFacade facade;

  /** YARN's own store, which counts calls. */
  private static final class Counted extends ZookeeperFederationStateStore {
    int policyReads;
    int subClusterReads;

    @Override
    public GetSubClusterPolicyConfigurationResponse getPolicyConfiguration(
        GetSubClusterPolicyConfigurationRequest request) throws YarnException {
      policyReads++;
      return super.getPolicyConfiguration(request);
    }

    @Override
    public GetSubClusterPoliciesConfigurationsResponse getPoliciesConfigurations(
        GetSubClusterPoliciesConfigurationsRequest request) throws YarnException {
      policyReads++;
      return super.getPoliciesConfigurations(request);
    }

    @Override
    public GetSubClustersInfoResponse getSubClusters(GetSubClustersInfoRequest request)
        throws YarnException {
      subClusterReads++;
      return super.getSubClusters(request);
    }
  }

  @Before
  public void twoSubClustersAndAPolicyForEachQueue() throws Exception {
    conf = new YarnConfiguration(zooKeeper.conf());
    conf.set(
        YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS,
        ZookeeperFederationStateStore.class.getName());
    conf.setInt(CommonConfigurationKeys.ZK_NUM_RETRIES, 3);
    store.init(conf);
    Map<SubClusterIdInfo, Float> weights = new HashMap<>();
    for (String name : new String[] {"a", "b"}) {
      register(name);
      weights.put(new SubClusterIdInfo(name), 1f);
    }
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    info.setRouterPolicyWeights(weights);
    info.setAMRMPolicyWeights(weights);
    info.setHeadroomAlpha(0);
    for (String queue : QUEUES) {
      WeightedLocalityPolicyManager manager = new WeightedLocalityPolicyManager();
      manager.setQueue(queue);
      manager.setWeightedPolicyInfo(info);
      store.setPolicyConfiguration(
          SetSubClusterPolicyConfigurationRequest.newInstance(manager.serializeConf()));
    }
    facade = FederationStateStoreFacade.getInstance(conf);
    facade.reinitialize(store, conf);
  }

  private void register(String name) throws Exception {
    SubClusterRecords.register(store, name);
  }

  @After
  public void close() throws Exception {
    facade.reinitialize(store, new Configuration(false)); // later tests give it theirs
    store.close();
  }

  /** An action at a moment of the hour. */
  private interface Step {
    void at(int seconds) throws Exception;
  }

  private void hour(Step step) throws Exception {
    store.policyReads = 0;
    store.subClusterReads = 0;
    for (int seconds = 0; seconds < HOUR_SECONDS; seconds += STEP_SECONDS) {
      if (seconds % YarnConfiguration.DEFAULT_FEDERATION_CACHE_TIME_TO_LIVE_SECS == 0) {
        facade.reinitialize(store, conf);
      }
      step.at(seconds);
    }
  }

  private static String queue(int master) {
    return QUEUES[master % QUEUES.length];
  }

  private static List<ResourceRequest> requests(int seconds) {
    return Collections.singletonList(
        ResourceRequest.newBuilder()
            .priority(Priority.newInstance(1))
            .resourceName(ResourceRequest.ANY)
            .capability(Resource.newInstance(1_024, 1))
            .numContainers(1 + seconds % 7)
            .build());
  }

  private void anHourOfStock() throws Exception {
    List<FederationAMRMProxyPolicy> masters = new ArrayList<>();
    hour(
        seconds -> {
          for (int i = masters.size(); i < MASTERS && i <= seconds / 5; i++) {
            masters.add(FederationPolicyUtils.loadAMRMPolicy(queue(i), null, conf, facade, HOME));
          }
          for (FederationAMRMProxyPolicy master : masters) {
            assertTrue(
                master.splitResourceRequests(requests(seconds), Collections.emptySet()).size() > 0);
          }
        });
  }

  private void anHourOfOurs(Configuration notes) throws Exception {
    AtomicLong nanos = new AtomicLong();
    QueuePolicyReloader policies =
        new QueuePolicyReloader(
            TimeUnit.HOURS.toMillis(1), // before which the test ends its own passes
            ZooKeeperPolicySource.connector(FederationConfiguration.read(notes), notes));
    ActiveSubClusterCache subClusters =
        new ActiveSubClusterCache(
            policies::isIdle,
            TimeUnit.SECONDS.toMillis(YarnConfiguration.DEFAULT_FEDERATION_CACHE_TIME_TO_LIVE_SECS),
            nanos::get);
    subClusters.reading().close(); // the test is their clock
    List<QueuePolicyReloader.PolicyWatch> masters = new ArrayList<>();
    try {
      hour(
          seconds -> {
            nanos.set(TimeUnit.SECONDS.toNanos(seconds));
            for (int i = masters.size(); i < MASTERS && i <= seconds / 5; i++) {
              subClusters.watch(() -> facade.getSubClusters(true).keySet());
              masters.add( // stock loads it for us, too
                  policies.watch(
                      store,
                      FederationPolicyUtils.loadPolicyConfiguration(queue(i), conf, facade),
                      HOME.getId()));
            }
            policies.reading().close();
            policies.reload();
            subClusters.readIfNeeded();
          });
    } finally {
      policies.stop();
    }
    assertEquals(MASTERS, masters.size());
    assertEquals(2, subClusters.active().size());
  }

  @Test
  public void storeIsReadNoMoreOftenThanByStock() throws Exception {
    anHourOfStock();
    int stocks = store.policyReads + store.subClusterReads;
    assertEquals("once each time the cache has expired", 12, store.subClusterReads);
    assertEquals("of all queues, as the masters register", 1, store.policyReads);
    anHourOfOurs(conf);
    assertEquals(8, store.subClusterReads);
    assertEquals("each queue's once more", 1 + QUEUES.length, store.policyReads);
    assertTrue(store.policyReads + store.subClusterReads <= stocks);
  }

  @Test
  public void policyOlderThanTheCacheIsNotReadAgain() throws Exception {
    Configuration impatient = new Configuration(conf);
    impatient.setInt(YarnConfiguration.FEDERATION_CACHE_TIME_TO_LIVE_SECS, 0); // all is older
    String policies = YarnConfiguration.DEFAULT_FEDERATION_STATESTORE_ZK_PARENT_PATH + "/policies/";
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      long lastMs = records.lastChange(policies + QUEUES[QUEUES.length - 1]).getMtime();
      while (records.lastChange(policies.replace("policies/", "memberships/a")).getMtime()
          <= lastMs + FIRST_PASS_MS) {
        TimeUnit.MILLISECONDS.sleep(50);
        register("a");
      }
    }
    anHourOfOurs(impatient);
    assertEquals("by stock, as the masters register", 1, store.policyReads);
  }
}
