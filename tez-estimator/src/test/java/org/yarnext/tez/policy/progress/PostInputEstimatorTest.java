// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.progress;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** How long what follows the input takes. */
public class PostInputEstimatorTest {
  private final PostInputEstimator after = new PostInputEstimator();

  private void ended(double readMs, double ranMs) {
    AttemptProgress reports = new AttemptProgress();
    if (readMs > 0) {
      reports.add(1, readMs - 1);
      reports.add(0, readMs);
    } else {
      reports.add(1, ranMs - 1);
    }
    after.learn(reports, ranMs);
  }

  @Test
  public void unlearntTotalIsASixthLonger() {
    assertEquals(1_000 * Math.exp(0.15), after.totalMs(1_000, 1_100), 1e-6);
    ended(1_000, 3_000);
    ended(1_000, 3_000);
    assertEquals("two are too few", 1_000 * Math.exp(0.15), after.totalMs(1_000, 1_000), 1e-6);
    assertEquals(0.3, after.spread(1_000, 1_000), 0);
  }

  @Test
  public void overdueAttemptNeedsAThirdOfItsTimeAgain() {
    assertEquals(4_000, after.totalMs(1_000, 3_250), 1e-6);
    assertEquals(6_000, after.totalMs(3_000, 5_250), 1e-6);
  }

  @Test
  public void timeAfterTheInputIsProportionalToTheReadTime() {
    for (double ran : new double[] {1_400, 1_500, 1_600}) {
      ended(1_000, ran);
    }
    assertEquals(6_000, after.totalMs(4_000, 4_000), 1e-6);
    assertEquals(1.4826 * Math.log(1.6 / 1.5), after.spread(4_000, 4_000), 1e-3);
  }

  @Test
  public void onlyAttemptsThatRanLongerCount() {
    for (double ran : new double[] {1_200, 1_200, 1_200, 2_000}) {
      ended(1_000, ran);
    }
    assertEquals(1_200, after.totalMs(1_000, 1_100), 1e-6);
    assertEquals("none of the three", 2_000, after.totalMs(1_000, 1_300), 1e-6);
    assertEquals("none at all", 2_500 + 500, after.totalMs(1_000, 2_500), 1e-6);
    assertEquals("nor does it say that", 0.3, after.spread(1_000, 2_500), 0);
  }

  @Test
  public void attemptsWithoutAReadTimeAreIgnored() {
    for (int i = 0; i < 5; i++) {
      ended(0, 9_000);
    }
    assertEquals(1_000 * Math.exp(0.15), after.totalMs(1_000, 1_000), 1e-6);
  }

  @Test
  public void onlyTheLastAttemptsCount() {
    for (int i = 0; i < 200; i++) {
      ended(1_000, i < 100 ? 9_000 : 1_500);
    }
    assertEquals(1_500, after.totalMs(1_000, 1_000), 1e-6);
  }
}
