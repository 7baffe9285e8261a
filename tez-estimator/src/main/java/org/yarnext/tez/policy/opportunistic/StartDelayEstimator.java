// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.tez.policy.estimate.EvenSampler;
import org.yarnext.tez.policy.estimate.SurvivalEstimator;

/**
 * Estimates the time from the request of an opportunistic container to its start, from recent
 * requests. A container that still waits, or that its task gave up, is known to take longer than
 * its wait. After a task has given up, no container is expected to start until one has. Waits are
 * forgotten after a minute, so that an application that stopped requesting opportunistic containers
 * because of long delays tries again. Times are in ms of one monotonic clock. Thread-safe.
 *
 * @param <T> a requesting task; compared by {@code equals}
 */
public final class StartDelayEstimator<T> {
  static final long LATELY_MS = 60_000;
  private static final int REMEMBERED = 64;

  /** Validity of the mean, in ms; the waits of containers requested in a burst grow alike. */
  private static final long STANDS_MS = 500;

  private final Map<T, Long> waiting = new LinkedHashMap<>();
  private final Deque<Wait> over = new ArrayDeque<>();
  private boolean noneStarts;

  /** NaN if there is none. */
  private double mean = Double.NaN;

  /** Time when the mean was last computed, in ms; null if it is not valid. */
  private Long meanOfMs;

  /** A wait that is over. Immutable. */
  private static final class Wait {
    final long waitedMs;
    final boolean started;
    final long endedMs;

    Wait(long waitedMs, boolean started, long endedMs) {
      this.waitedMs = waitedMs;
      this.started = started;
      this.endedMs = endedMs;
    }
  }

  /** Records that a task requests an opportunistic container. */
  public synchronized void onRequested(T task, long nowMs) {
    waiting.put(task, nowMs);
  }

  /** Records that the task's container has started; does nothing if the task made no request. */
  public synchronized void started(T task, long nowMs) {
    if (ended(task, true, nowMs)) {
      noneStarts = false;
    }
  }

  /** Records that the task no longer waits; does nothing if the task made no request. */
  public synchronized void endedUnstarted(T task, long nowMs) {
    ended(task, false, nowMs);
  }

  /** Records that the task has waited too long; does nothing if the task made no request. */
  public synchronized void givenUp(T task, long nowMs) {
    if (ended(task, false, nowMs)) {
      noneStarts = true;
    }
  }

  private boolean ended(T task, boolean started, long nowMs) {
    Long askedMs = waiting.remove(task);
    if (askedMs == null) {
      return false;
    }
    over.add(new Wait(nowMs - askedMs, started, nowMs));
    if (over.size() > REMEMBERED) {
      over.remove();
    }
    meanOfMs = null;
    return true;
  }

  /** Returns whether a task has waited too long, and no container has started since. */
  public synchronized boolean noneStarts() {
    return noneStarts;
  }

  /** Ends the DAG, and removes all waiting tasks without learning from them. */
  public synchronized void onDagEnded() {
    waiting.clear();
    noneStarts = false;
    meanOfMs = null;
  }

  /** Returns the mean, in ms; NaN if there were no recent requests. */
  public synchronized double meanMs(long nowMs) {
    if (meanOfMs == null || nowMs - meanOfMs >= STANDS_MS) {
      meanOfMs = nowMs;
      mean = estimate(nowMs);
    }
    return mean;
  }

  private double estimate(long nowMs) {
    over.removeIf(wait -> nowMs - wait.endedMs > LATELY_MS);
    SurvivalEstimator.Builder builder = new SurvivalEstimator.Builder();
    for (Wait wait : over) {
      if (wait.started) {
        builder.ended(wait.waitedMs, 1);
      } else {
        builder.running(wait.waitedMs, 1);
      }
    }
    List<Long> since = new ArrayList<>(waiting.values());
    List<Long> shown = EvenSampler.of(since, REMEMBERED);
    for (long askedMs : shown) {
      builder.running(Math.max(0, nowMs - askedMs), since.size() / (double) shown.size());
    }
    SurvivalEstimator survival = builder.build();
    return survival == null ? Double.NaN : survival.mean();
  }
}
