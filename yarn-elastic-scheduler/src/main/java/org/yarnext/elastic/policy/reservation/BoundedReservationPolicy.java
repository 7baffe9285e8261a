// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.reservation;

import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.timeline.Reservation;
import org.yarnext.elastic.policy.timeline.Timeline;

/**
 * Reserves only a few nodes for a waiting job: those that, by the timeline, have room for its task
 * first. Other jobs may use them as with {@link NoHarmReservationPolicy}.
 *
 * <p>This differs from the paper. There, as in stock, a large task may reserve every node that it
 * is offered, and the free resources of these nodes stay unused until one node has drained. One
 * draining node is enough to keep a large task from starving.
 */
public final class BoundedReservationPolicy implements ReservationPolicy {
  private final int maxReserved;

  /**
   * Creates a policy of one node per job, which did at least as well in simulations as two, four or
   * ten.
   */
  public BoundedReservationPolicy() {
    this(1);
  }

  /**
   * Creates a policy.
   *
   * @param maxReserved maximum number of nodes that a job may have reserved at a time, 1 or more
   */
  public BoundedReservationPolicy(int maxReserved) {
    if (maxReserved < 1) {
      throw new IllegalArgumentException("most " + maxReserved + " is below 1");
    }
    this.maxReserved = maxReserved;
  }

  @Override
  public int maxReserved(int schedulerLimit) {
    return Math.min(maxReserved, schedulerLimit);
  }

  @Override
  public boolean jobsAreAlike() {
    return maxReserved == 1;
  }

  @Override
  public Decision<Boolean> mayReserve(
      String node, Reservation wanted, int waiting, ReservationView view) {
    Timeline timeline = view.timeline();
    int reserved = timeline.reservedBy(wanted.job());
    int more = Math.min(maxReserved, waiting) - reserved;
    if (more <= 0) {
      return Decision.of(false, ReservationReason.RESERVE_LIMIT_REACHED).with("reserved", reserved);
    }
    long roomMs = timeline.roomMs(node, wanted.memoryMb(), wanted.vcores(), view.nowMs());
    long lastMs =
        view.estimates()
            .nthRoomMs(timeline.partition(node), wanted.memoryMb(), wanted.vcores(), more);
    if (roomMs == Timeline.UNKNOWN) {
      // If nothing is known about any node, one is as good as another, and one is needed.
      boolean nowhere = lastMs == Long.MAX_VALUE;
      return Decision.of(
              nowhere,
              nowhere
                  ? ReservationReason.RESERVE_ALL_UNKNOWN
                  : ReservationReason.RESERVE_ROOM_UNKNOWN)
          .with("reserved", reserved);
    }
    boolean first = roomMs <= Math.max(lastMs, view.nowMs() + Timeline.OVERDUE_ALLOWANCE_MS);
    return Decision.of(
            first,
            first ? ReservationReason.RESERVE_FIRST_ROOM : ReservationReason.RESERVE_LATE_ROOM)
        .with("roomMs", roomMs)
        .with("lastMs", lastMs)
        .with("reserved", reserved)
        .with("waiting", waiting);
  }

  @Override
  public Decision<Boolean> mayUse(String node, long memoryMb, int vcores, ReservationView view) {
    return NoHarmReservationPolicy.harmless(node, memoryMb, vcores, view);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
