// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AbstractRequestInterceptor;
import org.junit.Test;
import org.mockito.Mockito;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.estimate.RunTimeReport;

/** Requests are divided and placed at the proxy; lost and repeated calls change nothing. */
public class MercuryInterceptorTest extends MercuryInterceptorTestBase {
  @Test
  public void hybridGqDividesRequestsKnownToBeShort() throws Exception {
    start("hybrid-GQ(10s, 50%)");
    master.ask(1, 1);
    master.ask(2, 1);
    List<Container> first = master.call(interceptor);
    assertEquals("their lengths are unknown", 0, master.opportunistic());
    long[] ranMs = {2_000, 20_000};
    for (int i = 0; i < 2; i++) {
      rm.completed.add(
          ContainerStatus.newInstance(
              first.get(i).getId(),
              ContainerState.COMPLETE,
              RunTimeReport.of(ranMs[first.get(i).getPriority().getPriority() - 1], null)
                  .toString(),
              0));
    }
    master.call(interceptor);
    master.ask(1, 6);
    master.ask(2, 6);
    master.call(interceptor);
    assertEquals("the long ones are guaranteed", 3, master.opportunistic());
    assertTrue(
        master.got.values().stream()
            .filter(c -> c.getExecutionType() == ExecutionType.OPPORTUNISTIC)
            .allMatch(c -> c.getPriority().getPriority() == 1));
    callUntilServed();
  }

  /** Operators begin in shadow, and set the mode of a running NodeManager. */
  @Test
  public void runningApplicationFollowsTheMode() throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "shadow");
    conf.set("yarn.mercury.hybrid.policy", "only-Q");
    startNode();
    register();
    for (int round = 1; round <= 3; round++) {
      switchTo("shadow");
      master.call(interceptor);
      master.ask(1, 2);
      master.call(interceptor);
      assertEquals("as stated", Requests.any(1, 2), rm.last().getAskList().get(0));
      callUntilServed();
      switchTo("on");
      master.ask(1, 4);
      callUntilServed();
      assertEquals("in mode on", 4 * round, master.opportunistic());
    }
    assertEquals(0, AttemptRegistry.of(node, conf, "Test").guard().counters().failures());
  }

  /** Stock's interceptor for federation answers the same. */
  @Test
  public void failedDistributedRegistrationIsAnsweredAsStock() throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "on");
    startNode();
    interceptor.setNextInterceptor(
        mock(AbstractRequestInterceptor.class, Mockito.CALLS_REAL_METHODS));
    assertNull(interceptor.registerApplicationMasterForDistributedScheduling(null));
    assertEquals(0, AttemptRegistry.of(node, conf, "Test").guard().counters().failures());
  }

  @Test
  public void repeatedCallReturnsTheSameContainersAndTokens() throws Exception {
    start("50%-Q");
    master.ask(1, 6);
    List<ContainerId> lost = ids(master.send(interceptor));
    assertEquals(6, lost.size());
    AllocateResponse again = master.send(interceptor);
    assertEquals(lost, ids(again));
    final int known = rm.known.size();
    master.take(again);
    callUntilServed();
    assertEquals("nothing was asked twice", known, rm.known.size());
    assertEquals(6, master.got.size());
  }

  @Test
  public void repeatedCallAfterARestartReturnsTheSameContainers() throws Exception {
    start("50%-Q");
    master.ask(1, 6);
    List<ContainerId> lost = ids(master.send(interceptor));
    restartNode();
    AllocateResponse again = master.send(interceptor);
    assertEquals(lost, ids(again));
    master.take(again);
    callUntilServed();
    assertEquals(6, master.got.size());
    assertEquals(3, master.opportunistic());
  }

  @Test
  public void failedCallLosesNoRequest() throws Exception {
    start("50%-Q");
    for (FakeResourceManager.Failure failure : FakeResourceManager.Failure.values()) {
      master.ask(1, 6);
      rm.failing = failure;
      assertThrows(Exception.class, () -> master.call(interceptor));
      callUntilServed();
    }
    assertEquals(18, master.got.size());
    assertEquals(9, master.opportunistic());
  }

  @Test
  public void stockPlacementsOfAFailedCallUseNoQuota() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=3");
    start("only-Q");
    long id = 0;
    for (FakeResourceManager.Failure failure : FakeResourceManager.Failure.values()) {
      placedByStock(++id, ++id);
      rm.failing = failure;
      assertThrows(Exception.class, () -> master.send(interceptor));
      assertEquals(failure + ": the master has none", 0, record().opportunisticAlive());
    }
    placedByStock(++id);
    master.send(interceptor);
    assertEquals("of a call that is read", 1, record().opportunisticAlive());
    placedByStock(++id);
    master.take(master.send(interceptor));
    assertEquals("and placed again for the same call", 2, record().opportunisticAlive());
    master.elsewhere.clear();
    master.ask(1, 3);
    assertEquals("what is left of the quota", 1, master.call(interceptor).size());
  }

  private void placedByStock(long... ids) {
    master.elsewhere.clear();
    for (long id : ids) {
      master.elsewhere.add(Requests.container(1_000 + id, 9, ExecutionType.OPPORTUNISTIC));
    }
  }

  @Test
  public void restartContinuesWithTheOutstandingRequests() throws Exception {
    start("50%-Q");
    rm.maxPerCall = 1;
    master.ask(1, 20);
    master.call(interceptor);
    final Map<String, Long> ledger = record().ledger();
    restartNode();
    assertEquals(ledger, record().ledger());
    callUntilServed();
    assertEquals(20, master.got.size());
    assertEquals(10, master.opportunistic());
  }

  @Test
  public void noContainerIdIsUsedTwiceAfterReregistration() throws Exception {
    start("only-Q");
    master.ask(1, 3);
    callUntilServed();
    register();
    master.ask(1, 3);
    callUntilServed();
    assertEquals(6, master.opportunistic());
  }

  /** Tez, and a NodeManager that restarts, know a container by the text of its id. */
  @Test
  public void containerIdIsReadBackFromItsTextInEachEpoch() throws Exception {
    start("only-Q");
    for (rm.epoch = 0; rm.epoch < 3; rm.epoch++) {
      register();
      master.ask(1, 3);
      callUntilServed();
    }
    assertEquals(9, master.opportunistic());
    for (ContainerId id : master.got.keySet()) {
      assertEquals(id, ContainerId.fromString(id.toString()));
    }
  }
}
