// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.promotion;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import org.junit.Test;

public class PromotionBackOffPolicyTest {
  private final PromotionBackOffPolicy backOff = new PromotionBackOffPolicy();

  @Test
  public void eachRefusalDoublesTheWaitUpToAnHour() {
    long nowMs = -5_000;
    assertTrue(backOff.over("c", nowMs));
    for (long minutes : new long[] {1, 2, 4, 8, 16, 32, 60, 60}) {
      backOff.refused("c", nowMs);
      assertTrue("of others nothing is known", backOff.over("d", nowMs));
      nowMs += minutes * 60_000 - 1;
      assertFalse(backOff.over("c", nowMs));
      nowMs++;
      assertTrue(minutes + " min", backOff.over("c", nowMs));
    }
  }

  @Test
  public void endedContainerIsForgotten() {
    backOff.refused("c", 0);
    backOff.refused("d", 0);
    backOff.retain(Collections.singleton("d"));
    assertTrue(backOff.over("c", 1));
    assertFalse(backOff.over("d", 1));
    backOff.retain(Collections.emptySet());
    assertTrue(backOff.isEmpty());
  }
}
