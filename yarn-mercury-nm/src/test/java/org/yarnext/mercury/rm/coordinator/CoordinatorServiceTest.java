// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.coordinator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.resourcemanager.ApplicationMasterService;
import org.apache.hadoop.yarn.server.resourcemanager.OpportunisticContainerAllocatorAMService;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.QueueLimitCalculator;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.SuppliedQueueLimits;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.mockito.ArgumentCaptor;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.testing.FakeClock;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.policy.placement.ranking.StartShareTracker;

/** State of the ResourceManager's context after a round that fails, is late or is missing. */
public class CoordinatorServiceTest {
  private static final ContainerId STARTED = ContainerId.fromString("container_1_0001_01_000002");
  private static final ContainerId RELEASED = ContainerId.fromString("container_1_0001_01_000003");
  private static final int STOCKS = 12_345;

  private final FakeClock clock = new FakeClock();
  private final ConcurrentMap<NodeId, RMNode> nodes = new ConcurrentHashMap<>();
  private final QueueLimitCalculator stock =
      new SuppliedQueueLimits(
          () -> {
            ContainerQueuingLimit limit = ContainerQueuingLimit.newInstance();
            limit.setMaxQueueLength(7);
            limit.setMaxQueueWaitTimeInMs(STOCKS);
            return limit;
          });
  private final OpportunisticContainerAllocatorAMService stocksList =
      mock(OpportunisticContainerAllocatorAMService.class);
  private boolean broken;
  private final RMContextImpl context =
      new RMContextImpl() {
        @Override
        public ConcurrentMap<NodeId, RMNode> getRMNodes() {
          if (broken) {
            throw new IllegalStateException("no nodes today");
          }
          return nodes;
        }

        @Override
        public ApplicationMasterService getApplicationMasterService() {
          return stocksList;
        }
      };
  private final AbstractYarnScheduler<?, ?> scheduler = mock(AbstractYarnScheduler.class);
  private final SchedulerNode scheduled = mock(SchedulerNode.class);
  private CoordinatorService rounds;

  @Before
  public void start() throws Exception {
    context.setContainerQueueLimitCalculator(stock);
    Configuration conf = new Configuration(false);
    conf.set("yarn.mercury.coordinator.mode", "on");
    context.setYarnConfiguration(conf);
    when(scheduled.getTotalResource()).thenReturn(Resource.newInstance(8192, 8));
    when(scheduled.getRackName()).thenReturn("/rack");
    when(scheduled.getPartition()).thenReturn("");
    doReturn(scheduled).when(scheduler).getNode(any());
    context.setScheduler(scheduler);
    rounds =
        new CoordinatorService(
            MercuryConfiguration.readOnResourceManager(conf), context, clock.millis());
  }

  @After
  public void stop() {
    rounds.stop();
  }

  private void node(String host, NodeState state) {
    node(host, state, 100);
  }

  private void node(String host, NodeState state, int queueCapacity) {
    NodeId id = NodeId.newInstance(host, 1);
    RMNode node = mock(RMNode.class);
    when(node.getNodeID()).thenReturn(id);
    when(node.getState()).thenReturn(state);
    // A new record at each look: a heartbeat between any two rounds.
    when(node.getOpportunisticContainersStatus())
        .thenAnswer(
            call -> {
              OpportunisticContainersStatus s = OpportunisticContainersStatus.newInstance();
              s.setEstimatedQueueWaitTime(1000);
              s.setOpportQueueCapacity(queueCapacity);
              return s;
            });
    nodes.put(id, node);
  }

  private void round() {
    clock.advance(Duration.ofSeconds(1));
    rounds.next();
  }

  private NodeRanking ranking() {
    return rounds.rankings().ranking(clock.millis().getAsLong());
  }

  private long loadMs(String node) {
    return ranking().find(node).loadMs();
  }

  private int sent() {
    return context
        .getNodeManagerQueueLimitCalculator()
        .createContainerQueuingLimit()
        .getMaxQueueWaitTimeInMs();
  }

  private static long metric(String name) {
    return ((FeatureMetrics) DefaultMetricsSystem.instance().getSource("MercuryCoordinator"))
        .snapshot()
        .get(name)
        .longValue();
  }

  @Test
  public void failedRoundRestoresTheStockLimitsUntilTheNextSuccess() {
    round();
    assertEquals("nobody is overloaded", -1, sent());
    broken = true;
    round();
    assertSame(stock, context.getNodeManagerQueueLimitCalculator());
    assertEquals(1, metric("RoundFailures"));
    assertEquals(-1, metric("WaitMeanMillis"));
    broken = false;
    round();
    assertNotSame(stock, context.getNodeManagerQueueLimitCalculator());
    assertEquals(-1, sent());
    assertEquals(2, metric("Rounds"));
  }

  @Test
  public void nodeThatFallsSilentAroundAFailedRoundIsRemoved() {
    for (String host : new String[] {"a", "b", "silent"}) {
      node(host, NodeState.RUNNING);
    }
    round();
    round();
    OpportunisticContainersStatus last = OpportunisticContainersStatus.newInstance();
    when(nodes.get(NodeId.newInstance("silent", 1)).getOpportunisticContainersStatus())
        .thenReturn(last);
    round();
    broken = true;
    round();
    broken = false;
    round();
    verify(stocksList, never()).handle(any());
    clock.advance(Duration.ofSeconds(10));
    round();
    ArgumentCaptor<SchedulerEvent> told = ArgumentCaptor.forClass(SchedulerEvent.class);
    verify(stocksList).handle(told.capture());
    RMNode left = ((NodeUpdateSchedulerEvent) told.getValue()).getRMNode();
    assertEquals("silent:1", left.getNodeID().toString());
    assertEquals(NodeState.DECOMMISSIONING, left.getState());
  }

  /** Returns the container that the scheduler has under each of the ids. */
  private RMContainer container(RMContainerState state, ContainerId... ids) {
    RMContainer container = mock(RMContainer.class);
    when(container.getState()).thenReturn(state);
    for (ContainerId id : ids) {
      when(scheduler.getRMContainer(id)).thenReturn(container);
    }
    return container;
  }

  @Test
  public void placedContainerCountsUntilItIsReportedOrReleased() {
    node("a", NodeState.RUNNING);
    round();
    round();
    RMContainer container = container(RMContainerState.ACQUIRED, STARTED, RELEASED);
    long now = clock.millis().getAsLong();
    rounds.rankings().placed(null, STARTED, "a:1", 600, now);
    rounds.rankings().placed(null, RELEASED, "a:1", 300, now);
    round();
    round();
    assertEquals(1900, loadMs("a:1"));

    when(scheduler.getRMContainer(RELEASED)).thenReturn(null);
    round();
    assertEquals(1600, loadMs("a:1"));
    when(container.getState()).thenReturn(RMContainerState.RUNNING);
    round();
    assertEquals(1000, loadMs("a:1"));
    assertEquals(0, metric("RoundFailures"));
  }

  @Test
  public void applicationIsRememberedByWhatItStarts() {
    node("a", NodeState.RUNNING);
    round();
    round();
    container(RMContainerState.RUNNING, STARTED);
    StartShareTracker starts = StartShareTracker.ofUser(0).ofApplication(0);
    rounds.rankings().placed(starts, STARTED, "a:1", 600, clock.millis().getAsLong());
    round();
    assertTrue("" + starts.share(), starts.share() > StartShareTracker.ALL / 2);
    rounds.rankings().placed(starts, RELEASED, "a:1", 300, clock.millis().getAsLong());
    int before = starts.share();
    round();
    assertTrue("" + starts.share(), starts.share() < before);
    assertEquals(0, starts.uncountedMs());
    assertEquals(1000, loadMs("a:1"));
  }

  @Test
  public void trippedGuardLeavesTheStockLimits() {
    round();
    QueueLimitCalculator seen = context.getNodeManagerQueueLimitCalculator();
    broken = true;
    for (int i = 0; i < 6; i++) {
      round();
    }
    broken = false;
    round();
    assertEquals("still cooling down", STOCKS, sent());
    assertEquals(
        "for a heartbeat that had just seen ours, too",
        STOCKS,
        seen.createContainerQueuingLimit().getMaxQueueWaitTimeInMs());
    assertSame(stock, context.getNodeManagerQueueLimitCalculator());
    assertEquals(7, metric("RoundFailures"));
  }

  @Test
  public void decisionExpiresWithoutASuccessor() {
    round();
    clock.advance(Duration.ofSeconds(10));
    assertEquals(-1, sent());
    clock.advance(Duration.ofMillis(1));
    assertEquals(STOCKS, sent());
    assertSame(stock, context.getNodeManagerQueueLimitCalculator());
    round();
    assertEquals("it goes on", -1, sent());
  }

  @Test
  public void onlyTheWaitLimitIsReplaced() {
    round();
    assertEquals(
        7,
        context
            .getNodeManagerQueueLimitCalculator()
            .createContainerQueuingLimit()
            .getMaxQueueLength());
  }

  @Test
  public void newStockCalculatorIsRestored() {
    round();
    QueueLimitCalculator newer = new SuppliedQueueLimits(ContainerQueuingLimit::newInstance);
    context.setContainerQueueLimitCalculator(newer);
    round();
    assertNotSame(newer, context.getNodeManagerQueueLimitCalculator());
    rounds.stop();
    assertSame(newer, context.getNodeManagerQueueLimitCalculator());
  }

  @Test
  public void onlyRunningNodesCount() {
    for (NodeState state : NodeState.values()) {
      node(state.name().toLowerCase(java.util.Locale.ROOT), state);
    }
    round();
    assertEquals("the first record may be old", 0, metric("FreshNodes"));
    assertEquals(1, metric("StaleNodes"));
    round();
    assertEquals(1, metric("FreshNodes"));
    assertEquals(0, metric("StaleNodes"));
  }

  /** A node without a queue refuses every container, and would seem to have the shortest wait. */
  @Test
  public void nodeWithoutAQueueDoesNotCount() {
    node("a", NodeState.RUNNING);
    node("none", NodeState.RUNNING, 0);
    round();
    round();
    assertEquals(1, metric("FreshNodes"));
    assertEquals(1, metric("StaleNodes"));
    assertNull(ranking().find("none:1"));
    assertEquals(1, ranking().size());
  }

  @Test
  public void stoppedCoordinatorChangesNothing() {
    round();
    rounds.stop();
    rounds.stop();
    round();
    assertSame(stock, context.getNodeManagerQueueLimitCalculator());
  }

  @Test
  public void removalDuringARoundRestoresStock() {
    node("a", NodeState.RUNNING);
    round();
    round();
    assertEquals(1000, loadMs("a:1"));
    try {
      Thread.currentThread().interrupt();
      round();
      assertTrue(Thread.currentThread().isInterrupted());
    } finally {
      Thread.interrupted();
    }
    assertSame(stock, context.getNodeManagerQueueLimitCalculator());
    assertNull(ranking().find("a:1"));
    assertNull(DefaultMetricsSystem.instance().getSource("MercuryCoordinator"));
    round();
    assertEquals("it goes on if it is still there", -1, sent());
  }
}
