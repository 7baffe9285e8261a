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
package org.yarnext.tez.am.task;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;

/**
 * Estimates the input of one DAG's tasks, in bytes, before they run: from splits, and from their
 * source vertices. Thread-safe.
 */
public final class TaskInputEstimator {
  private final Map<Vertex, SplitSizeReader> splits = new ConcurrentHashMap<>();

  /**
   * Returns the input of an attempt's task, in bytes.
   *
   * @param left the output of other vertices' tasks, see {@link TezAttemptReader.Left}
   */
  public long of(TaskAttempt attempt, TezAttemptReader.Left left) {
    return bytes(
        attempt.getTask().getVertex(), left, splits -> splits.of(attempt.getTaskAttemptID()));
  }

  /** Returns the mean input of a vertex's tasks, in bytes. */
  public long mean(Vertex vertex, TezAttemptReader.Left left) {
    return bytes(vertex, left, SplitSizeReader::mean);
  }

  private long bytes(
      Vertex vertex, TezAttemptReader.Left left, ToLongFunction<SplitSizeReader> fromSplits) {
    return SplitSizeReader.readsSplits(vertex)
        ? TezAttemptReader.expectedBytes(
            vertex,
            left,
            fromSplits.applyAsLong(splits.computeIfAbsent(vertex, SplitSizeReader::new)))
        : TezAttemptReader.expectedBytes(vertex, left);
  }

  /** Clears all state because the DAG is over. */
  public void over() {
    splits.clear();
  }
}
