// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Containers that run outside of their cgroups. */
public class OutsideContainerTest extends NodeTaskManagerTestBase {
  @Test
  public void containersWithoutAKnownCgroupKeepTheirPartOfTheNode() throws IOException {
    start("c1");
    startByExecutor("docker", null);
    Map<String, String> before = kernel.snapshot();
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("4 cores but one", 3_000, share("c1"), 100);
    manager.sample(0);
    approved.put("docker", 500.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals(0, failures());
    end("docker");
    assertEquals(4_000, share("c1"), 100);
    manager.putBack();
    assertEquals("nothing of it was ever written", before, kernel.snapshot());
  }

  @Test
  public void containerOutsideItsCgroupAddsNoWeightToTheParent() throws IOException {
    start("c1");
    start("c2");
    exit("c2");
    manager.sample(5 * SECOND);
    assertEquals("100", weight(""));
    manager.sample(10 * SECOND);
    assertEquals("it never comes, and runs beside it", "50", weight(""));
    launch("c2");
    manager.sample(15 * SECOND);
    assertEquals("200", weight(""));
    exit("c2");
    manager.sample(20 * SECOND);
    manager.sample(25 * SECOND);
    assertEquals("it ends", "100", weight(""));
  }

  /** Of one core each. */
  private void startOutside(String... containers) {
    for (String container : containers) {
      ContainerEntitlement rights = new ContainerEntitlement(true, 1, 1024);
      manager.started(TaskContainer.outside(container, "application_1_0002", rights), 0);
    }
  }

  @Test
  public void containersOutsideTheirCgroupKeepTheirShare() throws IOException {
    start("c1");
    start("c2");
    startOutside("o1", "o2", "o3");
    // They share a weight of 100 with the NodeManager.
    assertEquals(100 * 2.0 / 4, Double.parseDouble(weight("")), 1);
    assertEquals(3, manager.outside());
    assertEquals("all is handed out", 0, left(), 0);
    manager.sample(0);
    manager.sample(5 * SECOND);
    manager.actuate(ResourceKind.CPU, Collections.emptyMap());
    manager.putBack();
    manager.updated("o1", new ContainerEntitlement(true, 4, 1024));
    manager.sample(10 * SECOND);
    assertEquals(100 * 2.0 / 7, Double.parseDouble(weight("")), 1);
    for (String container : new String[] {"o1", "o2", "o3"}) {
      manager.ended(container);
    }
    assertEquals("200", weight(""));
    assertEquals(0, failures());
  }

  @Test
  public void parentWeightIgnoresOutsideContainersInTheRootCgroup() throws IOException {
    kernel.own = kernel.mount("unified");
    cgroups = kernel.cgroups("yarnext");
    manager = newManager(FeatureMode.ON);
    start("c1");
    start("c2");
    startOutside("o1", "o2", "o3");
    assertEquals("200", weight(""));
  }

  @Test
  public void parentWeightIsSetEvenIfOnlyMemoryIsSteered() throws IOException {
    manager = newManager(FeatureMode.ON, EnumSet.of(ResourceKind.MEMORY));
    start("c1");
    start("c2");
    assertEquals("200", weight(""));
  }

  @Test
  public void containerOutsideItsCgroupIsNeitherReportedNorSteered() throws IOException {
    start("c1");
    start("c2");
    exit("c1");
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertEquals(1, manager.outside());
    assertEquals(1, report(5).size());
    assertEquals("c2", report(5).get(0).container());
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("100", weight("c1"));
    launch("c1");
    used("c1", 60_000, 200);
    manager.sample(10 * SECOND);
    assertEquals("launched at last", 0, manager.outside());
    assertEquals("one reading tells no use", 1, report(10).size());
    used("c1", 64_000, 200);
    manager.sample(15 * SECOND);
    assertEquals(2, report(15).size());
    assertEquals(800, report(15).get(0).share(ResourceKind.CPU).used(), 1e-9);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("125", weight("c1"));
    exit("c1");
    manager.sample(20 * SECOND);
    assertEquals("it was started again elsewhere", 1, report(20).size());
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("100", weight("c1"));
  }

  @Test
  public void unmeasurableContainerIsNotReportedAndRegainsItsToken() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    kernel.set(group("c1").resolve("memory.stat"), "");
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertEquals(1, failures());
    assertEquals("c2", report(10).get(0).container());
    assertEquals(1, report(10).size());
    assertEquals("max", high("c1"));
    kernel.set(group("c1").resolve("memory.stat"), "inactive_file 0");
    manager.sample(15 * SECOND);
    manager.sample(20 * SECOND);
    assertEquals(2, report(20).size());
  }
}
