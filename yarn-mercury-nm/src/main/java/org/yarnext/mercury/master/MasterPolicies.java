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
package org.yarnext.mercury.master;

import java.util.Collection;
import java.util.function.Predicate;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.queue.QueueSettings;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.TypicalRun;
import org.yarnext.mercury.policy.asks.ClaimsRule;
import org.yarnext.mercury.policy.asks.EstimateTolerance;
import org.yarnext.mercury.policy.asks.HybridPolicy;
import org.yarnext.mercury.policy.asks.OpportunisticQuota;
import org.yarnext.mercury.policy.asks.PolicyChoice;

/**
 * Which policy, quota and tolerance an application gets, and what applications learn from each
 * other. Immutable but for the latter, the rules of queues and the nodes that are there;
 * thread-safe.
 */
public final class MasterPolicies {
  private volatile QueueRules rules;
  private final EstimateTolerance tolerance;
  private final ClaimsRule claims;
  private final int guaranteedAfterLosses;
  private final TypicalRun typical;
  private final boolean followed;

  /** The policies and quotas of queues. Immutable. */
  private static final class QueueRules {
    final PolicyChoice choice;
    final OpportunisticQuota quota;
    final QueueSettings<OpportunisticQuota> quotas;

    QueueRules(
        PolicyChoice choice, OpportunisticQuota quota, QueueSettings<OpportunisticQuota> quotas) {
      this.choice = choice;
      this.quota = quota;
      this.quotas = quotas;
    }
  }

  /** Of whoever places in this daemon and knows nodes' sizes. */
  private volatile Predicate<ResourceVector> nodes = size -> true;

  /**
   * @param quota of queues that are not in {@code quotas}
   * @param guaranteedAfterLosses 0: never
   */
  public MasterPolicies(
      PolicyChoice choice,
      OpportunisticQuota quota,
      QueueSettings<OpportunisticQuota> quotas,
      EstimateTolerance tolerance,
      ClaimsRule claims,
      int guaranteedAfterLosses) {
    this(
        new QueueRules(choice, quota, quotas),
        tolerance,
        claims,
        guaranteedAfterLosses,
        new TypicalRun(),
        true);
  }

  private MasterPolicies(
      QueueRules rules,
      EstimateTolerance tolerance,
      ClaimsRule claims,
      int guaranteedAfterLosses,
      TypicalRun typical,
      boolean followed) {
    this.rules = rules;
    this.tolerance = tolerance;
    this.claims = claims;
    this.guaranteedAfterLosses = guaranteedAfterLosses;
    this.typical = typical;
    this.followed = followed;
  }

  /** The same, with policies to be asked and not followed; quotas bound whoever places. */
  MasterPolicies inShadow() {
    return new MasterPolicies(rules, tolerance, claims, guaranteedAfterLosses, typical, false);
  }

  /** From now on these are the policies and quotas of queues. */
  void replace(
      PolicyChoice choice, OpportunisticQuota quota, QueueSettings<OpportunisticQuota> quotas) {
    rules = new QueueRules(choice, quota, quotas);
  }

  /** Another object after each {@link #replace}. */
  Object rules() {
    return rules;
  }

  Decision<HybridPolicy> policy(Collection<String> tags, String queue) {
    return rules.choice.choose(tags, queue);
  }

  /** False in mode shadow. */
  boolean followed() {
    return followed;
  }

  OpportunisticQuota quota(String queue) {
    QueueRules now = rules;
    OpportunisticQuota ofQueue = now.quotas.get(queue);
    return ofQueue == null ? now.quota : ofQueue;
  }

  /**
   * @param haveRoomFor whether any node could ever start a container of a size; asked under the
   *     locks of applications' records, so it may take none
   */
  void nodes(Predicate<ResourceVector> haveRoomFor) {
    nodes = haveRoomFor;
  }

  boolean nodesHaveRoomFor(ResourceVector size) {
    return nodes.test(size);
  }

  EstimateTolerance tolerance() {
    return tolerance;
  }

  /** Whether nodes are to be told that a queue accepts declared run times. */
  boolean acceptsClaims(String queue) {
    return claims.signs(queue);
  }

  TypicalRun typical() {
    return typical;
  }

  int guaranteedAfterLosses() {
    return guaranteedAfterLosses;
  }
}
