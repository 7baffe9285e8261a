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
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.timeline.Reservation;

/** Leaves reservations to stock: within the scheduler's limits, for one job alone. */
public final class StockReservationPolicy implements ReservationPolicy {
  @Override
  public Decision<Boolean> mayReserve(
      String node, Reservation wanted, int waiting, ReservationView outlook) {
    return Decision.of(true, ReservationReason.RESERVE_AS_STOCK);
  }

  @Override
  public Decision<Boolean> mayUse(String node, long memoryMb, int vcores, ReservationView outlook) {
    return outlook.timeline().reservation(node) == null
        ? Decision.of(true, ReservationReason.RESERVED_NOT)
        : Decision.of(false, ReservationReason.RESERVED_FOR_OTHER);
  }
}
