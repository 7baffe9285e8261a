// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.ResourceCalculatorPlugin;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MemorySnapshot;
import org.yarnext.mercury.policy.overallocation.NodePressure;

/** Usage of a node by the files of several kernels. */
public class HostUsageReaderTest {
  private static final long HOST_MB = 65_536;
  private static final String NO_LIMIT_OF_VERSION_1 = "9223372036854771712";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path proc;
  private Path mount;

  @Before
  public void makeHost() throws IOException {
    proc = folder.newFolder("proc").toPath();
    mount = folder.newFolder("cgroup").toPath();
    write(
        proc.resolve("meminfo"),
        "MemTotal: " + HOST_MB * 1024 + " kB\nMemAvailable: " + HOST_MB * 512 + " kB\n");
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(StandardCharsets.US_ASCII));
  }

  private void mounted(String root, String type, String options, String own) throws IOException {
    write(
        proc.resolve("self/mountinfo"),
        "20 1 8:1 / / rw,relatime - ext4 /dev/vda1 rw\n31 23 0:28 "
            + root
            + " "
            + mount
            + " rw,relatime shared:9 - "
            + type
            + " cgroup "
            + options
            + "\n");
    write(proc.resolve("self/cgroup"), own);
    write(mount.resolve("cgroup.controllers"), "cpu memory\n");
  }

  private void version1(Path group, String limit, long usedMb, long idleMb) throws IOException {
    write(group.resolve("memory.limit_in_bytes"), limit + "\n");
    write(group.resolve("memory.usage_in_bytes"), (usedMb << 20) + "\n");
    write(
        group.resolve("memory.stat"),
        "cache 5\ninactive_file 0\ntotal_inactive_file " + (idleMb << 20) + "\n");
  }

  private void version2(Path group, String limit, long usedMb, long idleMb) throws IOException {
    write(group.resolve("memory.max"), limit + "\n");
    write(group.resolve("memory.current"), (usedMb << 20) + "\n");
    write(
        group.resolve("memory.stat"),
        "anon 5\ninactive_file " + (idleMb << 20) + "\nactive_file 7\n");
  }

  private static String bytes(long mb) {
    return Long.toString(mb << 20);
  }

  private HostUsage read(String hierarchy) throws IOException {
    return new HostUsageReader(proc, hierarchy, new Configuration(false)).read(false, 1);
  }

  /** The totals and available amounts of the limited groups. */
  private String groups(String hierarchy) throws IOException {
    List<MemorySnapshot> memory = read(hierarchy).memory();
    assertEquals(HOST_MB, memory.get(0).totalMb());
    assertEquals(HOST_MB / 2, memory.get(0).availableMb());
    StringBuilder text = new StringBuilder();
    for (MemorySnapshot each : memory.subList(1, memory.size())) {
      text.append(each.availableMb()).append('/').append(each.totalMb()).append(' ');
    }
    return text.toString().trim();
  }

  @Test
  public void hostWithoutGroupsHasOnlyItsMemory() throws IOException {
    assertEquals("", groups(null));
    assertEquals("", groups("/hadoop-yarn"));
  }

  @Test
  public void limitsOfVersion1CountWithoutFilesThatWereNotUsedLately() throws IOException {
    mounted("/", "cgroup", "rw,memory", "5:devices:/\n4:memory:/a/b\n0::/\n");
    version1(mount, NO_LIMIT_OF_VERSION_1, 30_000, 0);
    version1(mount.resolve("a"), bytes(20_000), 15_000, 1_000);
    version1(mount.resolve("a/b"), bytes(16_000), 12_000, 4_000);
    assertEquals("8000/16000 6000/20000", groups(null));
  }

  @Test
  public void limitsOfVersion2CountUpToTheRoot() throws IOException {
    mounted("/", "cgroup2", "rw,nsdelegate", "0::/yarn.slice/nm.service\n");
    version2(mount.resolve("yarn.slice"), bytes(20_000), 25_000, 1_000);
    version2(mount.resolve("yarn.slice/nm.service"), "max", 3_000, 0);
    assertEquals("above its limit, nothing is left", "0/20000", groups(null));
  }

  @Test
  public void groupOfTheExecutorIsPreferredIfItExists() throws IOException {
    mounted("/", "cgroup", "rw,memory", "4:memory:/nm\n");
    version1(mount.resolve("nm"), bytes(4_000), 1_000, 0);
    assertEquals("3000/4000", groups("/hadoop-yarn"));
    version1(mount.resolve("hadoop-yarn"), bytes(32_000), 8_000, 0);
    assertEquals("24000/32000", groups("/hadoop-yarn"));
    assertEquals("3000/4000", groups(null));
  }

  @Test
  public void mountOfAContainerIsItsOwnGroup() throws IOException {
    mounted("/docker/4711", "cgroup", "rw,memory", "4:memory:/docker/4711\n");
    version1(mount, bytes(4_000), 1_000, 0);
    assertEquals("3000/4000", groups(null));
    mounted("/", "cgroup", "rw,memory", "4:memory:/kubepods/4711\n");
    assertEquals("the path is not visible", "3000/4000", groups(null));
    mounted("/", "cgroup2", "rw", "0::/../../elsewhere\n");
    version2(mount, bytes(8_000), 1_000, 0);
    assertEquals("nothing outside the mount is read", "7000/8000", groups(null));
  }

  @Test
  public void softLimitOfVersion2CountsIfItIsLower() throws IOException {
    mounted("/", "cgroup2", "rw", "0::/nm\n");
    version2(mount.resolve("nm"), "max", 3_000, 0);
    write(mount.resolve("nm/memory.high"), bytes(10_000) + "\n");
    assertEquals("7000/10000", groups(null));
    write(mount.resolve("nm/memory.max"), bytes(8_000) + "\n");
    assertEquals("5000/8000", groups(null));
    write(mount.resolve("nm/memory.high"), "max\n");
    assertEquals("5000/8000", groups(null));
  }

  @Test
  public void nonsenseOfAGroupIsAFailureAndLeavesTheHost() throws IOException {
    mounted("/", "cgroup2", "rw", "0::/nm\n");
    version2(mount.resolve("nm"), "plenty", 1, 0);
    assertGroupUnknown();
    version2(mount.resolve("nm"), bytes(100), 1, 0);
    write(mount.resolve("nm/memory.stat"), "anon 1\n");
    assertGroupUnknown();
  }

  private void assertGroupUnknown() throws IOException {
    HostUsageReader reader = new HostUsageReader(proc, null, new Configuration(false));
    List<MemorySnapshot> memory = reader.read(false, 1).memory();
    assertEquals(HOST_MB / 2, memory.get(0).availableMb());
    assertEquals(MemorySnapshot.UNKNOWN, memory.get(1));
    assertThrows(IOException.class, reader::throwFailure);
  }

  /** Reports a tenth of the CPU once, and fails then. */
  public static final class FailingCalculator extends ResourceCalculatorPlugin {
    private boolean isAsked;

    /** Creates a plugin; called by Hadoop. */
    public FailingCalculator() {
      super(null);
    }

    @Override
    public float getCpuUsagePercentage() {
      if (isAsked) {
        throw new IllegalStateException("broken");
      }
      isAsked = true;
      return 10;
    }
  }

  @Test
  public void cpuIsMeasuredByTheConfiguredPluginAndItsFailureLeavesTheHost() throws IOException {
    Configuration conf = new Configuration(false);
    conf.setClass(
        YarnConfiguration.NM_MON_RESOURCE_CALCULATOR,
        FailingCalculator.class,
        ResourceCalculatorPlugin.class);
    HostUsageReader reader = new HostUsageReader(proc, null, conf);
    assertEquals(0.1, reader.read(true, 1).cpuShare(), 1e-6);
    reader.throwFailure();
    HostUsage failed = reader.read(true, 2);
    assertTrue(failed.cpuShare() < 0);
    assertEquals(HOST_MB / 2, failed.memory().get(0).availableMb());
    reader.read(false, 3);
    assertThrows("it is not measured yet", IOException.class, reader::throwFailure);
  }

  private static String pressure(double some, double full) {
    String rest = " avg60=0.00 avg300=0.00 total=1\n";
    return "some avg10=" + some + rest + "full avg10=" + full + rest;
  }

  private void assertPressure(double some, double full, double cpu) throws IOException {
    NodePressure read = read(null).pressure();
    assertEquals(some, read.memorySome(), 1e-9);
    assertEquals(full, read.memoryFull(), 1e-9);
    assertEquals(cpu, read.cpuSome(), 1e-9);
  }

  @Test
  public void pressureIsThatOfTheHostOrOfAllContainers() throws IOException {
    assertPressure(-1, -1, -1);
    write(proc.resolve("pressure/memory"), pressure(12.5, 3.25));
    write(proc.resolve("pressure/cpu"), pressure(40, 0));
    assertPressure(0.125, 0.0325, 0.4);
    mounted("/", "cgroup2", "rw", "0::/nm\n");
    version2(mount.resolve("nm"), "max", 1, 0);
    write(mount.resolve("nm/memory.pressure"), pressure(10, 10));
    write(mount.resolve("nm/cpu.pressure"), pressure(55.5, 0));
    assertPressure(0.125, 0.1, 0.555);
  }

  @Test
  public void pressureThatIsNoPressureIsUnknown() throws IOException {
    for (String text : new String[] {"", "some", "some avg10=NaN x", "some avg10=-4 x", "?\n"}) {
      write(proc.resolve("pressure/memory"), text);
      write(proc.resolve("pressure/cpu"), text);
      assertPressure(-1, -1, -1);
    }
    write(proc.resolve("pressure/cpu"), "some avg10=250.00 avg60=0.00\n");
    assertPressure(-1, -1, -1);
  }
}
