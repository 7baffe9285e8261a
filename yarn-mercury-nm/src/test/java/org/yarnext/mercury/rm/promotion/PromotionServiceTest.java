// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.promotion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.ArgumentMatchers.anyMap;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerError;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.SchedulerResourceTypes;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdateContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.promotion.PromotionPolicy;

/** Each promotion is requested once, until it is answered or lost. */
public class PromotionServiceTest {
  private final AbstractYarnScheduler<?, ?> scheduler = mock(AbstractYarnScheduler.class);
  private final SchedulerApplicationAttempt application = mock(SchedulerApplicationAttempt.class);
  private final Container first = Requests.container(1, 1, ExecutionType.OPPORTUNISTIC);
  private final Container second = Requests.container(2, 1, ExecutionType.OPPORTUNISTIC);
  private final Container master = Requests.container(9, 0, ExecutionType.GUARANTEED);
  private final QueueMetrics metrics = mock(QueueMetrics.class);
  private final SchedulerNode node = mock(SchedulerNode.class);
  private final AppSchedulingInfo info = mock(AppSchedulingInfo.class);
  private final ContainerUpdateContext updates = mock(ContainerUpdateContext.class);
  private final Set<ContainerId> started =
      new HashSet<>(Arrays.asList(first.getId(), second.getId()));
  private final List<RMContainer> live = new ArrayList<>();
  private long nowMs = 1_000;
  private PromotionService promotions = promotions(1, 0);

  private PromotionService promotions(int atMost, long minRunMs) {
    return new PromotionService(
        () -> new PromotionPolicy(atMost, minRunMs, 0),
        scheduler,
        c -> started.contains(c.getId()),
        () -> nowMs);
  }

  @Before
  public void aQueueWithRoomForAll() {
    when(metrics.getAvailableMB()).thenReturn(8192L);
    when(metrics.getAvailableVirtualCores()).thenReturn(8);
    Queue queue = mock(Queue.class);
    when(queue.getMetrics()).thenReturn(metrics);
    when(scheduler.getRootQueueMetrics()).thenReturn(metrics);
    when(scheduler.getSchedulingResourceTypes())
        .thenReturn(EnumSet.allOf(SchedulerResourceTypes.class));
    nodeHas(8192);
    doReturn(node).when(scheduler).getNode(first.getNodeId());
    when(application.getQueue()).thenReturn(queue);
    when(application.getHeadroom()).thenReturn(Resource.newInstance(8192, 8));
    when(application.getWriteLock()).thenReturn(new ReentrantReadWriteLock().writeLock());
    when(application.getAppSchedulingInfo()).thenReturn(info);
    when(application.getUpdateContext()).thenReturn(updates);
    live.addAll(Arrays.asList(running(first), running(second), running(master)));
    when(application.getLiveContainers()).thenReturn(live);
  }

  private void nodeHas(long memoryMb) {
    when(node.getUnallocatedResource()).thenReturn(Resource.newInstance(memoryMb, 8));
  }

  private static RMContainer running(Container c) {
    RMContainer running = mock(RMContainer.class);
    when(running.getContainerId()).thenReturn(c.getId());
    when(running.getContainer()).thenReturn(c);
    when(running.getExecutionType()).thenReturn(c.getExecutionType());
    when(running.getAllocatedSchedulerKey()).thenReturn(SchedulerRequestKey.extractFrom(c));
    when(running.getState()).thenReturn(RMContainerState.RUNNING);
    return running;
  }

  private Decision<List<String>> decide(UpdateContainerRequest... own) {
    promotions.begin(application, Arrays.asList(own), true);
    return promotions.decide(application, null);
  }

  /** One call's asks, by container. */
  private List<String> ask() {
    AllocateRequest request =
        AllocateRequest.newInstance(0, 0, new ArrayList<>(), new ArrayList<>(), null);
    promotions.ask(decide().value(), request);
    List<String> asked = new ArrayList<>();
    request.getUpdateRequests().forEach(u -> asked.add(u.getContainerId().toString()));
    return asked;
  }

  @Test
  public void eachPromotionIsRequestedOnce() {
    assertEquals(Collections.singletonList(first.getId().toString()), ask());
    assertEquals(Collections.singletonList(second.getId().toString()), ask());
    assertEquals(Collections.emptyList(), ask());
  }

  @Test
  public void unansweredPromotionIsRequestedAgain() {
    ask();
    ask();
    promotions.unanswered();
    assertEquals(
        "of the call that failed", Collections.singletonList(second.getId().toString()), ask());
    assertEquals(Collections.emptyList(), ask());
    promotions.unanswered();
    assertEquals("that call asked for nothing", Collections.emptyList(), ask());
  }

  @Test
  public void applicationReceivesOnlyItsOwnUpdates() {
    ask();
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    List<UpdatedContainer> updated = new ArrayList<>();
    for (Container c : Arrays.asList(first, second)) {
      updated.add(UpdatedContainer.newInstance(ContainerUpdateType.PROMOTE_EXECUTION_TYPE, c));
    }
    response.setUpdatedContainers(updated);
    assertEquals(Collections.singletonList(first), promotions.takeAnswers(response));
    assertEquals(1, response.getUpdatedContainers().size());
    assertEquals(second, response.getUpdatedContainers().get(0).getContainer());
  }

  /**
   * Its node's first report makes it running for the scheduler; see StartedContainerTrackerTest.
   */
  @Test
  public void containerQueuedOnAFullNodeIsNeverPromoted() {
    promotions = promotions(1, 30_000);
    started.remove(second.getId());
    ask();
    nowMs += 600_000;
    assertEquals(Collections.singletonList(first.getId().toString()), ask());
    assertEquals("the queued one is not", Collections.emptyList(), ask());
    started.add(second.getId());
    assertEquals("it has just started", Collections.emptyList(), ask());
    nowMs += 30_000;
    assertEquals(Collections.singletonList(second.getId().toString()), ask());
  }

  @Test
  public void requestedPromotionUsesTheRoomOfItsNode() {
    promotions = promotions(5, 0);
    nodeHas(2 * first.getResource().getMemorySize() - 1);
    assertEquals("one of two", 1, ask().size());
    assertEquals("while that is under way", 0, ask().size());
  }

  @Test
  public void userAtItsLimitGetsNoPromotion() {
    when(application.getHeadroom()).thenReturn(Resource.newInstance(0, 0));
    assertEquals(Collections.emptyList(), ask());
  }

  @Test
  public void uncomputedHeadroomIsTheHeadroomOfTheQueue() {
    when(application.getHeadroom()).thenReturn(Resource.newInstance(0, 0));
    live.removeIf(c -> c.getExecutionType() == ExecutionType.GUARANTEED);
    assertEquals(Collections.singletonList(first.getId().toString()), ask());
    stillAskedFor();
    nowMs += PendingPromotionRegistry.TIMEOUT_MS + 1;
    assertEquals("now the scheduler has looked", Collections.emptyList(), ask());
  }

  @Test
  public void memoryOnlyHeadroomDoesNotLimitCores() {
    when(application.getHeadroom()).thenReturn(Resource.newInstance(8192, 1));
    first.setResource(Resource.newInstance(1024, 2));
    assertEquals(Collections.singletonList(second.getId().toString()), ask());
    assertEquals(Collections.emptyList(), ask());
    when(scheduler.getSchedulingResourceTypes())
        .thenReturn(EnumSet.of(SchedulerResourceTypes.MEMORY));
    assertEquals(Collections.singletonList(first.getId().toString()), ask());
  }

  @Test
  public void containerWithOtherResourcesIsNotPromoted() {
    Configuration types = new Configuration(false);
    types.set(YarnConfiguration.RESOURCE_TYPES, "yarn.io/gpu");
    ResourceUtils.resetResourceTypes(types);
    try {
      first.setResource(Resource.newInstance(1024, 1, Collections.singletonMap("yarn.io/gpu", 1L)));
      promotions = promotions(5, 0);
      assertEquals(Collections.singletonList(second.getId().toString()), ask());
    } finally {
      ResourceUtils.resetResourceTypes();
      // Until they are read again, their number is that of before.
      ResourceUtils.getResourceTypes();
    }
  }

  private void stillAskedFor() {
    @SuppressWarnings("unchecked")
    AppPlacementAllocator<SchedulerNode> asked = mock(AppPlacementAllocator.class);
    when(asked.getResourceRequests())
        .thenReturn(
            Collections.singletonMap(
                ResourceRequest.ANY,
                ResourceRequest.newInstance(
                    first.getPriority(), ResourceRequest.ANY, first.getResource(), 1)));
    doReturn(asked).when(info).getAppPlacementAllocator(any());
  }

  private void verifyWithdrawn(Container c) {
    SchedulerRequestKey key =
        new SchedulerRequestKey(c.getPriority(), c.getAllocationRequestId(), c.getId());
    ResourceRequest none =
        ResourceRequest.newInstance(c.getPriority(), ResourceRequest.ANY, c.getResource(), 0);
    verify(info)
        .updateResourceRequests(
            Collections.singletonMap(key, Collections.singletonMap(ResourceRequest.ANY, none)),
            false);
    verify(updates).removeFromOutstandingUpdate(key, c);
  }

  @Test
  public void promotionWithoutRoomIsWithdrawnAndRequestedLater() {
    final List<String> one = Collections.singletonList(first.getId().toString());
    final List<String> other = Collections.singletonList(second.getId().toString());
    assertEquals(one, ask());
    when(metrics.getPendingMB()).thenReturn(1024L);
    stillAskedFor();
    nowMs += PendingPromotionRegistry.TIMEOUT_MS;
    assertNull("somebody waits", decide());
    verify(info, never()).updateResourceRequests(anyMap(), anyBoolean());
    nowMs++;
    decide();
    verifyWithdrawn(first);
    when(metrics.getPendingMB()).thenReturn(0L);
    assertNull("it has looked just now", decide());
    nowMs += 1_000;
    assertEquals("others have their turn", other, ask());
    nowMs += 58_999;
    assertEquals("both were refused", Collections.emptyList(), ask());
    nowMs += 1_000;
    assertEquals("a minute later", one, ask());
    nowMs += PendingPromotionRegistry.TIMEOUT_MS + 1;
    decide();
    nowMs += 119_999;
    assertEquals(other, ask());
    nowMs++;
    assertEquals("two minutes after the second refusal", one, ask());
  }

  @Test
  public void refusedPromotionIsNotRequestedAgainAtOnce() {
    ask();
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    UpdateContainerRequest asked =
        UpdateContainerRequest.newInstance(
            0, first.getId(), ContainerUpdateType.PROMOTE_EXECUTION_TYPE, null, null);
    response.setUpdateErrors(
        Collections.singletonList(UpdateContainerError.newInstance("no", asked)));
    promotions.takeAnswers(response);
    assertEquals(Collections.emptyList(), response.getUpdateErrors());
    nowMs += 1_000;
    assertEquals(Collections.singletonList(second.getId().toString()), ask());
    assertEquals(Collections.emptyList(), ask());
  }

  private UpdateContainerRequest increase(Container c) {
    return UpdateContainerRequest.newInstance(
        0, c.getId(), ContainerUpdateType.INCREASE_RESOURCE, Resource.newInstance(2048, 1), null);
  }

  /** The scheduler has one key for both: in the end the application's would be withdrawn. */
  @Test
  public void containerUpdatedByTheApplicationIsNotPromoted() {
    ask();
    stillAskedFor();
    UpdateContainerRequest own = increase(first);
    assertEquals(
        "the other one", Collections.singletonList(second.getId().toString()), decide(own).value());
    verifyWithdrawn(first);
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    response.setUpdateErrors(
        Collections.singletonList(UpdateContainerError.newInstance("no", own)));
    response.setUpdatedContainers(
        Collections.singletonList(
            UpdatedContainer.newInstance(ContainerUpdateType.PROMOTE_EXECUTION_TYPE, first)));
    assertEquals(Collections.emptyList(), promotions.takeAnswers(response));
    assertEquals("its own error", 1, response.getUpdateErrors().size());
    assertEquals("as it stands now", 1, response.getUpdatedContainers().size());
    nowMs += PendingPromotionRegistry.TIMEOUT_MS + 1;
    decide();
    verify(info, times(1)).updateResourceRequests(anyMap(), anyBoolean());
  }

  @Test
  public void pendingPromotionOfAnEndedContainerIsWithdrawn() {
    ask();
    stillAskedFor();
    live.removeIf(c -> c.getContainerId().equals(first.getId()));
    decide();
    verifyWithdrawn(first);
    decide();
    verify(info, times(1)).updateResourceRequests(anyMap(), anyBoolean());
  }

  @Test
  public void grantedPromotionInTransitIsNotWithdrawn() {
    ask();
    nowMs += PendingPromotionRegistry.TIMEOUT_MS + 1;
    assertEquals(Collections.singletonList(second.getId().toString()), ask());
    verify(info, never()).updateResourceRequests(anyMap(), anyBoolean());
  }
}
