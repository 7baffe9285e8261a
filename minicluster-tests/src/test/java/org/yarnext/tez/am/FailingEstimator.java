// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.hadoop.conf.Configuration;
import org.apache.tez.dag.api.oldrecords.TaskAttemptState;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.app.dag.speculation.legacy.TaskRuntimeEstimator;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.apache.tez.dag.records.TezTaskID;

/**
 * Hooks {@code tez.am.task.estimator.class} for tests, beside {@link FailingTaskScheduler}: ours
 * with a vertex that fails to tell its DAG, which Tez's own estimators never ask for.
 */
public final class FailingEstimator implements TaskRuntimeEstimator {
  private LearningRuntimeEstimator ours;

  @Override
  public void contextualize(Configuration conf, Vertex vertex) {
    ours = new LearningRuntimeEstimator(FailingTaskScheduler.parts(conf));
    ours.contextualize(conf, failing(vertex));
  }

  private static Vertex failing(Vertex vertex) {
    return (Vertex)
        Proxy.newProxyInstance(
            Vertex.class.getClassLoader(),
            new Class<?>[] {Vertex.class},
            (self, method, arguments) -> {
              if (method.getName().equals("getDAG")) {
                throw new IllegalStateException("a vertex that fails");
              }
              try {
                return method.invoke(vertex, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public void enrollAttempt(TezTaskAttemptID id, long timestamp) {
    ours.enrollAttempt(id, timestamp);
  }

  @Override
  public long attemptEnrolledTime(TezTaskAttemptID id) {
    return ours.attemptEnrolledTime(id);
  }

  @Override
  public void updateAttempt(TezTaskAttemptID id, TaskAttemptState state, long timestamp) {
    ours.updateAttempt(id, state, timestamp);
  }

  @Override
  public long thresholdRuntime(TezTaskID id) {
    return ours.thresholdRuntime(id);
  }

  @Override
  public long estimatedRuntime(TezTaskAttemptID id) {
    return ours.estimatedRuntime(id);
  }

  @Override
  public long newAttemptEstimatedRuntime() {
    return ours.newAttemptEstimatedRuntime();
  }

  @Override
  public long runtimeEstimateVariance(TezTaskAttemptID id) {
    return ours.runtimeEstimateVariance(id);
  }

  @Override
  public boolean hasStagnatedProgress(TezTaskAttemptID id, long timeStamp) {
    return ours.hasStagnatedProgress(id, timeStamp);
  }
}
