// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.progress;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.tez.policy.estimate.SurvivalEstimator;

/** How long a running attempt will have run in all. */
public class AttemptRunTimeEstimatorTest {
  private static final SurvivalEstimator TEN_SECONDS =
      new SurvivalEstimator.Builder().ended(10_000, 1).build();

  private final ProgressCalibration trust = new ProgressCalibration();
  private final PostInputEstimator after = new PostInputEstimator();
  private final AttemptRunTimeEstimator forecast = new AttemptRunTimeEstimator(trust, after);

  /** Attempts that ran for twice as long as their progress said at every tenth. */
  private void learnTwice(int attempts) {
    for (int i = 0; i < attempts; i++) {
      AttemptProgress reports = new AttemptProgress();
      for (int tenth = 0; tenth < 10; tenth++) {
        reports.add(tenth / 10.0 + 0.05, 5_000 * (tenth / 10.0 + 0.05));
      }
      trust.learn(reports, 10_000);
    }
  }

  private double total(SurvivalEstimator others, long ended, double elapsedMs, double progress) {
    AttemptProgress reports = new AttemptProgress();
    reports.add(progress, elapsedMs);
    return forecast.totalMs(others, ended, elapsedMs, reports);
  }

  /** Returns the progress of an attempt that read its input for a given time. */
  private static AttemptProgress read(double readMs) {
    AttemptProgress reports = new AttemptProgress();
    reports.add(1, readMs - 100);
    reports.add(0, readMs);
    return reports;
  }

  /** The prediction from progress before it is calibrated. */
  private static double unlearnt(double reportedMs, double progress) {
    return reportedMs * Math.exp(0.15 * progress);
  }

  @Test
  public void timeAfterTheInputIsAssumedUntilItIsLearnt() {
    double atTheBeginning = total(null, 0, 400, 0.05);
    double atTheEnd = total(null, 0, 8_000, 1);
    assertEquals("hardly", 8_000, atTheBeginning, 100);
    assertEquals("by a sixth", 8_000 * 7 / 6.0, atTheEnd, 100);
  }

  @Test
  public void otherAttemptsDecideWithoutProgress() {
    assertEquals(10_000, total(TEN_SECONDS, 5, 100, 0), 0);
    assertEquals("as long again as it is late", 20_000, total(TEN_SECONDS, 5, 15_000, 0), 0);
  }

  @Test
  public void progressDecidesWithoutOtherAttempts() {
    assertEquals(unlearnt(8_000, 0.25), total(null, 0, 2_000, 0.25), 1e-6);
    assertEquals(-1, total(null, 0, 2_000, 0), 0);
  }

  @Test
  public void weightOfProgressGrowsWithProgress() {
    double early = total(TEN_SECONDS, 9, 800, 0.05);
    assertTrue("16 s, but others 10 s: " + early, early > 10_000 && early < 11_000);
    double half = total(TEN_SECONDS, 9, 8_000, 0.5);
    assertTrue(early + " " + half, half > early && half < 16_000);
    double alone = unlearnt(16_000, 0.95);
    assertEquals("none ran so long", alone, total(TEN_SECONDS, 9, 15_200, 0.95), 1e-6);
  }

  @Test
  public void manyOtherAttemptsHaveMoreWeightThanFew() {
    double few = total(TEN_SECONDS, 1, 4_000, 0.25);
    double many = total(TEN_SECONDS, 100, 4_000, 0.25);
    assertTrue(few + " " + many, few > many && many > 10_000 && few < 16_000);
  }

  @Test
  public void runningAttemptsDoNotBoundTheForecast() {
    SurvivalEstimator open =
        new SurvivalEstimator.Builder().ended(1_000, 1).running(3_000, 5).build();
    assertEquals(unlearnt(8_000, 0.25), total(open, 1, 2_000, 0.25), 1e-6);
  }

  @Test
  public void consistentErrorOfProgressIsCorrected() {
    learnTwice(2);
    assertEquals("too few", unlearnt(8_000, 0.5), total(null, 0, 4_000, 0.5), 1e-6);
    learnTwice(1);
    assertEquals(16_000, total(null, 0, 4_000, 0.5), 1e-6);
    assertEquals("nearly all from its progress", 16_000, total(TEN_SECONDS, 3, 4_000, 0.5), 600);
  }

  @Test
  public void forecastIsNeverShorterThanTheElapsedTime() {
    AttemptProgress reports = new AttemptProgress();
    reports.add(0.95, 9_500);
    for (int i = 0; i < 3; i++) {
      trust.learn(reports, 1_000);
    }
    assertEquals(9_500, total(null, 0, 9_500, 0.95), 0);
  }

  @Test
  public void attemptThatReadAllInputEndsLikeEarlierAttempts() {
    double unlearnt = forecast.totalMs(null, 0, 4_000, read(4_000));
    assertEquals("a sixth more", 4_000 * Math.exp(0.15), unlearnt, 1e-6);
    for (int i = 0; i < 3; i++) {
      after.learn(read(1_000), 2_000);
    }
    assertEquals(8_000, forecast.totalMs(null, 0, 4_000, read(4_000)), 1e-6);
    double beside = forecast.totalMs(TEN_SECONDS, 3, 4_000, read(4_000));
    assertTrue("nearly all from itself: " + beside, beside > 8_000 && beside < 8_100);
  }

  @Test
  public void unlearntAttemptThatReadAllInputFollowsTheOthers() {
    double total = forecast.totalMs(TEN_SECONDS, 100, 4_000, read(4_000));
    assertTrue("by both: " + total, total > 4_000 * Math.exp(0.15) && total < 10_000);
    assertTrue("nearer to others, of whom many ended: " + total, total > 8_000);
  }
}
