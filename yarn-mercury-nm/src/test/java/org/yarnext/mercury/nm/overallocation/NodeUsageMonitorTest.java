// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainerMetrics;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.mercury.policy.overallocation.MeasuredUsage;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;

/** Usage by stock's own container metrics and a made up host. */
public class NodeUsageMonitorTest {
  private static final ContainerId ID =
      ContainerId.newContainerId(
          ApplicationAttemptId.newInstance(ApplicationId.newInstance(4_242, 1), 1), 1);

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final ConcurrentMap<ContainerId, Container> containers = new ConcurrentHashMap<>();
  private final Container container = mock(Container.class, withSettings().stubOnly());
  private final OverallocationSettings settings =
      new OverallocationSettings(0.8, 0.2, 0.5, 2, 0, 15_000, 0.15, 0.1);
  private long nowMs = 1_000_000;
  private ContainerMetrics metrics;
  private Path meminfo;
  private NodeUsageMonitor monitor;

  @Before
  public void prepare() throws IOException {
    Context context = mock(Context.class, withSettings().stubOnly());
    when(context.getContainers()).thenReturn(containers);
    when(container.getContainerId()).thenReturn(ID);
    when(container.getContainerState()).thenReturn(ContainerState.RUNNING);
    containers.put(ID, container);
    meminfo = folder.getRoot().toPath().resolve("meminfo");
    host(16_384, 12_288);
    monitor =
        new NodeUsageMonitor(
            context, new HostUsageReader(folder.getRoot().toPath(), null), () -> nowMs, 60_000);
  }

  @After
  public void forget() {
    if (metrics != null) {
      metrics.finished(true);
    }
  }

  private void host(long totalMb, long availableMb) throws IOException {
    String text =
        "MemTotal:       "
            + totalMb * 1024
            + " kB\nMemFree:  17 kB\nMemAvailable:   "
            + availableMb * 1024
            + " kB\nBuffers: 1 kB\n";
    write(meminfo, text);
  }

  private void stockMeasures(int memoryMb, int milliVcores) {
    metrics = ContainerMetrics.forContainer(ID, -1, 1);
    metrics.recordMemoryUsage(memoryMb);
    metrics.recordCpuUsage(milliVcores / 10, milliVcores);
  }

  private MeasuredUsage measured() throws IOException {
    nowMs += 1_000;
    assertTrue(monitor.measure());
    return monitor.latest().of(ID);
  }

  @Test
  public void latestValueAndPeakOfEachContainer() throws IOException {
    assertNull("stock did not measure it yet", measured());
    int[] memoryMb = {400, 900, 100, 250};
    int peakMb = 0;
    for (int mb : memoryMb) {
      stockMeasures(mb, mb * 2);
      peakMb = Math.max(peakMb, mb);
      MeasuredUsage usage = measured();
      assertEquals("stock rounds down", mb + 1, usage.memoryMb());
      assertEquals(mb * 2, usage.milliVcores());
      assertEquals(peakMb + 1, usage.peakMemoryMb());
      assertEquals(peakMb * 2, usage.peakMilliVcores());
    }
    nowMs += 120_000;
    stockMeasures(30, 0);
    assertEquals("the window has passed", 31, measured().peakMemoryMb());
  }

  @Test
  public void ofSeveralNewValuesTheHighestCounts() throws IOException {
    stockMeasures(100, 10);
    measured();
    stockMeasures(700, 10);
    stockMeasures(200, 10);
    assertEquals(701, measured().memoryMb());
  }

  @Test
  public void containerThatEndedIsForgotten() throws IOException {
    stockMeasures(100, 10);
    measured();
    when(container.getContainerState()).thenReturn(ContainerState.DONE);
    assertNull(measured());
  }

  @Test
  public void hostIsMeasuredMoreOftenThanContainers() throws IOException {
    measured();
    assertEquals(16_384, monitor.latest().host().totalMemoryMb());
    assertEquals(12_288, monitor.latest().host().availableMemoryMb());
    assertFalse(monitor.isMemoryShort(settings));
    host(16_384, 1_000);
    nowMs += 250;
    assertFalse(monitor.measure());
    assertEquals(1_000, monitor.latest().host().availableMemoryMb());
    assertEquals(12_288, monitor.latest().before().availableMemoryMb());
    assertTrue(monitor.isMemoryShort(settings));
  }

  @Test
  public void groupThatVanishesIsAFailureOnceAndThenAnotherIsWatched() throws IOException {
    Path self = Files.createDirectories(folder.getRoot().toPath().resolve("self"));
    Path mount = folder.newFolder("cgroup").toPath();
    Path group = Files.createDirectory(mount.resolve("service"));
    write(self.resolve("mountinfo"), "1 2 0:1 / " + mount + " rw - cgroup2 cgroup2 rw\n");
    write(self.resolve("cgroup"), "0::/service\n");
    write(mount.resolve("cgroup.controllers"), "memory\n");
    write(group.resolve("memory.max"), 8_192L << 20);
    write(group.resolve("memory.current"), 7_168L << 20);
    write(group.resolve("memory.stat"), "anon 1\ninactive_file " + (1_024L << 20) + "\n");
    measured();
    assertEquals(2, monitor.latest().host().memory().size());
    assertEquals(2_048, monitor.latest().host().scarcest(0.1).availableMb());
    for (String file : new String[] {"memory.max", "memory.current", "memory.stat"}) {
      Files.delete(group.resolve(file));
    }
    Files.delete(group);
    long measuredMs = nowMs;
    nowMs += 1_000;
    assertThrows(IOException.class, monitor::measure);
    assertEquals("it ages", measuredMs, monitor.latest().host().measuredAtMs());
    measured();
    assertEquals(1, monitor.latest().host().memory().size());
    assertEquals(12_288, monitor.latest().host().scarcest(0.1).availableMb());
  }

  private static void write(Path file, Object text) throws IOException {
    Files.write(file, text.toString().getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  public void unreadableHostLeavesTheLastMeasurementToAge() throws IOException {
    measured();
    long measuredMs = nowMs;
    write(meminfo, "MemTotal: 1 kB\n");
    nowMs += 1_000;
    assertThrows(IOException.class, monitor::measure);
    assertEquals(measuredMs, monitor.latest().host().measuredAtMs());
  }
}
