// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.guard.Guard;
import org.yarnext.tez.TezEstimatorConfiguration;
import org.yarnext.tez.am.container.FirstAttemptTracker;
import org.yarnext.tez.policy.estimate.VertexRunTimeEstimator;

/**
 * Settings, guard, metrics and histories that the hooks of one Application Master share. There is
 * one context per process, since Tez creates its hooks by class name, and an Application Master is
 * one process. Thread-safe.
 */
final class EstimatorContext {
  private static final Logger LOG = LoggerFactory.getLogger(EstimatorContext.class);
  private static EstimatorContext shared;

  final FeatureMode mode;

  /** Null if the configuration was refused; the mode is off then. */
  final TezEstimatorConfiguration settings;

  final Guard guard;
  final EstimatorMetrics metrics;
  final DagHistoryCache histories;
  final FirstAttemptTracker turns = new FirstAttemptTracker();

  /** Monotonic clock, in ms. */
  final LongSupplier clock;

  EstimatorContext(Configuration conf, LongSupplier clock) {
    this.clock = clock;
    TezEstimatorConfiguration read = null;
    String refusal = null;
    try {
      read = TezEstimatorConfiguration.read(conf);
    } catch (InvalidConfigurationException e) {
      refusal = e.getMessage();
    }
    settings = read;
    mode = read == null ? FeatureMode.OFF : read.mode();
    metrics = new EstimatorMetrics(mode);
    if (mode.decides()) {
      guard = new Guard("tez-estimator", read.guard(), System::nanoTime);
      histories = new DagHistoryCache(conf, read, metrics);
      LOG.info("Feature tez-estimator is {} in this Application Master", mode.text());
    } else {
      guard = null;
      histories = null;
    }
    if (refusal != null) {
      metrics.metrics().countRefusal();
      LOG.error("{} Tez estimates and schedules as in stock Tez.", refusal);
    }
  }

  /**
   * Returns the context of this process, created at the first call.
   *
   * @param conf that of the Application Master, or of a vertex
   */
  static synchronized EstimatorContext shared(Configuration conf) {
    if (shared == null) {
      shared = new EstimatorContext(conf, () -> System.nanoTime() / 1_000_000);
      if (shared.guard != null) {
        shared.metrics.register(shared.guard);
      } else if (shared.settings == null) {
        shared.metrics.metrics().register();
      }
    }
    return shared;
  }

  VertexRunTimeEstimator newEstimator() {
    return new VertexRunTimeEstimator(settings.defaultRunMs());
  }
}
