// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Random;
import org.junit.Test;

public class SpikePlanTest {
  private static final int WORLDS = 2_000;

  @Test
  public void spikeCrossesTheWatermarkAndLeavesTheMachineItsMemory() {
    Random random = new Random(1);
    int planned = 0;
    for (int world = 0; world < WORLDS; world++) {
      long totalMb = 4_096 + random.nextInt(500_000);
      long startMb = totalMb / 10 + (long) (random.nextDouble() * 0.9 * totalMb);
      int processors = 1 + random.nextInt(64);
      SpikePlan plan;
      try {
        plan = SpikePlan.of(totalMb, startMb, processors);
      } catch (IllegalStateException tooSmall) {
        continue;
      }
      planned++;
      String what = totalMb + " " + startMb + " " + plan;
      long guaranteedMb = SpikePlan.TASKS * (long) plan.guaranteedTaskMb();
      long grownMb = Math.round((1 - IdleLoad.MEMORY_USED) * guaranteedMb);
      // The daemons take something, and what runs at the moment of a spike is never as planned.
      double taken = 0.45 * plan.nodeMb() + 2_000 * random.nextDouble();
      for (long beyondMb : new long[] {100, plan.nodeMb() / 5, plan.nodeMb() / 2}) {
        long availableMb = Math.round(startMb - taken - beyondMb);
        long watermarkMb = plan.watermarkMb(availableMb, beyondMb);
        assertEquals(what, watermarkMb - beyondMb / 2, availableMb - grownMb, 1);
        assertTrue(what, plan.stopWatermark(watermarkMb) >= 0.005);
        assertTrue(what, plan.stopWatermark(watermarkMb) < plan.startWatermark(watermarkMb));
        assertTrue(what, plan.startWatermark(watermarkMb) <= 0.9);
        assertTrue(what, plan.isSafe(availableMb) || availableMb - grownMb < 2_000);
        assertTrue(what, availableMb - grownMb >= 0.3 * startMb);
      }
      assertEquals(what, 0, plan.opportunisticTaskMb() % 128);
      assertTrue(what, guaranteedMb < plan.nodeMb());
      assertTrue(what, plan.minBeyond() * plan.opportunisticTaskMb() <= plan.nodeMb() / 4);
    }
    assertTrue("plans: " + planned, planned > WORLDS / 4);
  }

  @Test
  public void planIsFoundAgainInTheConfiguration() {
    SpikePlan plan = SpikePlan.of(24_000, 23_000, 2); // a machine that does nothing else
    SpikePlan again = SpikePlan.configured(24_000, plan.nodeMb());
    assertEquals(plan.toString(), again.toString());
    assertEquals(plan.watermarkMb(15_000, 1_000), again.watermarkMb(15_000, 1_000));
  }

  @Test
  public void spikeThatWouldLeaveTheMachineNothingIsNotSafe() {
    SpikePlan plan = SpikePlan.of(24_000, 19_000, 2);
    assertTrue(plan.isSafe(15_000));
    assertFalse(plan.isSafe(4_000));
  }

  @Test
  public void machinesThatCannotBearItAreRefused() {
    assertThrows(IllegalStateException.class, () -> SpikePlan.of(24_000, 6_000, 2));
    assertThrows(IllegalStateException.class, () -> SpikePlan.of(256_000, 250_000, 2));
  }
}
