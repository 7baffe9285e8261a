// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/**
 * Collects, during a layout, the last known end of each job's tasks, and the resources that become
 * free only when the job ends.
 *
 * <p>A job with some unknown ends ends no earlier than its last known one; callers need only this
 * lower bound (YARN-ME, section 3.3, Algorithm 1 line 10).
 */
final class JobEndCollector {
  private final UnplacedTasks unplaced;
  private final long[] endMs;
  private final boolean[] unknown;
  private final int[] tasksLeft;
  private final Map<Integer, List<Release>> withJob = new HashMap<>();

  /** Ends of jobs without waiting tasks. */
  private final Map<JobId, Long> others = new HashMap<>();

  JobEndCollector(UnplacedTasks unplaced) {
    this.unplaced = unplaced;
    int jobs = unplaced.jobCount();
    endMs = new long[jobs];
    Arrays.fill(endMs, Timeline.UNKNOWN);
    unknown = new boolean[jobs];
    tasksLeft = new int[jobs];
    for (int job = 0; job < jobs; job++) {
      unknown[job] = unplaced.isUnknown(job);
      tasksLeft[job] = unplaced.tasksLeft(job);
    }
  }

  /** Records a task that runs on the node with this number. */
  void addRunning(RunningTask task, int node, long nowMs) {
    int job = unplaced.number(task.job);
    if (job == UnplacedTasks.NONE) {
      if (task.hasKnownEnd()) {
        others.merge(task.job, task.endsMs(nowMs), Math::max);
      }
    } else if (task.endsWithJob()) {
      withJob
          .computeIfAbsent(job, j -> new ArrayList<>())
          .add(
              new Release(
                  0,
                  node,
                  UnplacedTasks.NONE,
                  unplaced.queueOf(task.job),
                  1,
                  task.memoryMb,
                  task.vcores,
                  false));
    } else {
      tasksLeft[job]++;
      if (task.hasKnownEnd()) {
        recordEnd(job, task.endsMs(nowMs));
      } else {
        unknown[job] = true;
      }
    }
  }

  void recordEnd(int job, long atMs) {
    endMs[job] = Math.max(endMs[job], atMs);
  }

  void unknown(int job) {
    unknown[job] = true;
  }

  /**
   * Records that tasks ended; returns the resources freed by their job's end if they were its last.
   */
  List<Release> ended(int job, int count) {
    tasksLeft[job] -= count;
    List<Release> freed = tasksLeft[job] == 0 && !unknown[job] ? withJob.remove(job) : null;
    return freed == null ? Collections.emptyList() : freed;
  }

  /** Returns the end of the last known task by job, without jobs that have no known task. */
  Map<JobId, Long> known() {
    Map<JobId, Long> known = new HashMap<>(others);
    for (int job = 0; job < endMs.length; job++) {
      if (endMs[job] != Timeline.UNKNOWN) {
        known.put(unplaced.job(job), endMs[job]);
      }
    }
    return known;
  }
}
