// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.when;

import org.apache.hadoop.conf.Configuration;
import org.apache.tez.dag.api.oldrecords.TaskAttemptState;
import org.junit.Test;

/** The estimator that answers Tez's speculator in each mode, and our estimates. */
public class LearningRuntimeEstimatorTest {
  private final FakeVertex fake = new FakeVertex("v", 10);

  private LearningRuntimeEstimator estimator(EstimatorContext parts) {
    LearningRuntimeEstimator estimator = new LearningRuntimeEstimator(parts);
    estimator.contextualize(new Configuration(false), fake.vertex);
    return estimator;
  }

  /** One that ended before any other began. */
  private void run(LearningRuntimeEstimator estimator, int task, long ms) {
    FakeVertex.Attempt attempt = fake.attempts.get(task);
    estimator.enrollAttempt(attempt.id, 1_000);
    attempt.succeed();
    estimator.updateAttempt(attempt.id, TaskAttemptState.SUCCEEDED, 1_000 + ms);
  }

  /** A task that has run for a second, of which a tenth is done. */
  private long report(LearningRuntimeEstimator estimator, int task) {
    FakeVertex.Attempt attempt = fake.attempts.get(task);
    estimator.enrollAttempt(attempt.id, 101_000);
    attempt.state = TaskAttemptState.RUNNING;
    attempt.progress = 0.1f;
    estimator.updateAttempt(attempt.id, TaskAttemptState.RUNNING, 102_000);
    return estimator.estimatedRuntime(attempt.id);
  }

  @Test
  public void attemptIsExpectedToRunAsTheOthersInModeOn() {
    LearningRuntimeEstimator estimator = estimator(TezFixture.of("mode", "on"));
    run(estimator, 0, 4_000);
    run(estimator, 1, 4_000);
    long total = report(estimator, 2);
    assertTrue("10 s by its progress, 4 s by others: " + total, total > 4_000 && total < 6_000);
    assertEquals(101_000, estimator.attemptEnrolledTime(fake.attempts.get(2).id));
    assertEquals(4_000, estimator.newAttemptEstimatedRuntime());
    assertEquals(4_000, estimator.thresholdRuntime(fake.attempts.get(2).id.getTaskID()));
    assertEquals(0, estimator.runtimeEstimateVariance(fake.attempts.get(2).id));
  }

  @Test
  public void estimateIsExplainedWhenItsBasisChanges() {
    EstimatorContext parts = TezFixture.of("mode", "on");
    LearningRuntimeEstimator estimator = estimator(parts);
    for (int i = 0; i < 3; i++) {
      report(estimator, 0);
      report(estimator, 1);
    }
    assertEquals(2, explained(parts, "ESTIMATE_RUNNING") + explained(parts, "ESTIMATE_DEFAULT"));
    run(estimator, 2, 4_000);
    report(estimator, 0);
    report(estimator, 0);
    assertEquals(1, explained(parts, "ESTIMATE_VERTEX"));
  }

  private static long explained(EstimatorContext parts, String code) {
    Number count = parts.metrics.metrics().snapshot().get("Decision_" + code + "_applied");
    return count == null ? 0 : count.longValue();
  }

  @Test
  public void shadowModeAndModeOffAreStock() {
    for (String mode : new String[] {"shadow", "off"}) {
      LearningRuntimeEstimator estimator = estimator(TezFixture.of("mode", mode));
      run(estimator, 0, 4_000);
      assertEquals(mode, 10_000, report(estimator, 1), 1);
    }
  }

  @Test
  public void refusedConfigurationIsStock() {
    LearningRuntimeEstimator estimator = estimator(TezFixture.of("mode", "on", "stock", "none"));
    run(estimator, 0, 4_000);
    assertEquals(10_000, report(estimator, 1), 1);
  }

  @Test
  public void failureFallsBackToStock() {
    EstimatorContext parts = TezFixture.of("mode", "on");
    LearningRuntimeEstimator estimator = estimator(parts);
    run(estimator, 0, 4_000);
    // a name that Tez's own never asks for
    when(fake.dag.getName()).thenThrow(new IllegalStateException("on purpose"));
    LearningRuntimeEstimator broken = estimator(parts);
    run(broken, 1, 4_000);
    assertEquals(10_000, report(broken, 2), 1);
    assertTrue(parts.guard.counters().failures() > 0);
  }

  @Test
  public void noAttemptIsSlowBeforeTheFirstEnd() {
    LearningRuntimeEstimator estimator = estimator(TezFixture.of("mode", "on"));
    report(estimator, 0);
    assertEquals(Long.MAX_VALUE, estimator.thresholdRuntime(fake.attempts.get(0).id.getTaskID()));
    assertEquals(Long.MAX_VALUE, estimator.newAttemptEstimatedRuntime());
    assertEquals(
        "its progress alone tells, a tenth, and some time after it",
        10_000 * Math.exp(0.15 * 0.1),
        estimator.estimatedRuntime(fake.attempts.get(0).id),
        1);
  }

  /** Tez replays their ends, and tells when they were. */
  @Test
  public void earlierSuccessesCountAfterAMasterRestart() {
    LearningRuntimeEstimator estimator = estimator(TezFixture.of("mode", "on"));
    FakeVertex.Attempt before = fake.attempts.get(0);
    when(before.mock.getLaunchTime()).thenReturn(10_000L);
    when(before.mock.getFinishTime()).thenReturn(14_000L);
    before.succeed();
    estimator.updateAttempt(before.id, TaskAttemptState.SUCCEEDED, 90_000);
    estimator.updateAttempt(before.id, TaskAttemptState.SUCCEEDED, 91_000);
    assertEquals(4_000, estimator.newAttemptEstimatedRuntime());
    assertEquals(4_000, estimator.thresholdRuntime(fake.attempts.get(1).id.getTaskID()));
  }

  /** Two of forty tasks have ended, one of them unseen: a twentieth. */
  @Test
  public void completedShareIsTheCountOfTez() {
    LearningRuntimeEstimator estimator = estimator(TezFixture.of("mode", "on"));
    when(fake.vertex.getTotalTasks()).thenReturn(40);
    run(estimator, 0, 4_000);
    assertEquals(Long.MAX_VALUE, estimator.thresholdRuntime(fake.attempts.get(2).id.getTaskID()));
    fake.attempts.get(1).succeed();
    assertEquals(4_000, estimator.thresholdRuntime(fake.attempts.get(2).id.getTaskID()));
  }

  @Test
  public void unknownAttemptHasNoEstimate() {
    LearningRuntimeEstimator estimator = estimator(TezFixture.of("mode", "on"));
    assertEquals(-1, estimator.estimatedRuntime(fake.attempts.get(0).id));
    assertEquals(-1, estimator.runtimeEstimateVariance(fake.attempts.get(0).id));
    assertEquals(Long.MAX_VALUE, estimator.attemptEnrolledTime(fake.attempts.get(0).id));
  }

  @Test
  public void taskWithMoreInputIsNotSlow() {
    LearningRuntimeEstimator estimator = estimator(TezFixture.of("mode", "on"));
    for (int i = 0; i < 8; i++) {
      fake.attempts.get(i).reads((i + 1) * 1_000_000);
      run(estimator, i, (i + 1) * 1_000);
    }
    FakeVertex.Attempt large = fake.attempts.get(8);
    large.reads(30_000_000);
    report(estimator, 8);
    assertEquals(30_000, estimator.thresholdRuntime(large.id.getTaskID()), 100);
  }
}
