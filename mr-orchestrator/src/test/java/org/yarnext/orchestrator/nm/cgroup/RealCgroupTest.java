// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.kernel.CgroupMounts;
import org.yarnext.common.kernel.MemoryUsage;
import org.yarnext.orchestrator.nm.cgroup.kernel.KernelCgroupFiles;
import org.yarnext.testing.KernelRequirement;

/**
 * CgroupManager on this machine's own kernel, whichever version it has; skipped without the rights.
 */
public class RealCgroupTest {
  private static final long MB = 1 << 20;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final String parent = "yarnext-test-" + System.nanoTime();
  private CgroupManager cgroups;
  private Process process;

  @Before
  public void open() {
    try {
      cgroups = CgroupManager.open(parent, undoFile());
    } catch (IOException e) {
      KernelRequirement.check("no cgroups that may be written: " + e);
    }
    for (CgroupCapability needed :
        new CgroupCapability[] {
          CgroupCapability.CPU_USAGE, CgroupCapability.CPU_SHARE, CgroupCapability.MEMORY_LIMIT
        }) {
      KernelRequirement.check(Objects.toString(cgroups.problem(needed), ""));
    }
  }

  @After
  public void close() throws Exception {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
    if (cgroups != null) {
      assertEquals("nothing is left behind", 0, closed());
      assertFalse(
          Files.exists(CgroupMounts.read(CgroupMounts.OF_THIS_PROCESS).cpu().resolve(parent)));
    }
  }

  /** One NodeManager at a time uses a parent; a restarted one gets it. */
  @Test
  public void parentIsClaimedUntilItsManagerCloses() throws Exception {
    CgroupManager other =
        CgroupManager.open(parent, folder.getRoot().toPath().resolve("other.json"));
    assertTrue(other.lock().acquire());
    assertFalse("in the same process", cgroups.lock().acquire());
    assertEquals("in another process", 1, lockElsewhere());
    other.close();
    assertEquals("in another process, afterwards", 0, lockElsewhere());
    assertTrue(cgroups.lock().acquire());
  }

  /** Returns 0 if another process can lock the parent as a manager does. */
  private int lockElsewhere() throws Exception {
    Path parentGroup = CgroupMounts.read(CgroupMounts.OF_THIS_PROCESS).cpu().resolve(parent);
    Path version1 = parentGroup.resolve("notify_on_release");
    Path file = Files.exists(version1) ? version1 : parentGroup.resolve("cgroup.max.depth");
    return new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-cp",
            System.getProperty("java.class.path"),
            GroupLocker.class.getName(),
            file.toString())
        .inheritIO()
        .start()
        .waitFor();
  }

  /** Tries to lock a file, as a process of its own. */
  static final class GroupLocker {
    public static void main(String[] args) throws IOException {
      try (FileChannel file = FileChannel.open(Paths.get(args[0]), StandardOpenOption.WRITE)) {
        System.exit(file.tryLock() == null ? 1 : 0);
      }
    }
  }

  /** A dead process leaves its group a moment after it was waited for. */
  private int closed() throws InterruptedException {
    int left = cgroups.close();
    for (int i = 0; left > 0 && i < 100; i++) {
      TimeUnit.MILLISECONDS.sleep(50);
      left = cgroups.close();
    }
    return left;
  }

  private Path undoFile() {
    return folder.getRoot().toPath().resolve("journal.json");
  }

  /** Starts as a container is: our command first, then its own, which may start others. */
  private BufferedReader start(ContainerCgroup group, String command) throws IOException {
    process =
        new ProcessBuilder("bash", "-c", cgroups.joinCommand(group) + command)
            .redirectErrorStream(true)
            .start();
    return new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  @Test
  public void allProcessesOfAContainerStartInItsCgroup() throws Exception {
    ContainerCgroup group = cgroups.make("c1", 1000);
    BufferedReader out =
        start(group, "cat /proc/self/cgroup; (bash -c 'cat /proc/self/cgroup'); echo end; read x");
    int in = 0;
    String line;
    while (!"end".equals(line = out.readLine())) {
      assertNotNull("the command ended early", line);
      in += line.endsWith("/" + parent + "/c1") ? 1 : 0;
    }
    assertEquals("in each hierarchy, both times", 2 * group.directories().size(), in);
    assertTrue("it runs there still", cgroups.release(group) > 0);
  }

  @Test
  public void joinCapabilityAndInhabitedCgroupsAreDetected() throws Exception {
    Path cpu = CgroupMounts.read(CgroupMounts.OF_THIS_PROCESS).cpu().resolve(parent);
    assertNull(cgroups.problem(CgroupCapability.JOIN));
    try (Stream<Path> below = Files.list(cpu)) {
      assertFalse("it has left again", below.anyMatch(each -> each.toString().contains("probe")));
    }
    ContainerCgroup group = cgroups.make("c1", 1000);
    assertFalse(cgroups.values().isInhabited(group));
    assertEquals("in", start(group, "echo in; read x").readLine());
    assertTrue(cgroups.values().isInhabited(group));
    assertFalse(cgroups.values().hasCpuQuota(group));
    IOException e =
        assertThrows(
            IOException.class, () -> new KernelCgroupFiles().enter(cpu.resolve("c2/cgroup.procs")));
    assertTrue(e.getMessage(), e.getMessage().contains("No such file or directory"));
  }

  @Test
  public void amountsAreKeptByTheKernel() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    cgroups.values().setCpuShare(group, 700);
    assertEquals(700, cgroups.values().cpuShare(group));
    cgroups.values().setMemoryLimit(group, 96 * MB);
    assertEquals(96 * MB, cgroups.values().memoryLimit(group));
    if (cgroups.problem(CgroupCapability.CPU_QUOTA) == null) {
      cgroups.values().setCpuQuota(group, 500);
      cgroups.values().setCpuQuota(group, CgroupValues.UNLIMITED);
    }
    if (cgroups.problem(CgroupCapability.MEMORY_HIGH) == null) {
      cgroups.values().setMemoryHigh(group, 64 * MB);
      cgroups.values().setMemoryHigh(group, CgroupValues.UNLIMITED);
    }
    cgroups.putBackAll();
    assertEquals(1000, cgroups.values().cpuShare(group), 25);
    assertEquals(CgroupValues.UNLIMITED, cgroups.values().memoryLimit(group));
  }

  @Test
  public void usageIsMeasured() throws Exception {
    ContainerCgroup group = cgroups.make("c1", 1000);
    long before = cgroups.values().cpuUsage(group).usedNanos();
    BufferedReader out =
        start(group, "a=$(head -c 20000000 /dev/zero | tr '\\0' x); echo ${#a}; read x");
    assertEquals("20000000", out.readLine());
    assertTrue(cgroups.values().cpuUsage(group).usedNanos() - before > 1_000_000);
    MemoryUsage usage = cgroups.values().memoryUsage(group);
    assertTrue(usage.workingSetBytes() + " bytes", usage.workingSetBytes() > 20_000_000);
    assertTrue(usage.workingSetBytes() <= usage.currentBytes());
    assertEquals(0, usage.oomKills());
    assertThrows(
        InvalidAmountException.class, () -> cgroups.values().setMemoryLimit(group, 8 * MB));
    assertTrue("and it lives", process.isAlive());
  }

  @Test
  public void recoveryRestoresValuesLeftByACrash() throws IOException {
    ContainerCgroup group = cgroups.make("c1", 1000);
    cgroups.values().setCpuShare(group, 300);
    CgroupManager restarted = CgroupManager.open(parent, undoFile());
    assertEquals(0, restarted.recover(Collections.singleton("c1")));
    assertEquals(1000, restarted.values().cpuShare(group), 25);
    assertEquals(0, restarted.recover(Collections.emptySet()));
    assertThrows(CgroupGoneException.class, () -> restarted.values().cpuShare(group));
    cgroups = restarted;
  }
}
