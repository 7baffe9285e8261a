// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The running tasks at the start of a layout, and the next one to end on each node. A task with an
 * unknown end is assumed to end as soon as an overdue one: if its room never became free, waiting
 * jobs would seem to end much later than they do, and elastic tasks would then delay them.
 */
final class RunningTaskEnds {
  private final RunningTask[][] byEnd;
  private final int[] next;

  RunningTaskEnds(List<NodeState> nodes, long nowMs) {
    byEnd = new RunningTask[nodes.size()][];
    next = new int[byEnd.length];
    for (int n = 0; n < byEnd.length; n++) {
      byEnd[n] = byEnd(nodes.get(n).tasksByEnd(nowMs), nowMs);
    }
  }

  private static RunningTask[] byEnd(RunningTask[] tasks, long nowMs) {
    boolean unknown = false;
    for (int i = tasks.length - 1; i >= 0 && !tasks[i].hasKnownEnd(); i--) {
      unknown |= !tasks[i].endsWithJob();
    }
    if (!unknown) {
      return tasks;
    }
    RunningTask[] seen = tasks.clone();
    Arrays.sort(seen, Comparator.comparingLong(task -> task.endsMs(nowMs)));
    return seen;
  }

  /** Returns all tasks of a node; not to be changed. */
  RunningTask[] on(int n) {
    return byEnd[n];
  }

  /**
   * Returns a node's next task to end, each once; null if no task is left that ends before its job.
   */
  RunningTask next(int n) {
    boolean ends = next[n] < byEnd[n].length && !byEnd[n][next[n]].endsWithJob();
    return ends ? byEnd[n][next[n]++] : null;
  }
}
