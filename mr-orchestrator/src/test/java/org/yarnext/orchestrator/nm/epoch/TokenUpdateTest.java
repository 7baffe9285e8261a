// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.policy.ResourceKind;

/** New tokens: resize, promotion, and what is put back after them. */
public class TokenUpdateTest extends NodeTaskManagerTestBase {
  @Test
  public void resizedContainerStartsWithTheResourcesOfItsNewToken() throws IOException {
    twoOfWhichIsKnown("c1");
    approved.put("c1", 750.0);
    approved.put("c2", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    manager.updated("c1", new ContainerEntitlement(true, 2, 1024));
    assertEquals(2_000, share("c1"));
    assertEquals("as before", Long.toString(768 * MB), high("c1"));
    assertEquals("the other's", 4_000 - 2_000 - 1_250, left(), 0);
    manager.updated("c1", new ContainerEntitlement(true, 2, 2048));
    assertEquals("max", high("c1"));
    assertEquals(0.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(4_000 * 2 / 3.25, share("c1"), 60);
    manager.putBack();
    assertEquals("put back to its new token", 2_000, share("c1"));
    manager.updated("unknown", new ContainerEntitlement(true, 2, 2048));
  }

  @Test
  public void promotedContainerIsTreatedAsGuaranteed() throws IOException {
    makeStock("s1");
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    startByExecutor("s1", map(), false);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.sample(0);
    manager.updated("s1", new ContainerEntitlement(true, 1, 1024));
    assertEquals("as its executor will write it", "100", weight("s1"));
    kernel.set(group("s1").resolve("cpu.weight"), "100");
    used("s1", 4_000, 200);
    manager.sample(5 * SECOND);
    assertEquals(4_000, share("s1"), 100);
    assertTrue(report(5).get(0).isGuaranteed());
    assertEquals(800, report(5).get(0).share(ResourceKind.CPU).used(), 1e-9);
    manager.updated("s1", new ContainerEntitlement(false, 1, 1024));
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    manager.sample(10 * SECOND);
    manager.putBack();
    assertEquals("demoted", "1", weight("s1"));
    assertFalse(report(10).get(0).has(ResourceKind.CPU));
  }

  @Test
  public void promotedContainerIsRestoredToTheLateExecutorWeight() throws IOException {
    makeStock("s1");
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    startByExecutor("s1", map(), false);
    manager.sample(0);
    manager.updated("s1", new ContainerEntitlement(true, 1, 1024));
    start("c1");
    kernel.set(group("s1").resolve("cpu.weight"), "100");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(2_000, share("s1"), 50);
    manager.putBack();
    assertEquals("100", weight("s1"));
  }

  @Test
  public void executorOverwriteOfASpareWeightIsDetected() throws IOException {
    makeStock("s1");
    kernel.set(group("s1").resolve("cpu.weight"), "1");
    startByExecutor("s1", map(), false);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.sample(0);
    manager.updated("s1", new ContainerEntitlement(true, 1, 1024));
    start("c1");
    assertEquals("at once", 2_000, share("s1"), 50);
    manager.sample(5 * SECOND);
    kernel.set(group("s1").resolve("cpu.weight"), "100");
    manager.sample(10 * SECOND);
    assertEquals(2_000, share("s1"), 50);
    manager.putBack();
    assertEquals("100", weight("s1"));
  }

  @Test
  public void memoryInUseAtARestartIsCountedAndRestoredLater() throws IOException {
    for (FakeKernel.Layout layout : FakeKernel.Layout.values()) {
      Path limit = lentAndInUse(layout);
      manager.putBack();
      cgroups = kernel.cgroups("yarnext");
      assertEquals("it is in use", 1, cgroups.recover(cgroups.made()));
      manager = newManager(FeatureMode.ON);
      startByExecutor("s1", map());
      manager.sample(10 * SECOND);
      manager.sample(15 * SECOND);
      manager.keepAlive();
      assertIsPutBackOnceItCanBe(limit);
      assertEquals("nothing was tried in vain", 0, failures());
    }
  }

  @Test
  public void memoryInUseAtATokenUpdateIsCountedAndRestoredLater() throws IOException {
    for (FakeKernel.Layout layout : FakeKernel.Layout.values()) {
      Path limit = lentAndInUse(layout);
      manager.updated("s1", new ContainerEntitlement(true, 2, 1024));
      assertEquals("it was tried", 1, failures());
      manager.keepAlive();
      assertIsPutBackOnceItCanBe(limit);
    }
  }

  /** Returns a container with a limit of 1 GB from its executor, raised by a quarter. */
  private Path lentAndInUse(FakeKernel.Layout layout) throws IOException {
    kernel = new FakeKernel(folder.newFolder().toPath(), layout);
    cgroups = kernel.cgroups("yarnext");
    manager = newManager(FeatureMode.ON);
    boolean isVersion1 = layout == FakeKernel.Layout.VERSION_1;
    Path memory = kernel.mount(isVersion1 ? "memory" : "unified").resolve("yarnext/s1");
    makeStock("s1");
    Path limit = memory.resolve(isVersion1 ? "memory.limit_in_bytes" : "memory.max");
    kernel.set(limit, Long.toString(GB));
    startByExecutor("s1", map());
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("s1", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    kernel.set(usage(limit), Long.toString(1200 * MB));
    return limit;
  }

  private static Path usage(Path limit) {
    return limit.resolveSibling(
        limit.endsWith("memory.max") ? "memory.current" : "memory.usage_in_bytes");
  }

  private void assertIsPutBackOnceItCanBe(Path limit) throws IOException {
    assertEquals("it lives", 0, kernel.oomKills());
    assertEquals(2.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
    kernel.set(usage(limit), Long.toString(300 * MB));
    manager.sample(20 * SECOND);
    manager.keepAlive();
    assertEquals(Long.toString(GB), kernel.read(limit));
    assertEquals(3.0 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void demotionRestoresTheExecutorMemoryLimit() throws IOException {
    makeStock("s1");
    stockBound("s1", 1024);
    startByExecutor("s1", map());
    used("s1", 0, 200);
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("s1", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(1280 * MB), limit("s1"));
    manager.updated("s1", new ContainerEntitlement(false, 1, 1024));
    assertEquals("demoted", Long.toString(GB), limit("s1"));
    assertEquals("what it has", 3.0 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void shadowModeWritesNothingForAnUpdatedToken() throws IOException {
    manager = newManager(FeatureMode.SHADOW);
    makeStock("s1");
    startByExecutor("s1", map());
    manager.sample(0);
    manager.updated("s1", new ContainerEntitlement(true, 2, 1024));
    assertEquals("100", weight("s1"));
  }

  @Test
  public void executorShareIsNotWrittenIfOnlyMemoryIsSteered() throws IOException {
    manager = newManager(FeatureMode.ON, EnumSet.of(ResourceKind.MEMORY));
    makeStock("s1");
    startByExecutor("s1", map());
    manager.sample(0);
    manager.updated("s1", new ContainerEntitlement(true, 2, 1024));
    manager.sample(5 * SECOND);
    assertEquals("100", weight("s1"));
  }
}
