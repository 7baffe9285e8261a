// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.reservation;

import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.timeline.Reservation;
import org.yarnext.elastic.policy.timeline.Timeline;

/**
 * Reserves nodes as stock does, but lets other jobs' tasks use a reserved node if that does not
 * delay the task it is kept for (YARN-ME, section 3.3). By the timeline, the reserving task must
 * start as early even if the other task stays. The expected end of the other task does not count,
 * since no task can be made to end then.
 */
public final class NoHarmReservationPolicy implements ReservationPolicy {
  @Override
  public Decision<Boolean> mayReserve(
      String node, Reservation wanted, int waiting, ReservationView view) {
    return Decision.of(true, ReservationReason.RESERVE_AS_STOCK);
  }

  @Override
  public Decision<Boolean> mayUse(String node, long memoryMb, int vcores, ReservationView view) {
    return harmless(node, memoryMb, vcores, view);
  }

  static Decision<Boolean> harmless(String node, long memoryMb, int vcores, ReservationView view) {
    Timeline timeline = view.timeline();
    Reservation reservation = timeline.reservation(node);
    if (reservation == null) {
      return Decision.of(true, ReservationReason.NOT_RESERVED);
    }
    long now = view.nowMs();
    long startMs = timeline.roomMs(node, reservation.memoryMb(), reservation.vcores(), now);
    long besideMs =
        timeline.roomMsBeside(
            node, reservation.memoryMb(), reservation.vcores(), memoryMb, vcores, now);
    boolean harmless = startMs != Timeline.UNKNOWN && besideMs == startMs;
    return Decision.of(
            harmless,
            harmless ? ReservationReason.RESERVED_NOT_DELAYED : ReservationReason.RESERVED_DELAYED)
        .with("keptStartMs", startMs)
        .with("besideStartMs", besideMs);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
