// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MemorySnapshot;
import org.yarnext.testing.KernelRequirement;

/** Usage by this host's kernel, of the host and of a group made for the test. */
public class RealMemoryGroupTest {
  private static final Path PROC = Paths.get("/proc");
  private static final long LIMIT_MB = 64;
  private static final long USED_MB = 20;

  private final String name = "yarnext-test-" + UUID.randomUUID();
  private Path group;
  private boolean isVersion2;
  private Process process;

  @Before
  public void makeGroup() throws IOException {
    Path version1 = Paths.get("/sys/fs/cgroup/memory");
    isVersion2 = !Files.isDirectory(version1);
    group = (isVersion2 ? Paths.get("/sys/fs/cgroup") : version1).resolve(name);
    try {
      Files.createDirectory(group);
      String limit = isVersion2 ? "memory.max" : "memory.limit_in_bytes";
      write(group.resolve(limit), Long.toString(LIMIT_MB << 20));
    } catch (IOException e) {
      Files.deleteIfExists(group);
      KernelRequirement.check("no memory cgroups that may be written: " + e);
    }
  }

  private static void write(Path file, String text) throws IOException {
    KernelRequirement.check(Files.exists(file) ? "" : file + " is not there");
    Files.write(file, text.getBytes(StandardCharsets.US_ASCII));
  }

  @After
  public void removeGroup() throws Exception {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
    for (int i = 0; Files.exists(group) && i < 100; i++) {
      for (String left : Files.readAllLines(group.resolve("cgroup.procs"))) {
        new ProcessBuilder("kill", "-9", left).start().waitFor();
      }
      TimeUnit.MILLISECONDS.sleep(20);
      try {
        Files.deleteIfExists(group);
      } catch (IOException e) {
        continue; // a process is leaving it
      }
    }
  }

  private HostUsage read() throws IOException {
    HostUsage usage =
        new HostUsageReader(PROC, "/" + name, new Configuration(false)).read(false, 1);
    assertTrue(usage.memory().size() >= 2);
    return usage;
  }

  @Test
  public void limitOfTheGroupIsReadWithWhatItsProcessesUse() throws Exception {
    MemorySnapshot empty = read().memory().get(1);
    assertEquals(LIMIT_MB, empty.totalMb());
    assertTrue(empty.availableMb() + " MB", empty.availableMb() > LIMIT_MB - USED_MB / 2);
    long bytes = USED_MB << 20;
    process =
        new ProcessBuilder(
                "bash",
                "-c",
                "echo $$ > '"
                    + group.resolve("cgroup.procs")
                    + "'; head -c "
                    + bytes
                    + " /dev/zero | tail -c "
                    + bytes
                    + " | sleep 600") // so that tail keeps all of it
            .start();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (read().memory().get(1).availableMb() > LIMIT_MB - USED_MB) {
      if (System.nanoTime() > until) {
        fail(read().memory().get(1).availableMb() + " MB are available");
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertTrue(read().memory().get(1).availableMb() > 0);
  }

  @Test
  public void groupThatVanishesIsUnknownOnceAndThenAnotherIsRead() throws IOException {
    HostUsageReader reader = new HostUsageReader(PROC, "/" + name, new Configuration(false));
    assertEquals(LIMIT_MB, reader.read(false, 1).memory().get(1).totalMb());
    Files.delete(group);
    HostUsage without = reader.read(false, 2);
    assertEquals(Arrays.asList(MemorySnapshot.UNKNOWN), without.memory().subList(1, 2));
    assertTrue("the host is still measured", without.availableMemoryMb() > 0);
    assertThrows(IOException.class, reader::throwFailure);
    HostUsage own = reader.read(false, 3);
    reader.throwFailure();
    assertTrue(
        "none is its limit", own.memory().stream().noneMatch(each -> each.totalMb() == LIMIT_MB));
  }

  @Test
  public void pressureIsKnownIfTheKernelHasIt() throws IOException {
    boolean ofHost = Files.exists(PROC.resolve("pressure/memory"));
    boolean ofGroup = Files.exists(group.resolve("memory.pressure"));
    assertEquals(ofHost || ofGroup, read().pressure().memorySome() >= 0);
    assertEquals(ofHost || ofGroup, read().pressure().memoryFull() >= 0);
    assertEquals(ofHost || ofGroup, read().pressure().cpuSome() >= 0);
  }
}
