// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.common.decision.Decision;

/** The sources of an estimate, and how it moves from earlier runs to the tasks that have ended. */
public class VertexRunTimeEstimatorTest {
  private static final long DEFAULT_MS = 10_000;
  private static final long MB = 1 << 20;

  private final VertexRunTimeEstimator estimator = new VertexRunTimeEstimator(DEFAULT_MS);
  private final List<AttemptRun> ended = new ArrayList<>();
  private final List<AttemptRun> running = new ArrayList<>();
  private final List<AttemptRun> typical = new ArrayList<>();
  private VertexHistory past = VertexHistory.NONE;

  private Decision<SurvivalEstimator> estimate(long bytes) {
    return estimator.decide(
        new VertexView(ended, running),
        past,
        Collections.singletonList(typical),
        TaskFeatures.of(bytes, false));
  }

  private void expect(RunTimeEstimateReason reason, double meanMs) {
    Decision<SurvivalEstimator> decision = estimate(AttemptRun.UNKNOWN);
    assertEquals(decision.toString(), reason, decision.reason());
    assertEquals(decision.toString(), meanMs, decision.value().mean(), 1e-6);
  }

  private void end(double ms, int count) {
    for (int i = 0; i < count; i++) {
      ended.add(new AttemptRun(ms, AttemptRun.UNKNOWN, 1));
    }
  }

  private void pastOf(double ms) {
    past = past.with(new VertexRunSummary(Collections.nCopies(5, ms), AttemptRun.UNKNOWN, 0, 0));
  }

  @Test
  public void estimateIsTheDefaultWithoutAnyKnowledge() {
    expect(RunTimeEstimateReason.ESTIMATE_DEFAULT, DEFAULT_MS);
  }

  @Test
  public void typicalRunTimePrecedesTheDefault() {
    typical.add(new AttemptRun(2_000, AttemptRun.UNKNOWN, 1));
    typical.add(new AttemptRun(4_000, AttemptRun.UNKNOWN, 1));
    expect(RunTimeEstimateReason.ESTIMATE_TYPICAL, 3_000);
  }

  @Test
  public void earlierRunsPrecedeTheTypicalRunTime() {
    typical.add(new AttemptRun(2_000, AttemptRun.UNKNOWN, 1));
    pastOf(5_000);
    expect(RunTimeEstimateReason.ESTIMATE_HISTORY, 5_000);
  }

  /** History weighs 16/(4+n) ends: 4 at first, 3.2 beside one, 2 beside four. */
  @Test
  public void weightOfEarlierRunsFallsWithEachEndedTask() {
    pastOf(5_000);
    end(1_000, 1);
    expect(RunTimeEstimateReason.ESTIMATE_HISTORY, (5_000 * 3.2 + 1_000) / 4.2);
    end(1_000, 3);
    expect(RunTimeEstimateReason.ESTIMATE_VERTEX, (5_000 * 2 + 1_000 * 4) / 6.0);
    end(1_000, 60);
    assertEquals(1_000, estimate(-1).value().mean(), 20);
  }

  @Test
  public void weightOfTheTypicalRunTimeFallsFaster() {
    typical.add(new AttemptRun(5_000, AttemptRun.UNKNOWN, 1));
    end(1_000, 1);
    expect(RunTimeEstimateReason.ESTIMATE_VERTEX, (5_000 * 0.5 + 1_000) / 1.5);
  }

  @Test
  public void runningAttemptsCountAfterTheFirstEnds() {
    end(1_000, 2);
    for (int i = 0; i < 8; i++) {
      running.add(new AttemptRun(6_000, AttemptRun.UNKNOWN, 1));
    }
    expect(RunTimeEstimateReason.ESTIMATE_VERTEX, 1_000 * 0.2 + 6_000 * 0.8);
  }

  @Test
  public void runningAttemptIsExpectedToRunLongerThanItHas() {
    end(1_000, 2);
    for (int i = 0; i < 8; i++) {
      running.add(new AttemptRun(500, AttemptRun.UNKNOWN, 1));
    }
    expect(RunTimeEstimateReason.ESTIMATE_VERTEX, 1_000);
  }

  @Test
  public void runningAttemptsBeyondTheDefaultRaiseTheEstimate() {
    for (int i = 0; i < 9; i++) {
      running.add(new AttemptRun(30_000, AttemptRun.UNKNOWN, 1));
    }
    expect(RunTimeEstimateReason.ESTIMATE_RUNNING, 10_000 * 0.1 + 30_000 * 0.9);
  }

  @Test
  public void stragglersDoNotChangeTheMedian() {
    end(1_000, 19);
    end(100_000, 1);
    assertEquals(1_000, estimate(-1).value().quantile(0.5), 0);
  }

  @Test
  public void taskWithMoreInputIsExpectedToRunLonger() {
    for (int i = 1; i <= 10; i++) {
      ended.add(new AttemptRun(500 + 10 * i * 10, i * 10 * MB, 1));
    }
    Decision<SurvivalEstimator> large = estimate(500 * MB);
    assertEquals(RunTimeEstimateReason.ESTIMATE_BY_SIZE, large.reason());
    assertEquals(5_500, large.value().quantile(0.5), 1);
    assertEquals(600, estimate(10 * MB).value().quantile(0.5), 1);
    assertEquals(
        "unknown input",
        RunTimeEstimateReason.ESTIMATE_VERTEX,
        estimate(AttemptRun.UNKNOWN).reason());
  }

  @Test
  public void moreInputThanInEarlierRunsRaisesTheFirstEstimate() {
    past =
        past.with(
            new VertexRunSummary(
                Arrays.asList(900.0, 950.0, 1_000.0, 1_050.0, 1_100.0), 100 * MB, 5.0 / MB, 0));
    assertEquals(1_500, estimate(200 * MB).value().quantile(0.5), 1e-6);
    assertEquals(RunTimeEstimateReason.ESTIMATE_HISTORY, estimate(200 * MB).reason());
  }

  /** 500 ms more for 100 MB more, by the earlier run, as long as its own tasks do not tell. */
  @Test
  public void firstEndsAreMovedByTheTrendOfEarlierRuns() {
    past = past.with(new VertexRunSummary(Collections.nCopies(5, 1_000.0), 100 * MB, 5.0 / MB, 0));
    ended.add(new AttemptRun(1_000, 100 * MB, 1));
    Decision<SurvivalEstimator> decision = estimate(200 * MB);
    assertEquals(decision.toString(), 1_500, decision.value().mean(), 1e-6);
  }

  @Test
  public void trendOfTheRunPrecedesTheTrendOfEarlierRuns() {
    past = past.with(new VertexRunSummary(Collections.nCopies(5, 600.0), 10 * MB, 1.0 / MB, 0));
    for (int i = 1; i <= 10; i++) {
      ended.add(new AttemptRun(500 + 10 * i * 10, i * 10 * MB, 1));
    }
    assertEquals(5_500, estimate(500 * MB).value().quantile(0.5), 1);
  }

  @Test
  public void decisionCarriesItsNumbers() {
    end(1_000, 3);
    running.add(new AttemptRun(10, AttemptRun.UNKNOWN, 1));
    Decision<SurvivalEstimator> decision = estimate(7);
    assertEquals(3L, decision.inputs().get("ended"));
    assertEquals(1L, decision.inputs().get("running"));
    assertEquals(7L, decision.inputs().get("bytes"));
    assertTrue(decision.inputs().containsKey("medianMs"));
  }

  @Test(expected = IllegalArgumentException.class)
  public void zeroDefaultIsRefused() {
    new VertexRunTimeEstimator(0);
  }

  private double expected(boolean first) {
    return estimator
        .decide(
            new VertexView(ended, running),
            past,
            Collections.singletonList(typical),
            TaskFeatures.of(AttemptRun.UNKNOWN, first))
        .value()
        .mean();
  }

  @Test
  public void firstTaskOfAContainerIsExpectedToTakeLonger() {
    for (int i = 0; i < 4; i++) {
      ended.add(new AttemptRun(3_000, AttemptRun.UNKNOWN, 1, true));
      ended.add(new AttemptRun(1_000, AttemptRun.UNKNOWN, 1, false));
    }
    assertEquals(3_000, expected(true), 1e-6);
    assertEquals(1_000, expected(false), 1e-6);
    running.add(new AttemptRun(2_500, AttemptRun.UNKNOWN, 1, true));
    assertTrue("it may be the longer of its kind", expected(true) >= 3_000);
  }

  @Test
  public void earlierRunsGiveTheExtraTimeOfTheFirstTask() {
    past =
        past.with(
            new VertexRunSummary(Collections.nCopies(5, 1_000.0), AttemptRun.UNKNOWN, 0, 2_000));
    past =
        past.with(new VertexRunSummary(Collections.nCopies(5, 1_000.0), AttemptRun.UNKNOWN, 0, 0));
    assertEquals(3_000, expected(true), 1e-6);
    assertEquals(1_000, expected(false), 1e-6);
    ended.add(new AttemptRun(3_000, AttemptRun.UNKNOWN, 1, true));
    assertEquals("one that ended is moved", 1_000, expected(false), 1e-6);
  }

  @Test
  public void otherVerticesGiveTheExtraTimeOfTheFirstTask() {
    for (int i = 0; i < 3; i++) {
      typical.add(new AttemptRun(5_000, AttemptRun.UNKNOWN, 1, true));
      typical.add(new AttemptRun(4_000, AttemptRun.UNKNOWN, 1, false));
    }
    assertEquals(5_000, expected(true), 1e-6);
    assertEquals(4_000, expected(false), 1e-6);
  }
}
