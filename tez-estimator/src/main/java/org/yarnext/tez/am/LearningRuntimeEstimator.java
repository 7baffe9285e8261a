// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.tez.dag.api.TezConfiguration;
import org.apache.tez.dag.api.oldrecords.TaskAttemptState;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.app.dag.speculation.legacy.LegacyTaskRuntimeEstimator;
import org.apache.tez.dag.app.dag.speculation.legacy.SimpleExponentialTaskRuntimeEstimator;
import org.apache.tez.dag.app.dag.speculation.legacy.TaskRuntimeEstimator;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.apache.tez.dag.records.TezTaskID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.ThrowingRunnable;
import org.yarnext.tez.TezEstimatorConfiguration;
import org.yarnext.tez.am.task.TezAttemptReader;
import org.yarnext.tez.policy.estimate.SurvivalEstimator;
import org.yarnext.tez.policy.estimate.VertexHistory;

/**
 * Run time estimator of Tez's speculator ({@code tez.am.task.estimator.class}) that learns from the
 * events of one vertex's attempts. One of Tez's own estimators receives every event too, and
 * answers while this feature is off, in shadow, or failing. Tez creates one per vertex, and none if
 * speculation is off.
 */
public final class LearningRuntimeEstimator implements TaskRuntimeEstimator {
  private static final Logger LOG = LoggerFactory.getLogger(LearningRuntimeEstimator.class);

  /** Null if the feature is off. */
  private EstimatorContext estimatorContext;

  private TaskRuntimeEstimator stock;
  private Vertex vertex;
  private float slowness;
  private volatile VertexForecaster forecasts;

  public LearningRuntimeEstimator() {}

  /** Creates an estimator with another context, for tests. */
  LearningRuntimeEstimator(EstimatorContext estimatorContext) {
    this.estimatorContext = estimatorContext;
  }

  /** Called while the vertex is still being created: no method of it may be used yet. */
  @Override
  public void contextualize(Configuration conf, Vertex ofVertex) {
    vertex = ofVertex;
    try {
      EstimatorContext all =
          estimatorContext == null ? EstimatorContext.shared(conf) : estimatorContext;
      estimatorContext = all.mode.decides() ? all : null;
      stock = newStock(all.settings);
      slowness = conf.getFloat(TezConfiguration.TEZ_AM_LEGACY_SPECULATIVE_SLOWTASK_THRESHOLD, 1);
    } catch (Throwable e) { // an exception would end the DAG
      LOG.error("Feature tez-estimator stays off for a vertex: it failed to start.", e);
      estimatorContext = null;
      stock = new LegacyTaskRuntimeEstimator();
    }
    stock.contextualize(conf, ofVertex);
  }

  private static TaskRuntimeEstimator newStock(TezEstimatorConfiguration settings) {
    return settings != null && settings.stock() == TezEstimatorConfiguration.Stock.EXPONENTIAL
        ? new SimpleExponentialTaskRuntimeEstimator()
        : new LegacyTaskRuntimeEstimator();
  }

  private VertexForecaster forecasts() {
    if (forecasts == null) {
      synchronized (this) {
        if (forecasts == null) {
          VertexHistory past =
              estimatorContext
                  .histories
                  .of(TezAttemptReader.pattern(vertex.getDAG()))
                  .getOrDefault(vertex.getName(), VertexHistory.NONE);
          forecasts =
              new VertexForecaster(
                  vertex, estimatorContext.newEstimator(), past, estimatorContext.turns, slowness);
        }
      }
    }
    return forecasts;
  }

  @Override
  public void enrollAttempt(TezTaskAttemptID id, long timestamp) {
    stock.enrollAttempt(id, timestamp);
    watch("tez.enroll", () -> forecasts().submitted(id, timestamp));
  }

  @Override
  public long attemptEnrolledTime(TezTaskAttemptID id) {
    return stock.attemptEnrolledTime(id);
  }

  @Override
  public void updateAttempt(TezTaskAttemptID id, TaskAttemptState state, long timestamp) {
    stock.updateAttempt(id, state, timestamp);
    watch(
        "tez.update",
        () -> {
          Decision<SurvivalEstimator> estimate = forecasts().reported(id, timestamp);
          if (estimate != null) {
            TaskAttempt attempt = vertex.getTask(id.getTaskID()).getAttempt(id);
            estimatorContext.metrics.explain(attempt, estimate);
          }
        });
  }

  @Override
  public long thresholdRuntime(TezTaskID id) {
    return answer("tez.threshold", f -> f.thresholdMs(id), () -> stock.thresholdRuntime(id));
  }

  @Override
  public long estimatedRuntime(TezTaskAttemptID id) {
    return answer("tez.runtime", f -> f.totalMs(id), () -> stock.estimatedRuntime(id));
  }

  @Override
  public long newAttemptEstimatedRuntime() {
    return answer(
        "tez.new", VertexForecaster::newAttemptMs, () -> stock.newAttemptEstimatedRuntime());
  }

  @Override
  public long runtimeEstimateVariance(TezTaskAttemptID id) {
    return answer("tez.variance", f -> f.spreadMs(id), () -> stock.runtimeEstimateVariance(id));
  }

  @Override
  public boolean hasStagnatedProgress(TezTaskAttemptID id, long timeStamp) {
    return stock.hasStagnatedProgress(id, timeStamp);
  }

  private void watch(String hook, ThrowingRunnable action) {
    if (estimatorContext != null) {
      estimatorContext.guard.runInline(hook, action, () -> {});
    }
  }

  private long answer(
      String hook, ToLongFunction<VertexForecaster> estimate, LongSupplier ofStock) {
    if (estimatorContext == null || !estimatorContext.mode.acts()) {
      return ofStock.getAsLong();
    }
    return estimatorContext.guard.<Long>callInline(
        hook, () -> estimate.applyAsLong(forecasts()), ofStock::getAsLong);
  }
}
