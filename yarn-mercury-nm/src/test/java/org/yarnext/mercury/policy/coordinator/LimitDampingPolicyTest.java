// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;

public class LimitDampingPolicyTest {
  private static final double FALL_MS = 10_000;

  private final LimitDampingPolicy damping = new LimitDampingPolicy(FALL_MS);

  private static NodeReport report(String node, double waitMs, long receivedMs) {
    return new NodeReport(node, waitMs, 1, NodeReport.NO_BOUND, receivedMs);
  }

  private CoordinatorReason next(double target, long nowMs, NodeReport... fresh) {
    return damping.next(target, Arrays.asList(fresh), nowMs);
  }

  @Test
  public void limitRisesAtOnceAndFallsSlowly() {
    List<NodeReport> none = Collections.emptyList();
    damping.next(100, none, 0);
    assertEquals(100, damping.limitMs(), 0);
    damping.next(900, none, 1000);
    assertEquals(900, damping.limitMs(), 0);
    damping.next(100, none, 1000 + (long) FALL_MS);
    assertEquals(100 + 800 / Math.E, damping.limitMs(), 1e-9);
    for (int i = 0; i < 1000; i++) {
      damping.next(100, none, 20_000 + 1000 * i);
    }
    assertTrue("never below where it goes", damping.limitMs() >= 100);
    assertEquals(100, damping.limitMs(), 1e-6);
  }

  @Test
  public void speedOfTheFallDoesNotDependOnTheInterval() {
    LimitDampingPolicy often = new LimitDampingPolicy(FALL_MS);
    damping.next(900, Collections.emptyList(), 0);
    often.next(900, Collections.emptyList(), 0);
    for (int i = 1; i <= 50; i++) {
      often.next(100, Collections.emptyList(), 100 * i);
    }
    damping.next(100, Collections.emptyList(), 5000);
    assertEquals(damping.limitMs(), often.limitMs(), 1e-9);
  }

  @Test
  public void overloadNeedsTwoConsecutiveReports() {
    assertEquals(CoordinatorReason.LIMIT_UNCONFIRMED, next(100, 0, report("a", 200, 0)));
    assertEquals(
        "the same report again",
        CoordinatorReason.LIMIT_UNCONFIRMED,
        next(100, 1000, report("a", 200, 0)));
    assertEquals(CoordinatorReason.LIMIT_SENT, next(100, 2000, report("a", 200, 2000)));
  }

  @Test
  public void burstThatEndsByTheNextReportShedsNoContainer() {
    next(100, 0, report("a", 200, 0));
    assertEquals(CoordinatorReason.LIMIT_NOT_EXCEEDED, next(100, 1, report("a", 90, 1)));
    assertEquals(CoordinatorReason.LIMIT_UNCONFIRMED, next(100, 2, report("a", 200, 2)));
    assertEquals(
        "another node's overload does not confirm it",
        CoordinatorReason.LIMIT_UNCONFIRMED,
        next(100, 3, report("b", 200, 3)));
  }

  @Test
  public void limitIsSentUntilNoReportExceedsIt() {
    next(100, 0, report("a", 200, 0));
    assertEquals(CoordinatorReason.LIMIT_SENT, next(100, 1, report("a", 200, 1)));
    assertEquals(
        "not clearly above, but above",
        CoordinatorReason.LIMIT_SENT,
        next(100, 2, report("a", 101, 2)));
    assertEquals(CoordinatorReason.LIMIT_NOT_EXCEEDED, next(100, 3, report("a", 100, 3)));
    for (int i = 4; i < 20; i++) {
      assertEquals(
          "a little above is no reason to begin again",
          CoordinatorReason.LIMIT_NOT_EXCEEDED,
          next(100, i, report("a", 109, i)));
    }
  }

  @Test
  public void resetForgetsTheLimitAndTheOverload() {
    next(900, 0, report("a", 2000, 0));
    next(900, 1, report("a", 2000, 1));
    damping.reset();
    assertEquals(CoordinatorReason.LIMIT_UNCONFIRMED, next(100, 2, report("a", 2000, 2)));
    assertEquals(100, damping.limitMs(), 0);
  }
}
