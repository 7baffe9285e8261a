// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.promotion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.promotion.PendingPromotionTable;
import org.yarnext.mercury.policy.promotion.PromotionPolicy;
import org.yarnext.mercury.policy.requests.WaitingDemandPolicy;
import org.yarnext.mercury.rm.EmbeddedResourceManager;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;
import org.yarnext.mercury.rm.scheduler.ClusterDemandView;

/** State that a promotion leaves in the stock scheduler if its node does not answer. */
public class PendingPromotionRegistryTest {
  private static final long TIMEOUT_MS = 20_000;
  private static final int SIZE_MB = 1024;

  private static final Set<ContainerId> NONE = Collections.emptySet();

  private final PendingPromotionRegistry pending = new PendingPromotionRegistry();
  private EmbeddedResourceManager rm;
  private AbstractYarnScheduler<?, ?> scheduler;
  private ApplicationAttemptId attempt;
  private SchedulerApplicationAttempt application;
  private RMContainer container;
  private SchedulerNode schedulerNode;
  private long nowMs;

  @Before
  public void askForAPromotion() throws Exception {
    rm = EmbeddedResourceManager.start(EmbeddedResourceManager.configuration());
    scheduler = ActiveScheduler.of(rm.getRMContext());
    attempt = rm.submit(Collections.emptySet());
    application = ActiveScheduler.current(rm.getRMContext(), attempt);
    NodeId node = rm.register("localhost");
    long end = Time.monotonicNow() + TIMEOUT_MS;
    while (scheduler.getNode(node) == null
        || scheduler.getRootQueueMetrics().getAvailableMB() < SIZE_MB) {
      assertTrue("waited in vain for the node", Time.monotonicNow() < end);
      Thread.sleep(20);
    }
    schedulerNode = scheduler.getNode(node);
    Container c =
        Container.newInstance(
            ContainerId.newContainerId(attempt, 2),
            node,
            "localhost:2",
            Resource.newInstance(SIZE_MB, 1),
            Priority.newInstance(1),
            null);
    c.setExecutionType(ExecutionType.OPPORTUNISTIC);
    container = SchedulerUtils.createOpportunisticRmContainer(rm.getRMContext(), c, false);
    promote();
    pending.requested(container, 0);
    assertEquals(SIZE_MB, pendingMb());
  }

  @After
  public void stop() {
    rm.stop();
  }

  private void promote() throws IOException {
    promote(
        Collections.singletonList(
            UpdateContainerRequest.newInstance(
                0,
                container.getContainerId(),
                ContainerUpdateType.PROMOTE_EXECUTION_TYPE,
                null,
                ExecutionType.GUARANTEED)));
  }

  private void promote(List<UpdateContainerRequest> asked) throws IOException {
    ContainerUpdates updates = new ContainerUpdates();
    updates.getPromotionRequests().addAll(asked);
    scheduler.allocate(
        attempt,
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        updates);
  }

  private long pendingMb() {
    return application.getQueue().getMetrics().getPendingMB();
  }

  private Set<ContainerId> live() {
    return Collections.singleton(container.getContainerId());
  }

  private void withdraw() {
    assertEquals(live(), pending.withdraw(application, live(), 1));
  }

  /** Its container runs already, so that the grant stops no other. */
  @Test
  public void pendingPromotionIsNoDemandOfOthers() {
    PendingPromotionTable<ApplicationAttemptId> table = new PendingPromotionTable<>();
    ClusterDemandView demand =
        new ClusterDemandView(rm.getRMContext(), () -> new WaitingDemandPolicy(50, 35), table);
    assertTrue("any other request", demand.isAnyWaiting(0));
    final long free = demand.freeMb();
    pending.report(table, attempt);
    assertFalse(demand.isAnyWaiting(0));
    assertEquals("it takes memory", free, demand.freeMb());
    withdraw();
    pending.report(table, attempt);
    assertEquals(0, table.containers());
    assertEquals(free + SIZE_MB, demand.freeMb());
  }

  /** Nothing is asked for, and the container runs. */
  private PromotionService promotions() {
    withdraw();
    container.handle(
        new RMContainerEvent(container.getContainerId(), RMContainerEventType.ACQUIRED));
    container.handle(
        new RMContainerEvent(container.getContainerId(), RMContainerEventType.LAUNCHED));
    return new PromotionService(
        () -> new PromotionPolicy(5, 0, 0), scheduler, c -> true, () -> nowMs);
  }

  /** One call: how many promotions it asks stock for. */
  private int call(PromotionService promotions) throws IOException {
    AllocateRequest request =
        AllocateRequest.newInstance(0, 0, new ArrayList<>(), new ArrayList<>(), null);
    promotions.begin(application, request.getUpdateRequests(), true);
    Decision<List<String>> decision = promotions.decide(application, null);
    if (decision != null) {
      promotions.ask(decision.value(), request);
      promote(request.getUpdateRequests());
    }
    return request.getUpdateRequests().size();
  }

  @Test
  public void refusedPromotionLeavesItsQueueToOthersForATime() throws Exception {
    PromotionService promotions = promotions();
    assertEquals(1, call(promotions));
    assertEquals(SIZE_MB, pendingMb());
    nowMs += PendingPromotionRegistry.TIMEOUT_MS + 1;
    assertEquals("withdrawn, and not asked for again", 0, call(promotions));
    assertEquals("nobody is kept waiting", 0, pendingMb());
    nowMs += 60_000;
    assertEquals(1, call(promotions));
  }

  @Test
  public void reservedNodeHasNoRoom() throws Exception {
    PromotionService promotions = promotions();
    schedulerNode.setReservedContainer(container);
    assertEquals(0, call(promotions));
    schedulerNode.setReservedContainer(null);
    nowMs += PromotionService.LOOK_MS;
    assertEquals(1, call(promotions));
  }

  /** Stock would ask for it where opportunistic containers are noted, and its node is not. */
  @Test
  public void nodeOfAnotherPartitionGetsNoPromotion() throws Exception {
    PromotionService promotions = promotions();
    schedulerNode.updateLabels(Collections.singleton("gpu"));
    assertEquals(0, call(promotions));
    schedulerNode.updateLabels(Collections.emptySet());
    nowMs += PromotionService.LOOK_MS;
    assertEquals(1, call(promotions));
  }

  /** The time of a call must not grow with the number of containers. */
  @Test
  public void containersAreLookedAtOnceASecond() throws Exception {
    PromotionService promotions = promotions();
    schedulerNode.setReservedContainer(container);
    assertEquals(0, call(promotions));
    schedulerNode.setReservedContainer(null);
    nowMs += PromotionService.LOOK_MS - 1;
    assertEquals("too soon", 0, call(promotions));
    nowMs++;
    assertEquals(1, call(promotions));
  }

  @Test
  public void pendingPromotionIsWithdrawnAndMayBeRequestedAgain() throws Exception {
    assertEquals(NONE, pending.withdraw(application, live(), 0));
    assertEquals("not yet", SIZE_MB, pendingMb());
    withdraw();
    assertEquals(0, pendingMb());
    assertEquals(0, application.getAppAttemptResourceUsage().getPending().getMemorySize());
    assertTrue(application.getAppSchedulingInfo().getSchedulerKeys().isEmpty());
    assertTrue(pending.isEmpty());

    promote();
    assertTrue("stock takes it", application.pullUpdateContainerErrors().isEmpty());
    assertEquals(SIZE_MB, pendingMb());
  }

  @Test
  public void promotionOfAnEndedContainerIsWithdrawnAtOnce() {
    assertEquals("not for want of room", NONE, pending.withdraw(application, NONE, 0));
    assertEquals(0, pendingMb());
    assertTrue(pending.isEmpty());
  }
}
