// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel.Layout;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Hosts on which the NodeManager's user has rights in a part of the hierarchies. */
public class CgroupDelegationTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private FakeKernel kernel;

  private CgroupManager open() throws IOException {
    return kernel.cgroups("yarn");
  }

  private void use(Layout layout) throws IOException {
    kernel = new FakeKernel(folder.getRoot().toPath(), layout);
  }

  private Path own(String mount) {
    return kernel.mount(mount).resolve("yarn");
  }

  private static void assertFix(CgroupManager cgroups, ResourceKind kind, String... words) {
    assertFalse(cgroups.problems(kind).isEmpty());
    for (String problem : cgroups.problems(kind)) {
      for (String word : words) {
        assertTrue(problem, problem.contains(word));
      }
    }
  }

  /** Operators who only want to steer CPU delegate it alone. */
  @Test
  public void cpuIsUsableIfOnlyCpuIsDelegated() throws IOException {
    use(Layout.VERSION_1);
    kernel.refused.add(kernel.mount("memory").toString());
    CgroupManager cgroups = open();
    assertEquals(Collections.emptyList(), cgroups.problems(ResourceKind.CPU));
    assertNull(cgroups.problem(CgroupCapability.JOIN));
    assertFix(
        cgroups, ResourceKind.MEMORY, "mkdir -p " + own("memory"), "chown", "after each boot");
    ContainerCgroup group = cgroups.make("c1", 2000);
    assertEquals(2000, cgroups.values().cpuShare(group), 0);
    assertFalse(group.has(ResourceKind.MEMORY));
    assertTrue(cgroups.has("c1"));
    assertFalse(cgroups.joinCommand(group).contains("memory"));
    assertEquals(0, cgroups.release(group));
    assertEquals(0, cgroups.close());
  }

  @Test
  public void memoryIsUsableIfOnlyMemoryIsDelegated() throws IOException {
    use(Layout.MIXED);
    kernel.refused.add(kernel.mount("cpu").toString());
    CgroupManager cgroups = open();
    assertEquals(Collections.emptyList(), cgroups.problems(ResourceKind.MEMORY));
    assertFix(cgroups, ResourceKind.CPU, "mkdir -p " + own("cpu"));
    assertTrue(cgroups.make("c1", 2000).has(ResourceKind.MEMORY));
  }

  /** The user owns the parent in one hierarchy, and may not write that of the other. */
  @Test
  public void unwritableParentDoesNotDisableTheOtherHierarchies() throws IOException {
    use(Layout.VERSION_1);
    kernel.make(own("memory"));
    kernel.refused.add(own("memory").toString());
    CgroupManager cgroups = open();
    assertEquals(Collections.emptyList(), cgroups.problems(ResourceKind.CPU));
    assertFix(cgroups, ResourceKind.MEMORY, "chown", own("memory").toString());
  }

  @Test
  public void eachMissingParentIsReportedWithItsFix() throws IOException {
    use(Layout.VERSION_1);
    for (String mount : new String[] {"cpu", "cpuacct", "memory"}) {
      kernel.refused.add(kernel.mount(mount).toString());
    }
    CgroupManager cgroups = open();
    assertFix(cgroups, ResourceKind.MEMORY, "mkdir -p " + own("memory"));
    assertFalse(cgroups.problems(ResourceKind.CPU).isEmpty());
    String join = cgroups.problem(CgroupCapability.JOIN);
    assertTrue(join, join.contains("mkdir -p " + own("cpu")));
    assertTrue(join, join.contains("mkdir -p " + own("memory")));
  }

  @Test
  public void unavailableVersion2ControllerDoesNotDisableTheOther() throws IOException {
    use(Layout.VERSION_2);
    kernel.refused.add("+memory");
    CgroupManager cgroups = open();
    assertEquals(Collections.emptyList(), cgroups.problems(ResourceKind.CPU));
    assertFix(cgroups, ResourceKind.MEMORY, "cgroup.subtree_control");
    assertTrue(cgroups.make("c1", 2000).has(ResourceKind.CPU));
  }

  /** A distribution may leave a controller off until a unit of systemd asks for it. */
  @Test
  public void controllerThatIsNotEnabledAboveIsReportedWithItsFix() throws IOException {
    use(Layout.VERSION_2);
    Path root = kernel.mount("unified").resolve("cgroup.subtree_control");
    kernel.write(root, "-memory");
    CgroupManager cgroups = open();
    assertEquals(Collections.emptyList(), cgroups.problems(ResourceKind.CPU));
    assertFix(cgroups, ResourceKind.MEMORY, own("unified").toString(), "echo +memory > " + root);
    assertFalse(cgroups.make("c1", 2000).has(ResourceKind.MEMORY));
    assertEquals(0, cgroups.close());
    kernel.write(root, "+memory");
    assertEquals(Collections.emptyList(), open().problems(ResourceKind.MEMORY));
  }

  /** Another NodeManager on the host has just tried things, and removes its group. */
  @Test
  public void probesOfTwoNodeManagersDoNotCollide() throws IOException {
    use(Layout.VERSION_1);
    open(); // the parent is there
    String[] mounts = {"cpu", "cpuacct", "memory"};
    for (String mount : mounts) {
      kernel.make(own(mount).resolve("yarnext-probe"));
    }
    kernel.beforeChange =
        () -> {
          kernel.beforeChange = () -> {};
          for (String mount : mounts) {
            try {
              kernel.remove(own(mount).resolve("yarnext-probe"));
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          }
        };
    CgroupManager cgroups = open();
    for (ResourceKind kind : ResourceKind.values()) {
      assertEquals(Collections.emptyList(), cgroups.problems(kind));
    }
    assertNull(cgroups.problem(CgroupCapability.JOIN));
  }

  @Test
  public void abandonedProbesAreRemoved() throws IOException {
    use(Layout.VERSION_1);
    open();
    kernel.make(own("cpu").resolve("yarnext-probe"));
    kernel.make(own("memory").resolve("yarnext-probe-7-x"));
    kernel.make(own("memory").resolve("yarnext-probe-8-x"));
    kernel.abandoned.add("yarnext-probe");
    kernel.abandoned.add("yarnext-probe-7-x");
    open();
    assertFalse(kernel.exists(own("cpu").resolve("yarnext-probe")));
    assertFalse(kernel.exists(own("memory").resolve("yarnext-probe-7-x")));
    assertTrue(
        "another's that tries now", kernel.exists(own("memory").resolve("yarnext-probe-8-x")));
  }
}
