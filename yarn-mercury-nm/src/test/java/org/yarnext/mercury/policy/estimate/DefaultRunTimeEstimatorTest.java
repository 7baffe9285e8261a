// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class DefaultRunTimeEstimatorTest {
  private final DefaultRunTimeEstimator typical = new DefaultRunTimeEstimator();

  @Test
  public void fewRunTimesGiveNoMean() {
    for (int i = 1; i < DefaultRunTimeEstimator.MIN_SAMPLES; i++) {
      typical.observe(100);
      typical.observe(-1);
    }
    assertEquals(Double.NaN, typical.meanMs(), 0);
    typical.observe(900);
    assertEquals(200, typical.meanMs(), 0);
  }

  @Test
  public void oldRunTimesDoNotCount() {
    for (int i = 0; i < 3 * DefaultRunTimeEstimator.WINDOW; i++) {
      typical.observe(i < 2 * DefaultRunTimeEstimator.WINDOW ? 100 : 300);
    }
    assertEquals(300, typical.meanMs(), 0);
  }
}
