// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeTask;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;

/** Containers whose cgroups are made and written by the container executor. */
public class ExecutorGroupTest extends NodeTaskManagerTestBase {
  @Test
  public void cgroupCreatedLaterByTheExecutorIsFoundAndKept() throws IOException {
    startByExecutor("s1", map());
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertTrue(report(5).isEmpty());
    assertEquals("it counts", 3_000, left(), 0);
    makeStock("s1");
    manager.sample(10 * SECOND);
    assertEquals("and takes part", 4_000, share("s1"), 100);
    used("s1", 4_000, 300);
    manager.sample(15 * SECOND);
    assertEquals(800, report(15).get(0).share(ResourceKind.CPU).used(), 1e-9);
    assertEquals(0, failures());
    end("s1");
    assertEquals("as its executor made it", "100", weight("s1"));
  }

  @Test
  public void missingExecutorCgroupIsGivenUp() throws IOException {
    startByExecutor("s1", map());
    for (int i = 0; i < 2 * NodeTask.MAX_MISSES; i++) {
      manager.sample(i * SECOND);
    }
    assertEquals("counted once", 1, failures());
    makeStock("s1");
    manager.sample(1_000 * SECOND);
    manager.sample(1_005 * SECOND);
    assertTrue(report(1_005).isEmpty());
    assertEquals("it counts until it ends", 3_000, left(), 0);
    end("s1");
    assertEquals(4_000, left(), 0);
  }

  @Test
  public void onlyCgroupsOfControlledResourcesAreRequired() throws IOException {
    kernel = new FakeKernel(folder.newFolder().toPath(), FakeKernel.Layout.VERSION_1);
    cgroups = kernel.cgroups("yarnext");
    kernel.makeStock("yarnext", "s1");
    kernel.remove(kernel.mount("memory").resolve("yarnext/s1"));
    launch("s1");
    for (boolean memoryToo : new boolean[] {false, true}) {
      manager =
          newManager(
              FeatureMode.ON,
              memoryToo ? EnumSet.allOf(ResourceKind.class) : EnumSet.of(ResourceKind.CPU));
      startByExecutor("s1", map());
      manager.sample(0);
      manager.sample(5 * SECOND);
      assertEquals(memoryToo ? 0 : 1, report(5).size());
    }
    assertEquals(0, failures());
  }

  @Test
  public void executorValuesOfOpportunisticContainersAreKept() throws IOException {
    start("c1");
    makeStock("s1");
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    startByExecutor("s1", map(), false);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    used("s1", 0, 200);
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertEquals("nothing is kept for it", 4_000, share("c1"), 100);
    approved.put("s1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    manager.putBack();
    assertEquals("1", weight("s1"));
    TaskView view = report(5).stream().filter(t -> t.container().equals("s1")).findFirst().get();
    assertFalse("nobody is to give it any", view.has(ResourceKind.CPU));
    assertFalse(view.has(ResourceKind.MEMORY));
    approved.put("s1", 1.25 * GB);
    stockBound("s1", 1024);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals("what is in use could not be put back", Long.toString(GB), limit("s1"));
  }

  @Test
  public void minimalCpuWeightOfTheExecutorIsKeptAndMemoryIsSteered() throws IOException {
    manager.started(
        new TaskContainer(
            "s1",
            "application_1_0001",
            new ContainerEntitlement(true, 0, 1024),
            map(),
            false,
            null),
        0);
    makeStock("s1");
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    kernel.set(group("s1").resolve("memory.max"), Long.toString(GB));
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertEquals("1", weight("s1"));
    approved.put("s1", 1_200.0 * MB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(1_200 * MB), limit("s1"));
    TaskView task = report(5).get(0);
    assertFalse("nobody compares it", task.has(ResourceKind.CPU));
    assertTrue(task.has(ResourceKind.MEMORY));
    manager.updated("s1", new ContainerEntitlement(true, 1, 1024));
    manager.sample(10 * SECOND);
    manager.sample(15 * SECOND);
    assertEquals("its token says one core now", 4_000, share("s1"), 100);
  }
}
