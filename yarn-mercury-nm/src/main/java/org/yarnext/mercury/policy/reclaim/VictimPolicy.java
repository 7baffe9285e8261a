// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.reclaim;

import java.util.List;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.GuardedPolicy;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Chooses the running opportunistic containers that are stopped to make room for a guaranteed one
 * (Mercury section 3.4, GUARANTEED - QUEUEABLE).
 *
 * <p>Rules: only candidates are returned, each once. Together they free the need completely, and
 * none of them could be left out. An empty list means that stopping all candidates would not be
 * enough; Mercury then stops nothing. {@link MinimalVictimSelector} keeps these rules for any order
 * of preference. Called by one thread at a time.
 */
public interface VictimPolicy extends GuardedPolicy {

  /**
   * Chooses the containers to stop.
   *
   * @param candidates running opportunistic containers that are not yet being stopped, oldest start
   *     first
   * @param need the resources to free; a component that is not positive is not needed
   * @param nowMs the node's clock, in ms
   * @return the ids of the containers to stop
   */
  Decision<List<String>> decide(List<ContainerView> candidates, ResourceVector need, long nowMs);
}
