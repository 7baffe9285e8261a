// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/** Tasks that a job has requested so far, and whether its run times can be relied on. Immutable. */
public final class JobDemandView {
  /** Maximum number of groups of a job that are simulated at a time. */
  public static final int MAX_GROUPS = 64;

  private final JobId id;
  private final QueueShare queue;
  private final List<Group> groups;
  private final double slowdown;
  private final boolean reliable;
  private final boolean overdue;

  /**
   * Creates a view.
   *
   * @param id not null
   * @param queue null if all jobs are in one
   * @param groups in the order in which the job wants them placed; each size and priority once. A
   *     group that is missing is forgotten: if it returns, its started tasks are counted from 0
   * @param slowdown largest ratio of a running task's run time to that of its profile; values below
   *     1 count as 1
   * @param reliable whether its run times are trusted, and more than its own unproved claim
   * @param overdue whether a task should have ended by now
   */
  public JobDemandView(
      JobId id,
      QueueShare queue,
      List<Group> groups,
      double slowdown,
      boolean reliable,
      boolean overdue) {
    this.id = Objects.requireNonNull(id, "id");
    this.queue = queue;
    this.groups = Collections.unmodifiableList(new ArrayList<>(groups));
    this.slowdown = slowdown > 1 ? slowdown : 1;
    this.reliable = reliable;
    this.overdue = overdue;
  }

  /** Returns the job's id; never null. */
  public JobId id() {
    return id;
  }

  /** Returns the queue; null if all jobs are in one. */
  QueueShare queue() {
    return queue;
  }

  /** Returns the groups in the order in which the job wants them placed. */
  public List<Group> groups() {
    return groups;
  }

  /** Returns whether it has a group of such requests. */
  public boolean has(int priority, long memoryMb, int vcores) {
    return groups.stream().anyMatch(group -> group.isLike(priority, memoryMb, vcores));
  }

  double slowdown() {
    return slowdown;
  }

  /** Returns whether its run times are trusted, and more than its own unproved claim. */
  public boolean isReliable() {
    return reliable;
  }

  boolean isOverdue() {
    return overdue;
  }

  /** Returns whether one of its tasks waits. */
  boolean waits() {
    return groups.stream().anyMatch(group -> group.waiting > 0);
  }

  /** Returns the memory that its waiting tasks request, in MB. */
  long waitingMb() {
    return groups.stream().mapToLong(group -> group.waiting * group.memoryMb).sum();
  }

  /** Returns the number of its tasks that have started. */
  public int started() {
    return groups.stream().mapToInt(group -> group.started).sum();
  }

  /** Returns the longest run time of its tasks, in ms. */
  long longestMs() {
    return groups.stream().mapToLong(group -> group.runMs).max().orElse(0);
  }

  /** Equal requests of a job. Immutable. */
  public static final class Group {
    final int priority;
    final long memoryMb;
    final int vcores;
    final int waiting;
    final int started;
    final long runMs;

    /**
     * Creates a group.
     *
     * @param memoryMb of each task, in MB; 1 or more
     * @param vcores of each task; 0 if they do not count
     * @param waiting number of tasks that wait, 0 or more
     * @param started number of tasks that have started so far, 0 or more
     * @param runMs of a task with all this memory, in ms; 1 or more
     */
    public Group(int priority, long memoryMb, int vcores, int waiting, int started, long runMs) {
      if (memoryMb < 1 || vcores < 0 || waiting < 0 || started < 0 || runMs < 1) {
        throw new IllegalArgumentException(
            memoryMb + " MB, " + vcores + " vcores, " + waiting + "+" + started + ", " + runMs);
      }
      this.priority = priority;
      this.memoryMb = memoryMb;
      this.vcores = vcores;
      this.waiting = waiting;
      this.started = started;
      this.runMs = runMs;
    }

    boolean isLike(int otherPriority, long otherMb, int otherVcores) {
      return priority == otherPriority && memoryMb == otherMb && vcores == otherVcores;
    }
  }
}
