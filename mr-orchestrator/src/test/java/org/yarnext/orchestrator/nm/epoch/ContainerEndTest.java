// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Containers that end, vanish or are not steered. */
public class ContainerEndTest extends NodeTaskManagerTestBase {
  @Test
  public void vanishedCgroupDoesNotAffectOtherContainers() throws IOException {
    start("c1");
    start("c2");
    manager.sample(0);
    exit("c1");
    kernel.remove(group("c1"));
    manager.sample(5 * SECOND);
    assertEquals(1, manager.watched());
    exit("c2");
    kernel.remove(group("c2"));
    approved.put("c2", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals(0, manager.watched());
    end("c2");
    manager.setTotalMs("c2", null, 1);
  }

  @Test
  public void containerMissingTwiceInARowIsEnded() throws IOException {
    start("c1");
    start("c2");
    exit("c1");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.endMissing(Collections.singleton("c2"));
    assertEquals("it may have come meanwhile", 2, manager.watched());
    manager.endMissing(new HashSet<>(Arrays.asList("c1", "c2")));
    manager.endMissing(Collections.singleton("c2"));
    assertEquals("not in a row", 2, manager.watched());
    manager.endMissing(Collections.singleton("c2"));
    assertEquals(1, manager.watched());
    assertFalse(kernel.exists(group("c1")));
    manager.sample(5 * SECOND);
    assertEquals("what it had goes to the other", 4_000, share("c2"), 100);
  }

  @Test
  public void cgroupIsRemovedOnceItsProcessesHaveExited() throws IOException {
    start("c1");
    manager.ended("c1");
    assertTrue(kernel.exists(group("c1")));
    manager.sample(5 * SECOND);
    assertTrue(kernel.exists(group("c1")));
    exit("c1");
    manager.sample(10 * SECOND);
    assertFalse(kernel.exists(group("c1")));
  }

  @Test
  public void nonTaskContainerIsNotSteered() throws IOException {
    start("am", null);
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertTrue(report(5).isEmpty());
    approved.put("am", 500.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("100", weight("am"));
    assertEquals("but it counts", 3_000, manager.left().free(ResourceKind.CPU), 0);
  }

  @Test
  public void uncontrolledResourceIsMeasuredAndNotWritten() throws IOException {
    manager = newManager(FeatureMode.ON, EnumSet.of(ResourceKind.MEMORY));
    start("c1");
    used("c1", 0, 200);
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertTrue(report(5).get(0).has(ResourceKind.CPU));
    Map<String, String> before = kernel.snapshot();
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(before, kernel.snapshot());
  }

  @Test
  public void cpuIsSteeredWithoutAMemoryController() throws IOException {
    kernel = new FakeKernel(folder.newFolder().toPath(), FakeKernel.Layout.VERSION_1);
    kernel.unmount("memory");
    cgroups = kernel.cgroups("yarnext");
    manager = newManager(FeatureMode.ON);
    start("c1");
    manager.sample(0);
    kernel.set(kernel.mount("cpuacct").resolve("yarnext/c1/cpuacct.usage"), "4000000000");
    manager.sample(5 * SECOND);
    assertEquals(800, report(5).get(0).share(ResourceKind.CPU).used(), 1e-9);
    assertFalse(report(5).get(0).has(ResourceKind.MEMORY));
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals(1_250, share("c1"), 1);
    approved.put("c1", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    manager.keepAlive();
    assertEquals("nothing is given", 3.0 * GB, manager.left().free(ResourceKind.MEMORY), 0);
  }

  @Test
  public void shadowModeWritesNothing() throws IOException {
    manager = newManager(FeatureMode.SHADOW);
    start("c1");
    used("c1", 0, 200);
    manager.sample(0);
    manager.sample(5 * SECOND);
    Map<String, String> before = kernel.snapshot();
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals(before, kernel.snapshot());
  }
}
