// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.promotion;

import java.util.Collection;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.allocation.RepeatedDecisionFilter;

/**
 * Counts and explains the promotions that the ResourceManager makes on its own initiative, and owns
 * their guard. Thread-safe.
 */
public final class PromotionMetrics implements AutoCloseable {
  /** Containers that became guaranteed. */
  public final EventCounter promoted;

  private final Guard guard;
  private final DecisionLog log;
  private final RepeatedDecisionFilter repeated = new RepeatedDecisionFilter();

  /** Creates the metrics of one ResourceManager, not registered yet. */
  public PromotionMetrics(Supplier<FeatureMode> mode, GuardSettings settings) {
    guard = new Guard("mercury-promotion", settings, System::nanoTime);
    FeatureMetrics metrics =
        new FeatureMetrics(
            "MercuryPromotion", "Running opportunistic containers made guaranteed", mode);
    promoted = metrics.counter("ContainersPromoted", "Containers that became guaranteed");
    metrics.attach(guard);
    log = new DecisionLog(metrics, mode, "ResourceManager", "MercuryPromotionDecisions");
  }

  /** Registers metrics and decisions; does nothing if registered. */
  public void register(Configuration conf) {
    log.register(conf);
  }

  /** Returns the guard of promotions, which {@link #close} closes. */
  public Guard guard() {
    return guard;
  }

  /** Counts a decision, and remembers it unless it repeats that nothing is changed. */
  public void explain(ApplicationAttemptId attempt, Decision<? extends Collection<?>> decision) {
    log.count(decision);
    if (repeated.isNew(attempt, decision)) {
      log.remember(System.currentTimeMillis(), attempt.toString(), decision);
    }
  }

  DecisionRecorder ring() {
    return log.ring();
  }

  @Override
  public void close() {
    log.close();
    guard.close();
  }
}
