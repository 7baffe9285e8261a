// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.task;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;

/**
 * Estimates the input of one DAG's tasks in bytes before they run, from splits and from the output
 * of source vertices. Thread-safe.
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
  public void onDagEnded() {
    splits.clear();
  }
}
