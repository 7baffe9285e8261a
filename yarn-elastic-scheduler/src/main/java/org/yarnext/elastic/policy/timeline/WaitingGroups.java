// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.QueueShares;
import org.yarnext.elastic.policy.timeline.queue.QueueTurns;

/**
 * The groups of waiting tasks that a layout begins with, by number: groups ascend by memory, jobs
 * by submission. Immutable.
 */
final class WaitingGroups {
  private final List<JobId> jobs;
  private final Map<JobId, Integer> numbers = new HashMap<>();
  private final int[][] groupsOf;
  private final int[] jobOf;
  private final long[] memoryMb;
  private final int[] vcores;
  private final long[] runMs;
  private final int[] counts;

  private static final class Entry {
    private final int job;
    private final TaskGroup group;
    private int number;

    private Entry(int job, TaskGroup group) {
      this.job = job;
      this.group = group;
    }
  }

  /**
   * Creates the groups.
   *
   * @param queued by job, in the order of submission
   */
  WaitingGroups(Map<JobId, List<TaskGroup>> queued) {
    jobs = new ArrayList<>(queued.keySet());
    groupsOf = new int[jobs.size()][];
    List<Entry> entries = new ArrayList<>();
    List<List<Entry>> byJob = new ArrayList<>();
    for (int job = 0; job < jobs.size(); job++) {
      numbers.put(jobs.get(job), job);
      List<Entry> ofJob = new ArrayList<>();
      for (TaskGroup group : queued.get(jobs.get(job))) {
        ofJob.add(new Entry(job, group));
      }
      entries.addAll(ofJob);
      byJob.add(ofJob);
    }
    entries.sort((a, b) -> Long.compare(a.group.memoryMb(), b.group.memoryMb()));
    int size = entries.size();
    jobOf = new int[size];
    memoryMb = new long[size];
    vcores = new int[size];
    runMs = new long[size];
    counts = new int[size];
    for (int i = 0; i < size; i++) {
      Entry entry = entries.get(i);
      entry.number = i;
      jobOf[i] = entry.job;
      memoryMb[i] = entry.group.memoryMb();
      vcores[i] = entry.group.vcores();
      runMs[i] = entry.group.runMs();
      counts[i] = entry.group.count();
    }
    for (int job = 0; job < jobs.size(); job++) {
      groupsOf[job] = byJob.get(job).stream().mapToInt(entry -> entry.number).toArray();
    }
  }

  int jobCount() {
    return jobs.size();
  }

  JobId job(int job) {
    return jobs.get(job);
  }

  /** Returns the job's number; {@link UnplacedTasks#NONE} if it has no waiting task. */
  int number(JobId job) {
    return numbers.getOrDefault(job, UnplacedTasks.NONE);
  }

  /** Returns the job's groups in the order in which it wants them placed; not to be changed. */
  int[] groupsOf(int job) {
    return groupsOf[job];
  }

  int jobOf(int group) {
    return jobOf[group];
  }

  long memoryMb(int group) {
    return memoryMb[group];
  }

  int vcores(int group) {
    return vcores[group];
  }

  long runMs(int group) {
    return runMs[group];
  }

  /** Returns the number of waiting tasks by group; a new array. */
  int[] counts() {
    return counts.clone();
  }

  /**
   * Creates the turns of the groups, of which none takes part yet; between equal turns the job
   * submitted earlier goes first.
   *
   * @param queueOf by group, the number of its queue
   */
  QueueTurns turns(QueueShares queues, int[] queueOf) {
    return new QueueTurns(queues, queueOf, memoryMb, vcores, jobOf);
  }
}
