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
  private final int minFreePercent;

  /**
   * Creates a policy.
   *
   * @param minAvailablePercent share of the cluster's memory, 0 to 100, from which on enough is
   *     free for both: guaranteed requests that wait nevertheless cannot use it, as when their
   *     queue has reached its maximum. 0: never waits
   * @param minFreePercent share of the cluster's memory, 0 to 100, that stays free for requests to
   *     come; see {@link #freeMb}
   */
  public WaitingDemandPolicy(int minAvailablePercent, int minFreePercent) {
    this.minAvailablePercent = minAvailablePercent;
    this.minFreePercent = minFreePercent;
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

  /**
   * Returns the memory that is left for further guaranteed containers, in MB; negative if there is
   * too little.
   *
   * @param allocatedMb memory of all guaranteed containers
   * @param totalMb memory of the cluster
   * @param waitingMb memory of all guaranteed requests that wait
   */
  public long freeMb(long allocatedMb, long totalMb, long waitingMb) {
    return totalMb - allocatedMb - waitingMb - totalMb * minFreePercent / 100;
  }
}
