/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tez.am;

import org.apache.hadoop.conf.Configuration;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.yarnext.common.Mode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.Counter;
import org.yarnext.common.metrics.DecisionLog;
import org.yarnext.common.metrics.FeatureMetrics;

/** Counts and explains what the estimator does in one Application Master. Thread-safe. */
final class EstimatorJournal {
  final Counter asked;
  final Counter opportunistic;
  final Counter declared;
  final Counter lost;
  final Counter givenBack;
  final Counter moved;
  final Counter ended;
  final Counter historiesRead;
  final Counter historiesKept;
  final Counter historiesFailed;
  final Counter refused;

  private final DecisionLog log;

  EstimatorJournal(Mode mode) {
    FeatureMetrics metrics =
        new FeatureMetrics("TezEstimator", "Estimates of Tez tasks' run times", () -> mode);
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
    log = new DecisionLog(metrics, mode, "TezAppMaster", "TezEstimatorDecisions");
  }

  void register(Guard guard, Configuration conf) {
    log.metrics().attach(guard);
    log.register(conf);
  }

  void explain(TaskAttempt attempt, Decision<?> decision) {
    log.explain(System.currentTimeMillis(), Attempts.subject(attempt), decision);
  }

  FeatureMetrics metrics() {
    return log.metrics();
  }

  DecisionLog log() {
    return log;
  }
}
