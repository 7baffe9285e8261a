// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.Test;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.policy.model.spill.SparkSpills;

public class SawToothModelTest {
  private static final SparkSpills SPILLS = new SparkSpills(2010, 1, 1, 0, 1, 1);
  private static final double EXACT = 1e-6;

  @Test
  public void spillCostsItsSizeDividedByTheDiskRate() {
    SawToothModel model = new SawToothModel(SPILLS, 60_000, 50);
    assertEquals(2311, model.idealMemoryMb());
    assertEquals(60_000, model.runTimeMs(2311), EXACT);
    assertEquals(60_000, model.runTimeMs(100_000), EXACT);
    assertEquals("1500 MB at 50 MB/s are 30 s", 90_000, model.runTimeMs(1800), EXACT);
    assertEquals("2000 MB are 40 s", 100_000, model.runTimeMs(2300), EXACT);
  }

  @Test
  public void spilledDataIsWrittenAndReadOnDisk() {
    SawToothModel model = new SawToothModel(SPILLS, 60_000, 50);
    assertEquals("3000 MB in 90 s", 33.333333, model.diskMbPerSecond(1800), EXACT);
    assertEquals(0, model.diskMbPerSecond(2311), EXACT);
  }

  @Test
  public void freeSpillingStillUsesTheDisk() {
    SawToothModel model = new SawToothModel(SPILLS, 60_000, SawToothModel.UNLIMITED);
    assertEquals(60_000, model.runTimeMs(1800), EXACT);
    assertEquals(50, model.diskMbPerSecond(1800), EXACT);
  }

  @Test
  public void tooSmallTaskTakesForeverAndUsesNoDisk() {
    SawToothModel model = new SawToothModel(SPILLS, 60_000, SawToothModel.UNLIMITED);
    assertEquals(Double.POSITIVE_INFINITY, model.runTimeMs(400), 0);
    assertEquals(0, model.diskMbPerSecond(400), 0);
  }

  @Test
  public void unavoidableSpillIsPartOfTheIdealRunTime() {
    MapReduceSpills reducer = new MapReduceSpills(600, 19, 0, ShuffleSettings.MAPREDUCE);
    SawToothModel model = new SawToothModel(reducer, 60_000, 10);
    assertEquals(60_000, model.runTimeMs(2000), EXACT);
    assertEquals(60_000, model.runTimeMs(800), EXACT);
    assertEquals("600 MB, written and read", 20, model.diskMbPerSecond(2000), EXACT);
    double tenTwice = 600.0 / 19 * 10;
    assertEquals(
        "all to disk, ten of them twice", 60_000 + tenTwice * 100, model.runTimeMs(150), 0.1);
  }

  @Test
  public void invalidParametersAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new SawToothModel(SPILLS, 0, 50));
    assertThrows(IllegalArgumentException.class, () -> new SawToothModel(SPILLS, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new SawToothModel(SPILLS, 1, Double.NaN));
    assertThrows(NullPointerException.class, () -> new SawToothModel(null, 1, 1));
  }
}
