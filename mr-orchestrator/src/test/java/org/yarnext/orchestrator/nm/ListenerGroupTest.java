// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.junit.Test;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Groups of other executors, and containers that queue. */
public class ListenerGroupTest extends ContainerListenerTestBase {
  @Test
  public void cgroupCreatedByTheExecutorAfterTheLaunchIsUsed() throws Exception {
    withGroupsOfTheExecutor();
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals(1, c.getLaunchContext().getCommands().size());
    assertEquals(0, watched());
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(1, watched());
    node.orchestrator().sample();
    node.kernel.makeStock(SteeredNode.PARENT, c.getContainerId().toString());
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertEquals(c.getContainerId().toString(), report().get(0).container());
    assertEquals(0, node.orchestrator().guard().counters().failures());
  }

  @Test
  public void dockerContainerIsCountedAndNotSteered() throws Exception {
    withGroupsOfTheExecutor();
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    ContainerLaunchContext launch =
        launch(Collections.singletonMap("YARN_CONTAINER_RUNTIME_TYPE", "docker"));
    when(c.getLaunchContext()).thenReturn(launch);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    node.kernel.makeStock(SteeredNode.PARENT, c.getContainerId().toString());
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertEquals(1, watched());
    assertTrue(report().isEmpty());
    assertEquals(3_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
  }

  @Test
  public void missedEndIsDetectedFromTheNodeManagersContainers() throws Exception {
    ContainerImpl done = container(2, ExecutionType.GUARANTEED);
    ContainerImpl gone = container(3, ExecutionType.GUARANTEED);
    ContainerImpl lives = container(4, ExecutionType.GUARANTEED);
    for (ContainerImpl each : new ContainerImpl[] {done, gone, lives}) {
      go(each, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
      go(each, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    }
    when(done.getContainerState()).thenReturn(ContainerState.DONE);
    containers.remove(gone.getContainerId());
    node.orchestrator().sample();
    assertEquals(3, watched());
    node.orchestrator().sample();
    assertEquals(1, watched());
    assertTrue(node.orchestrator().cgroups().has(lives.getContainerId().toString()));
  }

  @Test
  public void failureToReadTheContextIsCountedAndNotThrown() {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    when(context.getNodeId()).thenThrow(new IllegalStateException("stops"));
    ContainerEvent event =
        new ContainerEvent(c.getContainerId(), ContainerEventType.INIT_CONTAINER);
    listener.preTransition(c, ContainerState.NEW, event);
    assertEquals(1, node.orchestrator().guard().counters().failures());
  }

  @Test
  public void localizingAndQueuedContainersAreNotMeasuredOrCounted() throws Exception {
    ContainerImpl c = container(2, ExecutionType.OPPORTUNISTIC);
    go(c, ContainerState.LOCALIZING, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.SCHEDULED, ContainerEventType.RESOURCE_LOCALIZED);
    node.orchestrator().sample();
    node.orchestrator().sample();
    assertTrue(report().isEmpty());
    assertEquals(4_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
    long before = System.nanoTime();
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    enter(c);
    node.orchestrator().sample();
    node.orchestrator().sample();
    double sinceMs = (System.nanoTime() - before) / 1e6;
    assertTrue(report().get(0).elapsedMs() <= sinceMs + 1_000);
    assertEquals(3_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
  }

  @Test
  public void tokenUpdatedWhileQueuedAppliesToTheRunningContainer() throws Exception {
    ContainerImpl c = container(2, ExecutionType.OPPORTUNISTIC);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    token(c, ExecutionType.GUARANTEED, 2, 2048);
    go(c, ContainerState.SCHEDULED, ContainerEventType.UPDATE_CONTAINER_TOKEN);
    assertEquals("2048", share(c));
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals(2_000, node.orchestrator().manager().left().free(ResourceKind.CPU), 0);
  }

  @Test
  public void containerKilledWhileQueuedLeavesNoCgroup() throws Exception {
    ContainerImpl heard = container(2, ExecutionType.OPPORTUNISTIC);
    ContainerImpl unreported = container(3, ExecutionType.OPPORTUNISTIC);
    go(heard, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(unreported, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(heard, ContainerState.DONE, ContainerEventType.KILL_CONTAINER);
    assertFalse(node.orchestrator().cgroups().has(heard.getContainerId().toString()));
    containers.remove(unreported.getContainerId());
    node.orchestrator().sample();
    assertTrue(node.orchestrator().cgroups().has(unreported.getContainerId().toString()));
    node.orchestrator().sample();
    assertFalse(node.orchestrator().cgroups().has(unreported.getContainerId().toString()));
  }

  private static void runsTez(ContainerImpl c) {
    c.getLaunchContext()
        .setCommands(
            Collections.singletonList("java -Xmx100m org.apache.tez.runtime.task.TezChild h 1"));
  }

  private void logsThatItRuns(ContainerImpl c, String attempt) throws IOException {
    Path logs = folder.newFolder("logs-" + c.getContainerId()).toPath();
    Files.createFile(logs.resolve("syslog_" + attempt));
    when(c.getLogDir()).thenReturn(logs.toString());
  }

  private String phaseAfterALook(ContainerImpl c) throws IOException {
    enter(c);
    node.orchestrator().look();
    node.orchestrator().sample();
    node.orchestrator().sample();
    return report().get(0).phase().toString();
  }

  @Test
  public void tezTaskIsReadFromTheContainerLogs() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    runsTez(c);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    logsThatItRuns(c, "attempt_1_0001_3_02_000000_0");
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals("application_1_0001/VERTEX_3_02", phaseAfterALook(c));
  }

  @Test
  public void tezTaskIsReadFromTheLogsAfterARestart() throws Exception {
    node.orchestrator().cgroups().make("container_1_0001_01_000002", 1_000);
    ContainerImpl c = recovered(2, true);
    runsTez(c);
    logsThatItRuns(c, "attempt_1_0001_3_02_000000_0");
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    assertEquals("application_1_0001/VERTEX_3_02", phaseAfterALook(c));
  }

  @Test
  public void tezContainerWithoutLogsKeepsItsLaunchPhase() throws Exception {
    ContainerImpl c = container(2, ExecutionType.GUARANTEED);
    runsTez(c);
    go(c, ContainerState.SCHEDULED, ContainerEventType.INIT_CONTAINER);
    go(c, ContainerState.RUNNING, ContainerEventType.CONTAINER_LAUNCHED);
    assertEquals("application_1_0001/PRIORITY_20", phaseAfterALook(c));
  }
}
