// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;

/**
 * Policy that decides how many of the new containers of a key are opportunistic. Called once for
 * each increase.
 */
public interface PercentageSplitPolicy {
  /**
   * Decides how many containers are opportunistic.
   *
   * @param key the requested key
   * @param containers number of containers, 1 or more
   * @return 0 to {@code containers}, the others are guaranteed; with a reason that {@link
   *     RequestReason#isPreliminary is preliminary} if the decision may change
   */
  Decision<Integer> opportunistic(RequestKey key, int containers);
}
