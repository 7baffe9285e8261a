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
package org.yarnext.mercury.policy.placement;

import java.util.List;
import java.util.Random;
import org.yarnext.common.decision.Decision;

/**
 * Chooses the nodes of an application's opportunistic containers.
 *
 * <p>Called by many threads at once and on any of them; implementations keep no state between
 * calls. What is asked and not assigned stays outstanding and is asked again.
 */
public interface PlacementPolicy {
  /**
   * Places the requests of the view.
   *
   * @param random the only source of randomness
   * @return assignments of the view's requests to the view's nodes: never more than a request's
   *     count or the view's limits, never on a blacklisted node, in another partition or on a node
   *     that is smaller than the container; empty if nothing can be placed. If a request is left
   *     over, the reason says why
   */
  Decision<List<Assignment>> place(PlacementView view, Random random);

  /**
   * Returns about how many steps a decision on the view takes at most; {@link Long#MAX_VALUE} if
   * unknown. The daemon's own thread may run the short ones.
   */
  default long steps(PlacementView view) {
    return Long.MAX_VALUE;
  }
}
