// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.function.LongSupplier;

/**
 * Decides whether guaranteed requests that wait would take the room of opportunistic containers. A
 * request that becomes opportunistic loses its place in the scheduler's order. That pays while
 * resources stay idle. While others wait for them, their guaranteed containers stop the
 * opportunistic ones, and work is lost. Mercury section 5 leaves policies that follow the load to
 * future work. Immutable.
 */
public final class WaitingDemandPolicy {
  private final int minAvailablePercent;

  /**
   * Creates a policy.
   *
   * @param minAvailablePercent share of the cluster's memory, 0 to 100, from which on enough is
   *     free for both: guaranteed requests that wait nevertheless cannot use it, as when their
   *     queue has reached its maximum. 0: never waits
   */
  public WaitingDemandPolicy(int minAvailablePercent) {
    this.minAvailablePercent = minAvailablePercent;
  }

  /**
   * Returns whether the waiting requests need all of the memory that is free.
   *
   * @param availableMb memory of the cluster that is neither allocated nor reserved
   * @param totalMb memory of the cluster
   * @param waitingMb supplies the memory of the guaranteed requests of other applications; asked
   *     only if little is free
   */
  public boolean waits(long availableMb, long totalMb, LongSupplier waitingMb) {
    if (availableMb * 100 >= totalMb * minAvailablePercent) {
      return false;
    }
    long waiting = waitingMb.getAsLong();
    return waiting > 0 && waiting >= availableMb;
  }
}
