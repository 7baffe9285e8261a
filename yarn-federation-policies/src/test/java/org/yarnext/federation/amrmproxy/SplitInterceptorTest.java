// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.net.AbstractDNSToSwitchMapping;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.ReadRacks;
import org.junit.Test;
import org.yarnext.common.decision.DecisionRecorder;

/** Requests are divided among the sub-clusters, granted, counted and explained. */
public class SplitInterceptorTest extends SplitInterceptorTestBase {
  @Test
  public void requestsAreDividedAndSentOnce() throws Exception {
    start();
    call(request("a1", 1), request("b1", 3), request("*", 4));
    assertEquals("{a=a1=1 *=1, b=b1=3 *=3}", federation.sent.toString());
    call();
    assertEquals("{}", federation.sent.toString());
  }

  @Test
  public void requestsOfASilentApplicationLeaveALostSubCluster() throws Exception {
    start();
    call(request("b1", 3), request("*", 3));
    call();
    federation.timedOut.add(B);
    call();
    assertEquals("{a=*=3}", federation.sent.toString());
    federation.timedOut.clear();
    call();
    assertEquals("b knows of its own still", "{a=*=0}", federation.sent.toString());
    assertEquals(Long.valueOf(6), counts().get("redistributed"));
  }

  @Test
  public void subClusterThatNeverRespondedIsNotLostAtOnce() throws Exception {
    start();
    federation.timedOut.add(B);
    call(request("b1", 3), request("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    call();
    assertEquals("{}", federation.sent.toString());
  }

  @Test
  public void unrequestedContainerIsReleasedAndHidden() throws Exception {
    start();
    call(request("b1", 1), request("*", 1));
    call(request("b1", 0), request("*", 0));
    Container late = container(1, "b1");
    federation.granting.put(B, late);
    assertTrue(call().getAllocatedContainers().isEmpty());
    call();
    assertEquals(Collections.singletonList(late.getId()), federation.released);
    call();
    assertEquals("released once", 1, federation.released.size());
  }

  @Test
  public void requestedContainerIsDelivered() throws Exception {
    start();
    call(request("b1", 1), request("*", 1));
    federation.granting.put(B, container(1, "b1"));
    assertEquals(1, call().getAllocatedContainers().size());
    assertEquals(Long.valueOf(1), counts().get("granted"));
    assertEquals(Long.valueOf(0), counts().get("outstanding"));
  }

  @Test
  public void requestsOfAFailedCallAreSentAgain() throws Exception {
    start();
    call(request("b1", 3), request("*", 3));
    federation.failingLate = true;
    assertThrows(YarnException.class, () -> call(request("b1", 2), request("*", 2)));
    federation.failingLate = false;
    call();
    assertEquals("{b=*=0 b1=2 *=2}", federation.sent.toString());
    federation.failing = true;
    assertThrows(YarnException.class, this::call);
    federation.failing = false;
    call();
    assertEquals("the failed call told nothing", "{}", federation.sent.toString());
  }

  @Test
  public void ledgerCountsAreShownInTheMetrics() throws Exception {
    start();
    call(request("b1", 3), request("*", 4));
    federation.granting.put(B, container(1, "b1"));
    call();
    federation.granting.put(B, container(2, "b2"));
    call();
    assertCounted(4, "ContainersRequested");
    assertCounted(2, "ContainersGranted");
    assertCounted(1, "GrantedOnHost");
    assertCounted(1, "GrantedOffHost");
    assertCounted(0, "GrantedWithoutPreference");
    call(request("b1", 0), request("*", 0));
    assertCounted(2, "ContainersCancelled");
    federation.granting.put(B, container(3, "b1"));
    call();
    assertCounted(1, "ContainersExcess");
    startAnother();
    call(request("*", 5));
    assertCounted(9, "ContainersRequested");
    assertCounted(2, "ContainersGranted");
  }

  /** Topology of the test's hosts. */
  public static final class Racks extends AbstractDNSToSwitchMapping {
    @Override
    public List<String> resolve(List<String> hosts) {
      return hosts.stream().map(host -> "/rack-" + host.charAt(0)).collect(Collectors.toList());
    }

    @Override
    public void reloadCachedMappings() {}

    @Override
    public void reloadCachedMappings(List<String> hosts) {}
  }

  @Test
  public void grantsAreCountedByTheRacksOfTheTopology() throws Exception {
    conf.setClass(
        "net.topology.node.switch.mapping.impl", Racks.class, AbstractDNSToSwitchMapping.class);
    ReadRacks.forget();
    try {
      start();
      call(request("b1", 3), request("/rack-b", 3), request("*", 3));
      int id = 0;
      for (String host : new String[] {"b1", "b2", "c3"}) {
        federation.granting.put(B, container(++id, host));
        call();
      }
      waitFor("GrantedInRack", 1);
      waitFor("GrantedOffHost", 1);
      assertCounted(1, "GrantedOnHost");
    } finally {
      ReadRacks.forget();
    }
  }

  /** In as many calls as it takes. */
  private void waitFor(String metric, long value) throws Exception {
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (SplitHook.of(conf).log().metrics().snapshot().get(metric).longValue() != value
        && System.nanoTime() < untilNanos) {
      Thread.sleep(5);
      call();
    }
    assertCounted(value, metric);
  }

  @Test
  public void redistributionIsExplainedInShadowModeToo() throws Exception {
    conf.set("yarn.federation.policies.split.mode", "shadow");
    start();
    call(request("b1", 3), request("*", 3));
    call();
    federation.timedOut.add(B);
    call(request("b1", 3), request("*", 3));
    assertCounted(3, "RequestsRedistributed");
    assertCounted(0, "RequestsRelaxed");
    assertCounted(1, "Decision_REQUESTS_REDISTRIBUTED_shadow");
    DecisionRecorder.Entry explained = SplitHook.of(conf).log().ring().recent(1).get(0);
    assertEquals(ATTEMPT.toString(), explained.subject());
    assertEquals("{asks=3, nowIn-a=3, nowIn-b=0}", explained.inputs().toString());
  }

  @Test
  public void endOfAHiddenContainerIsHidden() throws Exception {
    start();
    call(request("b1", 2), request("*", 2));
    Container seen = container(1, "b1");
    federation.granting.put(B, seen);
    call();
    call(request("b1", 0), request("*", 0));
    Container late = container(2, "b1");
    federation.granting.put(B, late);
    assertTrue(call().getAllocatedContainers().isEmpty());
    federation.ended.addAll(Arrays.asList(end(seen), end(late)));
    assertEquals(Collections.singletonList(end(seen)), call().getCompletedContainersStatuses());
  }

  @Test
  public void tooManyRequestLinesAreRefusedWithTheNumbers() throws Exception {
    conf.set("yarn.federation.policies.split.requests-per-call", "2");
    start();
    YarnException e =
        assertThrows(
            YarnException.class, () -> call(request("a1", 1), request("b1", 1), request("*", 2)));
    assertTrue(e.getMessage(), e.getMessage().contains("REQUESTS_TOO_MANY{lines=3, limit=2}"));
    call(request("*", 1));
    assertEquals("the next call is served", 1, federation.sent.size());
  }

  @Test
  public void updatesAndBlacklistCountAsLinesButReleasesDoNot() throws Exception {
    conf.set("yarn.federation.policies.split.requests-per-call", "2");
    start();
    AllocateRequest changes = AllocateRequest.newInstance(0, 0, null, new ArrayList<>(), null);
    changes.setUpdateRequests(Collections.nCopies(3, mock(UpdateContainerRequest.class)));
    AllocateRequest blacklist =
        AllocateRequest.newInstance(
            0,
            0,
            null,
            new ArrayList<>(),
            ResourceBlacklistRequest.newInstance(
                Arrays.asList("a1", "a2"), Collections.singletonList("b1")));
    for (AllocateRequest flood : Arrays.asList(changes, blacklist)) {
      YarnException e = assertThrows(YarnException.class, () -> interceptor.allocate(flood));
      assertTrue(e.getMessage(), e.getMessage().contains("{lines=3, limit=2}"));
    }
    List<ContainerId> released = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      released.add(ContainerId.newContainerId(ATTEMPT, i));
    }
    interceptor.allocate(AllocateRequest.newInstance(0, 0, new ArrayList<>(), released, null));
  }
}
