// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.usage;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Random;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.mercury.policy.ResourceVector;

/** Tests the shares of their resources that modelled tasks use. */
@RunWith(JUnitQuickcheck.class)
public class TaskUsageModelTest {
  private static final ResourceVector SIZE = ResourceVector.of(4_096, 4);
  private static final long RUN_MS = 600_000;

  @Property(trials = 200)
  public void useIsWithinTheSizeAndMemoryOnlyGrows(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    TaskUsageModel model =
        new TaskUsageModel(
            0.05 + 0.95 * random.nextDouble(),
            0.05 + 0.95 * random.nextDouble(),
            random.nextDouble(),
            0,
            0);
    TaskUsage use = model.draw(SIZE, RUN_MS, new Random(seed));
    TaskUsage same = model.draw(SIZE, RUN_MS, new Random(seed));
    long beforeMb = 0;
    for (long ageMs = 0; ageMs <= RUN_MS; ageMs += random.nextInt(20_000)) {
      long mb = use.memoryMb(ageMs);
      assertTrue(mb >= beforeMb && mb <= SIZE.memoryMb());
      assertTrue(use.milliVcores(ageMs) >= 0 && use.milliVcores(ageMs) <= 4_000);
      assertEquals(mb, same.memoryMb(ageMs));
      assertEquals(use.milliVcores(ageMs), same.milliVcores(ageMs));
      beforeMb = mb;
    }
    assertEquals("it has grown by then", use.memoryMb(RUN_MS / 10), use.memoryMb(RUN_MS));
  }

  @Test
  public void meansAreThoseOfTheModel() {
    TaskUsageModel model = new TaskUsageModel(0.4, 0.3, 0.5, 0, 0);
    double mb = 0;
    double milliVcores = 0;
    int draws = 2_000;
    Random random = new Random(1);
    for (int i = 0; i < draws; i++) {
      TaskUsage use = model.draw(SIZE, RUN_MS, random);
      mb += use.memoryMb(RUN_MS);
      for (long ageMs = 0; ageMs < 100_000; ageMs += TaskUsage.CPU_INTERVAL_MS) {
        milliVcores += use.milliVcores(ageMs) / 10.0;
      }
    }
    assertEquals(0.4, mb / draws / SIZE.memoryMb(), 0.01);
    assertEquals(0.3, milliVcores / draws / 4_000, 0.01);
  }

  @Test
  public void eachNodeHasOneSpikeInEachInterval() {
    TaskUsageModel model = new TaskUsageModel(0.4, 0.3, 0.5, 100_000, 7_000);
    boolean differs = false;
    for (int node = 0; node < 10; node++) {
      for (int interval = 0; interval < 5; interval++) {
        int seconds = 0;
        for (int s = 0; s < 100; s++) {
          long nowMs = 100_000L * interval + 1_000 * s;
          seconds += model.isSpike(node, nowMs) ? 1 : 0;
          differs |= model.isSpike(node, nowMs) != model.isSpike(0, nowMs);
        }
        assertEquals(7, seconds);
      }
    }
    assertTrue(differs);
    assertFalse(new TaskUsageModel(0.4, 0.3, 0.5, 0, 7_000).isSpike(0, 0));
  }
}
