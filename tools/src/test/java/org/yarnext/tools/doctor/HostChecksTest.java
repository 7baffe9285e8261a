// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.tools.Finding;
import org.yarnext.tools.configure.ConfigurationFixture;
import org.yarnext.tools.install.HostRole;
import org.yarnext.tools.site.SiteDirectory;

/** A host that is a tree of files. */
public class HostChecksTest {
  private static final String MODE = "yarn.mr-orchestrator.mode";
  private static final String V1 =
      "cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,nosuid,cpu,cpuacct 0 0\n"
          + "cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n";

  @Rule public final ConfigurationFixture fixture = new ConfigurationFixture();

  @Test
  public void completeHostHasNoFindings() throws Exception {
    properties(MODE, "on");
    file("/proc/self/mounts", V1);
    directory("/sys/fs/cgroup/cpu,cpuacct/yarnext");
    directory("/sys/fs/cgroup/memory/yarnext");
    assertEquals(Collections.emptyList(), check(17));
  }

  @Test
  public void cgroupV2ControllersAreChecked() throws Exception {
    properties(MODE, "on");
    file("/proc/self/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n");
    file("/sys/fs/cgroup/cgroup.controllers", "cpuset cpu io\n");
    directory("/sys/fs/cgroup/yarnext");
    assertFound(check(17), "WARNING cgroups: The controller memory is not mounted");
    file("/sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory\n");
    file("/sys/fs/cgroup/yarnext/cgroup.controllers", "memory\n");
    assertFound(
        check(17), "The controller cpu is not enabled in the parent cgroups. Fix: Write +cpu");
    file("/sys/fs/cgroup/yarnext/cgroup.controllers", "cpu memory\n");
    assertEquals(Collections.emptyList(), check(17));
  }

  @Test
  public void hostWithoutTheOrchestratorNeedsNoCgroup() throws Exception {
    properties("yarn.mercury.mode", "shadow");
    assertEquals(Collections.emptyList(), check(17));
  }

  @Test
  public void unsupportedJavaIsFound() throws Exception {
    properties();
    assertFound(check(23), "WARNING Java: Hadoop runs on Java 23 from 3.4.3 on only.");
    assertFound(check(7), "ERROR Java: Hadoop does not run on Java 7.");
    assertFound(check(7), "Fix: Point JAVA_HOME at Java 17 or 21.");
    assertFound(check(19), "NOTE Java");
    assertEquals(Collections.emptyList(), check(8));
  }

  @Test
  public void javaOfTheDaemonsIsChecked() throws Exception {
    properties();
    fixture.write("hadoop-env.sh", "# export JAVA_HOME=/none\nexport JAVA_HOME=\"/opt/java\"\n");
    assertFound(check(17), "ERROR hadoop-env.sh:JAVA_HOME: There is no directory /opt/java.");
    file("/opt/java/release", "IMPLEMENTOR=x\nJAVA_VERSION=\"23.0.1\"\n");
    assertFound(
        check(17), "WARNING hadoop-env.sh:JAVA_HOME: Hadoop runs on Java 23 from 3.4.3 on only.");
    for (String version : new String[] {"1.8.0_402", "", "internal"}) {
      file("/opt/java/release", "JAVA_VERSION=\"" + version + "\"\n");
      assertEquals(version, Collections.emptyList(), check(17));
    }
    for (String value :
        new String[] {
          "${JAVA_HOME:-/usr/java}", "/opt/java # Java 8", "/opt/java;", "/usr/$JAVA"
        }) {
      fixture.write("hadoop-env.sh", "export JAVA_HOME=" + value + "\n");
      assertEquals(value, Collections.emptyList(), check(17));
    }
  }

  @Test
  public void containerExecutorMustRunAsItsOwner() throws Exception {
    properties(
        "yarn.nodemanager.container-executor.class",
        "org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor",
        "yarn.nodemanager.linux-container-executor.path",
        "/opt/container-executor");
    assertFound(check(17), "There is no container-executor at /opt/container-executor.");
    file("/opt/container-executor", "");
    assertFound(check(17), "does not have the setuid and setgid bits. Fix: As root, chown");
    Files.setAttribute(host("/opt/container-executor"), "unix:mode", 06050 | 0100000);
    assertEquals(Collections.emptyList(), check(17));
  }

  @Test
  public void filesNamedByKeysMustExist() throws Exception {
    properties(
        "yarn.nodemanager.keytab",
        "/etc/nm.keytab",
        "yarn.elastic.profiles.file",
        "/etc/profiles.json",
        "hadoop.zk.auth",
        "@/etc/zk-auth.txt");
    List<String> found = check(17);
    assertFound(found, "There is no keytab /etc/nm.keytab");
    assertFound(found, "There is no readable file /etc/profiles.json");
    assertFound(found, "The file /etc/zk-auth.txt cannot be read.");
    file("/etc/nm.keytab", "");
    assertFound(check(17), "WARNING yarn-site.xml:yarn.nodemanager.keytab: Everybody on this host");
    Files.setPosixFilePermissions(
        host("/etc/nm.keytab"), PosixFilePermissions.fromString("r--------"));
    file("/etc/profiles.json", "{\"version\": 1, \"profiles\": [{\"job\": 7}]}");
    assertFound(check(17), "ERROR yarn-site.xml:yarn.elastic.profiles.file: Profile file");
    file("/etc/profiles.json", "{\"version\": 1, \"profiles\": []}");
    file("/etc/zk-auth.txt", "digest:yarn:secret");
    Files.setPosixFilePermissions(
        host("/etc/zk-auth.txt"), PosixFilePermissions.fromString("rw-r--r--"));
    assertFound(check(17), "Fix: chmod 600 /etc/zk-auth.txt");
    Files.setPosixFilePermissions(
        host("/etc/zk-auth.txt"), PosixFilePermissions.fromString("rw-------"));
    assertEquals(Collections.emptyList(), check(17));
  }

  @Test
  public void keytabMustBeAFileThatTheDaemonCanRead() throws Exception {
    properties("yarn.router.keytab.file", "/etc/yarn.keytab");
    directory("/etc/yarn.keytab");
    assertFound(check(17, HostRole.ROUTER), "There is no keytab /etc/yarn.keytab on this host.");
    assertEquals(Collections.emptyList(), check(17, HostRole.NODEMANAGER));
    Files.delete(host("/etc/yarn.keytab"));
    file("/etc/yarn.keytab", "");
    Files.setPosixFilePermissions(
        host("/etc/yarn.keytab"), PosixFilePermissions.fromString("---------"));
    if (!Files.isReadable(host("/etc/yarn.keytab"))) { // root can read all
      assertFound(check(17, HostRole.ROUTER), "This user cannot read the keytab");
    }
  }

  @Test
  public void routerNeedsNoCgroup() throws Exception {
    properties(MODE, "on");
    assertEquals(Collections.emptyList(), check(17, HostRole.ROUTER));
    assertFound(check(17, HostRole.NODEMANAGER), "cgroups");
  }

  private void properties(String... pairs) throws IOException {
    fixture.properties("yarn-site.xml", pairs);
  }

  private Path host(String absolute) {
    return fixture.getRoot().toPath().resolve("host" + absolute);
  }

  private void directory(String absolute) throws IOException {
    Files.createDirectories(host(absolute));
  }

  private void file(String absolute, String text) throws IOException {
    Files.createDirectories(host(absolute).getParent());
    Files.write(host(absolute), text.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> check(int java, HostRole... roles) throws Exception {
    SiteDirectory directory = SiteDirectory.at(fixture.conf());
    ConfigurationView examined =
        new ConfigurationView(directory, directory.files(), Arrays.asList(roles));
    List<Finding> findings = new ArrayList<>();
    new HostChecks(new HostView(host(""), java)).check(examined, findings);
    List<String> lines = new ArrayList<>();
    findings.forEach(finding -> lines.add(finding.toString()));
    return lines;
  }

  private static void assertFound(List<String> lines, String text) {
    assertTrue(text + " in " + lines, lines.stream().anyMatch(line -> line.contains(text)));
  }
}
