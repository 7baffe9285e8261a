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
package org.yarnext.orchestrator.policy.estimate;

import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Gives every task the mean of what the tasks of its phase and job use (section III-B2). */
public final class UniformEstimator implements UsageEstimator {
  @Override
  public Decision<Double> estimate(
      ResourceKind kind, UsageHistory own, PhaseUsage phase, double aheadMs) {
    double mean = phase.mean(kind);
    return mean >= 0
        ? Decision.of(mean, UsageEstimateReason.ESTIMATE_UNIFORM).with("peers", phase.tasks())
        : Decision.of(null, UsageEstimateReason.ESTIMATE_UNKNOWN);
  }
}
