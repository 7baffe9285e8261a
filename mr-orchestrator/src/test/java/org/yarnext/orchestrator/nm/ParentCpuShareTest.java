// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.nm.epoch.NodeTaskManager;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;

/** The CPU share of all containers together, on a node that steers. */
public class ParentCpuShareTest {
  @Rule public final SteeredNode node = new SteeredNode(Layout.VERSION_2);

  private String shareOfAll() throws IOException {
    return node.kernel.read(node.kernel.mount("unified").resolve("yarnext/cpu.weight"));
  }

  @Test
  public void parentShareIsTheSumOfItsContainersAndIsRestored() throws Exception {
    Map<String, String> before = node.kernel.snapshot();
    NodeTaskManager manager = node.start().manager();
    assertEquals("nothing runs", "100", shareOfAll());
    manager.started(node.map("c1"), System.nanoTime());
    manager.started(node.map("c2"), System.nanoTime());
    assertEquals("2 cores", "200", shareOfAll());
    manager.ended("c1");
    manager.ended("c2");
    node.stop();
    assertEquals(before, node.kernel.snapshot());
  }

  /** Otherwise containers would starve the daemons beside them. */
  @Test
  public void parentShareIsThatOfRealProcessors() throws Exception {
    NodeTaskManager manager = node.start().manager();
    manager.setCapacity(new NodeCapacity(32_000, 4L << 30, 4_000));
    for (int i = 0; i < 16; i++) {
      manager.started(node.map("c" + i), System.nanoTime());
    }
    assertEquals("16 of 32 vcores are 2 of 4 processors", "200", shareOfAll());
  }

  @Test
  public void shadowModeKeepsTheParentShare() throws Exception {
    node.hadoop.set("yarn.mr-orchestrator.mode", "shadow");
    NodeTaskManager manager = node.start().manager();
    manager.started(node.map("c1"), System.nanoTime());
    manager.started(node.map("c2"), System.nanoTime());
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
      manager.started(node.map(container), System.nanoTime());
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
      manager.started(node.map(container), System.nanoTime());
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
    manager.started(node.map("c1"), System.nanoTime());
    manager.started(node.map("c2"), System.nanoTime());
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
    manager.started(node.map("c1"), System.nanoTime());
    manager.started(node.map("c2"), System.nanoTime());
    assertEquals("100", shareOfAll());
    assertEquals(2, manager.watched());
    assertEquals(0, node.orchestrator().guard().counters().failures());
  }
}
