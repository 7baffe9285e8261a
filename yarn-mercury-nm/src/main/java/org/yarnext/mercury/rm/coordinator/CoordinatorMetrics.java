// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.coordinator;

import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.policy.coordinator.CoordinatorPolicy;
import org.yarnext.mercury.policy.coordinator.CoordinatorReason;

/**
 * Metrics and decision log of the coordinator; only decisions that changed something are logged.
 * Written by the coordinator's thread, read by any.
 */
public final class CoordinatorMetrics {
  private final FeatureMetrics metrics;
  private final DecisionLog log;
  private final EventCounter rounds;
  private final EventCounter failures;
  private DecisionReason lastReason;
  private OptionalInt lastLimit = OptionalInt.empty();
  private volatile CoordinatorPolicy.Round latest;

  CoordinatorMetrics(Supplier<FeatureMode> mode, Guard guard) {
    metrics = newMetrics(mode);
    log = new DecisionLog(metrics, mode, "ResourceManager", "MercuryCoordinatorDecisions");
    rounds = metrics.counter("Rounds", "Rounds that ended in a decision");
    failures = metrics.counter("RoundFailures", "Failed rounds, after which stock's limits apply");
    gauge("FreshNodes", "Nodes with a recent report of their wait", r -> r.freshNodes());
    gauge("StaleNodes", "Running nodes without a recent report of their wait", r -> r.staleNodes());
    gauge(
        "WaitMeanMillis",
        "Mean of the nodes' waits, in ms; -1 if unknown",
        r -> r.level().meanMs());
    gauge(
        "WaitSigmaMillis",
        "Standard deviation of the nodes' waits, in ms; -1 if unknown",
        r -> r.level().sigmaMs());
    gauge(
        "WaitThresholdMillis",
        "Mean plus k standard deviations, in ms; -1 if none",
        r -> r.level().limitMs());
    gauge(
        "WaitLimitMillis",
        "Decided wait limit, in ms; -1 if none is sent",
        r -> r.limitMs().orElse(-1));
    metrics.attach(guard);
  }

  private void gauge(String name, String doc, ToDoubleFunction<CoordinatorPolicy.Round> value) {
    metrics.gauge(
        name,
        doc,
        () -> {
          CoordinatorPolicy.Round r = latest;
          double now = r == null ? Double.NaN : value.applyAsDouble(r);
          return Double.isNaN(now) ? -1 : Math.round(now);
        });
  }

  /** Counts a round; logs it if its reason, or the limit of an overload, has changed. */
  void round(Decision<CoordinatorPolicy.Round> decision) {
    rounds.increment();
    latest = decision.value().withoutReports();
    log.count(decision);
    boolean moved =
        lastReason == CoordinatorReason.LIMIT_SENT && !latest.limitMs().equals(lastLimit);
    if (decision.reason() != lastReason || moved) {
      lastReason = decision.reason();
      lastLimit = latest.limitMs();
      log.remember(System.currentTimeMillis(), "cluster", decision);
    }
  }

  void failed() {
    failures.increment();
    reset();
  }

  /** Shows no round until the next one. */
  void reset() {
    latest = null;
    lastReason = null;
  }

  /** Registers metrics and decisions; does nothing if registered. */
  void register(Configuration conf) {
    log.register(conf);
  }

  void unregister() {
    log.close();
  }

  /** Counts a coordinator that stays off because of its set-up. */
  public static void refused() {
    Refusals.METRICS.countRefusal();
    Refusals.METRICS.register();
  }

  /** Metrics shared by all instances of this process; each failover creates one. */
  private static final class Refusals {
    static final FeatureMetrics METRICS = newMetrics(() -> FeatureMode.OFF);
  }

  private static FeatureMetrics newMetrics(Supplier<FeatureMode> mode) {
    return new FeatureMetrics(
        "MercuryCoordinator", "Mercury's limit on the queue waits of nodes", mode);
  }
}
