// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.shedding;

import java.util.List;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.GuardedPolicy;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.queue.OpportunisticQueue;

/**
 * Chooses the waiting containers that leave an overloaded node, so that their applications request
 * them again and they are placed elsewhere (Mercury section 4.3, dynamic re-balancing).
 *
 * <p>Rules: only containers of {@code inOrder} are returned, each once, no more than the limits
 * require and never more than {@code maxShed}. An empty list means that nothing is shed. Called by
 * one thread at a time.
 */
public interface SheddingPolicy extends GuardedPolicy {

  /**
   * Chooses the containers to shed.
   *
   * @param inOrder the waiting containers, first to run first
   * @param work the sum of their estimated run times multiplied by their resources
   * @param capacity the resources available to opportunistic containers
   * @param fixedWaitMs the part of the estimated wait that shedding does not change, in ms; the
   *     wait is this plus {@link OpportunisticQueue.Work#drainMs} of the capacity
   * @param limits the limits in force
   * @param maxShed maximum number of containers to shed at once
   * @return the ids of the containers to shed
   */
  Decision<List<String>> decide(
      List<ContainerView> inOrder,
      OpportunisticQueue.Work work,
      ResourceVector capacity,
      double fixedWaitMs,
      SheddingLimits limits,
      int maxShed);
}
