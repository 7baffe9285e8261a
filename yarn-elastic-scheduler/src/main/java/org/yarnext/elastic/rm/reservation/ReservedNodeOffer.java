// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;

/**
 * An offer of a reserved node's free resources to other jobs than the reserving one; meanwhile the
 * node appears unreserved. Visible only to the offering thread, which holds the scheduler's write
 * lock.
 */
public final class ReservedNodeOffer implements AutoCloseable {
  private static final ThreadLocal<ReservedNodeOffer> CURRENT = new ThreadLocal<>();

  /** Number of open offers on all threads; usually 0, and each attempt checks it at each node. */
  private static final AtomicInteger OPEN = new AtomicInteger();

  private final SchedulerNode node;
  private final RMContainer reservation;
  private boolean fitted;

  private ReservedNodeOffer(SchedulerNode node, RMContainer reservation) {
    this.node = node;
    this.reservation = reservation;
  }

  /** Begins an offer on this thread; close it on this thread before another begins. */
  static ReservedNodeOffer begin(SchedulerNode node, RMContainer reservation) {
    ReservedNodeOffer sharing = new ReservedNodeOffer(node, reservation);
    CURRENT.set(sharing);
    OPEN.incrementAndGet();
    return sharing;
  }

  /** Returns this thread's offer; null if it offers no reserved node. */
  public static ReservedNodeOffer current() {
    return OPEN.get() == 0 ? null : CURRENT.get();
  }

  public SchedulerNode node() {
    return node;
  }

  /** Returns the reservation. */
  RMContainer reservation() {
    return reservation;
  }

  /**
   * Records that a task has room on the node, so that its use of this very node must be decided.
   */
  public void recordFit() {
    fitted = true;
  }

  /** Returns whether no task has had room on the node so far. */
  boolean isRejected() {
    return !fitted;
  }

  /** Returns whether the attempt is of the reserving application. */
  public boolean isKeptFor(SchedulerApplicationAttempt attempt) {
    return reservation
        .getApplicationAttemptId()
        .getApplicationId()
        .equals(attempt.getApplicationId());
  }

  @Override
  public void close() {
    OPEN.decrementAndGet();
    CURRENT.set(null); // null keeps the map entry, which is cheaper
  }
}
