// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.List;
import java.util.Random;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.placement.ranking.Assignment;

/**
 * Chooses the nodes of an application's opportunistic containers.
 *
 * <p>Called by many threads at once and on any of them; implementations keep no state between
 * calls. Containers that are not assigned stay outstanding and are requested again.
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
