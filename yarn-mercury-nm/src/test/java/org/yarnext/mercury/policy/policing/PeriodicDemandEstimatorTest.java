// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class PeriodicDemandEstimatorTest {
  private static final long SLOT = 1_000;
  private static final long PERIOD = SLOT * PeriodicDemandEstimator.SLOTS;

  private final PeriodicDemandEstimator demand = new PeriodicDemandEstimator(PERIOD);

  /** A peak in the slots 100 to 109 of each period. */
  private void live(long from, long to, long peak) {
    for (long slot = from; slot < to; slot++) {
      long place = slot % PeriodicDemandEstimator.SLOTS;
      demand.observe(slot * SLOT, place >= 100 && place < 110 ? peak : 10);
    }
  }

  @Test
  public void nothingIsForeseenInTheFirstPeriod() {
    live(0, 90, 50);
    assertEquals(0, demand.expected(90 * SLOT, PERIOD / 2));
  }

  @Test
  public void peakIsForeseenFromTheSameTimeOfTheLastPeriod() {
    live(0, PeriodicDemandEstimator.SLOTS + 91, 50);
    long now = PERIOD + 90 * SLOT + 500;
    assertEquals(10, demand.expected(now, 9_400));
    assertEquals(50, demand.expected(now, 9_500));
    assertEquals("a horizon of many periods", 50, demand.expected(now, 100 * PERIOD));
    assertEquals("the present slot is left to others", 0, demand.expected(now, 400));
  }

  @Test
  public void earlierPeriodsHaveLessWeight() {
    live(0, 2 * PeriodicDemandEstimator.SLOTS, 50);
    live(2 * PeriodicDemandEstimator.SLOTS, 3 * PeriodicDemandEstimator.SLOTS, 150);
    assertEquals(80, demand.expected(3 * PERIOD, PERIOD / 2));
    live(3 * PeriodicDemandEstimator.SLOTS, 13 * PeriodicDemandEstimator.SLOTS, 150);
    assertEquals(149, demand.expected(13 * PERIOD, PERIOD / 2), 1);
  }

  @Test
  public void shortPeakOfASlotCounts() {
    demand.observe(0, 5);
    demand.observe(200, 90);
    demand.observe(400, 5);
    demand.observe(2 * SLOT, 5);
    assertEquals(90, demand.expected(-SLOT, SLOT));
    assertEquals("no event, no change", 5, demand.expected(0, SLOT));
  }

  @Test
  public void savedStateIsReadBackAndTheTimeSinceIsUnknown() {
    live(0, 105, 50);
    PeriodicDemandEstimator next = new PeriodicDemandEstimator(PERIOD);
    next.observe(0, 10);
    next.restore(demand.saved());
    assertArrayEquals(demand.saved(), next.saved());
    next.observe(120 * SLOT, 10);
    next.observe(121 * SLOT, 10);
    assertEquals("the open slot", 50, next.expected(PERIOD + 103 * SLOT, SLOT));
    assertEquals("not watched", 0, next.expected(PERIOD + 105 * SLOT, 10 * SLOT));
    assertEquals(10, next.expected(PERIOD + 119 * SLOT, SLOT));
    PeriodicDemandEstimator empty = new PeriodicDemandEstimator(PERIOD);
    empty.restore(new PeriodicDemandEstimator(PERIOD).saved());
    assertEquals(0, empty.saved().length);
  }

  @Test
  public void clockSetBackRealignsTheEstimator() {
    live(0, 300, 50);
    demand.observe(50 * SLOT, 70);
    demand.observe(51 * SLOT, 10);
    assertEquals("0.7 of 10 and 0.3 of 70", 28, demand.expected(PERIOD + 49 * SLOT, SLOT));
  }
}
