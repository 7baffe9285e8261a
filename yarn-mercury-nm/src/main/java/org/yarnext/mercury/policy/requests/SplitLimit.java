// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestKey;

/**
 * A limit that keeps some containers guaranteed regardless of the {@link PercentageSplitPolicy}.
 */
public interface SplitLimit {
  /**
   * Limits how many containers the policy may divide.
   *
   * @param key the requested key
   * @param containers number of containers, 1 or more
   * @param isNew false if they have waited as guaranteed ones and are divided only now
   * @return number of containers that the policy may divide, 0 or more, and why they are fewer;
   *     null if it may divide all of them
   */
  Decision<Integer> limit(RequestKey key, int containers, boolean isNew);

  /** Returns whether opportunistic containers that are not granted yet are not requested now. */
  default boolean holdsDivided() {
    return false;
  }
}
