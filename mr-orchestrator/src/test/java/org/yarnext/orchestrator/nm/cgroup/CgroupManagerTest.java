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
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuUsage;
import org.yarnext.orchestrator.nm.cgroup.kernel.MemoryUsage;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupUndoLog;
import org.yarnext.orchestrator.policy.ResourceKind;

/** CgroupManager on each kind of host. */
@RunWith(Parameterized.class)
public class CgroupManagerTest {
  private static final long MB = 1 << 20;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final Layout layout;
  private FakeKernel kernel;
  private Path journal;
  private CgroupManager cgroups;

  public CgroupManagerTest(Layout layout) {
    this.layout = layout;
  }

  @Parameters(name = "{0}")
  public static Object[] layouts() {
    return Layout.values();
  }

  @Before
  public void open() throws IOException {
    kernel = new FakeKernel(folder.getRoot().toPath(), layout);
    journal = folder.getRoot().toPath().resolve("state/journal.json");
    cgroups = newManager("yarn/next");
  }

  private CgroupManager newManager(String parent) throws IOException {
    return new CgroupManager(kernel.mounts(), kernel, parent, new CgroupUndoLog(journal));
  }

  private Path cpu(String group) {
    return kernel.mount(layout == Layout.VERSION_2 ? "unified" : "cpu").resolve(group);
  }

  private Path memory(String group) {
    return kernel.mount(layout == Layout.VERSION_1 ? "memory" : "unified").resolve(group);
  }

  private boolean cpuIsVersion2() {
    return layout == Layout.VERSION_2;
  }

  private boolean memoryIsVersion2() {
    return layout != Layout.VERSION_1;
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
  public void cpuIsReadInTheSameUnits() throws IOException {
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
  public void amountsAreWrittenAsTheVersionHasThem() throws IOException {
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
  public void sharesOfManyCoresAreWrittenAndPutBackToo() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 100_000);
    for (long millicores : new long[] {90_000, 80_000}) {
      cgroups.values().setCpuShare(group, millicores);
      assertEquals(millicores, cgroups.values().cpuShare(group), 1);
    }
    assertEquals(0, cgroups.putBackAll());
    assertEquals(100_000, cgroups.values().cpuShare(group));
  }

  @Test
  public void absurdAmountsNeverReachTheKernel() throws IOException {
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
  public void aLimitBelowWhatIsInUseIsRefused() throws IOException {
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
  public void closingLeavesTheHostAsItWas() throws IOException {
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

  private String share(String group) throws IOException {
    return kernel.read(cpu(group).resolve(cpuIsVersion2() ? "cpu.weight" : "cpu.shares"));
  }

  @Test
  public void aShareThatIsSettledIsWhatIsPutBack() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    cgroups.values().setCpuShare(group, 300);
    cgroups.values().settleCpuShare(group, 2000);
    assertEquals(2000, cgroups.values().cpuShare(group));
    cgroups.values().setCpuShare(group, 500);
    newManager("yarn/next").putBackAll();
    assertEquals(2000, cgroups.values().cpuShare(group));
  }

  @Test
  public void allContainersTogetherWeighAsMuchAsTheirNode() throws IOException {
    cgroups.close();
    Map<String, String> before = kernel.snapshot();
    CgroupManager another = newManager("yarn/next");
    another.setShareOfAll(24_000);
    String all = cpuIsVersion2() ? "2400" : "24576";
    assertEquals(all, share("yarn/next"));
    assertEquals("made here, too", all, share("yarn"));
    another.make("c1", 1000);
    another.putBackAll();
    assertEquals("as long as containers run", all, share("yarn/next"));
    CgroupManager restarted = newManager("yarn/next");
    restarted.setShareOfAll(24_000);
    restarted.recover(Collections.singleton("c1"));
    assertEquals(all, share("yarn/next"));
    restarted.setShareOfAll(10_000_000);
    assertEquals("the kernel's most", cpuIsVersion2() ? "10000" : "262144", share("yarn/next"));
    assertEquals(0, restarted.close());
    assertEquals(before, kernel.snapshot());
  }

  @Test
  public void theShareOfAParentThatWasThereIsPutBackOnceNothingRunsBelowIt() throws IOException {
    cgroups.close();
    kernel.makeStock("above/theirs", "c0");
    Map<String, String> before = kernel.snapshot();
    String usual = share("above");
    CgroupManager another = newManager("above/theirs");
    another.setShareOfAll(24_000);
    assertEquals("not ours", usual, share("above"));
    assertFalse(usual.equals(share("above/theirs")));
    ContainerCgroup group = another.make("c1", 1000);
    another.values().join(group, 42);
    assertTrue(another.close() > 0);
    assertFalse("it runs there still", usual.equals(share("above/theirs")));
    leave(group);
    assertEquals(0, another.close());
    assertEquals(before, kernel.snapshot());
  }

  @Test
  public void whoRunsBelowAParentOfBeforeKeepsItsShareAndLeavesNothing() throws IOException {
    cgroups.close();
    kernel.makeStock("theirs", "c0");
    Map<String, String> before = kernel.snapshot();
    for (String[] parents : new String[][] {{"a", "b"}, {"a/b", "a"}, {"theirs", "b"}}) {
      CgroupManager former = newManager(parents[0]);
      former.setShareOfAll(24_000);
      String all = share(parents[0]);
      ContainerCgroup c1 = former.make("c1", 20_000);
      ContainerCgroup c2 = former.make("c2", 4_000);
      former.values().join(c1, 41);
      former.values().join(c2, 42);
      former.values().setCpuShare(c1, 500);
      CgroupManager restarted = newManager(parents[1]);
      assertEquals(new HashSet<>(Arrays.asList("c1", "c2")), restarted.made());
      assertTrue(restarted.recover(Collections.emptySet()) > 0);
      assertEquals(all, share(parents[0]));
      assertEquals(20_000, former.values().cpuShare(c1), 1);
      leave(c1);
      assertEquals(0, restarted.release("c1"));
      assertFalse(kernel.exists(cpu(parents[0]).resolve("c1")));
      assertEquals("of the other", cpuIsVersion2() ? "400" : "4096", share(parents[0]));
      leave(c2);
      assertEquals(0, restarted.recover(Collections.emptySet()));
      assertFalse(parents[0].startsWith("a") && kernel.exists(cpu(parents[0])));
      assertEquals(0, restarted.close());
      assertEquals(before, kernel.snapshot());
    }
  }

  /** Its processes end. */
  private void leave(ContainerCgroup group) throws IOException {
    for (Path directory : group.directories()) {
      kernel.set(directory.resolve("cgroup.procs"), "");
    }
  }

  @Test
  public void groupsOfOthersKeepTheirValuesAndTheirGroups() throws IOException {
    cgroups.close();
    kernel.makeStock("hadoop-yarn", "c1");
    Map<String, String> before = kernel.snapshot();
    CgroupManager beside = newManager("hadoop-yarn");
    ContainerCgroup group = beside.find("c1");
    beside.values().setCpuShare(group, 500);
    beside.values().setCpuShare(group, 700);
    beside.values().setMemoryHigh(group, 64 * MB);
    assertEquals(0, beside.release(group));
    beside.values().setCpuQuota(group, 500);
    assertEquals(0, beside.close());
    assertEquals(before, kernel.snapshot());
  }

  @Test
  public void aRestartPutsBackWhatACrashLeftAndKeepsGroupsThatLive() throws IOException {
    ContainerCgroup lives = cgroups.make("lives", 1000);
    ContainerCgroup ended = cgroups.make("ended", 1000);
    String pristine = cgroups.values().cpuShare(lives) + "";
    cgroups.values().setCpuShare(lives, 300);
    cgroups.values().setCpuShare(ended, 300);
    CgroupManager restarted = newManager("yarn/next");
    assertEquals(0, restarted.recover(Collections.singleton("lives")));
    assertEquals(pristine, restarted.values().cpuShare(restarted.find("lives")) + "");
    assertFalse(kernel.exists(cpu("yarn/next/ended")));
    assertEquals(0, restarted.release(lives));
    assertFalse(
        "made before the restart, and removed after it", kernel.exists(cpu("yarn/next/lives")));
  }

  @Test
  public void whereverItCrashesWhileItMakesAGroupThatHasItsShareInTheEnd() throws IOException {
    for (boolean after : new boolean[] {false, true}) {
      for (int changes = 0; changes < 6; changes++) {
        kernel.changesUntilCrash = changes;
        kernel.crashesAfterChange = after;
        try {
          cgroups.make("c1", 8000);
        } catch (FakeKernel.Crash e) {
          assertNotNull(e);
        }
        kernel.changesUntilCrash = -1;
        CgroupManager restarted = newManager("yarn/next");
        restarted.recover(restarted.made());
        ContainerCgroup group = restarted.make("c1", 8000);
        assertEquals(8000, restarted.values().cpuShare(group), 1);
        assertEquals(0, restarted.release("c1"));
      }
    }
  }

  @Test
  public void whatACrashLeftIsUndoneWithoutADoorAsFarAsNothingRunsThere() throws IOException {
    cgroups.close();
    kernel.makeStock("theirs", "c1");
    Map<String, String> before = kernel.snapshot();
    CgroupManager crashed = newManager("theirs");
    crashed.values().setCpuShare(crashed.find("c1"), 300);
    ContainerCgroup lives = crashed.make("lives", 1000);
    crashed.make("ended", 1000);
    crashed.values().setMemoryLimit(lives, 64 * MB);
    crashed.values().join(lives, 42);
    assertTrue(undo() > 0);
    assertTrue(kernel.exists(cpu("theirs/lives")));
    assertFalse(kernel.exists(cpu("theirs/ended")));
    assertEquals(CgroupValues.UNLIMITED, crashed.values().memoryLimit(lives));
    leave(lives);
    assertEquals(0, undo());
    assertEquals(before, kernel.snapshot());
  }

  /** As a process does that steers nothing. */
  private int undo() throws IOException {
    return CgroupManager.undo(kernel, new CgroupUndoLog(journal));
  }

  @Test
  public void whatSomebodyElseSetIsTheirs() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    Path file = cpu("yarn/next/c1").resolve(cpuIsVersion2() ? "cpu.weight" : "cpu.shares");
    cgroups.values().setCpuShare(group, 300);
    kernel.set(file, "777");
    cgroups.putBackAll();
    assertEquals("777", kernel.read(file));
    cgroups.values().setCpuShare(group, 300);
    cgroups.putBackAll();
    assertEquals("their value is now what is put back", "777", kernel.read(file));
  }

  @Test
  public void aBusyGroupIsRemovedOnceItIsEmpty() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    cgroups.values().join(group, 42);
    assertTrue(cgroups.release(group) > 0);
    assertTrue(kernel.exists(cpu("yarn/next/c1")));
    leave(group);
    assertEquals(0, cgroups.release(group));
    assertFalse(kernel.exists(cpu("yarn/next/c1")));
  }

  @Test
  public void aContainerThatEndsMeanwhileIsToldAsSuch() throws IOException {
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
  public void whatTheHostCannotDoIsFoundOutBefore() throws IOException {
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
  public void whoeverMayWriteAGroupMayNotEnterIt() throws IOException {
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
  public void processesMustBeInAllPartsOfAGroup() throws IOException {
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
  public void aQuotaOfAnotherIsSeen() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    assertFalse(cgroups.values().hasCpuQuota(group));
    cgroups.values().setCpuQuota(group, 500);
    assertTrue(cgroups.values().hasCpuQuota(group));
    Files.delete(cpu("yarn/next/c1").resolve(cpuIsVersion2() ? "cpu.max" : "cpu.cfs_quota_us"));
    assertFalse("a kernel without quotas", cgroups.values().hasCpuQuota(group));
  }

  @Test
  public void namesCannotLeaveTheParent() {
    for (String name : new String[] {"..", ".", "", "a/b", "/a", "a b", "a\"b", "$(x)"}) {
      assertThrows(name, IllegalArgumentException.class, () -> cgroups.make(name, 1000));
    }
  }

  @Test
  public void aGroupThatHoldsTheNodeManagerCannotBeAboveContainers() throws IOException {
    assumeTrue("version 1 lets it", layout != Layout.VERSION_1);
    Path service = kernel.mount("unified").resolve("service");
    kernel.make(service);
    kernel.write(service.resolve("cgroup.procs"), "42");
    String why = newManager("service/yarn").problem(CgroupCapability.MEMORY_USAGE);
    assertTrue(
        why, why.startsWith("MEMORY_USAGE: " + service + " cannot give the controller memory to"));
    assertTrue(why, why.contains("Device or resource busy"));
    kernel.make(service.resolve("daemon"));
    kernel.write(service.resolve("daemon/cgroup.procs"), "42");
    assertTrue(newManager("service/yarn").problems(ResourceKind.MEMORY).isEmpty());
  }

  @Test
  public void whoMakesAGroupDoesNotWaitForTheRemovalOfAnother() throws Exception {
    ContainerCgroup ended = cgroups.make("c1", 1000);
    makesAGroupDuring(() -> cgroups.release(ended));
    assertFalse(cgroups.has("c1"));
    assertTrue(cgroups.has("c2"));
  }

  /** Version 2 takes back page cache before it is done with it. */
  @Test
  public void norForAValueOfAnother() throws Exception {
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
      assertEquals("c2", made.get(20, TimeUnit.SECONDS).name());
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
