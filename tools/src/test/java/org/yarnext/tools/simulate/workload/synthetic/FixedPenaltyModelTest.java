// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class FixedPenaltyModelTest {
  private final FixedPenaltyModel model = new FixedPenaltyModel(1_000, 10_000, 3);

  @Test
  public void spillIsTheLargestMultipleOfTheMemoryBelowTheInput() {
    assertEquals(10_000, model.runTimeMs(1_000), 0);
    assertEquals(10_000, model.runTimeMs(2_000), 0);
    // 500 of 1,000 MB, twice the time for each share.
    assertEquals(20_000, model.runTimeMs(500), 1e-9);
    assertEquals(10_000 * (1 + 2 * 0.8), model.runTimeMs(400), 1e-9);
    assertEquals(10_000 * (1 + 2 * 0.999), model.runTimeMs(999), 1e-9);
    assertEquals(0, model.diskMbPerSecond(1_000), 0);
    assertEquals(2 * 500 / 20.0, model.diskMbPerSecond(500), 1e-9);
  }

  @Test
  public void smallestSizeOfAToothIsTheFastest() {
    for (long mb = 2; mb <= 1_000; mb++) {
      if (model.tooth(mb) == model.tooth(mb - 1)) {
        assertTrue(mb + " MB", model.runTimeMs(mb - 1) <= model.runTimeMs(mb));
      } else {
        assertTrue(mb + " MB", model.tooth(mb) < model.tooth(mb - 1));
      }
    }
  }
}
