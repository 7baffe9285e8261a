// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

/** The distribution of run times, worked out by hand. */
public class SurvivalEstimatorTest {
  private static final double EXACT = 1e-9;

  @Test
  public void estimateIsThePlainDistributionWithoutRunningAttempts() {
    SurvivalEstimator s =
        new SurvivalEstimator.Builder().ended(10, 1).ended(20, 1).ended(60, 2).build();
    assertEquals(37.5, s.mean(), EXACT);
    assertEquals(20, s.quantile(0.3), EXACT);
    assertEquals("between 20 and 60", 40, s.quantile(0.5), EXACT);
    assertEquals(60, s.quantile(1), EXACT);
    assertEquals(10, s.quantile(0), EXACT);
  }

  /** At 10 one of four ends; at 30 one of the two that have run so long, half of three quarters. */
  @Test
  public void runningAttemptsCountUntilTheirPresentRunTime() {
    SurvivalEstimator s =
        new SurvivalEstimator.Builder()
            .ended(10, 1)
            .running(20, 1)
            .ended(30, 1)
            .ended(50, 1)
            .build();
    assertEquals(10 * 0.25 + 30 * 0.375 + 50 * 0.375, s.mean(), EXACT);
    assertEquals(30, s.quantile(0.5), EXACT);
  }

  @Test
  public void attemptRunningWhereOthersEndIsStillAtRisk() {
    SurvivalEstimator s =
        new SurvivalEstimator.Builder().running(10, 1).ended(10, 1).ended(20, 1).build();
    assertEquals(10 / 3.0 + 20 * 2 / 3.0, s.mean(), EXACT);
  }

  @Test
  public void remainingProbabilityEndsAtTheLongestTime() {
    SurvivalEstimator s = new SurvivalEstimator.Builder().ended(10, 1).running(100, 3).build();
    assertEquals(10 * 0.25 + 100 * 0.75, s.mean(), EXACT);
  }

  @Test
  public void weightCountsAsRepeatedObservations() {
    SurvivalEstimator alike =
        new SurvivalEstimator.Builder().ended(10, 3).running(20, 2).ended(30, 1).build();
    SurvivalEstimator.Builder one = new SurvivalEstimator.Builder();
    for (int i = 0; i < 3; i++) {
      one.ended(10, 1);
    }
    SurvivalEstimator single = one.running(20, 1).running(20, 1).ended(30, 1).build();
    assertEquals(single.mean(), alike.mean(), EXACT);
    assertEquals(single.quantile(0.6), alike.quantile(0.6), EXACT);
  }

  @Test
  public void longRunIsExpectedToEndLikeOtherLongRuns() {
    SurvivalEstimator s =
        new SurvivalEstimator.Builder().ended(10, 1).ended(20, 1).ended(60, 1).build();
    assertEquals(30, s.meanBeyond(0), EXACT);
    assertEquals(40, s.meanBeyond(10), EXACT);
    assertEquals(60, s.meanBeyond(59), EXACT);
    assertEquals("as long again as it is late", 80 + 60, s.meanBeyond(80), EXACT);
  }

  @Test
  public void quantilesBeyondATimeCountOnlyLongerRuns() {
    SurvivalEstimator s =
        new SurvivalEstimator.Builder().ended(10, 2).ended(20, 1).ended(60, 1).build();
    assertEquals(20, s.quantileBeyond(10, 0.5), 0);
    assertEquals(60, s.quantileBeyond(10, 0.51), 0);
    assertTrue(Double.isNaN(s.quantileBeyond(60, 0.5)));
  }

  @Test
  public void quantileIsUnknownIfMostAttemptsStillRun() {
    SurvivalEstimator s = new SurvivalEstimator.Builder().ended(10, 1).running(50, 3).build();
    assertEquals(10, s.quantileBeyond(0, 0.25), 0);
    assertTrue(Double.isNaN(s.quantileBeyond(0, 0.26)));
  }

  /** Of 10, 40 and 40 the errors of 10 are 0, 3/4, 3/4; those of 40 are 3, 0, 0. */
  @Test
  public void leastRelativeErrorIsBelowTheMedianOfSkewedTimes() {
    assertEquals(
        10,
        new SurvivalEstimator.Builder().ended(10, 1).ended(40, 2).build().minRelativeError(),
        0);
    assertEquals(
        40,
        new SurvivalEstimator.Builder().ended(10, 1).ended(40, 5).build().minRelativeError(),
        0);
  }

  @Test
  public void noObservationsGiveNoDistribution() {
    assertNull(new SurvivalEstimator.Builder().build());
  }

  @Test(expected = IllegalArgumentException.class)
  public void runTimeThatIsNaNIsRefused() {
    new SurvivalEstimator.Builder().ended(Double.NaN, 1);
  }
}
