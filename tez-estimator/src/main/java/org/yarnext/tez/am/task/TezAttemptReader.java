// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.task;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tez.common.counters.CounterGroup;
import org.apache.tez.common.counters.TaskCounter;
import org.apache.tez.common.counters.TezCounter;
import org.apache.tez.common.counters.TezCounters;
import org.apache.tez.dag.app.dag.DAG;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.app.dag.impl.Edge;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.yarnext.tez.policy.estimate.AttemptRun;
import org.yarnext.tez.policy.estimate.DagNamePattern;

/** Reads the policies' inputs from Tez's objects, without changing them. Stateless. */
public final class TezAttemptReader {
  private static final String TASK_COUNTERS = TaskCounter.class.getName();
  private static final int MAX_ATTEMPTS = 1 << 16;

  private TezAttemptReader() {}

  /** Returns a number that no other attempt of the vertex has. */
  public static long number(TezTaskAttemptID id) {
    return (long) id.getTaskID().getId() * MAX_ATTEMPTS + id.getId() % MAX_ATTEMPTS;
  }

  /**
   * Returns whether all tasks of a vertex succeeded: Tez may let some fail.
   *
   * @param vertex false if null
   */
  public static boolean isWhole(Vertex vertex) {
    return vertex != null && vertex.getSucceededTasks() == vertex.getTotalTasks();
  }

  /** Returns whether the attempt's task no longer needs it, or runs in another attempt. */
  public static boolean isElsewhere(TaskAttempt attempt) {
    return attempt.getTask().isFinished()
        || attempt.getTask().getAttempts().values().stream()
            .anyMatch(
                other -> other != attempt && other.getLaunchTime() > 0 && !other.isFinished());
  }

  /**
   * Returns the subject of decisions about the attempt, with its application, by which they are
   * looked up.
   */
  public static String subject(TaskAttempt attempt) {
    return attempt.getTaskAttemptID()
        + " of "
        + attempt.getTask().getVertex().getName()
        + " of "
        + attempt.getTask().getVertex().getDAG().getName()
        + " in "
        + attempt.getTaskAttemptID().getTaskID().getVertexID().getDAGID().getApplicationId();
  }

  /** Returns the common name of the runs of a recurring DAG. */
  public static String pattern(DAG dag) {
    List<String> vertices = new ArrayList<>();
    dag.getVertices().values().forEach(vertex -> vertices.add(vertex.getName()));
    return DagNamePattern.of(dag.getName(), vertices);
  }

  /** Returns the input of an ended attempt, from splits and other vertices, in bytes. */
  public static long bytesRead(TezCounters counters) {
    long split = splitBytes(counters);
    long shuffled = value(counters, TaskCounter.SHUFFLE_BYTES);
    if (split < 0) {
      return shuffled;
    }
    return split + Math.max(0, shuffled);
  }

  /** Returns the size of the splits of an attempt, in bytes, which it reports first. */
  public static long splitBytes(TezCounters counters) {
    return value(counters, TaskCounter.INPUT_SPLIT_LENGTH_BYTES);
  }

  /** Returns the output of an attempt for other vertices, in bytes. */
  public static long bytesLeft(TezCounters counters) {
    return value(counters, TaskCounter.OUTPUT_BYTES_PHYSICAL);
  }

  /** Returns a counter's value without creating absent counters. */
  private static long value(TezCounters counters, TaskCounter counter) {
    if (counters != null) {
      for (CounterGroup group : counters) {
        if (group.getName().equals(TASK_COUNTERS)) {
          TezCounter found = group.findCounter(counter.name(), false);
          return found == null ? AttemptRun.UNKNOWN : found.getValue();
        }
      }
    }
    return AttemptRun.UNKNOWN;
  }

  /** Output of other vertices' tasks, for {@link #expectedBytes}. */
  public interface Left {
    /**
     * Returns the mean output of a task, in bytes; {@link AttemptRun#UNKNOWN} before one has ended.
     */
    long perTask(String vertex);
  }

  /**
   * Returns the expected input of a task of a vertex without splits, as below; unknown if it has no
   * source vertex either.
   */
  public static long expectedBytes(Vertex vertex, Left left) {
    Map<Vertex, Edge> sources = vertex.getInputVertices();
    return sources == null || sources.isEmpty()
        ? AttemptRun.UNKNOWN
        : expectedBytes(vertex, left, 0);
  }

  /**
   * Returns the expected input of a task of a vertex, in bytes. It is known if a task of each
   * source vertex has ended and none has another target: only the total output of a task is known.
   *
   * @param fromSplits its input from splits; {@link AttemptRun#UNKNOWN} makes the result unknown
   */
  public static long expectedBytes(Vertex vertex, Left left, long fromSplits) {
    Map<Vertex, Edge> sources = vertex.getInputVertices();
    int tasks = vertex.getTotalTasks();
    if (fromSplits < 0 || sources == null || tasks <= 0) {
      return AttemptRun.UNKNOWN;
    }
    double sum = fromSplits;
    for (Map.Entry<Vertex, Edge> source : sources.entrySet()) {
      long each = left.perTask(source.getKey().getName());
      if (each < 0 || source.getKey().getOutputVerticesCount() > 1) {
        return AttemptRun.UNKNOWN;
      }
      double all = (double) each * source.getKey().getTotalTasks();
      switch (source.getValue().getEdgeProperty().getDataMovementType()) {
        case BROADCAST:
          sum += all;
          break;
        case SCATTER_GATHER:
        case ONE_TO_ONE:
          sum += all / tasks;
          break;
        default:
          return AttemptRun.UNKNOWN;
      }
    }
    return Math.round(sum);
  }

  /** Returns the names of the vertices that one reads from, directly or through others. */
  public static Set<String> sources(Vertex vertex) {
    Set<String> names = new HashSet<>();
    Deque<Vertex> toVisit = new ArrayDeque<>();
    toVisit.add(vertex);
    while (!toVisit.isEmpty()) {
      Map<Vertex, Edge> direct = toVisit.remove().getInputVertices();
      if (direct != null) {
        for (Vertex source : direct.keySet()) {
          if (names.add(source.getName())) {
            toVisit.add(source);
          }
        }
      }
    }
    return names;
  }
}
