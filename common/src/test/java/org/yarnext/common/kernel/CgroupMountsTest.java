// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class CgroupMountsTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private CgroupMounts read(String... lines) throws IOException {
    Path table = folder.newFile().toPath();
    Files.write(table, String.join("\n", lines).getBytes(UTF_8));
    return CgroupMounts.read(table);
  }

  @Test
  public void version1ControllersMayShareAMount() throws IOException {
    CgroupMounts mounts =
        read(
            "31 23 0:27 / /sys/fs/cgroup rw shared:9 - tmpfs tmpfs rw,mode=755",
            "32 31 0:28 / /sys/fs/cgroup/cpu,cpuacct rw shared:10 - cgroup cgroup rw,cpu,cpuacct",
            "33 31 0:29 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd",
            "34 31 0:30 /docker/4711 /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory",
            "35 31 0:30 / /second/memory rw - cgroup cgroup rw,memory");
    assertEquals(Paths.get("/sys/fs/cgroup/cpu,cpuacct"), mounts.cpu());
    assertEquals(mounts.cpu(), mounts.accounting());
    assertEquals("the first counts", Paths.get("/sys/fs/cgroup/memory"), mounts.memory());
    assertEquals("/docker/4711", mounts.memoryRoot());
    assertFalse(mounts.cpuIsVersion2());
    assertEquals(
        "cpu v1 at /sys/fs/cgroup/cpu,cpuacct, memory v1 at /sys/fs/cgroup/memory",
        mounts.toString());
  }

  @Test
  public void version2ControllersAreReadFromTheControllersFile() throws IOException {
    Path unified = folder.newFolder("cgroup two").toPath();
    Files.write(unified.resolve("cgroup.controllers"), "cpuset cpu io\n".getBytes(UTF_8));
    CgroupMounts mounts =
        read(
            "36 31 0:31 / "
                + unified.toString().replace(" ", "\\040")
                + " rw - cgroup2 cgroup2 rw,nsdelegate");
    assertEquals(unified, mounts.cpu());
    assertEquals(unified, mounts.accounting());
    assertTrue(mounts.cpuIsVersion2());
    assertNull(mounts.memory());
    assertTrue(mounts.toString(), mounts.toString().endsWith("memory not mounted"));
  }

  @Test
  public void version1IsPreferredIfBothAreMounted() throws IOException {
    Path unified = folder.newFolder().toPath();
    Files.write(unified.resolve("cgroup.controllers"), "cpu memory\n".getBytes(UTF_8));
    CgroupMounts mounts =
        read(
            "36 31 0:31 / " + unified + " rw - cgroup2 cgroup2 rw",
            "37 31 0:32 / /cg/cpu rw - cgroup cgroup rw,cpu",
            "x",
            "38 - cgroup",
            "");
    assertEquals(Paths.get("/cg/cpu"), mounts.cpu());
    assertNull("CPU time is counted nowhere", mounts.accounting());
    assertEquals(unified, mounts.memory());
    assertTrue(mounts.memoryIsVersion2());
    assertEquals("/", mounts.memoryRoot());
  }

  /** In the C locale Java refuses letters outside of ASCII; in all locales it refuses NUL. */
  @Test
  public void mountsWithUnusablePathsDoNotMatter() throws IOException {
    CgroupMounts mounts =
        read(
            "98 31 0:99 / /mnt/a\\000b rw - fuse.sshfs u@h:/ rw",
            "32 31 0:28 / /cg/cpu rw - cgroup cgroup rw,cpu");
    assertEquals(Paths.get("/cg/cpu"), mounts.cpu());
  }

  @Test
  public void hostWithoutCgroupsHasNoMounts() throws IOException {
    CgroupMounts mounts = read("20 1 0:5 / /proc rw - proc proc rw");
    assertNull(mounts.cpu());
    assertNull(mounts.accounting());
    assertNull(mounts.memory());
    assertNull(mounts.memoryRoot());
  }
}
