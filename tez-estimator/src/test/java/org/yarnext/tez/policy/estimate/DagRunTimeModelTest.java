// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;

import java.util.Collections;
import org.junit.Test;
import org.yarnext.common.decision.Decision;

/** One DAG from its first task on: what is asked when, and what is kept of it. */
public class DagRunTimeModelTest {
  private final VertexRunTimeEstimator estimator = new VertexRunTimeEstimator(10_000);
  private final DagRunTimeModel dag = new DagRunTimeModel(estimator, Collections.emptyMap());

  private void run(String vertex, int attempt, long from, long to) {
    dag.runs(vertex).started(attempt, from, false);
    dag.runs(vertex).ended(attempt, to, true, AttemptRun.UNKNOWN);
  }

  @Test
  public void unknownVertexIsEstimatedLikeTheOtherVertices() {
    assertEquals(
        RunTimeEstimateReason.ESTIMATE_DEFAULT,
        dag.estimate("b", TaskFeatures.UNKNOWN, 0).reason());
    run("a", 1, 0, 3_000);
    Decision<SurvivalEstimator> typical = dag.estimate("b", TaskFeatures.UNKNOWN, 5_000);
    assertEquals(RunTimeEstimateReason.ESTIMATE_TYPICAL, typical.reason());
    assertEquals(3_000, typical.value().mean(), 0);
  }

  @Test
  public void runsOfTheVertexAreNotTypicalOfItself() {
    run("a", 1, 0, 3_000);
    Decision<SurvivalEstimator> own = dag.estimate("a", TaskFeatures.UNKNOWN, 5_000);
    assertEquals(RunTimeEstimateReason.ESTIMATE_VERTEX, own.reason());
    assertEquals(3_000, own.value().mean(), 0);
  }

  private void slowOnesFirst(String vertex) {
    for (int attempt = 1; attempt <= 12; attempt++) {
      run(vertex, attempt, 0, attempt <= 4 ? 9_000 : 1_000);
    }
  }

  /** Eight of them would count twice, and the others once. */
  @Test
  public void runsOfTheVertexCountOnce() {
    slowOnesFirst("a");
    assertEquals(
        (4 * 9_000 + 8 * 1_000) / 12.0,
        dag.estimate("a", TaskFeatures.UNKNOWN, 9_000).value().mean(),
        1e-6);
  }

  @Test
  public void eightSpreadRunsOfAnotherVertexAreTypical() {
    slowOnesFirst("a");
    assertEquals(
        (3 * 9_000 + 5 * 1_000) / 8.0,
        dag.estimate("b", TaskFeatures.UNKNOWN, 9_000).value().mean(),
        1e-6);
  }

  @Test
  public void earlierRunsAreFoundByVertexName() {
    VertexRunSummary run = new VertexRunSummary(Collections.nCopies(5, 700.0), -1, 0, 0);
    DagRunTimeModel again =
        new DagRunTimeModel(estimator, Collections.singletonMap("b", VertexHistory.NONE.with(run)));
    assertEquals(
        RunTimeEstimateReason.ESTIMATE_HISTORY,
        again.estimate("b", TaskFeatures.UNKNOWN, 0).reason());
    assertEquals(
        RunTimeEstimateReason.ESTIMATE_DEFAULT,
        again.estimate("a", TaskFeatures.UNKNOWN, 0).reason());
  }

  @Test
  public void estimateHoldsUntilATaskEndsOrASecondPasses() {
    run("a", 1, 0, 3_000);
    Decision<SurvivalEstimator> first = dag.estimate("a", TaskFeatures.UNKNOWN, 5_000);
    assertSame(first, dag.estimate("a", TaskFeatures.UNKNOWN, 5_999));
    assertSame(
        "no input makes a difference", first, dag.estimate("a", TaskFeatures.of(7, false), 5_999));
    first = dag.estimate("a", TaskFeatures.UNKNOWN, 6_000);
    assertNotSame("a second later", first, dag.estimate("a", TaskFeatures.UNKNOWN, 7_000));
    first = dag.estimate("a", TaskFeatures.UNKNOWN, 7_500);
    run("a", 2, 0, 100);
    assertNotSame("one more ended", first, dag.estimate("a", TaskFeatures.UNKNOWN, 7_500));
  }

  @Test
  public void eachInputSizeHasItsOwnEstimateIfInputCounts() {
    for (int i = 1; i <= 8; i++) {
      dag.runs("a").started(i, 0, false);
      dag.runs("a").ended(i, i * 1_000, true, i * 1_000_000);
    }
    assertEquals(
        2_000,
        dag.estimate("a", TaskFeatures.of(2_000_000, false), 9_000).value().quantile(0.5),
        1);
    assertEquals(
        5_000,
        dag.estimate("a", TaskFeatures.of(5_000_000, false), 9_000).value().quantile(0.5),
        1);
  }

  @Test
  public void verticesWithAnEndedTaskAreKept() {
    run("a", 1, 0, 3_000);
    dag.runs("b").started(1, 0, false);
    assertEquals(Collections.singleton("a"), dag.summary().keySet());
    assertEquals(3_000, dag.summary().get("a").medianMs(), 0);
  }

  /** All of one vertex ran in new containers, which the other vertex tells from later ones. */
  @Test
  public void keptRunTimesAreThoseOfLaterTasks() {
    for (int i = 0; i < 3; i++) {
      dag.runs("a").started(i, 0, true);
      dag.runs("a").ended(i, 3_000, true, -1);
      dag.runs("b").started(i, 0, true);
      dag.runs("b").ended(i, 2_500, true, -1);
      dag.runs("b").started(10 + i, 0, false);
      dag.runs("b").ended(10 + i, 500, true, -1);
    }
    VertexRunSummary a = dag.summary().get("a");
    assertEquals(1_000, a.quantilesMs().get(2), 1e-6);
    assertEquals(2_000, a.firstExtraMs(), 1e-6);
    VertexRunSummary b = dag.summary().get("b");
    assertEquals(500, b.quantilesMs().get(2), 1e-6);
    assertEquals(2_000, b.firstExtraMs(), 1e-6);
  }

  @Test
  public void estimatesOfFirstAndLaterTasksAreCachedForASecond() {
    run("a", 1, 0, 1_000);
    Decision<SurvivalEstimator> later = dag.estimate("a", TaskFeatures.of(-1, false), 5_000);
    Decision<SurvivalEstimator> first = dag.estimate("a", TaskFeatures.of(-1, true), 5_000);
    assertSame(later, dag.estimate("a", TaskFeatures.of(-1, false), 5_500));
    assertSame(first, dag.estimate("a", TaskFeatures.of(-1, true), 5_500));
  }
}
