// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
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
  private long monotonicMs;
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
            context,
            new HostUsageReader(folder.getRoot().toPath(), null, new Configuration(false)),
            () -> nowMs,
            () -> monotonicMs + nowMs,
            60_000);
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
  public void memoryOfZeroIsNoMeasurement() throws IOException {
    stockMeasures(0, 500);
    assertNull("stock may not read the container's processes", measured());
    stockMeasures(300, 500);
    MeasuredUsage usage = measured();
    long measuredMs = usage.measuredAtMs();
    assertEquals(301, usage.memoryMb());
    stockMeasures(0, 500);
    usage = measured();
    assertEquals("the measurement ages", measuredMs, usage.measuredAtMs());
    assertEquals(301, usage.memoryMb());
    assertEquals(301, usage.peakMemoryMb());
  }

  @Test
  public void ofSeveralNewValuesTheirMeanAndTheHighestCount() throws IOException {
    stockMeasures(100, 10);
    measured();
    stockMeasures(700, 10);
    stockMeasures(200, 10);
    MeasuredUsage usage = measured();
    assertEquals(451, usage.memoryMb());
    assertEquals(701, usage.peakMemoryMb());
  }

  @Test
  public void monitorThatIsFasterThanTheReaderDoesNotPinThePeak() throws IOException {
    stockMeasures(5_000, 10);
    measured();
    MeasuredUsage usage = null;
    for (int i = 0; i < 80; i++) { // more than the window
      stockMeasures(400, 10);
      stockMeasures(400, 10);
      usage = measured();
    }
    assertEquals("as in mode on with an interval of 500 ms", 401, usage.memoryMb());
    assertEquals(801, usage.peakMemoryMb());
  }

  @Test
  public void flushOfTheMetricsHidesNoMeasurement() throws IOException {
    for (int i = 0; i < 10; i++) {
      stockMeasures(300, 40);
      if (i % 2 == 0) {
        flush(); // before it is read
      }
      MeasuredUsage usage = measured();
      assertEquals(301, usage.memoryMb());
      assertEquals(40, usage.milliVcores());
      assertEquals("round " + i, nowMs, usage.measuredAtMs());
    }
    for (int i = 0; i < 10; i++) {
      stockMeasures(300, 40);
      assertEquals("round " + i, nowMs + 1_000, measured().measuredAtMs());
      flush();
      assertEquals("nothing new", nowMs, measured().measuredAtMs());
    }
  }

  private void flush() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    metrics.pMemMBsStat.snapshot(collector.addRecord("any"), true);
    metrics.milliVcoresUsed.snapshot(collector.addRecord("any"), true);
  }

  @Test
  public void cpuThatIsWrittenAfterMemoryCountsInThePeak() throws IOException {
    metrics = ContainerMetrics.forContainer(ID, -1, 1);
    metrics.recordMemoryUsage(100);
    measured();
    metrics.recordCpuUsage(50, 500);
    measured();
    metrics.recordMemoryUsage(100);
    metrics.recordCpuUsage(1, 10);
    assertEquals(500, measured().peakMilliVcores());
  }

  @Test
  public void peakSurvivesAClockThatIsSet() throws IOException {
    stockMeasures(900, 10);
    measured();
    nowMs += 3_600_000;
    monotonicMs -= 3_600_000;
    stockMeasures(100, 10);
    assertEquals(901, measured().peakMemoryMb());
    nowMs -= 7_200_000;
    monotonicMs += 7_200_000;
    stockMeasures(100, 10);
    assertEquals(901, measured().peakMemoryMb());
  }

  @Test
  public void containerIsSteadyOnceItHasBeenWatchedForTheWindow() throws IOException {
    boolean isSteady = false;
    for (int second = 0; second < 60; second++) {
      assertFalse(second + " s", isSteady && second < 50);
      stockMeasures(400, 100);
      isSteady = measured().isMemorySteady();
    }
    assertTrue(isSteady);
    stockMeasures(401, 100);
    assertFalse("it grows", measured().isMemorySteady());
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
    assertFalse(monitor.isMemoryShort(settings, 750));
    host(16_384, 4_000);
    nowMs += 250;
    assertFalse(monitor.measure());
    assertEquals(4_000, monitor.latest().host().availableMemoryMb());
    assertTrue("it falls on", monitor.isMemoryShort(settings, 750));
    nowMs += 250;
    assertFalse(monitor.measure());
    assertFalse("it falls no more", monitor.isMemoryShort(settings, 750));
  }

  @Test
  public void fallIsNotContinuedBelowWhatContainersMayGrowTo() throws IOException {
    when(container.getContainerLaunchTime()).thenReturn(1L);
    when(container.getResource()).thenReturn(Resource.newInstance(8_192, 1));
    stockMeasures(4_091, 10);
    measured();
    host(16_384, 9_000); // at least 12,288 - 4,100 MB stay available
    nowMs += 250;
    assertFalse(monitor.measure());
    assertFalse(monitor.isMemoryShort(settings, 5_000));
    host(16_384, 8_000); // something else grows
    nowMs += 250;
    assertFalse(monitor.measure());
    assertTrue(monitor.isMemoryShort(settings, 5_000));
  }

  @Test
  public void clearedMonitorForgetsWhatContainersCouldGrowTo() throws IOException {
    when(container.getContainerLaunchTime()).thenReturn(1L);
    when(container.getResource()).thenReturn(Resource.newInstance(8_192, 1));
    host(16_384, 5_000);
    stockMeasures(8_091, 10);
    measured(); // at least 4,900 MB stay available
    monitor.clear();
    flush();
    stockMeasures(1_000, 10);
    measured(); // it may grow by more than there is
    host(16_384, 4_950);
    nowMs += 250;
    assertFalse(monitor.measure());
    assertTrue(monitor.isMemoryShort(settings, 30_000));
  }

  @Test
  public void groupThatVanishesStopsStartsOnceAndThenAnotherIsWatched() throws IOException {
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
    host(16_384, 1_000);
    measured();
    assertThrows(IOException.class, monitor::throwFailure);
    assertEquals("nothing starts", -1, monitor.latest().host().memory().get(1).totalMb());
    assertTrue("the host's memory still counts", monitor.isMemoryShort(settings, 750));
    host(16_384, 12_288);
    measured();
    monitor.throwFailure();
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

  @Test
  public void closedMonitorKeepsNoMeasurement() throws IOException {
    stockMeasures(512, 250);
    assertNotNull(measured());
    monitor.close();
    assertNull(monitor.latest().of(ID));
    nowMs += 5_000;
    assertFalse(monitor.measure());
    assertNull(monitor.latest().of(ID));
    assertNull(monitor.latest().host());
  }
}
