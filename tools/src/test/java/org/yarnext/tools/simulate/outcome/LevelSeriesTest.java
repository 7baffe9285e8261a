// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class LevelSeriesTest {
  @Test
  public void eachIntervalHasTheAverageOfItsLevels() {
    LevelSeries series = new LevelSeries();
    series.set(500, 1); // 0 until here
    series.set(2_000, 0.5);
    series.set(2_500, 0);
    assertEquals(1_000, series.widthMs());
    assertArrayEquals(new double[] {0.5, 1, 0.5}, series.averages(), 1e-12);
    assertEquals((1_500 + 250) / 2_500.0, series.average(), 1e-12);
  }

  @Test
  public void longRunHasWiderIntervalsAndTheSameAverage() {
    LevelSeries series = new LevelSeries();
    for (int s = 0; s <= 10_000; s++) {
      series.set(s * 1_000L, s % 2);
    }
    assertTrue(series.averages().length <= 512);
    assertEquals(32_000, series.widthMs());
    assertEquals(0.5, series.average(), 1e-9);
    assertEquals(0.5, series.averages()[3], 1e-9);
  }

  @Test
  public void lastOfManyChangesInOneInstantCounts() {
    LevelSeries series = new LevelSeries();
    series.set(0, 1);
    series.set(0, 0.25);
    series.set(1_000, 0);
    assertArrayEquals(new double[] {0.25}, series.averages(), 0);
  }
}
