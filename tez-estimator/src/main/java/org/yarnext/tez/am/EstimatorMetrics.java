// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import org.apache.hadoop.conf.Configuration;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.DecisionLog;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.tez.am.task.TezAttemptReader;

/** Metrics and decision log of the estimator in one Application Master. Thread-safe. */
final class EstimatorMetrics {
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

  private final DecisionLog log;

  EstimatorMetrics(FeatureMode mode) {
    FeatureMetrics metrics =
        new FeatureMetrics("TezEstimator", "Estimates of Tez tasks' run times", () -> mode);
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
    refused =
        metrics.counter(
            "ConfigurationRefused", "Times the feature stayed off because of its set-up");
    log = new DecisionLog(metrics, mode, "TezAppMaster", "TezEstimatorDecisions");
  }

  void register(Guard guard, Configuration conf) {
    log.metrics().attach(guard);
    log.register(conf);
  }

  void explain(TaskAttempt attempt, Decision<?> decision) {
    log.explain(System.currentTimeMillis(), TezAttemptReader.subject(attempt), decision);
  }

  FeatureMetrics metrics() {
    return log.metrics();
  }

  DecisionLog log() {
    return log;
  }
}
