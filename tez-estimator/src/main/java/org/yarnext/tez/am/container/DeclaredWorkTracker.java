// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.container;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;

/**
 * Tracks which opportunistic containers must no longer be reused: those that, when a DAG ends, have
 * run for longer than declared. A container declares the run time for one DAG at its launch and
 * cannot update it, so the estimates of Mercury's nodes would become less accurate with each
 * further DAG. Times are in ms of one monotonic clock. Thread-safe.
 */
public final class DeclaredWorkTracker {
  private final Map<ContainerId, Work> works = new HashMap<>();
  private final Set<ContainerId> spent = new HashSet<>();

  /** Declared run time of one container. */
  private static final class Work {
    final long declaredMs;

    /** Start time, in ms; null before it runs. */
    Long sinceMs;

    Work(long declaredMs) {
      this.declaredMs = declaredMs;
    }
  }

  /**
   * Records that a task was given an opportunistic container; only the declaration for its first
   * task counts.
   */
  public synchronized void assigned(ContainerId container, long declaredMs) {
    works.putIfAbsent(container, new Work(declaredMs));
  }

  /**
   * Records that a container runs; does nothing unless it is opportunistic.
   *
   * @param container ignored if null
   */
  public synchronized void runs(ContainerId container, long nowMs) {
    Work work = works.get(container);
    if (work != null && work.sinceMs == null) {
      work.sinceMs = nowMs;
    }
  }

  /** Records that a DAG has ended. */
  public synchronized void dagOver(long nowMs) {
    works.forEach(
        (container, work) -> {
          if (work.sinceMs != null && nowMs - work.sinceMs > work.declaredMs) {
            spent.add(container);
          }
        });
  }

  public synchronized boolean isOverrun(ContainerId container) {
    return spent.contains(container);
  }

  /** Records that a container has ended. */
  public synchronized void containerEnded(ContainerId container) {
    works.remove(container);
    spent.remove(container);
  }
}
