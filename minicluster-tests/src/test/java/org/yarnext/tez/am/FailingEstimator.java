/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
