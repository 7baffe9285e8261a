// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering;

import java.util.HashMap;
import java.util.Map;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;

/**
 * Decision of one round for all nodes, of which each node uses its own entries. Only the round
 * writes to it.
 */
final class SteeringDecision {
  /** Approved amounts in millicores, by container. */
  final Map<String, Double> approved = new HashMap<>();

  final Map<JobPhase, PhaseUsage> phases = new HashMap<>();

  /**
   * Versions of the nodes' allocations that the decision is based on; nodes without a decision are
   * missing.
   */
  final Map<String, Long> grants = new HashMap<>();

  /** Run times from start to end in ms, by container. */
  final Map<String, Double> totals = new HashMap<>();
}
