// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import org.apache.tez.dag.app.dag.TaskAttempt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.tez.am.task.TezAttemptReader;

/**
 * Counts the estimator's decisions in one Application Master, and writes them to its log, because
 * it has no endpoint. YARN restricts the log to users who may view the application. Thread-safe.
 */
final class EstimatorMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(EstimatorMetrics.class);

  final EventCounter asked;
  final EventCounter opportunistic;
  final EventCounter declared;
  final EventCounter lost;
  final EventCounter givenBack;
  final EventCounter moved;
  final EventCounter ended;
  final EventCounter historiesRead;
  final EventCounter historiesKept;
  final EventCounter historiesFailed;

  private final FeatureMetrics metrics;
  private final FeatureMode mode;

  EstimatorMetrics(FeatureMode mode) {
    this.mode = mode;
    metrics = new FeatureMetrics("TezEstimator", "Estimates of Tez tasks' run times", () -> mode);
    asked = metrics.counter("ContainersRequested", "Task attempts that requested a container");
    opportunistic =
        metrics.counter(
            "OpportunisticRequested", "Task attempts that requested an opportunistic container");
    declared = metrics.counter("RunTimesDeclared", "Containers launched with a declared run time");
    lost = metrics.counter("ContainersLost", "Containers that YARN stopped or lost");
    givenBack =
        metrics.counter(
            "OpportunisticReleased",
            "Opportunistic containers released because they did not start");
    moved = metrics.counter("TasksMoved", "Tasks moved from a node's queue to an idle container");
    ended = metrics.counter("AttemptsEnded", "Successful task attempts used for estimates");
    historiesRead = metrics.counter("HistoriesRead", "DAGs started with a history of earlier runs");
    historiesKept = metrics.counter("HistoriesSaved", "DAGs whose history was saved");
    historiesFailed = metrics.counter("HistoriesFailed", "Failed reads and writes of histories");
  }

  void register(Guard guard) {
    metrics.attach(guard);
    metrics.register();
  }

  void explain(TaskAttempt attempt, Decision<?> decision) {
    metrics.count(decision.reason(), mode.acts());
    LOG.info(
        "{}{}: {} {}",
        TezAttemptReader.subject(attempt),
        mode.acts() ? "" : " (shadow: not acted on)",
        decision.reason().text(),
        decision);
  }

  FeatureMetrics metrics() {
    return metrics;
  }
}
