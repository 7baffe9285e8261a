// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.Collection;
import java.util.function.Predicate;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.queue.QueueSettings;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.container.OpportunisticQuota;
import org.yarnext.mercury.policy.estimate.DeclaredRunTimePolicy;
import org.yarnext.mercury.policy.estimate.DefaultRunTimeEstimator;
import org.yarnext.mercury.policy.estimate.EstimateTolerance;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.mercury.policy.requests.HybridPolicyRegistry;

/**
 * Registry of the policies, quotas and tolerances of applications, with their shared run times.
 * Thread-safe; only the run times, the rules of queues and the test for node sizes change.
 */
public final class ApplicationPolicyRegistry {
  private volatile QueueRules rules;
  private final EstimateTolerance tolerance;
  private final DeclaredRunTimePolicy claims;
  private final int guaranteedAfterLosses;
  private final DefaultRunTimeEstimator typical;
  private final boolean followed;

  /** The policies and quotas of queues. Immutable. */
  private static final class QueueRules {
    final HybridPolicyRegistry choice;
    final OpportunisticQuota quota;
    final QueueSettings<OpportunisticQuota> quotas;

    QueueRules(
        HybridPolicyRegistry choice,
        OpportunisticQuota quota,
        QueueSettings<OpportunisticQuota> quotas) {
      this.choice = choice;
      this.quota = quota;
      this.quotas = quotas;
    }
  }

  /**
   * Tests whether a node has room for a size; set by the component that places containers in this
   * daemon.
   */
  private volatile Predicate<ResourceVector> nodes = size -> true;

  /**
   * Creates a registry.
   *
   * @param quota of queues that are not in {@code quotas}
   * @param guaranteedAfterLosses 0: never
   */
  public ApplicationPolicyRegistry(
      HybridPolicyRegistry choice,
      OpportunisticQuota quota,
      QueueSettings<OpportunisticQuota> quotas,
      EstimateTolerance tolerance,
      DeclaredRunTimePolicy claims,
      int guaranteedAfterLosses) {
    this(
        new QueueRules(choice, quota, quotas),
        tolerance,
        claims,
        guaranteedAfterLosses,
        new DefaultRunTimeEstimator(),
        true);
  }

  private ApplicationPolicyRegistry(
      QueueRules rules,
      EstimateTolerance tolerance,
      DeclaredRunTimePolicy claims,
      int guaranteedAfterLosses,
      DefaultRunTimeEstimator typical,
      boolean followed) {
    this.rules = rules;
    this.tolerance = tolerance;
    this.claims = claims;
    this.guaranteedAfterLosses = guaranteedAfterLosses;
    this.typical = typical;
    this.followed = followed;
  }

  /**
   * Returns a copy whose policies are evaluated but not applied; quotas still bind the placing
   * component.
   */
  ApplicationPolicyRegistry inShadow() {
    return new ApplicationPolicyRegistry(
        rules, tolerance, claims, guaranteedAfterLosses, typical, false);
  }

  /** Replaces the policies and quotas of queues. */
  void replace(
      HybridPolicyRegistry choice,
      OpportunisticQuota quota,
      QueueSettings<OpportunisticQuota> quotas) {
    rules = new QueueRules(choice, quota, quotas);
  }

  /** Returns the rules of queues, a different object after each {@link #replace}. */
  Object rules() {
    return rules;
  }

  Decision<HybridPolicy> policy(Collection<String> tags, String queue) {
    return rules.choice.choose(tags, queue);
  }

  /**
   * Returns whether all requests of an application stay as stated, whatever run times are learnt.
   */
  boolean dividesNothing(Collection<String> tags, String queue) {
    return policy(tags, queue).value().equals(HybridPolicy.ONLY_GUARANTEED);
  }

  /** Returns whether policies are applied; false in mode shadow. */
  boolean followed() {
    return followed;
  }

  OpportunisticQuota quota(String queue) {
    QueueRules now = rules;
    OpportunisticQuota ofQueue = now.quotas.get(queue);
    return ofQueue == null ? now.quota : ofQueue;
  }

  /**
   * Sets the test for node sizes.
   *
   * @param haveRoomFor whether any node could ever start a container of a size; called under the
   *     locks of applications' records, so it must take no lock
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

  /** Returns whether nodes must be told that a queue accepts declared run times. */
  boolean acceptsClaims(String queue) {
    return claims.signs(queue);
  }

  DefaultRunTimeEstimator typical() {
    return typical;
  }

  int guaranteedAfterLosses() {
    return guaranteedAfterLosses;
  }
}
