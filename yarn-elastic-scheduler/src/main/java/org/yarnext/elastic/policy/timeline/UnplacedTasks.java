// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yarnext.elastic.policy.timeline.queue.FluidEndEstimator;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShares;
import org.yarnext.elastic.policy.timeline.queue.QueueTurns;

/**
 * The tasks that a layout still has to place, and the order of their turns.
 *
 * <p>A job offers one group at a time, in its own order. Groups without a run time, or too large
 * for every node, are never offered: the end of their job is unknown, and they leave the room to
 * others. Jobs and groups are numbered as in {@link WaitingGroups}.
 */
final class UnplacedTasks {
  static final int NONE = QueueTurns.NONE;

  private final WaitingGroups all;
  private final int[] left;
  private final long[] usedMb;
  private final int[] offered;
  private final boolean[] unknown;
  private final QueueShares queues;
  private final int[] queueOfJob;
  private final QueueTurns turns;

  UnplacedTasks(TimelineSnapshot snapshot) {
    all = new WaitingGroups(snapshot.queued);
    left = all.counts();
    unknown = new boolean[all.jobCount()];
    usedMb = new long[all.jobCount()];
    offered = new int[all.jobCount()];
    queues = new QueueShares(snapshot.queues, snapshot.order);
    queueOfJob = new int[all.jobCount()];
    for (int job = 0; job < queueOfJob.length; job++) {
      queueOfJob[job] = queues.of(all.job(job));
    }
    int[] queueOf = new int[left.length];
    for (int group = 0; group < queueOf.length; group++) {
      queueOf[group] = queueOfJob[all.jobOf(group)];
    }
    turns = all.turns(queues, queueOf);
    setAside(snapshot.nodes);
    for (int job = 0; job < all.jobCount(); job++) {
      enter(job, 0);
    }
  }

  private void setAside(List<NodeState> nodes) {
    Set<List<Long>> sizes = new HashSet<>();
    for (NodeState node : nodes) {
      sizes.add(Arrays.asList(node.memoryMb, (long) node.vcores));
    }
    for (int group = 0; group < left.length; group++) {
      long mb = all.memoryMb(group);
      long cores = all.vcores(group);
      if (all.runMs(group) == Timeline.UNKNOWN
          || sizes.stream().noneMatch(node -> mb <= node.get(0) && cores <= node.get(1))) {
        unknown[all.jobOf(group)] = true;
        left[group] = 0;
      }
    }
  }

  /** Offers the first group of the job, from this one on, that has tasks left. */
  private void enter(int job, int from) {
    int[] groups = all.groupsOf(job);
    offered[job] = from;
    while (offered[job] < groups.length && left[groups[offered[job]]] == 0) {
      offered[job]++;
    }
    if (offered[job] < groups.length) {
      turns.enter(groups[offered[job]], turn(job));
    }
  }

  private boolean isFair(int job) {
    return queues.order(queueOfJob[job]) == JobOrder.FAIR;
  }

  private long turn(int job) {
    return isFair(job) ? usedMb[job] : 0;
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }

  int jobCount() {
    return all.jobCount();
  }

  JobId job(int job) {
    return all.job(job);
  }

  /** Returns the job's number; {@link #NONE} if it has no waiting task. */
  int number(JobId job) {
    return all.number(job);
  }

  /** Returns whether one of the job's waiting tasks was set aside from the start. */
  boolean isUnknown(int job) {
    return unknown[job];
  }

  int jobOf(int group) {
    return all.jobOf(group);
  }

  long memoryMb(int group) {
    return all.memoryMb(group);
  }

  int vcores(int group) {
    return all.vcores(group);
  }

  long runMs(int group) {
    return all.runMs(group);
  }

  int left(int group) {
    return left[group];
  }

  /**
   * Returns the offered group whose turn it is among those that fit; {@link #NONE} if none fits.
   */
  int first(long maxMb, int maxVcores) {
    return turns.first(maxMb, maxVcores);
  }

  /**
   * Returns a group of the job with tasks of this size left, offered or not; {@link #NONE} if there
   * is none.
   */
  int find(JobId id, long mb, int cores) {
    int job = number(id);
    if (job != NONE) {
      for (int group : all.groupsOf(job)) {
        if (left[group] > 0 && all.memoryMb(group) == mb && all.vcores(group) == cores) {
          return group;
        }
      }
    }
    return NONE;
  }

  /** Returns the number of the job's queue. */
  int queueOf(JobId job) {
    return queues.of(job);
  }

  /** Returns the number of the queue of the job with this number. */
  int queueOf(int job) {
    return queueOfJob[job];
  }

  /**
   * Returns how many of the group's tasks are placed in a row before another fitting group has its
   * turn.
   */
  int inARow(int group, long maxMb, int maxVcores) {
    long others = turns.inARow(group, all.memoryMb(group), maxMb, maxVcores);
    return (int) Math.min(others, inARowInQueue(group, maxMb, maxVcores));
  }

  private int inARowInQueue(int group, long maxMb, int maxVcores) {
    int job = all.jobOf(group);
    if (!isFair(job)) {
      return left[group];
    }
    turns.leave(group);
    int next = turns.firstInQueueOf(group, maxMb, maxVcores);
    turns.enter(group, usedMb[job]);
    if (next == NONE) {
      return left[group];
    }
    // Below 0 if the other goes first but does not fit: then this group is examined again each
    // time.
    long ahead = Math.max(0, usedMb[all.jobOf(next)] - usedMb[job]);
    long whole = ahead / all.memoryMb(group);
    boolean oneMore = job < all.jobOf(next) || whole * all.memoryMb(group) < ahead;
    return (int) Math.min(left[group], Math.max(1, oneMore ? whole + 1 : whole));
  }

  /**
   * Adds memory to the use of a job and its queue; a negative amount is released.
   *
   * @param job {@link #NONE} if it has no waiting task
   */
  void use(int job, int queue, long mb) {
    turns.use(queue, mb);
    if (job == NONE) {
      return;
    }
    usedMb[job] += mb;
    if (isFair(job) && waits(job)) {
      turns.enter(offered(job), usedMb[job]);
    }
  }

  /** Records that tasks of a group were placed. */
  void placed(int group, int count) {
    int job = all.jobOf(group);
    left[group] -= count;
    usedMb[job] += count * all.memoryMb(group);
    turns.use(queueOfJob[job], count * all.memoryMb(group));
    if (left[group] == 0 && offered(job) == group) {
      turns.leave(group);
      enter(job, offered[job] + 1);
    } else {
      turns.enter(offered(job), turn(job));
    }
  }

  /** Returns the group that the job offers; {@link #NONE} if it has no task left. */
  int offered(int job) {
    int[] groups = all.groupsOf(job);
    return offered[job] < groups.length ? groups[offered[job]] : NONE;
  }

  /** Returns whether a job has tasks left that were not set aside. */
  boolean waits(int job) {
    return offered(job) != NONE;
  }

  /**
   * Returns the number of the job's tasks left, excluding those set aside, which only make its end
   * unknown.
   */
  int tasksLeft(int job) {
    return Arrays.stream(all.groupsOf(job)).map(group -> left[group]).sum();
  }

  /**
   * Returns the time to finish the jobs' remaining tasks without a layout, see {@link
   * FluidEndEstimator}.
   *
   * @param running by job, in MB × ms
   * @param mb memory kept busy
   * @return by job, in ms
   */
  double[] msToEnd(double[] running, double mb) {
    double[] waiting = new double[running.length];
    for (int job = 0; job < waiting.length; job++) {
      waiting[job] = work(job);
    }
    return FluidEndEstimator.msToEnd(queues, queueOfJob, running, waiting, mb);
  }

  /** Returns the MB × ms of the job's remaining tasks. */
  private double work(int job) {
    double work = 0;
    for (int group : all.groupsOf(job)) {
      work += (double) left[group] * all.memoryMb(group) * all.runMs(group);
    }
    return work;
  }

  /** Returns the longest run time among the job's remaining tasks, in ms. */
  long longestRunMs(int job) {
    long longest = 0;
    for (int group : all.groupsOf(job)) {
      longest = left[group] > 0 ? Math.max(longest, all.runMs(group)) : longest;
    }
    return longest;
  }
}
