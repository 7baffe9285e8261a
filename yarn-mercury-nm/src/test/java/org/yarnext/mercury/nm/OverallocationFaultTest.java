// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.junit.After;
import org.junit.Test;
import org.yarnext.testing.KernelRequirement;

/**
 * Faults of what a real NodeManager measures: nothing starts on data that is old or impossible, and
 * starts go on once it is measured again.
 */
public class OverallocationFaultTest extends OverallocatedNodeManagerTestBase {
  private static final long FAILS = Long.MIN_VALUE;

  /** Memory that each container seems to use, in bytes; null for the truth. */
  private static volatile Long seemingBytes;

  private final List<Path> groups = new ArrayList<>();

  /** Measures nonsense on demand. */
  public static final class FaultyProcessTree extends IdleProcessTree {
    /** Creates a tree; called by Hadoop. */
    public FaultyProcessTree(String pid) {
      super(pid);
    }

    @Override
    public long getRssMemorySize(int olderThanAge) {
      Long bytes = seemingBytes;
      if (bytes != null && bytes == FAILS) {
        throw new IllegalStateException("the test lets it fail");
      }
      return bytes == null ? super.getRssMemorySize(olderThanAge) : bytes;
    }
  }

  /** Fills the node with a container that uses little of it. */
  private ContainerId fill() throws Exception {
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    await("it is never measured", () -> isMeasured(first));
    await("the room is not reported", () -> waitMs() == 0);
    return first;
  }

  /** Returns a container that arrived and does not start. */
  private ContainerId waiting(String end) throws Exception {
    await("the room is still reported", () -> waitMs() > 0);
    ContainerId waiting = run(ExecutionType.OPPORTUNISTIC, 2048, end);
    await("it does not arrive", () -> state(waiting) == ContainerState.SCHEDULED);
    TimeUnit.SECONDS.sleep(2); // two rounds
    assertEquals(ContainerState.SCHEDULED, state(waiting));
    return waiting;
  }

  private void endAfterItsStart(ContainerId waited, String end) throws Exception {
    await("nothing starts any more", () -> state(waited) == ContainerState.RUNNING);
    end(end);
    assertEquals(0, node.end(waited).getExitStatus());
  }

  @Test
  public void nothingStartsOnceStocksMonitorIsStuck() throws Exception {
    more.set("yarn.mercury.overallocation.stale-after", "2s");
    start("on");
    final ContainerId first = fill();
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals("Container Monitor")) {
        each.interrupt(); // it ends by that
        each.join(TimeUnit.SECONDS.toMillis(60));
        assertFalse(each.isAlive());
      }
    }
    ContainerId waiting = waiting("end-waiting");
    end("end-waiting");
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    assertEquals(0, node.end(waiting).getExitStatus());
  }

  @Test
  public void nothingStartsWhileStocksMonitorMeasuresNonsense() throws Exception {
    more.set("yarn.mercury.overallocation.stale-after", "2s");
    processTree = FaultyProcessTree.class;
    seemingBytes = null;
    start("on");
    ContainerId first = fill();
    // None, as if it may not read the kernel's files; unknown; and a failure each time.
    for (long nonsense : new long[] {0, -1, FAILS}) {
      await("the room is not reported", () -> waitMs() == 0);
      seemingBytes = nonsense;
      ContainerId waited = waiting("end" + nonsense);
      seemingBytes = null;
      endAfterItsStart(waited, "end" + nonsense);
    }
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    await("the account is not empty", () -> accountedMb() == 0);
  }

  // ---- a memory group around all containers that vanishes --------------------------------------

  private static Path root() {
    Path version1 = Paths.get("/sys/fs/cgroup/memory");
    return Files.isDirectory(version1) ? version1 : Paths.get("/sys/fs/cgroup");
  }

  private Path makeGroup(long limitMb) throws IOException {
    Path group = root().resolve("yarnext-test-" + UUID.randomUUID());
    boolean isVersion2 = root().getFileName().toString().equals("cgroup");
    try {
      Files.createDirectory(group);
      groups.add(group);
      String file = isVersion2 ? "memory.max" : "memory.limit_in_bytes";
      Files.write(group.resolve(file), Long.toString(limitMb << 20).getBytes(US_ASCII));
    } catch (IOException e) {
      KernelRequirement.check("no memory cgroups that may be written: " + e);
    }
    return group;
  }

  /** The memory group of this process. */
  private static Path own() throws IOException {
    for (String line : Files.readAllLines(Paths.get("/proc/self/cgroup"))) {
      String[] words = line.split(":", 3);
      Path group = Paths.get(root() + words[2]);
      boolean isMemory = words[1].equals("memory") || words[1].isEmpty();
      if (isMemory && Files.isDirectory(group)) {
        return group;
      }
    }
    return root();
  }

  private static void move(String process, Path to) {
    try {
      Files.write(to.resolve("cgroup.procs"), process.getBytes(US_ASCII));
    } catch (IOException e) {
      assertFalse(e.toString(), Files.exists(Paths.get("/proc", process, "cgroup")));
    }
  }

  /** Moves all processes of a group to another one, and removes it. */
  private void vanish(Path group, Path to) throws Exception {
    await(
        group + " stays",
        () -> {
          try {
            Files.readAllLines(group.resolve("cgroup.procs")).forEach(each -> move(each, to));
            Files.delete(group);
            return groups.remove(group);
          } catch (IOException e) {
            return false;
          }
        });
  }

  @After
  public void removeGroups() throws Exception {
    seemingBytes = null;
    for (Path group : new ArrayList<>(groups)) {
      vanish(group, root());
    }
  }

  @Test
  public void groupThatVanishedIsNotTrusted() throws Exception {
    Path before = own();
    Path wide = makeGroup(1L << 20);
    move(Paths.get("/proc/self").toRealPath().getFileName().toString(), wide);
    start("on");
    final ContainerId first = fill();
    Path narrow = makeGroup(768);
    vanish(wide, narrow);
    ContainerId waited = waiting("end-waited");
    vanish(narrow, before);
    endAfterItsStart(waited, "end-waited");
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    await("the account is not empty", () -> accountedMb() == 0);
  }
}
