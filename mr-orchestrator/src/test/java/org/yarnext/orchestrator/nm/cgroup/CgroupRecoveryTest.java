// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import org.junit.Test;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupUndoLog;

/** Parents, cgroups of others, and what a crash left. */
public class CgroupRecoveryTest extends CgroupManagerTestBase {
  public CgroupRecoveryTest(Layout layout) {
    super(layout);
  }

  private String share(String group) throws IOException {
    return kernel.read(cpu(group).resolve(cpuIsVersion2() ? "cpu.weight" : "cpu.shares"));
  }

  @Test
  public void parentShareIsSetAndKeptAcrossARestart() throws IOException {
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
  public void shareOfAnExistingParentIsRestoredOnceItIsEmpty() throws IOException {
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
  public void containersBelowAFormerParentKeepTheirShare() throws IOException {
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

  @Test
  public void foreignCgroupsAreRestoredAndNotRemoved() throws IOException {
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
  public void recoveryAfterACrashRestoresValuesAndKeepsLiveCgroups() throws IOException {
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
  public void cgroupHasItsShareAfterACrashAtAnyStepOfItsCreation() throws IOException {
    for (boolean after : new boolean[] {false, true}) {
      for (int changes = 0; changes < 6; changes++) {
        kernel.crash.changesLeft = changes;
        kernel.crash.isAfterChange = after;
        try {
          cgroups.make("c1", 8000);
        } catch (CrashPoint.Crash e) {
          assertNotNull(e);
        }
        kernel.crash.changesLeft = -1;
        CgroupManager restarted = newManager("yarn/next");
        restarted.recover(restarted.made());
        ContainerCgroup group = restarted.make("c1", 8000);
        assertEquals(8000, restarted.values().cpuShare(group), 1);
        assertEquals(0, restarted.release("c1"));
      }
    }
  }

  @Test
  public void undoAfterACrashKeepsOnlyInhabitedCgroups() throws IOException {
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

  /** Restores everything, as a process with the feature off does. */
  private int undo() throws IOException {
    return CgroupManager.undo(kernel, new CgroupUndoLog(undoFile));
  }

  @Test
  public void valueChangedByAnotherWriterIsKept() throws IOException {
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
}
