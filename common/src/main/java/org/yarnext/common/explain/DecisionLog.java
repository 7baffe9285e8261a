// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.metrics.FeatureMetrics;

/** Publishes a feature's metrics, and its decisions at the daemon's endpoint. Thread-safe. */
public final class DecisionLog implements AutoCloseable {
  private final FeatureMetrics metrics;
  private final Supplier<FeatureMode> mode;
  private final String name;
  private final DecisionRegistry registry;
  private final DecisionRecorder ring;

  /**
   * Creates a log that is not registered yet.
   *
   * @param metrics counts the decisions
   * @param mode determines whether decisions are applied
   * @param daemon the daemon's name, as used for its beans
   * @param name the name under which decisions are shown
   */
  public DecisionLog(FeatureMetrics metrics, FeatureMode mode, String daemon, String name) {
    this(metrics, () -> mode, daemon, name);
  }

  /**
   * Creates a log of a feature whose mode may change.
   *
   * @param mode supplies the current mode; a decision counts as applied by the mode at that time
   */
  public DecisionLog(
      FeatureMetrics metrics, Supplier<FeatureMode> mode, String daemon, String name) {
    this.metrics = metrics;
    this.mode = mode;
    this.name = name;
    this.registry = DecisionRegistry.of(daemon);
    this.ring = registry.newRecorder(name);
  }

  /**
   * Registers metrics and decisions; does nothing if registered.
   *
   * @param conf the daemon's, says how many bytes of decisions are kept
   */
  public void register(Configuration conf) {
    metrics.register();
    registry.open(this, name, conf);
  }

  /** Counts a decision and remembers it. */
  public void explain(long timeMs, String subject, Decision<?> decision) {
    count(decision);
    remember(timeMs, subject, decision);
  }

  /** Counts one that need not be remembered. */
  public void count(Decision<?> decision) {
    metrics.count(decision.reason(), mode.get().acts());
  }

  /** Adds a decision that is counted already. */
  public void remember(long timeMs, String subject, Decision<?> decision) {
    ring.record(timeMs, subject, mode.get().acts(), decision);
  }

  /** Returns the metrics that count the decisions; never null. */
  public FeatureMetrics metrics() {
    return metrics;
  }

  /** Returns the recorder of the decisions, which counts none of them; never null. */
  public DecisionRecorder ring() {
    return ring;
  }

  /** Unregisters both; decisions stay while another feature of the daemon is registered. */
  @Override
  public void close() {
    metrics.unregister();
    registry.close(this);
  }
}
