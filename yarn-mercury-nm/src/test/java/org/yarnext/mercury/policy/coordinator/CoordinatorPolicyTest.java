// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.decision.Decision;

/** The limit that a round sends: one that ends an overload, one for hidden waits, or none. */
public class CoordinatorPolicyTest {
  private static final int MIN_MS = 1_000;
  private static final int MAX_MS = 50_000;
  private static final int NODES = 26;

  private final CoordinatorPolicy coordination =
      new CoordinatorPolicy(new CoordinatorSettings(2, MIN_MS, MAX_MS, 10_000, 1_000));
  private long nowMs;

  /** The first look at a node may be of an old report and does not count. */
  @Before
  public void oneRoundBefore() {
    assertFalse(round(0, 0).value().limitMs().isPresent());
  }

  /** A round after every node has reported. */
  private Decision<CoordinatorPolicy.Round> round(double firstMs, double othersMs) {
    return round(NODES, firstMs, othersMs);
  }

  private Decision<CoordinatorPolicy.Round> round(int nodes, double firstMs, double othersMs) {
    nowMs += 1_000;
    List<NodeHeartbeatSnapshot> seen = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      double waitMs = i == 0 ? firstMs : othersMs;
      seen.add(new NodeHeartbeatSnapshot("n" + i, new Object(), waitMs, waitMs > 0 ? 1 : 0));
    }
    return coordination.round(seen, nowMs);
  }

  private static void assertSent(
      CoordinatorReason reason, int limitMs, Decision<CoordinatorPolicy.Round> decision) {
    assertEquals(reason, decision.reason());
    assertEquals(OptionalInt.of(limitMs), decision.value().limitMs());
  }

  @Test
  public void limitIsSentWithAQuarterMarginWhileNoReportExceedsIt() {
    assertSent(CoordinatorReason.LIMIT_NOT_EXCEEDED, 5_000, round(4_000, 4_000));
  }

  @Test
  public void leastLimitIsSentWithAQuarterMarginOnAnIdleCluster() {
    assertSent(CoordinatorReason.LIMIT_NOT_EXCEEDED, 5 * MIN_MS / 4, round(0, 0));
  }

  /** 25 nodes wait 1 s and one 27 s: the mean is 2 s, σ is 5.1 s (5 times 26 / 25.5). */
  @Test
  public void exactLimitIsSentFromTheSecondReportOfAnOverload() {
    int limitMs = (int) Math.ceil(2_000 + 2 * Math.sqrt(25) * 1_000);
    assertSent(CoordinatorReason.LIMIT_UNCONFIRMED, 5 * limitMs / 4, round(27_000, 1_000));
    assertSent(CoordinatorReason.LIMIT_SENT, limitMs, round(27_000, 1_000));
    double fallenMs = 1_000 + (limitMs - 1_000) * Math.exp(-0.1);
    assertSent(
        CoordinatorReason.LIMIT_NOT_EXCEEDED,
        (int) Math.ceil(1.25 * fallenMs),
        round(1_000, 1_000));
  }

  @Test
  public void sentLimitNeverExceedsTheLargestLimit() {
    assertSent(CoordinatorReason.LIMIT_NOT_EXCEEDED, MAX_MS, round(45_000, 45_000));
  }

  @Test
  public void noLimitIsSentWhenShedContainersHaveNoOtherNode() {
    Decision<CoordinatorPolicy.Round> all = round(MAX_MS, MAX_MS);
    assertEquals(CoordinatorReason.ALL_OVERLOADED, all.reason());
    assertFalse(all.value().limitMs().isPresent());
    Decision<CoordinatorPolicy.Round> lone = round(1, 5_000, 0);
    assertEquals(CoordinatorReason.TOO_FEW_REPORTS, lone.reason());
    assertFalse(lone.value().limitMs().isPresent());
  }
}
