// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.metrics;

import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionBuffer;

/**
 * Publishes what a feature does: its metrics, and its recent decisions as a bean beside them.
 * Thread-safe.
 */
public final class DecisionLog implements AutoCloseable {
  private static final int RING_CAPACITY = 512;

  private final FeatureMetrics metrics;
  private final FeatureMode mode;
  private final DecisionBuffer ring = new DecisionBuffer(RING_CAPACITY);
  private final RecentDecisions decisions;

  /**
   * Creates a log that is not registered yet.
   *
   * @param metrics counts the decisions
   * @param mode determines whether decisions are applied
   * @param daemon the daemon's name, as used for its other beans
   * @param bean the name of the bean of recent decisions
   */
  public DecisionLog(FeatureMetrics metrics, FeatureMode mode, String daemon, String bean) {
    this.metrics = metrics;
    this.mode = mode;
    this.decisions = new RecentDecisions(daemon, bean, ring);
  }

  /**
   * Registers metrics and decisions; does nothing if registered.
   *
   * @param conf the daemon's, see {@link RecentDecisions#register}
   */
  public void register(Configuration conf) {
    metrics.register();
    decisions.register(conf);
  }

  /** Counts a decision and remembers it. */
  public void explain(long timeMs, String subject, Decision<?> decision) {
    count(decision);
    remember(timeMs, subject, decision);
  }

  /** Counts one that need not be remembered. */
  public void count(Decision<?> decision) {
    metrics.count(decision.reason(), mode.acts());
  }

  /** Adds a decision that is counted already. */
  public void remember(long timeMs, String subject, Decision<?> decision) {
    ring.record(timeMs, subject, mode.acts(), decision);
  }

  public FeatureMetrics metrics() {
    return metrics;
  }

  public DecisionBuffer ring() {
    return ring;
  }

  /** Unregisters both. */
  @Override
  public void close() {
    metrics.unregister();
    decisions.unregister();
  }
}
