// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.junit.Test;
import org.yarnext.common.kernel.MemoryUsage;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuUsage;

/** Values are read and written in the units of both versions, and restored. */
public class CgroupManagerTest extends CgroupManagerTestBase {
  public CgroupManagerTest(Layout layout) {
    super(layout);
  }

  private void use(String group, long bytes, long idleCache) throws IOException {
    boolean v2 = memoryIsVersion2();
    kernel.set(
        memory(group).resolve(v2 ? "memory.current" : "memory.usage_in_bytes"),
        Long.toString(bytes));
    kernel.set(
        memory(group).resolve("memory.stat"),
        (v2 ? "inactive_file " : "inactive_file 7\ntotal_swap 5\ntotal_inactive_file ")
            + idleCache);
  }

  @Test
  public void cpuUsageHasTheSameUnitsInBothVersions() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    if (cpuIsVersion2()) {
      kernel.set(
          cpu("yarn/next/c1/cpu.stat"), "usage_usec 1500000\nnr_periods 9\nthrottled_usec 25");
      kernel.set(cpu("yarn/next/c1/cpu.pressure"), "some avg10=1.00 avg60=0 avg300=0 total=77");
    } else {
      kernel.set(kernel.mount("cpuacct").resolve("yarn/next/c1/cpuacct.usage"), "1500000000");
      kernel.set(
          cpu("yarn/next/c1/cpu.stat"), "nr_periods 9\nnr_throttled 1\nthrottled_time 25000");
    }
    CpuUsage usage = cgroups.values().cpuUsage(group);
    assertEquals(1_500_000_000L, usage.usedNanos());
    assertEquals(25_000, usage.throttledNanos());
    assertEquals(cpuIsVersion2() ? 77 : -1, usage.waitedMicros());
  }

  @Test
  public void memoryIsReadWithoutIdleCache() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    use("yarn/next/c1", 500 * MB, 200 * MB);
    boolean v2 = memoryIsVersion2();
    if (v2) {
      kernel.set(memory("yarn/next/c1/memory.swap.current"), "5");
      kernel.set(memory("yarn/next/c1/memory.events"), "low 0\nhigh 2\nmax 1\noom 4\noom_kill 3");
    } else {
      kernel.set(memory("yarn/next/c1/memory.failcnt"), "3");
      kernel.set(memory("yarn/next/c1/memory.oom_control"), "oom_kill_disable 0\noom_kill 3");
    }
    MemoryUsage usage = cgroups.values().memoryUsage(group);
    assertEquals(500 * MB, usage.currentBytes());
    assertEquals(300 * MB, usage.workingSetBytes());
    assertEquals(5, usage.swapBytes());
    assertEquals(3, usage.limitHits());
    assertEquals(3, usage.oomKills());
    assertEquals(v2 ? 0 : -1, usage.waitedMicros());
  }

  @Test
  public void amountsAreWrittenInTheFormatOfTheCgroupVersion() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    cgroups.values().setCpuShare(group, 2500);
    assertEquals(
        cpuIsVersion2() ? "250" : "2560",
        kernel.read(cpu("yarn/next/c1").resolve(cpuIsVersion2() ? "cpu.weight" : "cpu.shares")));
    assertEquals(2500, cgroups.values().cpuShare(group));
    String quota = cpuIsVersion2() ? "cpu.max" : "cpu.cfs_quota_us";
    cgroups.values().setCpuQuota(group, 1500);
    assertEquals(
        cpuIsVersion2() ? "150000 100000" : "150000",
        kernel.read(cpu("yarn/next/c1").resolve(quota)));
    cgroups.values().setCpuQuota(group, CgroupValues.UNLIMITED);
    assertEquals(
        cpuIsVersion2() ? "max 100000" : "-1", kernel.read(cpu("yarn/next/c1").resolve(quota)));
    assertEquals(CgroupValues.UNLIMITED, cgroups.values().memoryLimit(group));
    cgroups.values().setMemoryLimit(group, 512 * MB + 1);
    cgroups.values().setMemoryHigh(group, 256 * MB);
    assertEquals(512 * MB, cgroups.values().memoryLimit(group));
    assertEquals(
        Long.toString(256 * MB),
        kernel.read(
            memory("yarn/next/c1")
                .resolve(memoryIsVersion2() ? "memory.high" : "memory.soft_limit_in_bytes")));
    cgroups.values().setMemoryLimit(group, CgroupValues.UNLIMITED);
    assertEquals(CgroupValues.UNLIMITED, cgroups.values().memoryLimit(group));
  }

  @Test
  public void sharesOfOneToAThousandCoresKeepTheirProportion() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    for (long millicores : new long[] {10, 20, 100, 990, 1000, 3330, 64_000, 100_000}) {
      cgroups.values().setCpuShare(group, millicores);
      assertEquals(millicores, cgroups.values().cpuShare(group), cpuIsVersion2() ? 5 : 1);
    }
    cgroups.values().setCpuShare(group, 1);
    cgroups.values().setCpuShare(group, 10_000_000);
    assertTrue(
        "what the kernel cannot express is its most", cgroups.values().cpuShare(group) >= 100_000);
  }

  @Test
  public void sharesOfManyCoresAreWrittenAndRestored() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 100_000);
    for (long millicores : new long[] {90_000, 80_000}) {
      cgroups.values().setCpuShare(group, millicores);
      assertEquals(millicores, cgroups.values().cpuShare(group), 1);
    }
    assertEquals(0, cgroups.putBackAll());
    assertEquals(100_000, cgroups.values().cpuShare(group));
  }

  @Test
  public void amountsOutOfBoundsAreNotWritten() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    Map<String, String> before = kernel.snapshot();
    assertThrows(InvalidAmountException.class, () -> cgroups.values().setCpuShare(group, 0));
    assertThrows(
        InvalidAmountException.class, () -> cgroups.values().setCpuShare(group, 10_000_001));
    assertThrows(InvalidAmountException.class, () -> cgroups.values().setCpuQuota(group, -1));
    assertThrows(
        InvalidAmountException.class, () -> cgroups.values().setMemoryLimit(group, 4 * MB - 1));
    assertThrows(
        InvalidAmountException.class, () -> cgroups.values().setMemoryHigh(group, 1L << 51));
    assertEquals(before, kernel.snapshot());
  }

  @Test
  public void memoryLimitBelowTheUsageIsRefused() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    use("yarn/next/c1", 500 * MB, 200 * MB);
    InvalidAmountException e =
        assertThrows(
            InvalidAmountException.class,
            () -> cgroups.values().setMemoryLimit(group, 300 * MB - 4096));
    assertEquals(
        "memory limit of 314568704 bytes is below the 314572800 that c1 uses", e.getMessage());
    assertEquals(CgroupValues.UNLIMITED, cgroups.values().memoryLimit(group));
    cgroups.values().setMemoryLimit(group, 300 * MB);
    assertEquals(300 * MB, cgroups.values().memoryLimit(group));
  }

  @Test
  public void closeRestoresTheHost() throws IOException {
    cgroups.close();
    Map<String, String> before = kernel.snapshot();
    CgroupManager another = newManager("yarn/next");
    ContainerCgroup group = another.make("c1", 1000);
    another.values().setCpuShare(group, 1);
    another.values().setMemoryLimit(group, 64 * MB);
    assertEquals(0, another.close());
    assertEquals(before, kernel.snapshot());
    assertFalse(kernel.exists(cpu("yarn")));
  }

  @Test
  public void settledShareIsTheRestoredShare() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    cgroups.values().setCpuShare(group, 300);
    cgroups.values().settleCpuShare(group, 2000);
    assertEquals(2000, cgroups.values().cpuShare(group));
    cgroups.values().setCpuShare(group, 500);
    newManager("yarn/next").putBackAll();
    assertEquals(2000, cgroups.values().cpuShare(group));
  }
}
