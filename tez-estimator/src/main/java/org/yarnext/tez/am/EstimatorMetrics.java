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
 * Counts the estimator's decisions in one Application Master, and writes them to its log: it has no
 * endpoint, and YARN lets only those read the log who may view the application. Thread-safe.
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
  final EventCounter refused;

  private final FeatureMetrics metrics;
  private final FeatureMode mode;

  EstimatorMetrics(FeatureMode mode) {
    this.mode = mode;
    metrics = new FeatureMetrics("TezEstimator", "Estimates of Tez tasks' run times", () -> mode);
    asked = metrics.counter("TasksAsked", "Attempts that asked for a container");
    opportunistic = metrics.counter("OpportunisticAsked", "Of these, for an opportunistic one");
    declared = metrics.counter("ContainersDeclared", "Containers launched with their run time");
    lost = metrics.counter("ContainersLost", "Containers that YARN took away");
    givenBack = metrics.counter("ContainersGivenBack", "Opportunistic ones that did not start");
    moved = metrics.counter("TasksMoved", "Tasks that left a node's queue for an idle container");
    ended = metrics.counter("AttemptsEnded", "Successful attempts that were learnt from");
    historiesRead = metrics.counter("HistoriesRead", "DAGs begun with what earlier runs tell");
    historiesKept = metrics.counter("HistoriesKept", "DAGs of which what was learnt was kept");
    historiesFailed = metrics.counter("HistoriesFailed", "Times one could not be read or kept");
    refused =
        metrics.counter(
            "ConfigurationRefused", "Times the feature stayed off because of its set-up");
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
