// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static org.junit.Assert.assertEquals;
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
      long availableMb = totalMb / 10 + (long) (random.nextDouble() * 0.9 * totalMb);
      int processors = 1 + random.nextInt(64);
      SpikePlan plan;
      try {
        plan = SpikePlan.of(totalMb, availableMb, processors);
      } catch (IllegalStateException tooSmall) {
        continue;
      }
      planned++;
      String what = totalMb + " " + availableMb + " " + plan;
      long grownMb =
          Math.round(
              (1 - IdleLoad.MEMORY_USED) * SpikePlan.TASKS * (double) plan.guaranteedTaskMb());
      for (long beyondMb : new long[] {0, 500, plan.nodeMb() / 2}) {
        long lowestMb = plan.watermarkMb() + plan.aboveMb(beyondMb) - grownMb;
        assertEquals(what, plan.watermarkMb() - beyondMb / 2, lowestMb, 1);
      }
      long worstMb = plan.watermarkMb() - Math.round(0.34 * plan.nodeMb());
      assertTrue(what, worstMb >= 0.39 * availableMb);
      assertTrue(what, plan.stopWatermark() >= 0.005);
      assertTrue(what, plan.stopWatermark() < plan.startWatermark());
      assertTrue(what, plan.startWatermark() <= 0.9);
      assertEquals(what, 0, plan.opportunisticTaskMb() % 128);
      assertTrue(what, SpikePlan.TASKS * plan.guaranteedTaskMb() < plan.nodeMb());
    }
    assertTrue("plans: " + planned, planned > WORLDS / 4);
  }

  @Test
  public void planIsFoundAgainInTheConfiguration() {
    SpikePlan plan = SpikePlan.of(24_000, 19_000, 2);
    SpikePlan again = SpikePlan.configured(24_000, plan.nodeMb(), plan.stopWatermark());
    assertEquals(plan.toString(), again.toString());
  }

  @Test
  public void machinesThatCannotBearItAreRefused() {
    assertThrows(IllegalStateException.class, () -> SpikePlan.of(24_000, 6_000, 2));
    assertThrows(IllegalStateException.class, () -> SpikePlan.of(256_000, 250_000, 2));
  }
}
