// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.minicluster.process.ObjectFile;

public class MeasurementsTest {

  private static final double EXACT = 1e-9;

  @Rule public final TemporaryFolder dir = new TemporaryFolder();

  private final Measurements measurements = MeasurementSamples.measurements("stock", 2);

  @Test
  public void throughputCountsFinishedTasksOnly() {
    assertEquals(2 / 10.0, measurements.tasksPerSecond(), EXACT);
  }

  @Test
  public void waitsAreThoseOfAttemptsThatRan() {
    assertArrayEquals(new double[] {1.0, 0.5, 4.0}, measurements.queueWaits(), EXACT);
    assertArrayEquals(new double[] {0.4}, measurements.guaranteedWaits(), EXACT);
  }

  @Test
  public void jobLatencyEndsWithItsLastAttempt() {
    assertArrayEquals(new double[] {3.0, 9.0}, measurements.jobLatencies(), EXACT);
  }

  @Test
  public void killsOfRunningAndQueuedContainersAreDistinguished() {
    assertEquals(1, measurements.stoppedRunning());
    assertEquals(1, measurements.stoppedQueued());
    assertEquals(0.5, measurements.lostSeconds(), EXACT);
    assertTrue(measurements.failed().isEmpty());
  }

  @Test
  public void measurementsAreReadBackFromAFile() throws IOException {
    Path file = dir.getRoot().toPath().resolve("measurements");
    ObjectFile.write(file, measurements);
    Measurements read = ObjectFile.read(file);
    assertEquals("stock", read.cluster);
    assertEquals(measurements.mapReduce.counts, read.mapReduce.counts);
    assertArrayEquals(measurements.queueWaits(), read.queueWaits(), 0);
  }
}
