// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class ShareErrorSeriesTest {
  private static final double EXACTLY = 1e-9;
  private static final long[] FAIR = {400, 800};

  private final ShareErrorSeries errors = new ShareErrorSeries();

  @Test
  public void eachQueueCountsByItsOwnShare() {
    errors.add(0, new long[] {400, 800}, FAIR);
    errors.add(1, new long[] {200, 800}, FAIR);
    errors.add(2, new long[] {600, 400}, FAIR);
    assertArrayEquals(new double[] {0, 1, 2}, errors.series().x, EXACTLY);
    assertArrayEquals(new double[] {0, 25, 50}, errors.series().y, EXACTLY);
  }

  @Test
  public void theMeanIsByTime() {
    errors.add(0, new long[] {400, 800}, FAIR);
    errors.add(3, new long[] {200, 800}, FAIR);
    errors.add(4, new long[] {600, 400}, FAIR);
    assertEquals((25 * 3 + 50) / 4.0, errors.mean(0), EXACTLY);
    assertEquals((25 + 50) / 2.0, errors.mean(2), EXACTLY);
    assertEquals(50, errors.mean(3), EXACTLY);
    assertEquals(Double.NaN, errors.mean(4), 0);
  }
}
