// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.reservation;

import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.timeline.Reservation;

/** Leaves reservations to stock: within the scheduler's limits, for one job alone. */
public final class StockReservationPolicy implements ReservationPolicy {
  @Override
  public Decision<Boolean> mayReserve(
      String node, Reservation wanted, int waiting, ReservationView view) {
    return Decision.of(true, ReservationReason.RESERVE_AS_STOCK);
  }

  @Override
  public Decision<Boolean> mayUse(String node, long memoryMb, int vcores, ReservationView view) {
    return view.timeline().reservation(node) == null
        ? Decision.of(true, ReservationReason.NOT_RESERVED)
        : Decision.of(false, ReservationReason.RESERVED_FOR_OTHER);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
