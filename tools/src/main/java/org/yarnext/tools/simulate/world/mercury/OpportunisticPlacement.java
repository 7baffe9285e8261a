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

/** Who places opportunistic containers, where, and how long queues may be. */
interface OpportunisticPlacement {
  /** Nothing is opportunistic. */
  OpportunisticPlacement NONE =
      new OpportunisticPlacement() {
        @Override
        public void place(OpportunisticMaster master, List<SimulatedContainer> placed) {}
      };

  /** Begins what happens at intervals. */
  default void begin() {}

  /** A node's heartbeat has come. */
  default void heard(SimulatedHost host) {}

  /** An application registers. */
  default void registered(OpportunisticMaster master) {}

  /**
   * An application calls.
   *
   * @param placed takes what is placed of its outstanding asks, which become fewer
   */
  void place(OpportunisticMaster master, List<SimulatedContainer> placed);

  /** An application has ended. */
  default void forget(OpportunisticMaster master) {}

  /** How many containers may wait on a node; negative for any number. */
  default int lengthLimit() {
    return -1;
  }

  /** The limits that Mercury's nodes are sent. */
  default SheddingLimits waitLimit() {
    return SheddingLimits.NONE;
  }
}
