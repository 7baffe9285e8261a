// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.RejectAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.policies.manager.UniformBroadcastPolicyManager;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.junit.Test;
import org.mockito.stubbing.Answer;
import org.yarnext.federation.SubClusterRecords;
import org.yarnext.federation.amrmproxy.subcluster.ActiveSubClusterCache;

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
      infos.add(SubClusterRecords.running(id, "{}"));
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
    call(request("b1", 3), request("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    call();
    assertEquals("{}", federation.sent.toString());
    storeWith(call -> active());
    assertThrows(IllegalStateException.class, watch::read);
    call(request("b1", 4), request("*", 4));
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
    CountDownLatch called = new CountDownLatch(1);
    storeWith(
        call -> {
          called.countDown();
          done.await();
          return active(A);
        });
    try {
      start();
      called.await();
      Thread master =
          new Thread(
              () -> {
                try {
                  call();
                  call(request("b1", 3), request("*", 3));
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      master.setDaemon(true);
      master.start();
      master.join(TimeUnit.SECONDS.toMillis(120));
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
    assertThrows("as stock", YarnException.class, () -> call(request("*", 1)));
  }

  @Test
  public void laterApplicationDoesNotTakeAnOlderPublishedPolicy() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    UniformBroadcastPolicyManager mistake = new UniformBroadcastPolicyManager();
    mistake.setQueue("q");
    publish(mistake.serializeConf());
    startAnother();
    call(request("b1", 2), request("*", 2));
    assertEquals("the mistake was rolled back", "{b=b1=2 *=2}", federation.sent.toString());
    call(request("b1", 3), request("*", 3));
    assertEquals("{b=*=0 b1=3 *=3}", federation.sent.toString());
  }

  @Test
  public void modeOffIsStock() throws Exception {
    conf.set("yarn.federation.policies.split.mode", "off");
    start();
    call(request("b1", 3), request("*", 3));
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
    call(request("b1", 3), request("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    federation.granting.put(A, container(1, "a1"));
    federation.granting.put(B, container(2, "b1"));
    assertEquals(2, call().getAllocatedContainers().size());
    assertEquals("but is counted", Long.valueOf(2), counts().get("granted"));
  }
}
