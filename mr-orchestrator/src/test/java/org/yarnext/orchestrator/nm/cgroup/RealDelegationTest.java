// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.stream.Collectors;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.kernel.CgroupMounts;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.testing.KernelRequirement;

/**
 * Tests CgroupManager in parts of the tree of version 2 that are delegated in different ways, on
 * this machine's own kernel; skipped with version 1 and without the rights of root.
 */
public class RealDelegationTest {
  /** Becomes nobody, who may read everything, since the class path may be in root's home. */
  private static final String AS_NOBODY =
      "exec setpriv --reuid 65534 --regid 65534 --clear-groups"
          + " --inh-caps +dac_read_search --ambient-caps +dac_read_search ";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private Path root;

  /** The group that has all groups of a test. */
  private Path outer;

  @Before
  public void open() throws IOException {
    CgroupMounts mounts = CgroupMounts.read(CgroupMounts.OF_THIS_PROCESS);
    assumeTrue("version 1", mounts.cpuIsVersion2() && mounts.memoryIsVersion2());
    root = mounts.cpu();
    KernelRequirement.check(Files.isWritable(root) ? "" : "no rights to write " + root);
    outer = make(root.resolve("yarnext-test-" + System.nanoTime() + ".slice"));
  }

  @After
  public void removeGroups() throws Exception {
    if (outer != null) {
      enter(root);
      // A dead process leaves its group a moment after it was waited for.
      bash(
          "for i in {1..100}; do find %1$s -depth -type d -exec rmdir {} + 2>/dev/null;"
              + " [ ! -e %1$s ] && break; sleep 0.05; done");
      assertFalse("nothing is left behind", Files.exists(outer));
    }
  }

  private static Path make(Path group) throws IOException {
    return Files.createDirectory(group);
  }

  private static void write(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(UTF_8));
  }

  private static void enable(Path group, String controllers) throws IOException {
    write(group.resolve("cgroup.subtree_control"), controllers);
  }

  private static void enter(Path group) throws IOException {
    String self = new File("/proc/self").getCanonicalFile().getName();
    write(group.resolve("cgroup.procs"), self);
  }

  /** Runs a command, in which {@code %1$s} is the outer group; returns its output. */
  private String bash(String command) throws Exception {
    Process process =
        new ProcessBuilder("bash", "-c", String.format(command, outer))
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      output = lines.lines().collect(Collectors.joining("\n"));
    }
    assertEquals(output, 0, process.waitFor());
    return output;
  }

  private CgroupManager manager(Path parent) throws IOException {
    return CgroupManager.open(
        root.relativize(parent).toString(), folder.newFolder().toPath().resolve("undo.json"));
  }

  private static void assertUsable(CgroupManager cgroups, ResourceKind... kinds) {
    for (ResourceKind kind : kinds) {
      assertEquals(Collections.emptyList(), cgroups.problems(kind));
    }
  }

  private static void assertRefused(CgroupManager cgroups, ResourceKind kind, String... words) {
    assertFalse(cgroups.problems(kind).isEmpty());
    for (String problem : cgroups.problems(kind)) {
      for (String word : words) {
        assertTrue(problem, problem.contains(word));
      }
    }
  }

  /** Root may prepare all groups below the root. */
  @Test
  public void controllersAreEnabledOnTheWayAndDisabledAgain() throws Exception {
    CgroupManager cgroups = manager(outer.resolve("service/containers"));
    assertUsable(cgroups, ResourceKind.values());
    assertNull(cgroups.problem(CgroupCapability.JOIN));
    ContainerCgroup group = cgroups.make("c1", 1000);
    cgroups.values().setCpuShare(group, 700);
    assertEquals(700, cgroups.values().cpuShare(group));
    assertEquals(0, cgroups.close());
    assertFalse(Files.exists(outer.resolve("service")));
    assertEquals("", bash("cat %1$s/cgroup.subtree_control"));
  }

  /** As systemd does with {@code Delegate=yes}, and with {@code DelegateSubgroup=} in addition. */
  @Test
  public void serviceNeedsItsProcessInASubgroup() throws Exception {
    enable(outer, "+cpu +memory");
    Path service = make(outer.resolve("nodemanager.service"));
    enter(service);
    CgroupManager beside = manager(service.resolve("containers"));
    for (ResourceKind kind : ResourceKind.values()) {
      assertRefused(beside, kind, service + " cannot enable", "DelegateSubgroup=");
    }
    assertEquals("domain", bash("cat %1$s/nodemanager.service/cgroup.type"));
    assertEquals(0, beside.close());

    enter(make(service.resolve("daemon")));
    CgroupManager cgroups = manager(service.resolve("containers"));
    assertUsable(cgroups, ResourceKind.values());
    assertNull(cgroups.problem(CgroupCapability.JOIN));
    assertTrue(cgroups.isBesideOneGroup());
    assertEquals(0, cgroups.close());
  }

  /** Threaded groups have no memory controller, and groups below them hold no processes. */
  @Test
  public void threadedGroupIsRefused() throws IOException {
    enable(outer, "+cpu");
    Path parent = make(outer.resolve("containers"));
    write(parent.resolve("cgroup.type"), "threaded");
    CgroupManager cgroups = manager(parent);
    assertRefused(cgroups, ResourceKind.MEMORY, "memory");
    String join = cgroups.problem(CgroupCapability.JOIN);
    assertTrue(join, join.contains("not supported"));
    assertEquals(0, cgroups.close());
  }

  /** A user needs the right to write cgroup.procs of the group above both groups. */
  @Test
  public void userUsesADelegatedGroupFromWithinOnly() throws Exception {
    enable(outer, "+cpu +memory");
    make(outer.resolve("service"));
    make(outer.resolve("service/daemon"));
    String parent = root.relativize(outer.resolve("service/containers")).toString();
    bash("cd %1$s/service && chown -R 65534:65534 . && chown 0:0 cpu.* memory.*");
    // Files of nobody: those of the host belong to root in user mode.
    String start =
        "exec unshare --mount bash -c 'mount -t tmpfs -o mode=777 tmpfs "
            + folder.getRoot()
            + " && "
            + AS_NOBODY
            + printer(parent)
            + "'";
    String outside = bash(start);
    assertTrue(outside, outside.contains("CPU []\nMEMORY []\nJOIN JOIN failed"));
    assertTrue(outside, outside.contains("Permission denied"));
    String inside = bash("echo $$ > %1$s/service/daemon/cgroup.procs && " + start);
    assertTrue(inside, inside.contains("CPU []\nMEMORY []\nJOIN null\nleft 0"));
  }

  /** In a container of its own, a NodeManager sees its group as the root. */
  @Test
  public void nestedContainerIsUsedOnceItsRootIsPrepared() throws Exception {
    enable(outer, "+cpu +memory");
    make(outer.resolve("pod"));
    String printer = printer("yarnext");
    String output =
        bash(
            "echo $$ > %1$s/pod/cgroup.procs && exec unshare --mount --cgroup bash -c '"
                + String.join(
                    " && ",
                    "umount /sys/fs/cgroup",
                    "mount -t cgroup2 cgroup2 /sys/fs/cgroup",
                    printer,
                    "mkdir /sys/fs/cgroup/init",
                    "echo $$ > /sys/fs/cgroup/init/cgroup.procs",
                    "echo +cpu > /sys/fs/cgroup/cgroup.subtree_control",
                    "seen=$(" + printer + ")",
                    "echo \"$seen\"",
                    "eval \"$(echo \"$seen\" | grep -o \"echo [^,]*\" | sort -u)\"",
                    printer)
                + "'");
    String[] runs = output.split("left 0");
    String missing = "/sys/fs/cgroup/yarnext does not have the controller %s: as root, run";
    assertTrue(output, runs[0].contains(String.format(missing, "cpu")));
    assertTrue(output, runs[0].contains(String.format(missing, "memory")));
    assertTrue(output, runs[1].contains("CPU []\nMEMORY ["));
    assertTrue(output, runs[1].contains(String.format(missing, "memory")));
    assertTrue(output, runs[2].contains("CPU []\nMEMORY []\nJOIN null\n"));
  }

  private String printer(String parent) {
    return String.join(
        " ",
        System.getProperty("java.home") + "/bin/java",
        "-Xmx64m",
        "-Djava.io.tmpdir=" + folder.getRoot(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        CapabilityPrinter.class.getName().replace("$", "\\$"),
        parent);
  }

  /** Prints what a process of its own can do, and how many groups it leaves behind. */
  static final class CapabilityPrinter {
    public static void main(String[] args) throws IOException {
      Path directory = Files.createTempDirectory("undo");
      CgroupManager cgroups = CgroupManager.open(args[0], directory.resolve("undo.json"));
      for (ResourceKind kind : ResourceKind.values()) {
        System.out.println(kind + " " + cgroups.problems(kind));
      }
      System.out.println("JOIN " + cgroups.problem(CgroupCapability.JOIN));
      System.out.println("left " + cgroups.close());
      Files.deleteIfExists(directory.resolve("undo.json"));
      Files.deleteIfExists(directory);
    }
  }
}
