// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class SpikeRecordTest {
  private static final long START = 1_000_000;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final SpikeRecord record = new SpikeRecord(1, 800, 6, START, 10_000);

  @Test
  public void timeBelowTheWatermarkIsFromTheFirstToTheLastCrossing() {
    record.sample(START + 100, 11_000);
    assertFalse("too early", record.isSettled(START + 900, 1_000));
    record.sample(START + 500, 9_900);
    assertFalse(record.isSettled(START + 5_000, 1_000));
    record.sample(START + 800, 10_100);
    record.sample(START + 900, 9_500);
    record.sample(START + 1_200, 10_200);
    assertFalse(record.isSettled(START + 2_000, 1_000));
    assertTrue(record.isSettled(START + 2_200, 1_000));
    assertEquals(9_500, record.lowestMb());
    assertTrue(record.line(0), record.line(0).contains(",9500,1,700,"));
  }

  @Test
  public void slowSpikesCountForWhatWasStopped() throws Exception {
    record.sample(START + 500, 9_900);
    record.sample(START + 900, 10_100);
    record.grew("x " + (START + 850) + " 512");
    record.stops(3, 1, 1, 640);
    record.work(60, 50);
    SpikeRecord calm = new SpikeRecord(2, 800, 4, START, 10_000);
    calm.sample(START + 500, 10_500);
    calm.grew("x " + (START + 750) + " 512");
    SpikeRecord full = new SpikeRecord(3, 800, 5, START, 10_000);
    full.sample(START + 500, 9_000);
    full.sample(START + 1_500, 9_000);
    full.stops(5, 0, 0, 800);
    SpikeRecord slow = new SpikeRecord(4, 8_000, 5, START, 10_000);
    slow.sample(START + 9_000, 9_000);
    slow.grew("x " + (START + 8_100) + " 512");
    slow.stops(2, 2, 0, 5_000);
    slow.work(50, 50);
    Path file = folder.getRoot().toPath().resolve("spikes.csv");
    Files.write(file, Arrays.asList(record.line(0), calm.line(0), full.line(1), slow.line(1)));
    Map<String, Double> summary = SpikeRecord.summary(file);
    assertEquals(3, summary.get(SpikeRecord.SPIKES), 0);
    assertEquals(5, summary.get(SpikeRecord.BEYOND), 0);
    assertEquals(850, summary.get(SpikeRecord.GROWTH_MAX), 0);
    assertEquals(2, summary.get(SpikeRecord.CROSSED), 0);
    assertEquals(1, summary.get(SpikeRecord.SLOW), 0);
    assertEquals("400 and 1,000", 700, summary.get(SpikeRecord.BELOW_MEDIAN), 0);
    assertEquals(9_000, summary.get(SpikeRecord.LOWEST), 0);
    assertEquals(90, summary.get(SpikeRecord.LOWEST_SHARE), 0);
    assertEquals(1.1, summary.get(SpikeRecord.WORK), 1e-9);
    assertEquals(1, summary.get(SpikeRecord.NOT_FREED), 0);
    assertEquals(10, summary.get(SpikeRecord.STOPPED), 0);
    assertEquals(720, summary.get(SpikeRecord.STOP_MEDIAN), 0);
    assertEquals(3, summary.get(SpikeRecord.PARTIAL), 0);
    assertEquals(1, summary.get(SpikeRecord.WRONG), 0);
    assertEquals(1, summary.get(SpikeRecord.KILLED), 0);
  }

  @Test
  public void runWithoutAStopIsNoResult() throws Exception {
    SpikeRecord calm = new SpikeRecord(1, 800, 4, START, 10_000);
    calm.sample(START + 500, 10_500);
    calm.grew("x " + (START + 750) + " 512");
    Path file = folder.getRoot().toPath().resolve("spikes.csv");
    Files.write(file, Arrays.asList(calm.line(0)));
    String why =
        assertThrows(IllegalStateException.class, () -> SpikeRecord.requireStops(file))
            .getMessage();
    assertTrue(why, why.contains("No container was stopped in 1 spikes"));
    calm.stops(1, 1, 0, 300);
    Files.write(file, Arrays.asList(calm.line(0)));
    SpikeRecord.requireStops(file);
    assertEquals(0, SpikeRecord.summary(file).get(SpikeRecord.BELOW_P99), 0);
  }
}
