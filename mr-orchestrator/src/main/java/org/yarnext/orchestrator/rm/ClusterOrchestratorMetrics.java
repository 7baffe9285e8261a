// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.balance.AllocationChange;
import org.yarnext.orchestrator.policy.balance.AllocationPolicy;

/** Metrics and decision log of the orchestrator in the ResourceManager. Thread-safe. */
final class ClusterOrchestratorMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterOrchestratorMetrics.class);

  private final FeatureMetrics metrics;
  private final DecisionLog log;
  private final EventCounter reports;
  private final EventCounter malformed;
  private final EventCounter unauthorised;
  private final EventCounter rounds;
  private final EventCounter failures;
  private final EventCounter progressCalled;
  private final EventCounter progressFailed;
  private Map<String, DecisionReason> refusals = new HashMap<>();
  private volatile boolean warned;

  ClusterOrchestratorMetrics(FeatureMode mode, Guard guard) {
    metrics =
        new FeatureMetrics(
            "MrOrchestratorGlobal", "CPU and memory of tasks of the whole cluster", () -> mode);
    log = new DecisionLog(metrics, mode, "ResourceManager", "MrOrchestratorGlobalDecisions");
    reports = metrics.counter("Reports", "Accepted reports of NodeManagers");
    malformed = metrics.counter("ReportsMalformed", "Refused reports: invalid");
    unauthorised =
        metrics.counter(
            "ReportsUnauthorised", "Refused reports: sender is not authorised for the node");
    rounds = metrics.counter("Rounds", "Rounds with a decision");
    failures = metrics.counter("RoundFailures", "Failed rounds, which changed nothing");
    progressCalled =
        metrics.counter("ProgressCalls", "Successful requests for an application's progress");
    progressFailed =
        metrics.counter("ProgressFailures", "Failed requests for an application's progress");
    metrics.attach(guard);
  }

  void gauge(String name, String doc, LongSupplier now) {
    metrics.gauge(name, doc, now);
  }

  void taken() {
    reports.increment();
  }

  void malformed() {
    malformed.increment();
  }

  void unauthorised() {
    unauthorised.increment();
  }

  void failed() {
    failures.increment();
  }

  void progressCalled() {
    progressCalled.increment();
  }

  /** Counts a failure; logs only the first. */
  void progressFailed(JobPhase phase, Throwable cause) {
    progressFailed.increment();
    if (!warned) {
      warned = true;
      LOG.warn(
          "The progress of {} cannot be requested; tasks are compared by usage."
              + " Further failures are only counted",
          phase,
          cause);
    }
  }

  /** Counts a round; stores decisions that changed something or are refused for a new reason. */
  void round(AllocationPolicy.Result result) {
    rounds.increment();
    long now = System.currentTimeMillis();
    result.contention().values().forEach(all -> all.forEach(log::count));
    result.kept().forEach(log::count);
    Map<String, DecisionReason> refused = new HashMap<>();
    for (Decision<AllocationChange> each : result.adjustments()) {
      log.count(each);
      String container = each.value().task().container();
      if (each.value().change() != 0) {
        log.remember(now, container, each);
      } else {
        String what = container + each.value().kind();
        refused.put(what, each.reason());
        if (refusals.get(what) != each.reason()) {
          log.remember(now, container, each);
        }
      }
    }
    refusals = refused;
  }

  /** Returns the current values of all metrics. */
  Map<String, Number> snapshot() {
    return metrics.snapshot();
  }

  /** Registers metrics and decisions; does nothing if they are registered. */
  void register(Configuration conf) {
    log.register(conf);
  }

  void unregister() {
    log.close();
  }
}
