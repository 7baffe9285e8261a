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
package org.yarnext.tools.simulate.world.steering;

import java.util.HashMap;
import java.util.Map;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;

/** Decision of a round for all nodes; each takes what is its own. Filled by the round alone. */
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
