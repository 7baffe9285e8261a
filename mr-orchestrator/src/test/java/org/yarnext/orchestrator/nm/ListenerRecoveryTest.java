// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.when;

import java.util.Collections;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.junit.Test;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Containers recovered by a restarted NodeManager. */
public class ListenerRecoveryTest extends ContainerListenerTestBase {
  @Test
  public void recoveredContainerKeepsItsAge() throws Exception {
    node.orchestrator().cgroups().make("container_1_0001_01_000002", 1_000);
    ContainerImpl c = recovered(2, true);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals(1, watched());
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(60, elapsedMinutes(c), 1);
    assertEquals(1, watched());
  }

  @Test
  public void recoveredContainerKeepsItsAgeInAnExecutorCgroup() throws Exception {
    withGroupsOfTheExecutor();
    ContainerImpl c = recovered(2, true);
    node.kernel.makeStock(SteeredNode.PARENT, c.getContainerId().toString());
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(60, elapsedMinutes(c), 1);
  }

  @Test
  public void containerOutsideItsCgroupStaysOutsideAfterARestart() throws Exception {
    ContainerImpl c = recovered(2, true);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertFalse(node.orchestrator().cgroups().has(c.getContainerId().toString()));
    assertEquals(1, c.getLaunchContext().getCommands().size());
    assertEquals(
        "it counts", 3_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertTrue(report().isEmpty());
    assertEquals(1, node.orchestrator().manager().outside());
    go(c, ContainerState.DONE, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP);
    assertEquals(0, watched());
  }

  /** The NodeManager has started again, and has recovered what it knew. */
  private void restart() throws Exception {
    node.stop();
    for (Container each : containers.values()) {
      when(each.getContainerState()).thenReturn(ContainerState.NEW);
      when(each.getLaunchContext()).thenReturn(launch(Collections.emptyMap()));
    }
    node.start();
  }

  @Test
  public void queuedContainerKeepsItsCgroupAcrossARestart() throws Exception {
    ContainerImpl queued = recovered(2, false);
    ContainerImpl ended = container(3, ExecutionType.OPPORTUNISTIC);
    go(queued, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(ended, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    restart();
    containers.remove(ended.getContainerId());
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertTrue("nothing is told yet", node.orchestrator().cgroups().has(name(queued)));
    ContainerImpl other = container(4, ExecutionType.GUARANTEED);
    go(other, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertFalse("it ended meanwhile", node.orchestrator().cgroups().has(name(ended)));
    assertTrue("it is recovered later", node.orchestrator().cgroups().has(name(queued)));
    go(queued, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals(2, queued.getLaunchContext().getCommands().size());
    go(queued, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(1, watched());
    go(queued, ContainerState.DONE, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP);
    assertFalse(node.orchestrator().cgroups().has(name(queued)));
  }

  @Test
  public void containerKilledBeforeRecoveryLeavesNoCgroup() throws Exception {
    ContainerImpl queued = recovered(2, false);
    go(queued, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    restart();
    assertTrue(node.orchestrator().cgroups().has(name(queued)));
    go(queued, ContainerState.DONE, ContainerEventType.KILL_CONTAINER);
    assertFalse(node.orchestrator().cgroups().has(name(queued)));
  }
}
