// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.nm.epoch.NodeTaskManager;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.policy.ResourceKind;

public class NodeOrchestratorTest {
  @Rule public final SteeredNode node = new SteeredNode(Layout.VERSION_2);

  @Test
  public void orchestratorStaysOffIfContainersCannotJoinCgroups() throws Exception {
    Map<String, String> before = node.kernel.snapshot();
    node.kernel.refused.add("/cgroup.procs");
    InvalidConfigurationException e =
        assertThrows(InvalidConfigurationException.class, () -> node.start());
    assertTrue(
        e.getMessage(),
        e.getMessage().contains("groups below yarn.mr-orchestrator.cgroup.parent=yarnext (JOIN"));
    assertEquals(before, node.kernel.snapshot());
    node.hadoop.set(
        YarnConfiguration.NM_CONTAINER_EXECUTOR, LinuxContainerExecutor.class.getName());
    assertEquals("whose rights are others", "", node.start().problems());
  }

  /** The directory is gone after a boot of the machine. */
  @Test
  public void orchestratorWithoutDelegationStaysOffAndNamesTheFix() throws Exception {
    node.boot(Layout.VERSION_1);
    node.kernel.refused.add(node.kernel.mount("cpu").toString());
    node.hadoop.set("yarn.mr-orchestrator.control", "cpu");
    InvalidConfigurationException e =
        assertThrows(InvalidConfigurationException.class, () -> node.start());
    assertTrue(e.getMessage(), e.getMessage().contains("as root, run mkdir -p "));
    node.kernel.refused.clear();
    node.kernel.refused.add(node.kernel.mount("memory").toString());
    assertEquals("CPU is delegated, and no more is needed", "", node.start().problems());
  }

  @Test
  public void missingMemoryControllerCausesNoFailures() throws Exception {
    node.boot(Layout.VERSION_1);
    node.kernel.unmount("memory");
    NodeOrchestrator orchestrator = node.start();
    assertTrue(
        orchestrator.problems(), orchestrator.problems().contains("MEMORY_USAGE is not mounted"));
    orchestrator.manager().started(node.map("c1"), System.nanoTime());
    orchestrator.sample();
    orchestrator.manager().actuate(ResourceKind.MEMORY, Collections.singletonMap("c1", 1e9));
    assertEquals(0, orchestrator.guard().counters().failures());
  }

  @Test
  public void trippedGuardRestoresAllValues() throws Exception {
    NodeOrchestrator orchestrator = node.start();
    orchestrator.manager().started(node.map("c1"), System.nanoTime());
    Map<String, String> before = node.kernel.snapshot();
    orchestrator.manager().actuate(ResourceKind.CPU, Collections.singletonMap("c1", 1_250.0));
    assertNotEquals(before, node.kernel.snapshot());
    for (int i = 0; i < 5; i++) {
      orchestrator.guard().recordFailure("test", new IllegalStateException());
    }
    orchestrator.sample();
    assertEquals(before, node.kernel.snapshot());
    assertEquals(3_000, orchestrator.manager().left().free(ResourceKind.CPU), 0);
  }

  @Test
  public void missedEndIsDetectedByTheSecondSample() throws Exception {
    NodeOrchestrator orchestrator = node.start();
    orchestrator.manager().started(node.map("c1"), System.nanoTime());
    orchestrator.sample();
    assertEquals("nobody has told of any", 1, orchestrator.manager().watched());
    orchestrator.updateNode(
        null, Collections::emptySet, () -> new NodeCapacity(4_000, 4L << 30, 4_000));
    orchestrator.sample();
    assertEquals(1, orchestrator.manager().watched());
    orchestrator.sample();
    assertEquals(0, orchestrator.manager().watched());
    assertFalse(orchestrator.cgroups().has("c1"));
  }

  @Test
  public void leftoverCgroupsAreRemovedOnANodeWithoutContainers() throws Exception {
    Map<String, String> before = node.kernel.snapshot();
    NodeTaskManager manager = node.start().manager();
    for (String container : new String[] {"c1", "c2"}) {
      manager.started(node.map(container), System.nanoTime());
      node.enter(container, 42);
    }
    node.stop();
    node.enter("c1", null);
    NodeOrchestrator orchestrator = node.start();
    orchestrator.sample();
    assertTrue("it may queue", orchestrator.cgroups().has("c1"));
    for (int i = 0; i <= NodeOrchestrator.SAMPLES_TO_RECOVER + 1; i++) {
      orchestrator.sample();
    }
    assertFalse(orchestrator.cgroups().has("c1"));
    assertTrue("it ends late", orchestrator.cgroups().has("c2"));
    node.enter("c2", null);
    orchestrator.sample();
    assertFalse(orchestrator.cgroups().has("c2"));
    node.stop();
    assertEquals(before, node.kernel.snapshot());
  }

  @Test
  public void containerRecoveredLateIsNotTreatedAsEnded() throws Exception {
    NodeTaskManager manager = node.start().manager();
    manager.started(node.map("c1"), System.nanoTime());
    node.enter("c1", 42);
    NodeOrchestrator orchestrator = node.start();
    for (int i = 0; i <= NodeOrchestrator.SAMPLES_TO_RECOVER + 2; i++) {
      orchestrator.sample();
    }
    orchestrator.manager().started(node.map("c1"), System.nanoTime());
    orchestrator.manager().actuate(ResourceKind.CPU, Collections.singletonMap("c1", 1_250.0));
    orchestrator.updateNode(
        null, () -> Collections.singleton("c1"), () -> new NodeCapacity(4_000, 4L << 30, 4_000));
    node.enter("c1", 42);
    orchestrator.sample();
    assertEquals(1, orchestrator.manager().watched());
    assertEquals(0, orchestrator.manager().ending());
  }

  @Test
  public void pendingEventsAreProcessedAtStop() throws Exception {
    Map<String, String> before = node.kernel.snapshot();
    NodeOrchestrator orchestrator = node.start();
    orchestrator.manager().started(node.map("c1"), System.nanoTime());
    orchestrator.manager().placed(node.map("c2"));
    for (int i = 0; i < 5; i++) {
      orchestrator.guard().recordFailure("test", new IllegalStateException());
    }
    orchestrator.enqueue(manager -> manager.ended("c1"));
    orchestrator.enqueue(
        manager -> {
          throw new IllegalStateException("keeps nothing from the next");
        });
    orchestrator.enqueue(manager -> manager.ended("c2"));
    orchestrator.processPending();
    assertEquals("as long as the guard is tripped", 1, orchestrator.manager().watched());
    node.stop();
    assertEquals(before, node.kernel.snapshot());
  }

  @Test
  public void stopKeepsCgroupsOfLiveContainersAndRestoresValues() throws Exception {
    NodeTaskManager manager = node.start().manager();
    manager.started(node.map("c1"), System.nanoTime());
    manager.placed(node.map("c2"));
    Map<String, String> before = node.kernel.snapshot();
    manager.actuate(ResourceKind.CPU, Collections.singletonMap("c1", 1_250.0));
    node.stop();
    assertEquals(before, node.kernel.snapshot());
    manager = node.start().manager();
    assertEquals(before, node.kernel.snapshot());
    manager.ended("c1");
    manager.ended("c2");
    assertFalse(node.orchestrator().cgroups().has("c1"));
    assertFalse(node.orchestrator().cgroups().has("c2"));
  }

  @Test
  public void metricsAndStopDoNotWaitForTheKernel() throws Exception {
    NodeOrchestrator orchestrator = node.start();
    NodeTaskManager manager = orchestrator.manager();
    manager.started(node.map("c1"), System.nanoTime());
    FutureTask<Integer> nodeManager =
        new FutureTask<>(
            () -> {
              int shown = manager.watched() + manager.ending() + manager.outside();
              orchestrator.stop(100);
              return shown;
            });
    // A thread that writes to the kernel holds this lock.
    synchronized (manager) {
      new Thread(nodeManager).start();
      assertEquals(1, (int) nodeManager.get(30, TimeUnit.SECONDS));
    }
  }

  /** Two NodeManagers would write the CPU share of all containers to one file. */
  @Test
  public void parentOfAnotherNodeManagerIsRefused() throws Exception {
    Map<String, String> before = node.kernel.snapshot();
    node.kernel.isClaimed = true;
    InvalidConfigurationException e =
        assertThrows(InvalidConfigurationException.class, () -> node.start());
    assertTrue(
        e.getMessage(),
        e.getMessage()
            .contains(
                "yarn.mr-orchestrator.cgroup.parent=yarnext is in use by another NodeManager"));
    assertEquals(before, node.kernel.snapshot());
    node.kernel.isClaimed = false;
    assertNotNull(node.start());
  }

  @Test
  public void parentOtherThanTheExecutorHierarchyIsRefused() throws Exception {
    Map<String, String> before = node.kernel.snapshot();
    node.hadoop.set(
        YarnConfiguration.NM_CONTAINER_EXECUTOR, LinuxContainerExecutor.class.getName());
    node.hadoop.unset(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY);
    InvalidConfigurationException e =
        assertThrows(InvalidConfigurationException.class, () -> node.start());
    assertTrue(
        e.getMessage(),
        e.getMessage()
            .contains(
                "yarn.mr-orchestrator.cgroup.parent=yarnext is not"
                    + " yarn.nodemanager.linux-container-executor.cgroups.hierarchy=/hadoop-yarn"));
    assertEquals(before, node.kernel.snapshot());
    node.hadoop.set(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY, "/yarnext/");
    assertNotNull(node.start());
  }
}
