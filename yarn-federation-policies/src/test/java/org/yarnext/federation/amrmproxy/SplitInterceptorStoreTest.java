// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.AbstractDNSToSwitchMapping;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.exceptions.ApplicationMasterNotRegisteredException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyInitializationContext;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.FederationAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.RejectAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.policies.manager.UniformBroadcastPolicyManager;
import org.apache.hadoop.yarn.server.federation.policies.manager.WeightedLocalityPolicyManager;
import org.apache.hadoop.yarn.server.federation.resolver.SubClusterResolver;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterRegisterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AbstractRequestInterceptor;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.FederationInterceptor;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.apache.hadoop.yarn.util.ReadRacks;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.mockito.stubbing.Answer;
import org.yarnext.common.decision.DecisionBuffer;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.amrmproxy.subcluster.ActiveSubClusterCache;
import org.yarnext.federation.control.PolicyParameters;
import org.yarnext.federation.control.PolicyPublisher;
import org.yarnext.federation.control.PolicyWeights;
import org.yarnext.federation.store.ZooKeeperRule;

/** State stores that fail or hang, policies of others, modes off and shadow. */
public class SplitInterceptorStoreTest extends SplitInterceptorTestBase {
  /**
   * The store of the federation, as it is from now on, and as the NodeManager's thread finds it.
   */
  private void storeWith(Answer<?> subClusters) throws Exception {
    FederationStateStore store = mock(FederationStateStore.class);
    when(store.getSubClusters(any())).thenAnswer(subClusters);
    facade.reinitialize(store, conf);
  }

  private static GetSubClustersInfoResponse active(SubClusterId... ids) {
    List<SubClusterInfo> infos = new ArrayList<>();
    for (SubClusterId id : ids) {
      infos.add(
          SubClusterInfo.newInstance(
              id, "h:1", "h:2", "h:3", "h:4", SubClusterState.SC_RUNNING, 1, "{}"));
    }
    return GetSubClustersInfoResponse.newInstance(infos);
  }

  @Test
  public void lastSubClusterListStaysWhileTheStoreFails() throws Exception {
    start();
    ActiveSubClusterCache watch = SplitHook.of(conf).subClusters();
    watch.read();
    storeWith(
        call -> {
          throw new YarnException("down");
        });
    assertThrows(YarnException.class, watch::read);
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    call();
    assertEquals("{}", federation.sent.toString());
    storeWith(call -> active());
    assertThrows(IllegalStateException.class, watch::read);
    call(ask("b1", 4), ask("*", 4));
    assertEquals("an empty list is none", "{b=*=0 b1=4 *=4}", federation.sent.toString());
    storeWith(call -> active(A));
    watch.read();
    call();
    assertEquals("it is back, and b is not", "{a=*=4}", federation.sent.toString());
    assertEquals("never given up", Long.valueOf(4), counts().get("outstanding"));
  }

  @Test
  public void callsDoNotWaitForABlockedStateStore() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    storeWith(
        call -> {
          asked.countDown();
          done.await();
          return active(A);
        });
    try {
      start();
      asked.await();
      Thread master =
          new Thread(
              () -> {
                try {
                  call();
                  call(ask("b1", 3), ask("*", 3));
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      master.setDaemon(true);
      master.start();
      master.join(TimeUnit.SECONDS.toMillis(20));
      assertEquals("by the policy's names", "{b=b1=3 *=3}", federation.sent.toString());
    } finally {
      done.countDown();
    }
  }

  @Test
  public void foreignPolicyIsNotCalledWithoutRequests() throws Exception {
    federation.policy = new RejectAMRMProxyPolicy();
    start();
    call();
    assertThrows("as stock", YarnException.class, () -> call(ask("*", 1)));
  }

  @Test
  public void laterApplicationDoesNotTakeAnOlderPublishedPolicy() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    UniformBroadcastPolicyManager mistake = new UniformBroadcastPolicyManager();
    mistake.setQueue("q");
    publish(mistake.serializeConf());
    startAnother();
    call(ask("b1", 2), ask("*", 2));
    assertEquals("the mistake was rolled back", "{b=b1=2 *=2}", federation.sent.toString());
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=*=0 b1=3 *=3}", federation.sent.toString());
  }

  @Test
  public void modeOffIsStock() throws Exception {
    conf.set("yarn.federation.policies.split.mode", "off");
    start();
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    federation.granting.put(A, container(1, "a1"));
    assertEquals("stock shows what it gets", 1, call().getAllocatedContainers().size());
    assertEquals("and asks nothing by itself", "{}", federation.sent.toString());
  }

  @Test
  public void shadowModeChangesNothing() throws Exception {
    conf.set("yarn.federation.policies.split.mode", "shadow");
    conf.set("yarn.federation.policies.split.requests-per-call", "1");
    start();
    call(ask("b1", 3), ask("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    federation.granting.put(A, container(1, "a1"));
    federation.granting.put(B, container(2, "b1"));
    assertEquals(2, call().getAllocatedContainers().size());
    assertEquals("but is counted", Long.valueOf(2), counts().get("granted"));
  }
}
