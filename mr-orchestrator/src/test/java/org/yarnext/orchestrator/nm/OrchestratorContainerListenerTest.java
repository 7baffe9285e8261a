// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.when;

import java.util.Arrays;
import java.util.Collections;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.junit.Test;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Containers that start, get new tokens and end. */
public class OrchestratorContainerListenerTest extends ContainerListenerTestBase {
  @Test
  public void containerIsPlacedBeforeLaunchAndEndedWhenDone() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals("1024", share(c));
    assertEquals(2, c.getLaunchContext().getCommands().size());
    assertEquals("it may localise and queue for long", 0, watched());
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(1, watched());
    go(c, ContainerState.KILLING, ContainerEventType.KILL_CONTAINER);
    assertEquals(1, watched());
    go(c, ContainerState.DONE, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP);
    assertEquals(0, watched());
    assertFalse(node.orchestrator().cgroups().has(c.getContainerId().toString()));
  }

  @Test
  public void updatedTokenIsApplied() throws Exception {
    ContainerImpl c = container(2, ExecutionType.OPPORTUNISTIC);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertFalse(report().get(0).isGuaranteed());
    token(c, ExecutionType.GUARANTEED, 2, 2048);
    go(c, ContainerState.RUNNING, ContainerEventType.UPDATE_CONTAINER_TOKEN);
    assertEquals("2048", share(c));
    assertTrue(report().get(0).isGuaranteed());
    assertEquals(2_000, report().get(0).share(ResourceKind.CPU).entitled(), 0);
  }

  @Test
  public void containerWithZeroVcoresHasTheDefaultKernelShare() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    token(c, ExecutionType.GUARANTEED, 0, 1024);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals("1024", share(c));
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertEquals(1_000, report().get(0).share(ResourceKind.CPU).entitled(), 0);
    assertEquals(3_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
    node.orchestrator().manager().giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("the only one has the whole node", "4096", share(c));
    token(c, ExecutionType.GUARANTEED, 0, 2048);
    go(c, ContainerState.RUNNING, ContainerEventType.UPDATE_CONTAINER_TOKEN);
    node.orchestrator().manager().giveSpareTo(Collections.emptySet());
    assertEquals("1024", share(c));
  }

  /** CPU that an attacker gets beside an honest container of the same size. */
  private double shareOfAttacker(String command) throws Exception {
    ContainerImpl honest = container(2, ExecutionType.GUARANTEED);
    ContainerLaunchContext work = launch("java -Xmx100m org.example.Executor");
    when(honest.getLaunchContext()).thenReturn(work);
    ContainerImpl attacker = container(3, ExecutionType.GUARANTEED);
    ContainerLaunchContext spin = launch(command);
    when(attacker.getLaunchContext()).thenReturn(spin);
    for (ContainerImpl each : Arrays.asList(honest, attacker)) {
      go(each, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
      go(each, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
      enter(each);
    }
    node.orchestrator().manager().giveSpareTo(Collections.singleton("application_1_0001"));
    double taken = Double.parseDouble(share(attacker));
    return taken / (taken + Double.parseDouble(share(honest)));
  }

  @Test
  public void taskNameInACommentGivesNoSpareCpu() throws Exception {
    // With half the node each, both take as long as beside an honest neighbour.
    assertEquals(0.5, shareOfAttacker("spin # org.apache.tez.runtime.task.TezChild"), 0.05 * 0.5);
  }

  @Test
  public void masterCommandInATaskContainerGivesNoSpareCpu() throws Exception {
    assertEquals(0.5, shareOfAttacker("java org.apache.tez.dag.app.DAGAppMaster"), 0.05 * 0.5);
  }

  @Test
  public void reinitializedContainerStaysInItsCgroup() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    String join = c.getLaunchContext().getCommands().get(0);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    go(c, ContainerState.REINITIALIZING_AWAITING_KILL, ContainerEventType.REINITIALIZE_CONTAINER);
    ContainerLaunchContext another = launch(Collections.emptyMap());
    when(c.getLaunchContext()).thenReturn(another);
    go(c, ContainerState.SCHEDULED, ContainerEventType.CONTAINER_KILLED_ON_REQUEST);
    assertEquals(Arrays.asList(join, MAP), another.getCommands());
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(1, watched());
    // Back to what it was before.
    when(c.getContainerState()).thenReturn(ContainerState.REINITIALIZING_AWAITING_KILL);
    go(c, ContainerState.SCHEDULED, ContainerEventType.CONTAINER_KILLED_ON_REQUEST);
    assertEquals("once", Arrays.asList(join, MAP), another.getCommands());
  }

  @Test
  public void containerOutsideItsCgroupIsReinitializedOutside() throws Exception {
    ContainerImpl c = recovered(2, true);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    when(c.getContainerState()).thenReturn(ContainerState.REINITIALIZING_AWAITING_KILL);
    go(c, ContainerState.SCHEDULED, ContainerEventType.CONTAINER_KILLED_ON_REQUEST);
    assertEquals(1, c.getLaunchContext().getCommands().size());
  }

  @Test
  public void heapSetInTheEnvironmentRaisesTheMemoryMinimum() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    ContainerLaunchContext launch =
        launch(Collections.singletonMap("_JAVA_OPTIONS", "-XX:+UseSerialGC -Xmx700m"));
    when(c.getLaunchContext()).thenReturn(launch);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertEquals(
        "and 128 MB beyond it",
        (700 + 128) << 20,
        report().get(0).share(ResourceKind.MEMORY).minimum(),
        0);
  }

  @Test
  public void containerKilledBeforeLaunchLeavesNoCgroup() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.DONE, ContainerEventType.INIT_CONTAINER);
    assertEquals(0, watched());
    assertFalse(node.orchestrator().cgroups().has(c.getContainerId().toString()));
  }

  @Test
  public void resizedNodeHasTheNewCapacity() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    nodeHas(2, 8);
    node.orchestrator().sample();
    assertEquals(1_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
    assertEquals(7L << 30, node.orchestrator().manager().left().free(ResourceKind.MEMORY), 0);
  }
}
