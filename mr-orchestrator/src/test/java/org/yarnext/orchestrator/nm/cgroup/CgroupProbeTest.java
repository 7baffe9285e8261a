// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.Test;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Cgroups that are busy, vanish or lack a capability. */
public class CgroupProbeTest extends CgroupManagerTestBase {
  public CgroupProbeTest(Layout layout) {
    super(layout);
  }

  @Test
  public void busyCgroupIsRemovedOnceItIsEmpty() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    cgroups.values().join(group, 42);
    assertTrue(cgroups.release(group) > 0);
    assertTrue(kernel.exists(cpu("yarn/next/c1")));
    leave(group);
    assertEquals(0, cgroups.release(group));
    assertFalse(kernel.exists(cpu("yarn/next/c1")));
  }

  @Test
  public void vanishedCgroupThrowsCgroupGoneException() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    cgroups.values().setCpuShare(group, 300);
    for (Path directory : group.directories()) {
      kernel.remove(directory);
    }
    assertThrows(CgroupGoneException.class, () -> cgroups.values().cpuUsage(group));
    assertThrows(CgroupGoneException.class, () -> cgroups.values().memoryUsage(group));
    assertThrows(CgroupGoneException.class, () -> cgroups.values().setCpuShare(group, 400));
    assertThrows(CgroupGoneException.class, () -> cgroups.values().setMemoryLimit(group, 64 * MB));
    assertThrows(CgroupGoneException.class, () -> cgroups.find("c1"));
    assertEquals(0, cgroups.release(group));
    assertEquals(0, cgroups.close());
  }

  @Test
  public void missingCapabilitiesAreDetectedAtOpen() throws IOException {
    for (CgroupCapability each : CgroupCapability.values()) {
      boolean pressure =
          each == CgroupCapability.CPU_PRESSURE || each == CgroupCapability.MEMORY_PRESSURE;
      boolean version2 =
          each == CgroupCapability.CPU_PRESSURE ? cpuIsVersion2() : memoryIsVersion2();
      assertEquals(each.name(), !pressure || version2, cgroups.problem(each) == null);
    }
    String limit = memoryIsVersion2() ? "memory.max" : "memory.limit_in_bytes";
    kernel.refused.add(limit);
    CgroupManager readOnly = newManager("yarn/next");
    assertNull(readOnly.problem(CgroupCapability.MEMORY_HIGH));
    assertNotNull(readOnly.problem(CgroupCapability.MEMORY_LIMIT));
    assertTrue(readOnly.problem(CgroupCapability.MEMORY_LIMIT).contains("Read-only file system"));
    ContainerCgroup group = readOnly.make("c1", 1000);
    assertThrows(IOException.class, () -> readOnly.values().setMemoryLimit(group, 64 * MB));
    assertEquals("nothing is owed for a write that failed", 0, readOnly.putBackAll());
  }

  @Test
  public void joinIsProbedSeparatelyFromWriting() throws IOException {
    kernel.refused.add("/cgroup.procs");
    CgroupManager closed = newManager("yarn/next");
    assertEquals(
        "JOIN failed: java.io.IOException: bash: line 1: echo: write error: Permission denied",
        closed.problem(CgroupCapability.JOIN));
    for (ResourceKind kind : ResourceKind.values()) {
      assertTrue("an executor may have other rights", closed.problems(kind).isEmpty());
    }
  }

  @Test
  public void inhabitedCgroupHasProcessesInAllHierarchies() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    assertFalse(cgroups.values().isInhabited(group));
    cgroups.values().join(group, 42);
    assertTrue(cgroups.values().isInhabited(group));
    kernel.set(memory("yarn/next/c1/cgroup.procs"), "");
    assertFalse(cgroups.values().isInhabited(group));
    kernel.remove(memory("yarn/next/c1"));
    assertThrows(CgroupGoneException.class, () -> cgroups.values().isInhabited(group));
  }

  @Test
  public void cpuQuotaIsDetected() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    assertFalse(cgroups.values().hasCpuQuota(group));
    cgroups.values().setCpuQuota(group, 500);
    assertTrue(cgroups.values().hasCpuQuota(group));
    Files.delete(cpu("yarn/next/c1").resolve(cpuIsVersion2() ? "cpu.max" : "cpu.cfs_quota_us"));
    assertFalse("a kernel without quotas", cgroups.values().hasCpuQuota(group));
  }

  @Test
  public void namesThatEscapeTheParentAreRefused() {
    for (String name : new String[] {"..", ".", "", "a/b", "/a", "a b", "a\"b", "$(x)"}) {
      assertThrows(name, IllegalArgumentException.class, () -> cgroups.make(name, 1000));
    }
  }

  @Test
  public void parentWithProcessesCannotDelegateControllers() throws IOException {
    assumeTrue("version 1 lets it", layout != Layout.VERSION_1);
    Path service = kernel.mount("unified").resolve("service");
    kernel.make(service);
    kernel.write(service.resolve("cgroup.procs"), "42");
    String why = newManager("service/yarn").problem(CgroupCapability.MEMORY_USAGE);
    assertTrue(
        why,
        why.startsWith("MEMORY_USAGE: " + service + " cannot enable the controller memory for"));
    assertTrue(why, why.contains("it holds processes"));
    kernel.make(service.resolve("daemon"));
    kernel.write(service.resolve("daemon/cgroup.procs"), "42");
    assertTrue(newManager("service/yarn").problems(ResourceKind.MEMORY).isEmpty());
  }

  @Test
  public void creationDoesNotWaitForTheRemovalOfAnotherCgroup() throws Exception {
    ContainerCgroup ended = cgroups.make("c1", 1000);
    makesAGroupDuring(() -> cgroups.release(ended));
    assertFalse(cgroups.has("c1"));
    assertTrue(cgroups.has("c2"));
  }

  /** Version 2 takes back page cache before it is done with it. */
  @Test
  public void creationDoesNotWaitForAWriteToAnotherCgroup() throws Exception {
    ContainerCgroup lowered = cgroups.make("c1", 1000);
    makesAGroupDuring(
        () -> {
          try {
            cgroups.values().setMemoryHigh(lowered, 64 * MB);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    makesAGroupDuring(cgroups::putBackAll);
    assertTrue(cgroups.has("c1"));
    assertTrue(cgroups.has("c2"));
  }

  private void makesAGroupDuring(Runnable change) throws Exception {
    CountDownLatch isChanging = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    Thread changer = new Thread(change);
    kernel.beforeChange =
        () -> {
          if (Thread.currentThread() == changer) {
            isChanging.countDown();
            awaitUninterrupted(mayGoOn);
          }
        };
    changer.start();
    try {
      assertTrue(isChanging.await(60, TimeUnit.SECONDS));
      FutureTask<ContainerCgroup> made = new FutureTask<>(() -> cgroups.make("c2", 1000));
      new Thread(made).start();
      assertEquals("c2", made.get(60, TimeUnit.SECONDS).name());
    } finally {
      mayGoOn.countDown();
      changer.join();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
