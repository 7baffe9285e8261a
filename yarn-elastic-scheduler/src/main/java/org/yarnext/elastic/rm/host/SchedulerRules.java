// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.host;

import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/**
 * The scheduler's own rules on which estimates of jobs' ends depend: order of jobs, reservations,
 * vcores and queue shares. Immutable.
 */
public final class SchedulerRules {
  private final JobOrder order;
  private final double reservable;
  private final boolean countsVcores;
  private final Supplier<Function<Queue, QueueShare>> shares;

  /**
   * Creates the rules of a scheduler with one queue.
   *
   * @param order order of the jobs in a queue
   * @param reservable the part of all nodes that the scheduler lets one job reserve, 0 to 1
   * @param countsVcores whether a container needs free vcores on its node, not memory alone
   */
  public SchedulerRules(JobOrder order, double reservable, boolean countsVcores) {
    this(order, reservable, countsVcores, () -> queue -> null);
  }

  /**
   * Creates the rules of a scheduler.
   *
   * @param shares supplies what {@link #shares} returns
   */
  public SchedulerRules(
      JobOrder order,
      double reservable,
      boolean countsVcores,
      Supplier<Function<Queue, QueueShare>> shares) {
    this.shares = shares;
    this.order = order;
    this.reservable = reservable;
    this.countsVcores = countsVcores;
  }

  /**
   * Returns a function that gives the current share of each leaf queue, or null if all jobs are in
   * one queue. It is for one reading of the cluster, on one thread.
   */
  public Function<Queue, QueueShare> shares() {
    return shares.get();
  }

  public JobOrder order() {
    return order;
  }

  /** Returns how many nodes out of a number one job may reserve. */
  public int maxReserved(int nodes) {
    return (int) Math.ceil((float) reservable * nodes); // as stock rounds
  }

  public boolean countsVcores() {
    return countsVcores;
  }
}
