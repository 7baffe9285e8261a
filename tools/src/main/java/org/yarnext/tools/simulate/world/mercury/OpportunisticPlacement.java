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
package org.yarnext.tools.simulate.world.mercury;

import java.util.List;
import org.yarnext.mercury.policy.SheddingLimits;

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
  default void heard(SimulatedHost host) {}

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
