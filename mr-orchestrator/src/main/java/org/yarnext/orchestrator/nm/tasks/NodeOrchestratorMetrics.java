// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.tasks;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.orchestrator.rpc.NodeAnswer;

/** Metrics and decision log of the orchestrator in one NodeManager. Thread-safe. */
public final class NodeOrchestratorMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(NodeOrchestratorMetrics.class);

  private static final long OTHER_CAUSE_MS = TimeUnit.MINUTES.toMillis(1);
  private static final long SAME_CAUSE_MS = TimeUnit.HOURS.toMillis(1);

  private final EventCounter samples;
  private final EventCounter raised;
  private final EventCounter lowered;
  private final EventCounter weighed;
  private final EventCounter failures;
  private final EventCounter decided;
  private final EventCounter undecided;
  private final EventCounter outdated;
  private final EventCounter missingAnswers;
  private final EventCounter malformed;
  private final DecisionLog log;
  private final FeatureMode mode;
  private volatile boolean warned;
  private final EventCounter refused;
  private String lastWarning = "";
  private long lastWarningMs;

  public NodeOrchestratorMetrics(FeatureMetrics metrics, FeatureMode mode) {
    this.mode = mode;
    log = new DecisionLog(metrics, mode, "NodeManager", "MrOrchestratorDecisions");
    samples = metrics.counter("Samples", "Measurements of containers");
    raised = metrics.counter("Raised", "Increases of a container's CPU or memory");
    lowered = metrics.counter("Lowered", "Decreases of a container's CPU or memory");
    weighed =
        metrics.counter("CpuWeightUpdates", "Divisions of spare CPU among the tasks of this node");
    failures = metrics.counter("CgroupFailures", "Failed reads and writes of cgroups");
    decided = metrics.counter("Answers", "Epochs with a decision of the ResourceManager");
    undecided =
        metrics.counter(
            "AnswersWithoutDecision", "Epochs in which the ResourceManager had no decision");
    outdated =
        metrics.counter(
            "AnswersOutdated", "Epochs with a decision older than this node's last action");
    missingAnswers =
        metrics.counter("AnswersMissing", "Epochs without an answer of a ResourceManager");
    refused =
        metrics.counter(
            "AnswersRefused", "Epochs in which the ResourceManager refused this node's report");
    malformed =
        metrics.counter(
            "AnswersMalformed", "Phases and tasks dropped from answers because of invalid values");
  }

  /** Counts a measurement of a container. */
  public void sampled() {
    samples.increment();
  }

  /** Returns whether the mode applies plans. */
  public boolean applies() {
    return mode.acts();
  }

  /** Counts a decision without storing it. */
  public void count(Decision<?> decision) {
    log.count(decision);
  }

  /** Counts and stores a decision about a container. */
  public void explain(String container, Decision<?> decision) {
    log.explain(System.currentTimeMillis(), container, decision);
  }

  /** Counts a written amount as raised or lowered; {@code change} is not 0. */
  public void written(double change) {
    (change > 0 ? raised : lowered).increment();
  }

  /** Counts and stores a new weight of all tasks. */
  public void weighed(String node, Decision<Double> weight) {
    weighed.increment();
    explain(node, weight);
  }

  /** Counts a failure; logs only the first. */
  public void failed(String what, Exception e) {
    failures.increment();
    if (!warned) {
      warned = true;
      LOG.warn("The orchestrator could not {}; further failures are only counted", what, e);
    }
  }

  /** Counts an answer of the ResourceManager. */
  public void answered(NodeAnswer answer) {
    (answer.isDecided() ? decided : undecided).increment();
    malformed.add(answer.omitted());
    resetWarnings();
  }

  /** Counts an answer to an outdated report, which is not applied. */
  public void outdated() {
    outdated.increment();
  }

  private synchronized void resetWarnings() {
    lastWarning = "";
  }

  /**
   * Counts a failed exchange. Logs the first after an answer, each other cause at most once a
   * minute, and a lasting one once an hour.
   *
   * @param e the failure; its suppressed exceptions are those of the ResourceManagers tried before
   * @param nowMs time of a monotonic clock, in ms
   */
  public void exchangeFailed(Throwable e, long nowMs) {
    missingAnswers.increment();
    RemoteException refusal = refusal(e);
    if (refusal != null) {
      refused.increment();
    }
    if (!isDue(refusal == null ? e.toString() : refusal.toString(), nowMs)) {
      return;
    }
    if (refusal == null) {
      LOG.warn(
          "The orchestrator in the ResourceManager did not answer; this node asks again in the"
              + " next epoch",
          e);
    } else {
      LOG.warn(
          "The ResourceManager refuses this node's reports, and nothing is steered here: {}",
          refusal.getMessage());
    }
  }

  private synchronized boolean isDue(String cause, long nowMs) {
    long pauseMs =
        lastWarning.isEmpty() ? 0 : lastWarning.equals(cause) ? SAME_CAUSE_MS : OTHER_CAUSE_MS;
    if (pauseMs > 0 && nowMs - lastWarningMs < pauseMs) {
      return false;
    }
    lastWarning = cause;
    lastWarningMs = nowMs;
    return true;
  }

  /** Returns the refusal of a ResourceManager; null if none refused. */
  private static RemoteException refusal(Throwable e) {
    if (e instanceof RemoteException) {
      String thrown = ((RemoteException) e).getClassName();
      if (AccessControlException.class.getName().equals(thrown)
          || AuthorizationException.class.getName().equals(thrown)) {
        return (RemoteException) e;
      }
    }
    for (Throwable other : e.getSuppressed()) {
      RemoteException refusal = refusal(other);
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }

  /** Registers metrics and decisions. */
  public void register(Configuration conf) {
    log.register(conf);
  }

  /** Unregisters metrics and decisions. */
  public void unregister() {
    log.close();
  }
}
