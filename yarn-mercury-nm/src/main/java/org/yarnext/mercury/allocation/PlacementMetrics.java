// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.Collection;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;

/**
 * Metrics and decision log of the placement of opportunistic containers in one daemon. Thread-safe.
 */
public final class PlacementMetrics implements AutoCloseable {
  final EventCounter placed;
  final EventCounter placedByStock;
  final EventCounter failed;
  final EventCounter undelivered;

  private final DecisionLog log;
  private final RepeatedDecisionFilter repeated = new RepeatedDecisionFilter();

  public PlacementMetrics(String daemon, Supplier<FeatureMode> mode, Guard guard) {
    FeatureMetrics metrics =
        new FeatureMetrics(
            "MercuryPlacement", "Opportunistic containers placed by this daemon", mode);
    placed = metrics.counter("ContainersPlaced", "Containers placed by Mercury");
    placedByStock =
        metrics.counter(
            "ContainersPlacedByStock", "Containers placed by the stock allocator instead");
    failed =
        metrics.counter(
            "ContainersFailed",
            "Containers whose token could not be created; they are requested again");
    undelivered =
        metrics.counter(
            "ContainersUndelivered",
            "Placed containers that reached no application because the call failed or the"
                + " node left");
    metrics.attach(guard);
    log = new DecisionLog(metrics, mode, daemon, "MercuryPlacementDecisions");
  }

  public void register(Configuration conf) {
    log.register(conf);
  }

  /** Counts a decision, and remembers it unless it repeats that nothing is changed. */
  void explain(ApplicationAttemptId attempt, Decision<? extends Collection<?>> decision) {
    log.count(decision);
    if (repeated.isNew(attempt, decision)) {
      log.remember(System.currentTimeMillis(), attempt.toString(), decision);
    }
  }

  FeatureMetrics metrics() {
    return log.metrics();
  }

  DecisionRecorder ring() {
    return log.ring();
  }

  @Override
  public void close() {
    log.close();
  }
}
