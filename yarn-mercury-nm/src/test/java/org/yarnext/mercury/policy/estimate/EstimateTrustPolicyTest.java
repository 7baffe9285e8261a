// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.mercury.policy.RequestReason;

public class EstimateTrustPolicyTest {
  private static final EstimateTolerance TOLERANCE = new EstimateTolerance(3, 500, 10, 6, 2);

  private final EstimateTrustPolicy judge = new EstimateTrustPolicy(TOLERANCE);

  private void observe(int times, long declaredMs, long measuredMs) {
    for (int i = 0; i < times; i++) {
      judge.observe(declaredMs, measuredMs);
    }
  }

  private boolean trusted() {
    return judge.trusted().value();
  }

  @Test
  public void estimatesAreWrongBeyondFactorAndSlackInBothDirections() {
    assertFalse(TOLERANCE.wrong(1_000, 3_000));
    assertTrue(TOLERANCE.wrong(1_000, 3_001));
    assertTrue(TOLERANCE.wrong(9_000, 2_999));
    assertFalse(TOLERANCE.wrong(9_000, 3_000));
    assertFalse("start-up is no lie", TOLERANCE.wrong(10, 510));
    assertTrue(TOLERANCE.wrong(10, 511));
  }

  @Test
  public void fewOutliersDoNotLoseTrust() {
    observe(5, 1_000, 100_000);
    assertTrue(trusted());
    observe(20, 1_000, 1_000);
    assertTrue(trusted());
  }

  @Test
  public void persistentlyWrongEstimatesLoseTrustAndRegainItLate() {
    observe(6, 1_000, 100_000);
    assertFalse(trusted());
    assertEquals(RequestReason.ESTIMATES_WRONG, judge.trusted().reason());
    observe(7, 1_000, 1_000);
    assertFalse(trusted());
    assertEquals(RequestReason.ESTIMATES_ON_PROBATION, judge.trusted().reason());
    observe(1, 1_000, 1_000);
    assertTrue(trusted());
    assertEquals(RequestReason.ESTIMATES_RIGHT, judge.trusted().reason());
  }

  @Test
  public void negativeRunTimeIsIgnored() {
    observe(10, 1_000, -1);
    assertEquals(0L, judge.trusted().inputs().get("of"));
  }

  @Test
  public void restoredPolicyEqualsTheOriginal() {
    observe(6, 1_000, 100_000);
    observe(3, 1_000, 1_000);
    EstimateTrustPolicy again = EstimateTrustPolicy.restore(TOLERANCE, judge.snapshot());
    assertEquals(judge.trusted(), again.trusted());
    again.observe(1_000, 1_000);
    judge.observe(1_000, 1_000);
    assertEquals(judge.trusted(), again.trusted());
  }

  @Test
  public void policyRestoredWithASmallerWindowKeepsTheLatest() {
    observe(6, 1_000, 100_000);
    observe(4, 1_000, 1_000);
    EstimateTolerance smaller = new EstimateTolerance(3, 500, 5, 3, 1);
    EstimateTrustPolicy again = EstimateTrustPolicy.restore(smaller, judge.snapshot());
    assertEquals(5L, again.trusted().inputs().get("of"));
    assertEquals(1L, again.trusted().inputs().get("wrong"));
  }

  @Test
  public void contradictoryBoundsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new EstimateTolerance(0.5, 0, 10, 6, 2));
    assertThrows(IllegalArgumentException.class, () -> new EstimateTolerance(3, 0, 10, 11, 2));
    assertThrows(IllegalArgumentException.class, () -> new EstimateTolerance(3, 0, 10, 6, 6));
  }
}
