// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

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
            "tmpfs /sys/fs/cgroup tmpfs rw,mode=755 0 0",
            "cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,relatime,cpu,cpuacct 0 0",
            "cgroup /sys/fs/cgroup/systemd cgroup rw,xattr,name=systemd 0 0",
            "cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0",
            "cgroup /second/memory cgroup rw,memory 0 0");
    assertEquals(Paths.get("/sys/fs/cgroup/cpu,cpuacct"), mounts.cpu());
    assertEquals(mounts.cpu(), mounts.accounting());
    assertEquals("the first counts", Paths.get("/sys/fs/cgroup/memory"), mounts.memory());
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
        read("cgroup2 " + unified.toString().replace(" ", "\\040") + " cgroup2 rw 0 0");
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
        read("cgroup2 " + unified + " cgroup2 rw 0 0", "cgroup /cg/cpu cgroup rw,cpu 0 0", "x", "");
    assertEquals(Paths.get("/cg/cpu"), mounts.cpu());
    assertNull("CPU time is counted nowhere", mounts.accounting());
    assertEquals(unified, mounts.memory());
    assertTrue(mounts.memoryIsVersion2());
  }

  @Test
  public void hostWithoutCgroupsHasNoMounts() throws IOException {
    CgroupMounts mounts = read("proc /proc proc rw 0 0");
    assertNull(mounts.cpu());
    assertNull(mounts.accounting());
    assertNull(mounts.memory());
  }
}
