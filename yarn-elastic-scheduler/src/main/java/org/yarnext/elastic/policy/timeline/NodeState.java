// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

/**
 * The timeline of one node: its running tasks by end, and its reservation (YARN-ME, section 3.2).
 * Immutable, so that a snapshot of the cluster is a list of these.
 */
final class NodeState {
  final String name;
  final String partition;
  final long memoryMb;
  final int vcores;
  final long freeMb;
  final int freeVcores;
  final Reservation reservation;
  private final RunningTask[] byEnd;

  /**
   * Creates a state.
   *
   * @param byEnd sorted by {@link RunningTask#BY_END}; must not change
   */
  NodeState(
      String name,
      String partition,
      long memoryMb,
      int vcores,
      RunningTask[] byEnd,
      Reservation reservation) {
    this.name = name;
    this.partition = partition;
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.byEnd = byEnd;
    this.reservation = reservation;
    long mb = memoryMb;
    int cores = vcores;
    for (RunningTask task : byEnd) {
      mb -= task.memoryMb;
      cores -= task.vcores;
    }
    this.freeMb = mb;
    this.freeVcores = cores;
  }

  /** Returns the tasks in order of their end as seen at {@code nowMs}; not to be changed. */
  RunningTask[] tasksByEnd(long nowMs) {
    int overdue = 0;
    while (overdue < byEnd.length && byEnd[overdue].isOverdue(nowMs)) {
      overdue++;
    }
    long allowedMs = nowMs + Timeline.OVERDUE_ALLOWANCE_MS;
    int before = overdue;
    while (before < byEnd.length
        && byEnd[before].hasKnownEnd()
        && byEnd[before].endsMs(nowMs) < allowedMs) {
      before++;
    }
    if (overdue == 0 || before == overdue) {
      return byEnd;
    }
    // Overdue tasks end after those that are about to end.
    RunningTask[] seen = byEnd.clone();
    System.arraycopy(byEnd, overdue, seen, 0, before - overdue);
    System.arraycopy(byEnd, 0, seen, before - overdue, overdue);
    return seen;
  }

  /** Returns whether the node would have the room if no task ran on it. */
  boolean couldFit(long mb, int cores) {
    return mb <= memoryMb && cores <= vcores;
  }

  /**
   * Returns when the node has the room if nothing else is placed on it; {@link Timeline#UNKNOWN} if
   * no known end frees it.
   *
   * @param extra a task that would be placed on it now, or null
   */
  long roomMs(long mb, int cores, RunningTask extra, long nowMs) {
    long missingMb = mb - freeMb;
    int missingCores = cores - freeVcores;
    long extraEndsMs = Long.MAX_VALUE;
    if (extra != null) {
      missingMb += extra.memoryMb;
      missingCores += extra.vcores;
      extraEndsMs = extra.hasKnownEnd() ? extra.endsMs(nowMs) : Long.MAX_VALUE;
    }
    if (missingMb <= 0 && missingCores <= 0) {
      return nowMs;
    }
    for (RunningTask task : tasksByEnd(nowMs)) {
      if (!task.leaves(nowMs)) {
        continue;
      }
      if (extraEndsMs <= task.endsMs(nowMs)) {
        missingMb -= extra.memoryMb;
        missingCores -= extra.vcores;
        if (missingMb <= 0 && missingCores <= 0) {
          return extraEndsMs;
        }
        extraEndsMs = Long.MAX_VALUE;
      }
      missingMb -= task.memoryMb;
      missingCores -= task.vcores;
      if (missingMb <= 0 && missingCores <= 0) {
        return task.endsMs(nowMs);
      }
    }
    if (extraEndsMs != Long.MAX_VALUE
        && missingMb <= extra.memoryMb
        && missingCores <= extra.vcores) {
      return extraEndsMs;
    }
    return Timeline.UNKNOWN;
  }

  /** Returns when the node has the room, if that is before a limit; else {@link Long#MAX_VALUE}. */
  long roomMsIfBefore(long limitMs, long mb, int cores, long nowMs) {
    long missingMb = mb - freeMb;
    int missingCores = cores - freeVcores;
    if (missingMb <= 0 && missingCores <= 0) {
      return nowMs;
    }
    for (RunningTask task : tasksByEnd(nowMs)) {
      if (!task.leaves(nowMs)) {
        continue;
      }
      if (task.endsMs(nowMs) >= limitMs) {
        break;
      }
      missingMb -= task.memoryMb;
      missingCores -= task.vcores;
      if (missingMb <= 0 && missingCores <= 0) {
        return task.endsMs(nowMs);
      }
    }
    return Long.MAX_VALUE;
  }
}
