// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class RateSeriesTest {
  private final RateSeries rate = new RateSeries();

  @Test
  public void windowsCountTheirEvents() {
    for (long ms : new long[] {0, 999, 1_000, 2_500, 3_999, 4_000, 9_999}) {
      rate.happened(ms);
    }
    assertArrayEquals(new double[] {1.5, 1}, rate.perSecond(0, 4_000, 2_000), 0);
    assertArrayEquals(new double[] {1, 1}, rate.perSecond(2_000, 4_000, 1_000), 0);
  }

  @Test
  public void unfinishedWindowDoesNotCount() {
    rate.happened(5_500);
    assertArrayEquals(new double[] {0}, rate.perSecond(0, 5_900, 3_000), 0);
    assertEquals(0, rate.perSecond(5_000, 5_900, 1_000).length);
    assertEquals(0, rate.perSecond(9_000, 5_000, 1_000).length);
  }

  @Test
  public void longRunHasLongerIntervalsAndLosesNoEvent() {
    for (long s = 0; s < 10_000; s++) {
      rate.happened(s * 1_000);
    }
    // 4 s each.
    double[] windows = rate.perSecond(0, 10_000_000, 1_000);
    assertEquals(2_500, windows.length);
    for (double window : windows) {
      assertEquals(1, window, 0);
    }
  }
}
