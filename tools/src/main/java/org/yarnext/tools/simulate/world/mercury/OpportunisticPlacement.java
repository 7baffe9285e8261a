// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.List;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/** Places opportunistic containers and limits the length of queues. */
interface OpportunisticPlacement {
  /** For systems without opportunistic containers. */
  OpportunisticPlacement NONE =
      new OpportunisticPlacement() {
        @Override
        public void place(OpportunisticMaster master, List<SimulatedContainer> placed) {}
      };

  /** Starts periodic work. */
  default void begin() {}

  /** Handles a node's heartbeat. */
  default void onHeartbeat(SimulatedHost host) {}

  /** Handles the registration of an application. */
  default void registered(OpportunisticMaster master) {}

  /**
   * Places containers for an application that calls.
   *
   * @param placed receives the placed containers; the outstanding requests are reduced
   */
  void place(OpportunisticMaster master, List<SimulatedContainer> placed);

  /** Handles the end of an application. */
  default void forget(OpportunisticMaster master) {}

  /** Returns the maximum queue length of a node; negative for no limit. */
  default int lengthLimit() {
    return -1;
  }

  /** Returns the shedding limits that Mercury's nodes receive. */
  default SheddingLimits waitLimit() {
    return SheddingLimits.NONE;
  }
}
