// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.common.decision.Decision;

public class SpareCpuPolicyTest {
  @Test
  public void otherContainersKeepTheirRequestedShareOfTheNode() {
    Decision<Double> decision = SpareCpuPolicy.weight(40_000, 10_000, 8_000);
    assertEquals(3.2, decision.value(), 1e-9);
    assertEquals(PlanReason.PLAN_SPARE_TO_TASKS, decision.reason());
    double weighed = 10_000 * decision.value();
    assertEquals("8 vcores of 40", 0.2, 8_000 / (8_000 + weighed), 1e-9);
  }

  @Test
  public void fullNodeHasNoSpareCpu() {
    for (double tasks : new double[] {32_000, 50_000}) {
      Decision<Double> decision = SpareCpuPolicy.weight(40_000, tasks, 8_000);
      assertEquals(1, decision.value(), 0);
      assertEquals(PlanReason.PLAN_NOTHING_SPARE, decision.reason());
    }
    assertEquals("nor on a crowded node", 1, SpareCpuPolicy.weight(4_000, 1_000, 5_000).value(), 0);
  }

  @Test
  public void nodeWithoutTasksHasTheNeutralWeight() {
    assertEquals(1, SpareCpuPolicy.weight(40_000, 0, 8_000).value(), 0);
    assertEquals(1, SpareCpuPolicy.weight(0, 0, 0).value(), 0);
  }

  @Test
  public void onlyClearDifferencesAreWritten() {
    assertFalse(SpareCpuPolicy.isWorthIt(2, 2.03));
    assertTrue(SpareCpuPolicy.isWorthIt(2, 2.05));
    assertTrue(SpareCpuPolicy.isWorthIt(2, 1));
  }
}
