// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Policy that decides which tasks have waited too long for their opportunistic container to be
 * granted or to start. The container is queued behind others on its node, and shedding (Mercury
 * section 3.4) does not know that a whole DAG waits for it. Times are in ms of one monotonic clock.
 * Thread-safe.
 *
 * @param <T> a task; compared by {@code equals}
 * @param <C> its container, or a substitute for it
 */
public final class OpportunisticWaitPolicy<T, C> {
  private final long maxWaitMs;
  private final Map<T, Waiting<T, C>> waiting = new LinkedHashMap<>();

  /** A task whose container has not started. Immutable. */
  public static final class Waiting<T, C> {
    private final T task;
    private final C container;
    private final long sinceMs;

    Waiting(T task, C container, long sinceMs) {
      this.task = task;
      this.container = container;
      this.sinceMs = sinceMs;
    }

    public T task() {
      return task;
    }

    public C container() {
      return container;
    }

    /** Returns the time when it was given the container, in ms. */
    public long sinceMs() {
      return sinceMs;
    }
  }

  /**
   * Creates a policy.
   *
   * @param maxWaitMs maximum time for a container to start, in ms; 0 for no limit
   */
  public OpportunisticWaitPolicy(long maxWaitMs) {
    if (maxWaitMs < 0) {
      throw new IllegalArgumentException(maxWaitMs + " ms");
    }
    this.maxWaitMs = maxWaitMs;
  }

  /** Records that a task was given an opportunistic container. */
  public synchronized void assigned(T task, C container, long nowMs) {
    waiting.put(task, new Waiting<>(task, container, nowMs));
  }

  /**
   * Records that the task's container runs, or is no longer its own; returns whether it was
   * waiting.
   */
  public synchronized boolean onEnded(T task) {
    return waiting.remove(task) != null;
  }

  /** Removes all tasks. */
  public synchronized void onDagEnded() {
    waiting.clear();
  }

  /** Returns all waiting tasks, the longest first; never null. */
  public synchronized List<Waiting<T, C>> waiting() {
    return new ArrayList<>(waiting.values());
  }

  /**
   * Returns the tasks that have waited for the maximum time or longer, the longest first; never
   * null.
   */
  public synchronized List<Waiting<T, C>> overdue(long nowMs) {
    List<Waiting<T, C>> overdue = new ArrayList<>();
    if (maxWaitMs == 0) {
      return overdue;
    }
    for (Waiting<T, C> task : waiting.values()) {
      if (nowMs - task.sinceMs >= maxWaitMs) {
        overdue.add(task);
      }
    }
    return overdue;
  }
}
