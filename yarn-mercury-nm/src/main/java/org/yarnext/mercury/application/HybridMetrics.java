// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;

/** Metrics and recent decisions on applications' requests in one daemon. Thread-safe. */
public final class HybridMetrics implements AutoCloseable {
  /**
   * Opportunistic containers granted to tracked applications, whether requested as opportunistic or
   * as guaranteed.
   */
  public final EventCounter opportunisticGranted;

  /** Attempts whose requests pass unchanged from then on. */
  public final EventCounter givenUp;

  /** Containers requested as guaranteed because of losses, whatever the policy says. */
  public final EventCounter guaranteedAfterLosses;

  /**
   * Applications that registered while all modes were off, and that stock serves alone until it has
   * no opportunistic request of theirs.
   */
  public final EventCounter trackingPutOff;

  private final DecisionLog log;

  HybridMetrics(String daemon, Supplier<FeatureMode> mode, Guard guard) {
    FeatureMetrics metrics =
        new FeatureMetrics("MercuryHybrid", "Division of applications' requests by policy", mode);
    opportunisticGranted =
        metrics.counter(
            "OpportunisticGranted",
            "Opportunistic containers granted for requests that passed this daemon");
    givenUp =
        metrics.counter(
            "AttemptsGivenUp",
            "Application attempts whose requests pass unchanged after a failure");
    guaranteedAfterLosses =
        metrics.counter(
            "GuaranteedAfterLosses",
            "Containers requested as guaranteed because their tasks lost opportunistic ones");
    trackingPutOff =
        metrics.counter(
            "TrackingPutOff",
            "Applications that stock continues to serve after a mode was raised, until none of"
                + " their opportunistic requests waits there");
    metrics.attach(guard);
    log = new DecisionLog(metrics, mode, daemon, "MercuryHybridDecisions");
  }

  void register(Configuration conf) {
    log.register(conf);
  }

  /** Counts the opportunistic ones of granted containers. */
  void granted(List<Container> granted) {
    int opportunistic = 0;
    for (Container c : granted) {
      opportunistic += ApplicationAttemptRecord.opportunistic(c) ? 1 : 0;
    }
    opportunisticGranted.add(opportunistic);
  }

  /** Counts a decision and remembers it for {@code explain}. */
  public void explain(String subject, Decision<?> decision) {
    log.explain(System.currentTimeMillis(), subject, decision);
  }

  /** Counts a decision, and remembers it unless it repeats the one before. */
  void explain(ApplicationAttemptId attempt, Decision<?> decision, boolean isRepeated) {
    if (isRepeated) {
      log.count(decision);
    } else {
      explain(attempt.toString(), decision);
    }
  }

  @Override
  public void close() {
    log.close();
  }
}
