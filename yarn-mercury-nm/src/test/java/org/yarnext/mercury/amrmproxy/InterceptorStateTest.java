// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.Test;
import org.yarnext.mercury.allocation.PlacedApplication;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeReport;

/** State that is stored, received from the ResourceManager, and continued after a restart. */
public class InterceptorStateTest extends MercuryInterceptorTestBase {
  @Test
  public void storedStateDoesNotGrowWithCompletedContainers() throws Exception {
    start("50%-Q");
    for (int i = 0; i < 300; i++) {
      master.ask(1, 6);
      for (Container c : master.call(interceptor)) {
        rm.completed.add(
            ContainerStatus.newInstance(
                c.getId(), ContainerState.COMPLETE, RunTimeReport.of(1_000, 900L).toString(), 0));
      }
    }
    callUntilServed();
    master.call(interceptor);
    assertEquals(1_800, master.got.size());
    int bytes = stored.get(KEY).length;
    assertTrue("stored " + bytes, bytes < 2_000);
    final int before = writes;
    master.call(interceptor);
    master.call(interceptor);
    assertEquals("what changes nothing is not written", before, writes);
  }

  @Test
  public void runTimesSurviveARestart() throws Exception {
    start("shorter-than(10s)");
    master.ask(1, 1);
    Container first = master.call(interceptor).get(0);
    rm.completed.add(
        ContainerStatus.newInstance(
            first.getId(), ContainerState.COMPLETE, RunTimeReport.of(2_000, null).toString(), 0));
    master.call(interceptor);
    restartNode();
    master.ask(1, 4);
    callUntilServed();
    assertEquals(4, master.opportunistic());
  }

  @Test
  public void quotaOfTheNextAttemptCountsItsKeptContainers() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=3");
    start("only-Q");
    master.ask(1, 3);
    final List<Container> kept = master.call(interceptor).subList(0, 2);
    assertEquals(3, master.opportunistic());
    attempt = ApplicationAttemptId.newInstance(attempt.getApplicationId(), 2);
    stored.clear();
    rm.previous = new ArrayList<>(kept);
    startNode();
    register();
    assertEquals(2, record().opportunisticAlive());
    master.ask(2, 5);
    assertEquals("what is left of the quota", 1, master.call(interceptor).size());
    Container promoted =
        Container.newInstance(
            kept.get(0).getId(), kept.get(0).getNodeId(), "", Requests.SIZE, null, null);
    rm.updated.add(
        UpdatedContainer.newInstance(ContainerUpdateType.PROMOTE_EXECUTION_TYPE, promoted));
    master.call(interceptor);
    assertEquals(2, record().opportunisticAlive());
    assertEquals("a promoted one counts no more", 1, master.call(interceptor).size());
    restartNode();
    assertEquals(3, record().opportunisticAlive());
    assertEquals(0, master.call(interceptor).size());
  }

  @Test
  public void blacklistSurvivesARestart() throws Exception {
    start("only-Q");
    String bad = PlacedApplication.host(1);
    master.blacklist(Arrays.asList(bad, PlacedApplication.host(2)), null);
    master.call(interceptor);
    restartNode();
    master.blacklist(null, Collections.singletonList(PlacedApplication.host(2)));
    master.call(interceptor);
    restartNode();
    master.ask(1, 6);
    callUntilServed();
    assertEquals(6, master.opportunistic());
    Set<String> hosts =
        master.got.values().stream().map(c -> c.getNodeId().getHost()).collect(Collectors.toSet());
    assertEquals(
        new HashSet<>(Arrays.asList(PlacedApplication.host(0), PlacedApplication.host(2))), hosts);
  }

  @Test
  public void tagSentByTheResourceManagerSelectsThePolicy() throws Exception {
    rm.tags = Collections.singleton("yarnext.mercury.policy=50%-q");
    start("only-G");
    master.ask(1, 4);
    callUntilServed();
    assertEquals(2, master.opportunistic());
    restartNode();
    master.ask(1, 4);
    callUntilServed();
    assertEquals("after a restart of the NodeManager", 4, master.opportunistic());
    register();
    master.ask(1, 4);
    callUntilServed();
    assertEquals("and a failover of the ResourceManager", 6, master.opportunistic());
  }

  @Test
  public void placedRequestsHaveTheDefaultLabelOfTheResourceManager() throws Exception {
    conf.setBoolean(YarnConfiguration.NODE_LABELS_ENABLED, true);
    rm.label = "gpu";
    start("50%-Q");
    master.ask(1, 4);
    master.call(interceptor);
    assertEquals("gpu", lastAsks.get(0).getNodeLabelExpression());
    assertNull("for stock to fill in", rm.last().getAskList().get(0).getNodeLabelExpression());
    restartNode();
    master.ask(2, 4);
    master.call(interceptor);
    for (ResourceRequest ask : lastAsks) {
      assertEquals("after a restart, too", "gpu", ask.getNodeLabelExpression());
    }
    rm.label = null;
    register();
    master.ask(3, 4);
    master.call(interceptor);
    assertTrue(rm.last().getAskList().contains(Requests.any(3, 4)));
    assertTrue(
        "where nobody tells, it stays guaranteed",
        lastAsks.stream().noneMatch(ask -> ask.getPriority().getPriority() == 3));
  }

  /** The scheduler, which would refuse them, does not see the opportunistic ones. */
  @Test
  public void requestsWithALabelThatTheQueueMayNotUseStayGuaranteed() throws Exception {
    conf.setBoolean(YarnConfiguration.NODE_LABELS_ENABLED, true);
    rm.label = "gpu";
    rm.accepted = Collections.singleton("fast");
    start("only-Q");
    master.ask(1, 4);
    master.call(interceptor);
    assertTrue(rm.last().getAskList().contains(Requests.any(1, 4)));
    restartNode();
    master.ask(2, 4);
    master.call(interceptor);
    assertTrue(rm.last().getAskList().contains(Requests.any(2, 4)));
    assertTrue(lastAsks.toString(), lastAsks.isEmpty());
    rm.movedTo = "root.gpu";
    rm.accepted = Collections.singleton("gpu");
    master.call(interceptor);
    master.ask(3, 4);
    master.call(interceptor);
    assertEquals("in a queue that may use it", "gpu", lastAsks.get(0).getNodeLabelExpression());
  }

  /** The list of nodes does not tell how large they are. */
  @Test
  public void requestsTooLargeForTheSmallestNodeStayGuaranteed() throws Exception {
    rm.smallestNode = ResourceVector.of(512, 8);
    start("only-Q");
    for (int priority = 1; priority <= 2; priority++) {
      master.ask(priority, 4);
      master.call(interceptor);
      assertTrue(lastAsks.toString(), lastAsks.isEmpty());
      assertTrue(rm.last().getAskList().contains(Requests.any(priority, 4)));
      restartNode();
    }
    rm.smallestNode = ResourceVector.of(1024, 1);
    register();
    master.ask(3, 4);
    callUntilServed();
    assertEquals("just fits", 4, master.opportunistic());
  }

  /** This holds for guaranteed requests only: others would get a smaller container. */
  @Test
  public void requestsAboveTheMaximumStayGuaranteed() throws Exception {
    rm.most = Resource.newInstance(1024, 0);
    start("only-Q");
    for (ResourceVector smallestNode : new ResourceVector[] {null, ResourceVector.of(4096, 4)}) {
      rm.smallestNode = smallestNode;
      register();
      master.ask(1, 4);
      master.call(interceptor);
      assertTrue(lastAsks.toString(), lastAsks.isEmpty());
    }
  }

  @Test
  public void movedApplicationHasThePolicyOfItsNewQueue() throws Exception {
    conf.set("yarn.mercury.hybrid.queues", "root.default:only-Q;root.other:only-G");
    start("50%-Q");
    master.ask(1, 4);
    callUntilServed();
    assertEquals(4, master.opportunistic());
    rm.movedTo = "root.other";
    master.call(interceptor);
    master.ask(2, 4);
    callUntilServed();
    assertEquals(4, master.opportunistic());
    restartNode();
    master.ask(3, 4);
    callUntilServed();
    assertEquals("after a restart of the NodeManager, too", 4, master.opportunistic());
    rm.movedTo = "root.default";
    master.call(interceptor);
    master.ask(4, 4);
    callUntilServed();
    assertEquals(8, master.opportunistic());
  }

  @Test
  public void moveInALostResponseIsSentAgain() throws Exception {
    conf.set("yarn.mercury.hybrid.queues", "root.default:only-Q;root.other:only-G");
    start("50%-Q");
    master.call(interceptor);
    rm.movedTo = "root.other";
    AllocateResponse lost = master.send(interceptor);
    assertTrue(lost.getNMTokens().isEmpty());
    master.call(interceptor);
    master.ask(1, 4);
    callUntilServed();
    assertEquals(0, master.opportunistic());
  }

  @Test
  public void moveIsHiddenFromTheMasterInModeOff() throws Exception {
    startNode();
    register();
    rm.movedTo = "root.other";
    assertTrue(master.send(interceptor).getNMTokens().isEmpty());
  }

  @Test
  public void queueIsKnownByItsPath() throws Exception {
    conf.set("yarn.mercury.hybrid.queues", "root:50%-Q");
    start("only-G");
    master.ask(1, 4);
    callUntilServed();
    assertEquals("as its parent", 2, master.opportunistic());
  }

  @Test
  public void tagIsHiddenFromTheMasterInModeOff() throws Exception {
    rm.tags = Collections.singleton("yarnext.mercury.policy=only-q");
    startNode();
    register();
    assertTrue(interceptor.registerApplicationMaster(null).getResourceProfiles().isEmpty());
  }

  /**
   * The remainder that a refused request left is not stored, so a restarted NodeManager divides
   * differently.
   */
  @Test
  public void requestsSentBeforeARestartAreNotServedTwice() throws Exception {
    start("50%-Q");
    master.ask(1, 1);
    callUntilServed();
    final Map<String, byte[]> kept = new HashMap<>(stored);
    master.ask(1, 1);
    rm.failing = FakeResourceManager.Failure.REFUSED;
    assertThrows(YarnException.class, () -> master.call(interceptor));
    rm.maxPerCall = 0;
    master.send(interceptor);
    assertEquals("as guaranteed", 1, rm.outstanding());
    stored.clear();
    stored.putAll(kept);
    restartNode();
    master.call(interceptor);
    rm.maxPerCall = 1;
    callUntilServed();
    assertEquals(2, master.got.size());
    assertEquals("by the next life", 1, master.opportunistic());
  }

  @Test
  public void requestsCancelledInAFailedCallAreNotServed() throws Exception {
    start("50%-Q");
    rm.maxPerCall = 0;
    master.ask(1, 4);
    master.call(interceptor);
    assertEquals("the guaranteed ones", 2, master.outstanding());
    master.cancel(1, 2);
    rm.failing = FakeResourceManager.Failure.REFUSED;
    assertThrows(YarnException.class, () -> master.call(interceptor));
    rm.maxPerCall = 1;
    master.call(interceptor);
    callUntilServed();
    assertEquals("the opportunistic ones", 2, master.got.size());
  }
}
