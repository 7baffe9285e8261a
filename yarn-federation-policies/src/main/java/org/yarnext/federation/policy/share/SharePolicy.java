// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import org.yarnext.common.decision.Decision;

/**
 * A policy that determines how much of each sub-cluster each queue may use (Hydra section 4.2).
 *
 * <p>Implementations keep no state, may be called by several threads, and answer the same to the
 * same view. No amount is negative or above the queue's demand there, and no sub-cluster gives more
 * than it has. A decision takes well below a second at 5,000 queues in 20 sub-clusters, unless the
 * implementation says that it is for simulations only.
 */
public interface SharePolicy {
  /**
   * @param view not null
   * @return the shares of all queues, never null; without demand or capacity all are 0
   */
  Decision<GlobalQueueShares> decide(ShareView view);
}
