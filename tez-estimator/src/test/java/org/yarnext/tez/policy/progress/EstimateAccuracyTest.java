// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.progress;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

/** Relative errors and their percentiles. */
public class EstimateAccuracyTest {
  private final EstimateAccuracy accuracy = new EstimateAccuracy();

  @Test
  public void errorIsRelativeToTheActualRunTime() {
    accuracy.add(1_500, 1_000);
    accuracy.add(500, 1_000);
    accuracy.add(1_000, 1_000);
    assertEquals(0.5, accuracy.percentile(50), 1e-9);
    assertEquals(0.5, accuracy.percentile(100), 1e-9);
    assertEquals(0, accuracy.percentile(1), 1e-9);
  }

  @Test
  public void noEstimatesGiveNoError() {
    assertTrue(Double.isNaN(accuracy.percentile(50)));
  }

  @Test
  public void zeroRunTimeCountsAsOneMillisecond() {
    accuracy.add(3, 0);
    assertEquals(3, accuracy.percentile(50), 1e-9);
  }

  @Test
  public void onlyTheLastEstimatesCount() {
    accuracy.add(9_000, 1_000);
    for (int i = 0; i < EstimateAccuracy.MAX_ERRORS; i++) {
      accuracy.add(1_000, 1_000);
    }
    assertEquals(EstimateAccuracy.MAX_ERRORS, accuracy.count());
    assertEquals(0, accuracy.percentile(100), 0);
  }
}
