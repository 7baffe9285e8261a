// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(JUnitQuickcheck.class)
public class EndMarginTest {
  @Test
  public void marginIsAShareOfTheTimeUntilTheJobEnd() {
    assertEquals(2_000, EndMargin.endByMs(2_000, 1_000, 0));
    assertEquals(1_900, EndMargin.endByMs(2_000, 1_000, 10));
    assertEquals(1_000, EndMargin.endByMs(2_000, 1_000, 100));
    assertEquals("overdue", 500, EndMargin.endByMs(500, 1_000, 10));
    assertTrue("never ending", EndMargin.endByMs(Long.MAX_VALUE, 0, 50) > Long.MAX_VALUE / 4);
  }

  @Property
  public void largerMarginNeverMovesTheDeadlineLater(
      @When(seed = 1) @InRange(min = "0", max = "9000000000000") long jobEndMs,
      @When(seed = 2) @InRange(min = "0", max = "9000000000000") long nowMs,
      @When(seed = 3) @InRange(min = "0", max = "99") int percent) {
    long endBy = EndMargin.endByMs(jobEndMs, nowMs, percent);
    assertTrue(endBy <= jobEndMs);
    assertTrue(endBy >= Math.min(jobEndMs, nowMs));
    assertTrue(EndMargin.endByMs(jobEndMs, nowMs, percent + 1) <= endBy);
  }
}
