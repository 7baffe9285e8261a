/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.rm.reservation;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;

/**
 * The offer of a reserved node's room to other jobs than the reserving one, during which the node
 * appears unreserved. Visible only to the offering thread, which holds the scheduler's write lock.
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
  public void fits() {
    fitted = true;
  }

  /** Returns whether no task has had room on the node so far. */
  boolean isVain() {
    return !fitted;
  }

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
