// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.progress;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

/** The total run time that an attempt's progress predicts while it runs. */
public class AttemptProgressTest {
  private final AttemptProgress reports = new AttemptProgress();

  private double said(double progress, double elapsedMs) {
    reports.add(progress, elapsedMs);
    return reports.totalMs();
  }

  @Test
  public void steadyProgressGivesTheSameTotalAtAnyTime() {
    assertEquals(10_000, said(0.1, 1_000), 1e-6);
    assertEquals(10_000, said(0.5, 5_000), 1e-6);
  }

  @Test
  public void timeBeforeTheFirstProgressIsNotPace() {
    reports.add(0, 4_000);
    assertEquals(4_000 + 10_000, said(0.1, 5_000), 1e-6);
    assertEquals(4_000 + 10_000, said(0.6, 10_000), 1e-6);
  }

  @Test
  public void initialLeapDoesNotSlowThePace() {
    reports.add(0.5, 1_000);
    assertEquals("on the whole, not 0.1 in 3 s", 4_000 / 0.6, said(0.6, 4_000), 1e-6);
  }

  @Test
  public void invalidProgressGivesNoForecast() {
    for (double progress : new double[] {0, 0.019, -1, 1.1, Double.NaN}) {
      assertTrue(Double.isNaN(said(progress, 1_000)));
    }
    assertEquals("nor has anything been read", 0, reports.readMs(), 0);
  }

  @Test
  public void clockThatStandsStillGivesNoForecast() {
    assertTrue(Double.isNaN(said(0.5, 0)));
  }

  @Test
  public void firstForecastOfEachTenthIsKept() {
    reports.add(0.11, 1_100);
    reports.add(0.19, 3_000);
    assertEquals(10_000, reports.reportedMs(1), 1e-6);
    assertEquals(0, reports.reportedMs(5), 0);
    reports.add(1, 9_000);
    assertEquals(9_000, reports.reportedMs(9), 1e-6);
  }

  @Test
  public void fallingProgressMeansAllInputHasBeenRead() {
    assertEquals(5_000, said(0.8, 4_000), 1e-6);
    assertEquals(0, reports.readMs(), 0);
    assertTrue("its input is closed", Double.isNaN(said(0, 5_100)));
    reports.add(0, 6_000);
    assertEquals("and when it was", 5_100, reports.readMs(), 0);
    assertEquals(5_000, reports.reportedMs(8), 1e-6);
  }

  @Test
  public void onlyALargeFallMeansAllInputHasBeenRead() {
    reports.add(1, 4_000);
    reports.add(0.91, 4_500);
    assertEquals(0, reports.readMs(), 0);
    reports.add(0.5, 5_000);
    assertEquals(5_000, reports.readMs(), 0);
  }

  @Test
  public void progressThatRisesAgainReopensTheInput() {
    reports.add(0.6, 3_000);
    reports.add(0.2, 4_000);
    assertEquals(4_000, reports.readMs(), 0);
    assertTrue(said(0.3, 5_000) > 5_000);
    assertEquals(0, reports.readMs(), 0);
  }

  @Test
  public void progressThatIsNaNIsIgnored() {
    reports.add(0.6, 3_000);
    assertTrue(Double.isNaN(said(Double.NaN, 3_500)));
    assertEquals(0, reports.readMs(), 0);
    assertEquals(5_000, said(0.8, 4_000), 1e-6);
  }
}
