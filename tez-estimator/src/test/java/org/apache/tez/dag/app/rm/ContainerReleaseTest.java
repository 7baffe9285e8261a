// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.tez.dag.app.rm;

import static org.junit.Assert.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.verify;

import java.util.Arrays;
import java.util.Collections;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.Test;

/** Containers that are given back are stopped by their nodes first. */
public class ContainerReleaseTest extends OpenTaskSchedulerTestBase {
  @Test
  public void releasedContainerIsReported() {
    ContainerId id = opportunistic(7).getId();
    client.releaseAssignedContainer(id);
    assertEquals(Collections.singletonList(id), released);
  }

  /** A task in a container that is given back. */
  private ContainerId givenBack() throws Exception {
    ContainerId id = givesBack(scheduler::giveBack);
    assertEquals(Arrays.asList("b", id), stopped);
    assertEquals(Collections.singletonList(id), released);
    return id;
  }

  /** A task in a container that is preempted, as the context of a master does. */
  private ContainerId givesBack(Consumer<ContainerId> preemption) throws Exception {
    beginWithReuse();
    doAnswer(call -> scheduler.deallocateContainer(call.getArgument(0)))
        .when(context)
        .preemptContainer(any());
    ask("b", null);
    Container container = opportunistic(7);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    preemption.accept(container.getId());
    return container.getId();
  }

  @Test
  public void preemptedContainerIsStoppedByItsNode() throws Exception {
    ContainerId id = givesBack(scheduler.getContext()::preemptContainer);
    assertEquals(Arrays.asList("b", id), stopped);
    assertEquals(Collections.emptyList(), client.releases());
    stoppedByItsNode(id);
    nowMs += 60_000;
    assertEquals(Collections.emptyList(), client.releases());
  }

  @Test
  public void preemptedContainerIsReleasedAtOnceIfAllAreGuaranteed() throws Exception {
    awaitsEnds = false;
    ContainerId id = givesBack(scheduler.getContext()::preemptContainer);
    assertEquals(Collections.emptyList(), stopped);
    assertEquals(Collections.singletonList(id), client.releases());
  }

  private void stoppedByItsNode(ContainerId id) {
    scheduler.onContainersCompleted(
        Collections.singletonList(
            ContainerStatus.newInstance(id, ContainerState.COMPLETE, "stopped", -105)));
  }

  @Test
  public void returnedContainerIsStoppedByItsNodeAndNotReleased() throws Exception {
    ContainerId id = givenBack();
    assertEquals(Collections.emptyList(), client.releases());
    stoppedByItsNode(id);
    nowMs += 60_000;
    assertEquals(Collections.emptyList(), client.releases());
  }

  @Test
  public void returnedContainerThatDoesNotEndIsReleased() throws Exception {
    ContainerId id = givenBack();
    nowMs += 10_000;
    assertEquals(Collections.singletonList(id), client.releases());
    assertEquals("once", Collections.emptyList(), client.releases());
  }

  @Test
  public void returnedContainerIsReleasedAtOnceIfItsNodeCannotStopIt() throws Exception {
    nodesAnswer = false;
    ContainerId id = givenBack();
    assertEquals(Collections.singletonList(id), client.releases());
  }

  @Test
  public void containerThatEndedBeforeItsReturnIsNotReleased() throws Exception {
    ContainerId id = givenBack();
    client.releases();
    stoppedByItsNode(id);
    scheduler.giveBack(id);
    nowMs += 60_000;
    assertEquals(Collections.emptyList(), client.releases());
    assertEquals("its node is asked once", Arrays.asList("b", id), stopped);
  }

  @Test
  public void containerReleasedByStockIsReleasedAtOnce() throws Exception {
    client.releaseAssignedContainer(opportunistic(7).getId());
    assertEquals(Collections.singletonList(opportunistic(7).getId()), client.releases());
    assertEquals(Collections.emptyList(), stopped);
  }

  /** One that had a task, as Tez releases it; Tez asks its node to stop it, too. */
  private ContainerId releasedAfterUse() throws Exception {
    beginWithReuse();
    ask("a", null);
    Container container = container(7, ExecutionType.GUARANTEED);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    scheduler.deallocateTask("a", false, null, null);
    verify(context).containerBeingReleased(container.getId());
    assertEquals(Collections.singletonList(container.getId()), released);
    return container.getId();
  }

  @Test
  public void usedContainerIsReleasedOnlyIfItsEndIsNotReported() throws Exception {
    ContainerId id = releasedAfterUse();
    assertEquals(Collections.emptyList(), client.releases());
    nowMs += 10_000;
    assertEquals(Collections.singletonList(id), client.releases());
  }

  @Test
  public void usedContainerThatHasEndedIsNotReleased() throws Exception {
    ContainerId id = releasedAfterUse();
    stoppedByItsNode(id);
    nowMs += 60_000;
    assertEquals(Collections.emptyList(), client.releases());
  }

  /** They may have timed out, or their node may be lost: Tez asks nodes itself where necessary. */
  @Test
  public void nodeIsNotAskedToStopContainersReturnedByTez() throws Exception {
    beginWithReuse();
    ask("a", null);
    Container container = container(7, ExecutionType.GUARANTEED);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    scheduler.deallocateContainer(container.getId());
    assertEquals(Collections.emptyList(), stopped);
    assertEquals(Collections.emptyList(), client.releases());
    nowMs += 10_000;
    assertEquals(Collections.singletonList(container.getId()), client.releases());
  }

  @Test
  public void usedContainerIsReleasedAtOnceIfAllAreGuaranteed() throws Exception {
    awaitsEnds = false;
    ContainerId id = releasedAfterUse();
    assertEquals(Collections.singletonList(id), client.releases());
  }
}
