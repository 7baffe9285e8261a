// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/**
 * Collects the running tasks and the reservation of one node for a {@link Timeline}. Not
 * thread-safe.
 */
public final class NodeScheduleView {
  private final String node;
  private final String partition;
  private final long memoryMb;
  private final int vcores;
  private final List<RunningTask> tasks = new ArrayList<>();
  private Reservation reservation;

  /**
   * Creates an idle node.
   *
   * @param node its name, not null
   */
  public NodeScheduleView(String node, long memoryMb, int vcores) {
    this(node, Timeline.NO_PARTITION, memoryMb, vcores);
  }

  /**
   * Creates an idle node of a partition.
   *
   * @param node its name, not null
   * @param partition not null
   */
  public NodeScheduleView(String node, String partition, long memoryMb, int vcores) {
    this.node = node;
    this.partition = partition;
    this.memoryMb = memoryMb;
    this.vcores = vcores;
  }

  /**
   * Adds a running task.
   *
   * @param expectedEndMs on the caller's clock; {@link Timeline#UNKNOWN}, or {@link
   *     Timeline#WITH_JOB}
   */
  public void addTask(JobId job, long taskMb, int taskVcores, long expectedEndMs) {
    tasks.add(new RunningTask(job, taskMb, taskVcores, expectedEndMs));
  }

  /**
   * Adds a running task whose end no reservation may rely on: the container may continue with
   * another task, or the end is not proved.
   */
  public void addUncertainTask(JobId job, long taskMb, int taskVcores, long expectedEndMs) {
    tasks.add(new RunningTask(job, taskMb, taskVcores, expectedEndMs, true));
  }

  /** Reserves the node for a task of a job. */
  public void reserved(JobId job, long taskMb, int taskVcores) {
    reservation = new Reservation(job, taskMb, taskVcores);
  }

  NodeState state() {
    RunningTask[] byEnd = tasks.toArray(new RunningTask[0]);
    Arrays.sort(byEnd, RunningTask.BY_END);
    return new NodeState(node, partition, memoryMb, vcores, byEnd, reservation);
  }
}
