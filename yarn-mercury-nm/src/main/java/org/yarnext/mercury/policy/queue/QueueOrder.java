// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import org.yarnext.common.decision.GuardedPolicy;
import org.yarnext.mercury.policy.ContainerView;

/**
 * Orders the waiting opportunistic containers of a node (Mercury section 4.3, queue reordering).
 *
 * <p>Rules: the answer depends on the two views alone, it is a total preorder, and it does not
 * change while both wait; the queue breaks ties by arrival and then by id. Called by one thread at
 * a time. An implementation outside this package needs a public constructor without parameters.
 */
public interface QueueOrder extends GuardedPolicy {

  /**
   * Compares two containers: negative if {@code a} runs before {@code b}, positive if after, 0 if
   * the arrival order decides.
   */
  int compare(ContainerView a, ContainerView b);
}
