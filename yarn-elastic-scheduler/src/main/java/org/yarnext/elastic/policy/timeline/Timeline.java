// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/**
 * Data from which jobs' ends are estimated: nodes, their running tasks and reservations, and the
 * waiting tasks (YARN-ME, section 3.2).
 *
 * <p>A node is updated as a whole, without an iteration over other nodes. The iteration over the
 * cluster, {@link TimelineSnapshot#estimates}, runs when the caller chooses, on a snapshot and
 * possibly on another thread. Not thread-safe itself.
 *
 * <p>Unknown data are left out rather than refused. The state depends on the last update of each
 * node and job, not on the order of updates.
 */
public final class Timeline {
  /** The partition of nodes without a label. */
  public static final String NO_PARTITION = "";

  /** Marks an unknown run time, end or start. */
  public static final long UNKNOWN = -1;

  /** Expected end of a task that runs as long as its job does, such as an application master. */
  public static final long WITH_JOB = Long.MAX_VALUE;

  /**
   * A task past its expected end is assumed to end this much later than now, in ms: about when the
   * next heartbeats may report it. It is short, since a later end would allow more elastic tasks.
   */
  public static final long OVERDUE_ALLOWANCE_MS = 1_000;

  /**
   * Time past a task's expected end, in ms, after which a reservation no longer relies on its room:
   * the task may hang.
   */
  public static final long MAX_OVERDUE_MS = 30_000;

  /**
   * Maximum number of groups of a job whose tasks are laid out. An application can have any number,
   * and a layout's memory grows with the number of all groups times that of the queues.
   */
  static final int MAX_GROUPS = 1_000;

  private final NavigableMap<String, NodeState> nodes = new TreeMap<>();

  /** Number of reserved nodes by job. */
  private final Map<JobId, Integer> reserved = new HashMap<>();

  private final NavigableMap<JobId, List<TaskGroup>> queued = new TreeMap<>();
  private final Map<JobId, QueueShare> queues = new HashMap<>();
  private final int maxReserved;
  private final int maxBlocks;
  private final JobOrder order;

  /**
   * Creates an empty timeline.
   *
   * @param order order of the jobs in a queue, not null
   * @param maxReserved maximum number of nodes that the scheduler lets one job reserve at a time,
   *     which the layout of waiting tasks uses too; 0 if it reserves none
   * @param maxBlocks maximum number of blocks of equal tasks that one layout places before it
   *     extrapolates, 1 or more
   */
  public Timeline(JobOrder order, int maxReserved, int maxBlocks) {
    if (maxReserved < 0 || maxBlocks < 1) {
      throw new IllegalArgumentException(
          "maxReserved=" + maxReserved + " maxBlocks=" + maxBlocks + " is outside its bounds");
    }
    this.order = Objects.requireNonNull(order, "order");
    this.maxReserved = maxReserved;
    this.maxBlocks = maxBlocks;
  }

  /**
   * Sets the queue of a job; all jobs without one share a queue.
   *
   * @param queue null to forget it, once no task of the job waits or runs
   */
  public void jobInQueue(JobId job, QueueShare queue) {
    if (queue == null) {
      queues.remove(job);
    } else {
      queues.put(job, queue);
    }
  }

  /** Adds a node, or replaces all its data. */
  public void nodeRead(NodeScheduleView page) {
    NodeState state = page.state();
    NodeState before = nodes.put(state.name, state);
    if (before != null && before.reservation != null) {
      reserved.merge(before.reservation.job(), -1, Integer::sum);
    }
    if (state.reservation != null) {
      reserved.merge(state.reservation.job(), 1, Integer::sum);
    }
  }

  /**
   * Sets all waiting tasks of a job, in the order in which the job wants them placed; an empty
   * collection removes them. Tasks without a run time, and those of groups beyond {@link
   * #MAX_GROUPS}, only make the job's end unknown.
   */
  public void tasksQueued(JobId job, Collection<TaskGroup> groups) {
    List<TaskGroup> waiting = new ArrayList<>();
    TaskGroup unknown = null;
    for (TaskGroup group : groups) {
      int last = waiting.size() - 1;
      if (group.runMs() == UNKNOWN || last + 1 >= MAX_GROUPS) {
        unknown = group.count() > 0 ? group : unknown;
      } else if (last >= 0 && waiting.get(last).isLike(group)) {
        waiting.set(last, waiting.get(last).and(group.count()));
      } else if (group.count() > 0) {
        waiting.add(group);
      }
    }
    if (unknown != null) {
      waiting.add(unknown.withoutRunTime());
    }
    if (waiting.isEmpty()) {
      queued.remove(job);
    } else {
      queued.put(job, Collections.unmodifiableList(waiting));
    }
  }

  /** Returns a snapshot of the timeline. Costs the references to its nodes and jobs. */
  public TimelineSnapshot snapshot() {
    return new TimelineSnapshot(
        new ArrayList<>(nodes.values()),
        new TreeMap<>(queued),
        new HashMap<>(queues),
        order,
        maxReserved,
        maxBlocks);
  }

  /** Returns the node's reservation; null if the node is unreserved or unknown. */
  public Reservation reservation(String node) {
    NodeState state = nodes.get(node);
    return state == null ? null : state.reservation;
  }

  /** Returns the node's partition, {@link #NO_PARTITION} if unknown. */
  public String partition(String node) {
    NodeState state = nodes.get(node);
    return state == null ? NO_PARTITION : state.partition;
  }

  /** Returns the number of nodes that a job has reserved. */
  public int reservedBy(JobId job) {
    return reserved.getOrDefault(job, 0);
  }

  /**
   * Returns when a task could start on a node given the tasks that run there now: the estimated
   * start of a reserving task. {@link #UNKNOWN} if that cannot be estimated.
   */
  public long roomMs(String node, long memoryMb, int vcores, long nowMs) {
    NodeState state = nodes.get(node);
    return state == null ? UNKNOWN : state.roomMs(memoryMb, vcores, null, nowMs);
  }

  /** Returns when a task could start on a node if another task were placed there now and stayed. */
  public long roomMsBeside(
      String node, long memoryMb, int vcores, long otherMb, int otherVcores, long nowMs) {
    NodeState state = nodes.get(node);
    if (state == null) {
      return UNKNOWN;
    }
    RunningTask other = new RunningTask(JobId.of(0, 0), otherMb, otherVcores, UNKNOWN);
    return state.roomMs(memoryMb, vcores, other, nowMs);
  }
}
