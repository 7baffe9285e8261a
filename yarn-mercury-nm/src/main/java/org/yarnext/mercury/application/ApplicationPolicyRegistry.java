// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.queue.QueueSettings;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.policy.QueuePermissionPolicy;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.container.OpportunisticQuota;
import org.yarnext.mercury.policy.estimate.DefaultRunTimeEstimator;
import org.yarnext.mercury.policy.estimate.EstimateTolerance;
import org.yarnext.mercury.policy.estimate.RecurringJobKey;
import org.yarnext.mercury.policy.estimate.RecurringRunTimeCache;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.mercury.policy.estimate.RunTimeStatistics;
import org.yarnext.mercury.policy.overallocation.OverallocationStartPolicy;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.mercury.policy.requests.HybridPolicyRegistry;

/**
 * Registry of the policies, quotas and tolerances of applications, with their shared run times.
 * Thread-safe; only the run times, the rules of queues and what is set by others change.
 */
public final class ApplicationPolicyRegistry {
  private volatile QueueRules rules;
  private final EstimateTolerance tolerance;
  private final QueuePermissionPolicy claims;
  private final QueuePermissionPolicy overallocation;
  private final DefaultRunTimeEstimator typical = new DefaultRunTimeEstimator();
  private final RecurringRunTimeCache recurring = new RecurringRunTimeCache();

  /** Policies and quotas of queues, which may change while applications run. Immutable. */
  public static final class QueueRules {
    private final HybridPolicyRegistry choice;
    private final OpportunisticQuota quota;
    private final QueueSettings<OpportunisticQuota> quotas;
    private final int guaranteedAfterLosses;
    private final long assumedMs;
    private final boolean followed;

    /**
     * Creates rules.
     *
     * @param quota of queues that are not in {@code quotas}
     * @param guaranteedAfterLosses of applications that register from now on; 0: never
     * @param assumedMs run time assumed where nothing is known, in ms; 0: none
     * @param followed whether policies are applied; false in mode shadow
     */
    QueueRules(
        HybridPolicyRegistry choice,
        OpportunisticQuota quota,
        QueueSettings<OpportunisticQuota> quotas,
        int guaranteedAfterLosses,
        long assumedMs,
        boolean followed) {
      this.choice = choice;
      this.quota = quota;
      this.quotas = quotas;
      this.guaranteedAfterLosses = guaranteedAfterLosses;
      this.assumedMs = assumedMs;
      this.followed = followed;
    }

    /** Returns the rules of a configuration, by the modes that it has now. */
    static QueueRules of(MercuryConfiguration c) {
      FeatureMode hybrid = c.hybridMode();
      boolean bounds = hybrid.acts() || c.placementMode().acts();
      return new QueueRules(
          hybrid.decides() ? c.policyChoice() : HybridPolicyRegistry.NOTHING,
          bounds ? c.quota() : OpportunisticQuota.NONE,
          bounds ? c.quotas() : QueueSettings.parse("", text -> OpportunisticQuota.NONE),
          hybrid.decides() ? c.guaranteedAfterLosses() : 0,
          c.assumedRunTimeMs(),
          hybrid.acts());
    }

    /**
     * Returns rules whose policies are evaluated but not applied; quotas still bind the placing
     * component.
     */
    QueueRules inShadow() {
      return new QueueRules(choice, quota, quotas, guaranteedAfterLosses, assumedMs, false);
    }

    /** Returns whether policies are applied; false in mode shadow. */
    boolean followed() {
      return followed;
    }
  }

  /**
   * Tests whether a node has room for a size; set by the component that places containers in this
   * daemon.
   */
  private volatile Predicate<ResourceVector> nodes = size -> true;

  /** Set by the component that knows the scheduler. */
  private volatile WaitingDemandSource demand = WaitingDemandSource.UNKNOWN;

  /** Finds the rack of a node, null if unknown; set by a component that knows all nodes. */
  private volatile Function<NodeId, String> racks = node -> null;

  /** Tests whether a queue may request a node label; set by a component that knows the labels. */
  private volatile BiPredicate<String, String> labels = (queue, label) -> true;

  /** Creates a registry. */
  public ApplicationPolicyRegistry(
      QueueRules rules,
      EstimateTolerance tolerance,
      QueuePermissionPolicy claims,
      QueuePermissionPolicy overallocation) {
    this.overallocation = overallocation;
    this.rules = rules;
    this.tolerance = tolerance;
    this.claims = claims;
  }

  /** Replaces the policies and quotas of queues. */
  void replace(QueueRules newRules) {
    rules = newRules;
  }

  /** Returns the rules of queues, a different object after each {@link #replace}. */
  QueueRules rules() {
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

  OpportunisticQuota quota(String queue) {
    QueueRules now = rules;
    OpportunisticQuota ofQueue = now.quotas.get(queue);
    return ofQueue == null ? now.quota : ofQueue;
  }

  /**
   * Sets the test for node sizes, by which containers that no node could ever start stay
   * guaranteed.
   *
   * @param haveRoomFor whether any node could ever start a container of a size; called under the
   *     locks of applications' records, so it must take no lock
   */
  public void nodes(Predicate<ResourceVector> haveRoomFor) {
    nodes = haveRoomFor;
  }

  /**
   * Sets the source of the cluster's waiting demand, by which policies keep requests guaranteed.
   */
  public void demand(WaitingDemandSource source) {
    demand = source;
  }

  /** Returns whether this daemon has the scheduler, which can be asked for requests it has. */
  boolean isAtScheduler() {
    return demand != WaitingDemandSource.UNKNOWN;
  }

  WaitingDemandSource demand() {
    return demand;
  }

  /**
   * Sets how the rack of a node is found, so that a grant makes only the count in that rack
   * uncertain.
   *
   * @param find returns null if the rack is unknown; called under the locks of applications'
   *     records, so it must take no lock
   */
  public void racks(Function<NodeId, String> find) {
    racks = find;
  }

  /**
   * Sets the test for node labels. Guaranteed requests with others are left to the scheduler, which
   * refuses them.
   *
   * @param areAccepted whether the scheduler accepts a label from a queue, named by its path
   */
  public void labels(BiPredicate<String, String> areAccepted) {
    labels = areAccepted;
  }

  /** Returns whether the scheduler accepts a label from a queue; true if unknown here. */
  boolean acceptsLabel(String queue, String label) {
    return labels.test(queue, label);
  }

  /** Returns the rack of a node; null if unknown. */
  String rack(NodeId node) {
    return racks.apply(node);
  }

  boolean nodesHaveRoomFor(ResourceVector size) {
    return nodes.test(size);
  }

  EstimateTolerance tolerance() {
    return tolerance;
  }

  /**
   * Returns the allocation tags that tell a container's node what the application's queue permits;
   * there are some only if queues differ.
   */
  Set<String> queueTags(String queue) {
    boolean acceptsClaims = claims.signs(queue);
    boolean allows = overallocation.signs(queue);
    if (!acceptsClaims && !allows) {
      return Collections.emptySet(); // in most calls
    }
    Set<String> tags = new TreeSet<>();
    if (acceptsClaims) {
      tags.add(RunTimeHint.CLAIMS_ACCEPTED);
    }
    if (allows) {
      tags.add(OverallocationStartPolicy.ALLOWED_TAG);
    }
    return tags;
  }

  /** Returns the estimator of typical run times, learnt from all applications. */
  public DefaultRunTimeEstimator typical() {
    return typical;
  }

  /** Records that a container of a recurring job ran to its end; does nothing without a job. */
  void observe(RecurringJobKey job, int priority, long ranMs) {
    if (job != null) {
      recurring.observe(job, priority, ranMs, Time.monotonicNow());
    }
  }

  /** Returns the run times of earlier runs of a job; null if unknown, or without a job. */
  RunTimeStatistics earlier(RecurringJobKey job, int priority) {
    return job == null ? null : recurring.find(job, priority, Time.monotonicNow());
  }

  /** Returns the run time assumed where nothing is known, in ms; 0 if none is. */
  long assumedMs() {
    return rules.assumedMs;
  }

  int guaranteedAfterLosses() {
    return rules.guaranteedAfterLosses;
  }
}
