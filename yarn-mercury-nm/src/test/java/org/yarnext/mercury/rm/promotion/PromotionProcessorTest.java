// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.promotion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceProcessor;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerSubState;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.promotion.PendingPromotionTable;
import org.yarnext.mercury.rm.EmbeddedResourceManager;
import org.yarnext.mercury.rm.PromotionProcessor;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;

/** The processor in the stock ResourceManager; what it promotes is tested in a live cluster. */
public class PromotionProcessorTest {
  private static final long PATIENCE_MS = 120_000;

  private final Configuration conf = EmbeddedResourceManager.configuration();
  private final ApplicationMasterServiceProcessor next =
      mock(ApplicationMasterServiceProcessor.class);
  private final PromotionProcessor processor = new PromotionProcessor();
  private final AllocateRequest request = nothing();
  private final AllocateResponse response = Records.newRecord(AllocateResponse.class);
  private EmbeddedResourceManager rm;
  private ApplicationAttemptId attempt;

  @After
  public void stop() {
    if (rm != null) {
      rm.stop();
    }
  }

  private void start(String mode) throws Exception {
    conf.set("yarn.mercury.promotion.mode", mode);
    conf.set("yarn.mercury.hybrid.mode", "on");
    rm = EmbeddedResourceManager.start(conf);
    attempt = rm.submit(Collections.emptySet());
    processor.init(rm.getRMContext(), next);
  }

  private void callOfANewAttempt() throws Exception {
    processor.registerApplicationMaster(
        attempt, null, Records.newRecord(RegisterApplicationMasterResponse.class));
    processor.allocate(attempt, request, response);
  }

  private static FeatureMetrics source(String name) {
    return (FeatureMetrics) DefaultMetricsSystem.instance().getSource(name);
  }

  @Test
  public void stopRemovesTheMetricsPermanently() throws Exception {
    start("shadow");
    callOfANewAttempt();
    assertNotNull(source("MercuryPromotion"));
    assertNotNull("shared with the hook that divides asks", source("MercuryHybrid"));
    assertEquals(0L, source("MercuryPromotion").snapshot().get("GuardFailures").longValue());
    rm.stop();
    assertNull(source("MercuryHybrid"));
    callOfANewAttempt();
    assertNull(source("MercuryHybrid"));
    assertNull(source("MercuryPromotion"));
  }

  @Test
  public void killedAttemptIsForgotten() throws Exception {
    start("shadow");
    callOfANewAttempt();
    rm.kill(attempt);
    final ApplicationAttemptId killed = attempt;
    attempt = rm.submit(Collections.emptySet());
    callOfANewAttempt();
    long calls = guardCalls();
    processor.allocate(killed, request, response);
    assertEquals("nobody looks at it", calls, guardCalls());
    processor.allocate(attempt, request, response);
    assertTrue(guardCalls() > calls);
  }

  private static long guardCalls() {
    return source("MercuryPromotion").snapshot().get("GuardCalls").longValue();
  }

  /** The node's report that an opportunistic container of the attempt runs on it. */
  private RMContainer runs(NodeId node) throws Exception {
    AbstractYarnScheduler<?, ?> scheduler = ActiveScheduler.of(rm.getRMContext());
    await(() -> scheduler.getNode(node) != null);
    Container c =
        Container.newInstance(
            ContainerId.newContainerId(attempt, 2),
            node,
            "host:2",
            Requests.SIZE,
            Priority.newInstance(1),
            null);
    c.setExecutionType(ExecutionType.OPPORTUNISTIC);
    RMContainer made = SchedulerUtils.createOpportunisticRmContainer(rm.getRMContext(), c, false);
    made.handle(new RMContainerEvent(c.getId(), RMContainerEventType.ACQUIRED));
    rm.heartbeat(node, runningStatus());
    return made;
  }

  private List<ContainerStatus> runningStatus() {
    ContainerStatus running =
        ContainerStatus.newInstance(
            ContainerId.newContainerId(attempt, 2),
            ExecutionType.OPPORTUNISTIC,
            ContainerState.RUNNING,
            "",
            0);
    running.setContainerSubState(ContainerSubState.RUNNING);
    return Collections.singletonList(running);
  }

  /** Promotes one container and then trips the guard. */
  private RMContainer promoteOneAndTrip() throws Exception {
    return promoteOne(
        () -> {
          processor.allocate(attempt, null, response);
          return source("MercuryPromotion").snapshot().get("GuardState").intValue() == 2;
        });
  }

  private RMContainer promoteOne(Callable<Boolean> then) throws Exception {
    conf.setBoolean(YarnConfiguration.RM_AUTO_UPDATE_CONTAINERS, true);
    conf.set("yarn.mercury.promotion.min-run-time", "0s");
    conf.set("yarn.mercury.guard.failures-to-trip", "1");
    conf.set("yarn.mercury.guard.cool-down", "1h");
    start("on");
    final RMContainer container = runs(rm.register("host"));
    processor.registerApplicationMaster(
        attempt, null, Records.newRecord(RegisterApplicationMasterResponse.class));
    await(
        () -> {
          processor.allocate(attempt, request, response);
          return !request.getUpdateRequests().isEmpty();
        });
    assertTrue(then.call());
    ContainerUpdates updates = new ContainerUpdates();
    updates.getPromotionRequests().addAll(request.getUpdateRequests());
    ActiveScheduler.of(rm.getRMContext())
        .allocate(
            attempt,
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            updates);
    pendingIs(Requests.SIZE.getMemorySize());
    return container;
  }

  /** In the scheduler, and in the table by which policies tell promotions from demand. */
  private void pendingIs(long memoryMb) {
    assertEquals(
        memoryMb,
        ActiveScheduler.current(rm.getRMContext(), attempt).getQueue().getMetrics().getPendingMB());
    assertEquals(memoryMb, promotions().memoryMb());
    assertEquals(memoryMb / Requests.SIZE.getMemorySize(), promotions().containers());
  }

  private PendingPromotionTable<ApplicationAttemptId> promotions() {
    return AttemptRegistry.of(rm.getRMContext(), conf, "ResourceManager").promotions();
  }

  /** The one before has what was put into it. */
  private static AllocateRequest nothing() {
    return AllocateRequest.newInstance(0, 0, new ArrayList<>(), new ArrayList<>(), null);
  }

  @Test
  public void trippedGuardStillHidesPromotionsFromTheMaster() throws Exception {
    RMContainer promoted = promoteOneAndTrip();
    response.setUpdatedContainers(
        Collections.singletonList(
            UpdatedContainer.newInstance(
                ContainerUpdateType.PROMOTE_EXECUTION_TYPE, promoted.getContainer())));
    processor.allocate(attempt, nothing(), response);
    assertEquals(Collections.emptyList(), response.getUpdatedContainers());
    assertEquals(0, promotions().containers());
    assertEquals(1L, source("MercuryPromotion").snapshot().get("ContainersPromoted").longValue());
  }

  @Test
  public void trippedGuardStillWithdrawsUnneededPromotions() throws Exception {
    endAndCall(promoteOneAndTrip());
    pendingIs(0);
  }

  @Test
  public void endedAttemptHasNoPendingPromotion() throws Exception {
    promoteOne(() -> true);
    rm.kill(attempt);
    await(() -> promotions().containers() == 0);
  }

  /** An unmanaged master registers again when the NodeManager of its proxy has restarted. */
  @Test
  public void reregistrationStillWithdrawsUnneededPromotions() throws Exception {
    RMContainer promoted = promoteOne(() -> true);
    processor.registerApplicationMaster(
        attempt, null, Records.newRecord(RegisterApplicationMasterResponse.class));
    endAndCall(promoted);
    pendingIs(0);
  }

  private void endAndCall(RMContainer promoted) throws Exception {
    ActiveScheduler.of(rm.getRMContext())
        .completedContainer(
            promoted,
            SchedulerUtils.createAbnormalContainerStatus(
                promoted.getContainerId(), SchedulerUtils.RELEASED_CONTAINER),
            RMContainerEventType.RELEASED);
    processor.allocate(attempt, nothing(), response);
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long end = Time.monotonicNow() + PATIENCE_MS;
    while (!condition.call()) {
      assertTrue("waited in vain", Time.monotonicNow() < end);
      Thread.sleep(20);
    }
  }

  @Test
  public void nodeHeartbeatsAreObserved() throws Exception {
    start("shadow");
    assertEquals(0, guardCalls());
    NodeId node = rm.register("host");
    rm.heartbeat(node, 0);
    long end = Time.monotonicNow() + PATIENCE_MS;
    while (guardCalls() == 0) {
      assertTrue("waited in vain", Time.monotonicNow() < end);
      Thread.sleep(20);
    }
  }

  @Test
  public void unknownSchedulerIsLeftUnchanged() throws Exception {
    conf.set("yarn.mercury.promotion.mode", "shadow");
    RMContext context = mock(RMContext.class);
    when(context.getYarnConfiguration()).thenReturn(conf);
    when(context.getScheduler()).thenReturn(mock(ResourceScheduler.class));
    processor.init(context, next);
    attempt = Requests.ATTEMPT;
    callOfANewAttempt();
    verify(next).allocate(attempt, request, response);
    assertNull(source("MercuryPromotion"));
    AttemptRegistry.forget(context);
  }

  private void switchTo(String mode) {
    conf.set("yarn.mercury.promotion.mode", mode);
    AttemptRegistry.of(rm.getRMContext(), conf, "ResourceManager").refresh(conf);
  }

  @Test
  public void loweredModeWithdrawsPendingPromotions() throws Exception {
    final RMContainer live = promoteOne(() -> true);
    switchTo("off");
    AllocateRequest next = nothing();
    processor.allocate(attempt, next, response);
    pendingIs(0);
    assertTrue(next.getUpdateRequests().isEmpty());
    long calls = guardCalls();
    processor.allocate(attempt, nothing(), response);
    assertEquals("it is forgotten", calls, guardCalls());
    switchTo("on");
    await(
        () -> {
          AllocateRequest again = nothing();
          rm.heartbeat(live.getContainer().getNodeId(), runningStatus());
          processor.allocate(attempt, again, response);
          return !again.getUpdateRequests().isEmpty();
        });
  }

  @Test
  public void raisedModeServesApplicationsThatRegisteredBefore() throws Exception {
    start("off");
    callOfANewAttempt();
    assertNull(source("MercuryPromotion"));
    switchTo("shadow");
    long calls = guardCalls();
    processor.allocate(attempt, request, response);
    assertTrue(guardCalls() > calls);
  }

  @Test
  public void modeOffIsStock() throws Exception {
    start("off");
    processor.allocate(attempt, request, response);
    verify(next).allocate(attempt, request, response);
    verifyNoMoreInteractions(next);
    assertNull(source("MercuryPromotion"));
  }
}
