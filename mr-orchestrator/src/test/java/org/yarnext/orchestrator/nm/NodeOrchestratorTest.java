// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.nm.epoch.NodeTaskManager;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;

public class NodeOrchestratorTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private SteeredNode node;

  @Before
  public void open() throws IOException {
    node = new SteeredNode(folder.getRoot().toPath(), Layout.VERSION_2);
  }

  @After
  public void close() {
    node.close();
  }

  /** A map task of one core and 1 GB. */
  private TaskContainer map(String container) throws IOException {
    String command =
        "java -Xmx100m org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0001_m_000000_0";
    TaskIdentity task =
        TaskLaunchParser.read(
            "application_1_0001", Collections.singletonList(command), Collections.emptyMap(), 20);
    return new TaskContainer(
        container,
        "application_1_0001",
        new ContainerEntitlement(true, 1, 1024),
        task,
        false,
        node.orchestrator().cgroups().make(container, 1000));
  }

  private String shareOfAll() throws IOException {
    return node.kernel.read(node.kernel.mount("unified").resolve("yarnext/cpu.weight"));
  }

  @Test
  public void parentShareIsTheSumOfItsContainersAndIsRestored() throws Exception {
    Map<String, String> before = node.kernel.snapshot();
    NodeTaskManager manager = node.start().manager();
    assertEquals("nothing runs", "100", shareOfAll());
    manager.started(map("c1"), System.nanoTime());
    manager.started(map("c2"), System.nanoTime());
    assertEquals("2 cores", "200", shareOfAll());
    manager.ended("c1");
    manager.ended("c2");
    node.stop();
    assertEquals(before, node.kernel.snapshot());
  }

  /** Else containers would starve the daemons beside them. */
  @Test
  public void parentShareIsThatOfRealProcessors() throws Exception {
    NodeTaskManager manager = node.start().manager();
    manager.setCapacity(new NodeCapacity(32_000, 4L << 30, 4_000));
    for (int i = 0; i < 16; i++) {
      manager.started(map("c" + i), System.nanoTime());
    }
    assertEquals("16 of 32 vcores are 2 of 4 processors", "200", shareOfAll());
  }

  @Test
  public void shadowModeKeepsTheParentShare() throws Exception {
    node.hadoop.set("yarn.mr-orchestrator.mode", "shadow");
    NodeTaskManager manager = node.start().manager();
    manager.started(map("c1"), System.nanoTime());
    manager.started(map("c2"), System.nanoTime());
    assertEquals("100", shareOfAll());
  }

  @Test
  public void parentShareShrinksAsContainersEndAfterOnToShadow() throws Exception {
    node.hadoop.set("yarn.mr-orchestrator.mode", "shadow");
    node.start();
    Map<String, String> without = node.kernel.snapshot();
    node.hadoop.set("yarn.mr-orchestrator.mode", "on");
    NodeTaskManager manager = node.start().manager();
    for (String container : new String[] {"c1", "c2", "c3"}) {
      manager.started(map(container), System.nanoTime());
    }
    assertEquals("3 cores", "300", shareOfAll());
    node.hadoop.set("yarn.mr-orchestrator.mode", "shadow");
    NodeOrchestrator shadow = node.start();
    shadow.sample();
    assertEquals("they run on below it", "300", shareOfAll());
    shadow.manager().ended("c2");
    assertEquals("200", shareOfAll());
    shadow.manager().ended("c1");
    shadow.manager().ended("c3");
    assertEquals(without, node.kernel.snapshot());
    assertEquals(0, shadow.guard().counters().failures());
  }

  @Test
  public void undoAfterOnToOffSetsTheShareOfRemainingContainers() throws Exception {
    Map<String, String> before = node.kernel.snapshot();
    NodeTaskManager manager = node.start().manager();
    for (String container : new String[] {"c1", "c2", "c3"}) {
      manager.started(map(container), System.nanoTime());
    }
    node.enter("c2", 42);
    node.stop();
    assertEquals("3 cores", "300", shareOfAll());
    assertTrue(node.undo() > 0);
    assertEquals("1 core", "100", shareOfAll());
    node.enter("c2", null);
    assertEquals(0, node.undo());
    assertEquals(before, node.kernel.snapshot());
  }

  @Test
  public void newContainersKeepTheirShareAfterOnToShadow() throws Exception {
    NodeTaskManager manager = node.start().manager();
    manager.started(map("c1"), System.nanoTime());
    manager.started(map("c2"), System.nanoTime());
    node.hadoop.set("yarn.mr-orchestrator.mode", "shadow");
    manager = node.start().manager();
    ContainerEntitlement rights = new ContainerEntitlement(true, 3, 1024);
    manager.started(TaskContainer.outside("o1", "application_1_0001", rights), System.nanoTime());
    assertEquals("2 cores to 3 and the NodeManager's", "50", shareOfAll());
    manager.ended("o1");
    assertEquals("200", shareOfAll());
  }

  @Test
  public void unwritableParentShareDoesNotPreventStarts() throws Exception {
    node.kernel.refused.add("yarnext/cpu.weight");
    NodeTaskManager manager = node.start().manager();
    manager.started(map("c1"), System.nanoTime());
    manager.started(map("c2"), System.nanoTime());
    assertEquals("100", shareOfAll());
    assertEquals(2, manager.watched());
    assertEquals(0, node.orchestrator().guard().counters().failures());
  }

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
    node = new SteeredNode(folder.newFolder().toPath(), Layout.VERSION_1);
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
    node = new SteeredNode(folder.newFolder().toPath(), Layout.VERSION_1);
    node.kernel.unmount("memory");
    NodeOrchestrator orchestrator = node.start();
    assertTrue(
        orchestrator.problems(), orchestrator.problems().contains("MEMORY_USAGE is not mounted"));
    orchestrator.manager().started(map("c1"), System.nanoTime());
    orchestrator.sample();
    orchestrator.manager().actuate(ResourceKind.MEMORY, Collections.singletonMap("c1", 1e9));
    assertEquals(0, orchestrator.guard().counters().failures());
  }

  @Test
  public void trippedGuardRestoresAllValues() throws Exception {
    NodeOrchestrator orchestrator = node.start();
    orchestrator.manager().started(map("c1"), System.nanoTime());
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
    orchestrator.manager().started(map("c1"), System.nanoTime());
    orchestrator.sample();
    assertEquals("nobody has told of any", 1, orchestrator.manager().watched());
    orchestrator.updateNode(null, Collections::emptySet, () -> new NodeCapacity(4_000, 4L << 30));
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
      manager.started(map(container), System.nanoTime());
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
    manager.started(map("c1"), System.nanoTime());
    node.enter("c1", 42);
    NodeOrchestrator orchestrator = node.start();
    for (int i = 0; i <= NodeOrchestrator.SAMPLES_TO_RECOVER + 2; i++) {
      orchestrator.sample();
    }
    orchestrator.manager().started(map("c1"), System.nanoTime());
    orchestrator.manager().actuate(ResourceKind.CPU, Collections.singletonMap("c1", 1_250.0));
    orchestrator.updateNode(
        null, () -> Collections.singleton("c1"), () -> new NodeCapacity(4_000, 4L << 30));
    node.enter("c1", 42);
    orchestrator.sample();
    assertEquals(1, orchestrator.manager().watched());
    assertEquals(0, orchestrator.manager().ending());
  }

  @Test
  public void pendingEventsAreProcessedAtStop() throws Exception {
    Map<String, String> before = node.kernel.snapshot();
    NodeOrchestrator orchestrator = node.start();
    orchestrator.manager().started(map("c1"), System.nanoTime());
    orchestrator.manager().placed(map("c2"));
    for (int i = 0; i < 5; i++) {
      orchestrator.guard().recordFailure("test", new IllegalStateException());
    }
    orchestrator.enqueue(manager -> manager.ended("c1"));
    orchestrator.enqueue(
        manager -> {
          throw new IllegalStateException("keeps nothing from the next");
        });
    orchestrator.enqueue(manager -> manager.ended("c2"));
    orchestrator.takeUp();
    assertEquals("as long as the guard is tripped", 1, orchestrator.manager().watched());
    node.stop();
    assertEquals(before, node.kernel.snapshot());
  }

  @Test
  public void stopKeepsCgroupsOfLiveContainersAndRestoresValues() throws Exception {
    NodeTaskManager manager = node.start().manager();
    manager.started(map("c1"), System.nanoTime());
    manager.placed(map("c2"));
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
    manager.started(map("c1"), System.nanoTime());
    FutureTask<Integer> nodeManager =
        new FutureTask<>(
            () -> {
              int shown = manager.watched() + manager.ending() + manager.outside();
              orchestrator.stop(100);
              return shown;
            });
    // As whoever writes to the kernel holds it.
    synchronized (manager) {
      new Thread(nodeManager).start();
      assertEquals(1, (int) nodeManager.get(30, TimeUnit.SECONDS));
    }
  }

  /** Their shares of all containers would be one file, in which the last writer wins. */
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
