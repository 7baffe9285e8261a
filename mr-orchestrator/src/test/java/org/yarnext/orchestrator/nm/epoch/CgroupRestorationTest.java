// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import org.junit.Test;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;

/** Everything is put back, also after a failure to write. */
public class CgroupRestorationTest extends NodeTaskManagerTestBase {
  @Test
  public void failedRestoreIsKeptAndRetried() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    stockBound("c2", 1024);
    approved.put("c1", 750.0);
    approved.put("c2", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    approved.put("c1", 0.75 * GB);
    approved.put("c2", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    kernel.refused.add("c1/cpu.weight");
    kernel.refused.add("c2/memory.max");
    manager.putBack();
    assertEquals(Long.toString(1280 * MB), limit("c2"));
    assertEquals("it has what it had", 1.75 * GB, manager.left().free(ResourceKind.MEMORY), 0);
    assertEquals(2_250, left(), 0);
    assertEquals("max", high("c1"));
    assertEquals("one for each", 2, failures());
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertTrue(failures() > 2);
    kernel.refused.clear();
    manager.sample(15 * SECOND);
    manager.keepAlive();
    assertEquals("100", weight("c1"));
    assertEquals(Long.toString(GB), limit("c2"));
    assertEquals(2.0 * GB, manager.left().free(ResourceKind.MEMORY), 0);
    assertEquals(2_000, left(), 0);
    Map<String, Number> counted = metrics.snapshot();
    manager.keepAlive();
    assertEquals("that was all", counted, metrics.snapshot());
  }

  @Test
  public void failedWeightRestoreIsRetriedOnlyUntilItSucceeds() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("200", weight("c1"));
    kernel.refused.add("c1/cpu.weight");
    manager.putBack();
    assertEquals("200", weight("c1"));
    kernel.refused.clear();
    manager.sample(10 * SECOND);
    manager.keepAlive();
    assertEquals("100", weight("c1"));
    Map<String, Number> counted = metrics.snapshot();
    manager.keepAlive();
    assertEquals("that was all", counted, metrics.snapshot());
  }

  @Test
  public void failedShareWriteOfAnUpdatedTokenIsRetriedAndRestored() throws IOException {
    start("c1");
    startOther("other", 1);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("three times its token", 3_000, share("c1"), 0);
    kernel.refused.add("other/cpu.weight");
    kernel.refused.add("c1/cpu.weight");
    manager.updated("other", new ContainerEntitlement(true, 2, 1024));
    manager.updated("c1", new ContainerEntitlement(true, 2, 1024));
    kernel.refused.clear();
    manager.keepAlive();
    assertEquals("none of what is spare", 2_000, share("other"));
    manager.sample(5 * SECOND);
    assertEquals("all is handed out", 2_000, share("c1"));
    manager.putBack();
    assertEquals(2_000, share("other"));
    assertEquals(2_000, share("c1"));
  }

  @Test
  public void failedWriteOfTheParentShareIsRetried() throws IOException {
    kernel.refused.add("yarnext/cpu.weight");
    start("c1");
    start("c2");
    assertEquals("100", weight(""));
    kernel.refused.clear();
    manager.sample(5 * SECOND);
    assertEquals("200", weight(""));
  }

  @Test
  public void unrestoredMemoryLimitIsStillWatched() throws IOException {
    twoOfWhichIsKnown("c1");
    stockBound("c1", 1024);
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    kernel.refused.add("c1/memory.high");
    manager.putBack();
    kernel.refused.clear();
    assertEquals(Long.toString(768 * MB), high("c1"));
    used("c1", 0, 700);
    manager.sample(10 * SECOND);
    manager.keepAlive();
    used("c1", 0, 900);
    assertEquals("max", high("c1"));
  }

  @Test
  public void cpuWithAStockQuotaIsNotSteered() throws IOException {
    makeStock("s1");
    startByExecutor("s1", map());
    start("c2");
    used("s1", 0, 200);
    manager.sample(0);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("2 of 4 cores", 2_000, share("s1"), 60);
    kernel.set(group("s1").resolve("cpu.max"), "100000 100000");
    used("s1", 4_000, 200);
    manager.sample(5 * SECOND);
    assertEquals("its executor had not done yet", "100", weight("s1"));
    assertEquals("what it cannot use", 3_000, share("c2"), 60);
    approved.put("s1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("100", weight("s1"));
    assertEquals("nothing is booked", 2_000, left(), 0);
    TaskView view = report(5).stream().filter(t -> t.container().equals("s1")).findFirst().get();
    assertFalse("nobody is to give it any", view.has(ResourceKind.CPU));
    assertTrue(view.has(ResourceKind.MEMORY));
  }

  @Test
  public void putBackRestoresAllValuesAtOnce() throws IOException {
    start("c1");
    used("c1", 0, 200);
    Map<String, String> before = kernel.snapshot();
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    approved.put("c1", 1.25 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertFalse(before.equals(kernel.snapshot()));
    manager.putBack();
    assertEquals(before, kernel.snapshot());
    assertEquals(3_000, left(), 0);
    end("c1");
    assertFalse(kernel.exists(group("c1")));
  }
}
