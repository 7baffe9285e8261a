// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.promotion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerSubState;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeStatusEvent;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.testing.FakeClock;
import org.yarnext.mercury.application.Requests;

/** Heartbeats about containers that the ResourceManager takes for running. */
public class StartedContainerTrackerTest {
  private static final long STALE_MS = 10_000;

  private final Container one = Requests.container(1, 1, ExecutionType.OPPORTUNISTIC);
  private final Container other = Requests.container(2, 1, ExecutionType.OPPORTUNISTIC);
  private final NodeId node = one.getNodeId();
  private final FakeClock clock = new FakeClock();
  private final Guard guard = new Guard("test", GuardSettings.defaults(), System::nanoTime);
  private final RMContext context = mock(RMContext.class);
  private final ConcurrentMap<NodeId, RMNode> nodes = new ConcurrentHashMap<>();
  private final StartedContainerTracker started =
      new StartedContainerTracker(context, guard, clock.millis(), STALE_MS);

  @Before
  public void aNode() {
    when(context.getRMNodes()).thenReturn(nodes);
    nodes.put(node, mock(RMNode.class));
  }

  @After
  public void close() {
    guard.close();
  }

  private static ContainerStatus status(Container c, ContainerSubState subState) {
    ContainerStatus status =
        ContainerStatus.newInstance(
            c.getId(), c.getExecutionType(), ContainerState.RUNNING, "", -1000);
    status.setContainerSubState(subState);
    return status;
  }

  private void heartbeat(ContainerStatus... statuses) {
    List<ContainerStatus> containers = new ArrayList<>(Arrays.asList(statuses));
    started.handle(
        new RMNodeStatusEvent(
            node, NodeStatus.newInstance(node, 0, containers, null, null, null, null, null)));
  }

  @Test
  public void queuedOrPausedContainerHasNotStarted() {
    assertFalse("nothing is known", started.has(one));
    heartbeat(status(one, ContainerSubState.SCHEDULED), status(other, ContainerSubState.RUNNING));
    assertFalse(started.has(one));
    assertTrue(started.has(other));
    heartbeat(status(one, ContainerSubState.RUNNING), status(other, ContainerSubState.PAUSED));
    assertTrue(started.has(one));
    assertFalse("paused", started.has(other));
    heartbeat();
    assertFalse("ended", started.has(one));
  }

  @Test
  public void containerWithoutASubStateHasNotStarted() {
    heartbeat(status(one, null));
    assertFalse(started.has(one));
  }

  @Test
  public void staleHeartbeatIsIgnored() {
    heartbeat(status(one, ContainerSubState.RUNNING));
    clock.advance(Duration.ofMillis(STALE_MS));
    assertTrue(started.has(one));
    clock.advance(Duration.ofMillis(1));
    assertFalse(started.has(one));
  }

  @Test
  public void removedNodeIsForgotten() {
    heartbeat(status(one, ContainerSubState.RUNNING));
    nodes.remove(node);
    started.handle(new RMNodeEvent(node, RMNodeEventType.EXPIRE));
    assertFalse(started.has(one));
  }

  @Test
  public void failureMeansNotStartedAndDoesNotPropagate() {
    heartbeat(status(one, ContainerSubState.RUNNING));
    when(context.getRMNodes()).thenThrow(new IllegalStateException("broken"));
    heartbeat(status(one, ContainerSubState.RUNNING));
    assertFalse(started.has(one));
    assertEquals(1, guard.counters().failures());
  }
}
