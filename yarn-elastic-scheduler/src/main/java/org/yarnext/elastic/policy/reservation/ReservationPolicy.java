// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.reservation;

import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.GuardedPolicy;
import org.yarnext.elastic.policy.timeline.Reservation;

/**
 * Decides which nodes are kept for waiting tasks, and which other jobs may use them meanwhile.
 *
 * <p>Called by the thread that schedules, or on a thread of the guard; implementations keep no
 * state between calls and do not block. The scheduler's own limits on reservations apply as well.
 * Only the estimates tell a policy about other waiting jobs and other nodes.
 */
public interface ReservationPolicy extends GuardedPolicy {
  /**
   * Returns the maximum number of nodes that one job may have reserved at a time; the layout of
   * waiting tasks uses it, see {@link org.yarnext.elastic.policy.timeline.Timeline}.
   *
   * @param schedulerLimit the scheduler's own limit, 0 if it reserves nothing
   * @return at most that limit
   */
  default int maxReserved(int schedulerLimit) {
    return schedulerLimit;
  }

  /**
   * Returns whether {@link #mayReserve} gives all jobs without reservations the same answer for the
   * same node and size, however many of their tasks wait: it is then called for one of them only.
   */
  default boolean jobsAreAlike() {
    return false;
  }

  /**
   * Decides whether a job may reserve an unreserved node on which its task does not fit now. If
   * not, the room is offered to the next job.
   *
   * @param node its address, {@code host:port}
   * @param wanted the job and the size of its task
   * @param waiting number of such tasks of the job, 1 or more
   * @param view what is known of reservations and expected starts
   * @return never null
   */
  Decision<Boolean> mayReserve(String node, Reservation wanted, int waiting, ReservationView view);

  /**
   * Decides whether a task may be placed now on a node that another job has reserved and on which
   * that job's own task does not fit yet.
   *
   * @param node its address, {@code host:port}
   * @param memoryMb memory that the task would get, in MB
   * @param vcores vcores that the task would get
   * @param view what is known of reservations and expected starts
   * @return never null; true if the node is not reserved
   */
  Decision<Boolean> mayUse(String node, long memoryMb, int vcores, ReservationView view);
}
