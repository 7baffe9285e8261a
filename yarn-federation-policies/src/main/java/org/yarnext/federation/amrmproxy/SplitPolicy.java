// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyInitializationContext;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyUtils;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.FederationAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.policies.amrmproxy.LocalityMulticastAMRMProxyPolicy;
import org.apache.hadoop.yarn.server.federation.policies.exceptions.FederationPolicyInitializationException;
import org.apache.hadoop.yarn.server.federation.policies.manager.FederationPolicyManager;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.amrmproxy.ledger.FederatedRequestCodec;
import org.yarnext.federation.amrmproxy.ledger.SplitLedgerAdapter;
import org.yarnext.federation.policy.split.SplitSettings;

/**
 * AMRMProxy policy of YARN federation that divides an application's requests over sub-clusters as
 * the ledger of its {@link SplitSession} says (Hydra section 4.1). It divides as stock if there is
 * no ledger, the mode is off or shadow, or the ledger failed for this application. It takes over a
 * policy that is published for the queue while the application runs.
 *
 * <p>There is one instance for each application attempt. Requests arrive on the application's
 * thread, responses on other threads.
 */
public final class SplitPolicy extends LocalityMulticastAMRMProxyPolicy {
  private volatile SplitSession session;

  /** A published policy of another class, which replaces this one; null if there is none. */
  private volatile FederationAMRMProxyPolicy other;

  @Override
  public void reinitialize(FederationPolicyInitializationContext context)
      throws FederationPolicyInitializationException {
    super.reinitialize(context);
    SplitSession current = SplitSession.current();
    if (current != null) {
      session = current;
      SubClusterPolicyConfiguration known = context.getSubClusterPolicyConfiguration();
      current.start(
          context.getFederationStateStoreFacade().getStateStore(),
          // YARN replaced the stored manager's class by the policy's class here.
          SubClusterPolicyConfiguration.newInstance(
              known.getQueue(), HydraPolicyManager.class.getName(), known.getParams()),
          context.getHomeSubcluster());
    }
  }

  /**
   * Takes over a published policy, of this class or another one.
   *
   * @throws YarnException if the policy is invalid; then nothing changes
   */
  private void take(SubClusterPolicyConfiguration next) throws YarnException {
    FederationPolicyInitializationContext now = getPolicyContext();
    FederationPolicyInitializationContext then =
        new FederationPolicyInitializationContext(
            next,
            now.getFederationSubclusterResolver(),
            now.getFederationStateStoreFacade(),
            now.getHomeSubcluster());
    FederationPolicyManager manager =
        FederationPolicyUtils.instantiatePolicyManager(next.getType());
    manager.setQueue(next.getQueue());
    FederationAMRMProxyPolicy made = manager.getAMRMPolicy(then, null);
    if (made instanceof SplitPolicy) {
      SplitSettings rules = session.rules(next);
      manager.getAMRMPolicy(then, this);
      session.setSettings(rules);
      other = null;
    } else {
      session.ledger().giveUp();
      other = made;
    }
  }

  @Override
  public Map<SubClusterId, List<ResourceRequest>> splitResourceRequests(
      List<ResourceRequest> requested, Set<SubClusterId> timedOut) throws YarnException {
    SplitSession now = session;
    if (now != null) {
      now.takePublished(this::take);
      Map<SubClusterId, List<ResourceRequest>> ours =
          now.ledger().split(requested, () -> places(now.activeSubClusters(), timedOut), nowMs());
      if (ours != null) {
        return ours;
      }
    }
    Map<SubClusterId, List<ResourceRequest>> stocks = splitAsStock(requested, timedOut);
    return now == null ? stocks : now.ledger().withWithdrawals(stocks);
  }

  private Map<SubClusterId, List<ResourceRequest>> splitAsStock(
      List<ResourceRequest> requested, Set<SubClusterId> timedOut) throws YarnException {
    List<ResourceRequest> requests = new ArrayList<>(requested);
    requests.removeIf(FederatedRequestCodec::isNudge);
    if (requests.isEmpty()) {
      return Collections.emptyMap();
    }
    FederationAMRMProxyPolicy instead = other;
    return instead == null
        ? super.splitResourceRequests(requests, timedOut)
        : instead.splitResourceRequests(requests, timedOut);
  }

  @Override
  public void notifyOfResponse(SubClusterId from, AllocateResponse response) throws YarnException {
    super.notifyOfResponse(from, response);
    FederationAMRMProxyPolicy instead = other;
    if (instead != null) {
      instead.notifyOfResponse(from, response);
    }
    SplitSession now = session;
    if (now != null) {
      now.answered(from, response);
    }
  }

  /**
   * Returns the sub-clusters to divide over.
   *
   * @param known the active sub-clusters; null if unknown, when every sub-cluster that the policy
   *     names counts as active
   */
  private SplitLedgerAdapter.Destinations places(
      Set<SubClusterId> known, Set<SubClusterId> timedOut) {
    Map<SubClusterIdInfo, Float> weights = getPolicyInfo().getAMRMPolicyWeights();
    Set<SubClusterId> ids = known;
    if (ids == null) {
      ids = new HashSet<>();
      for (SubClusterIdInfo named : weights.keySet()) {
        ids.add(named.toId());
      }
    }
    Map<SubClusterId, Float> active = new HashMap<>();
    Set<SubClusterId> leaving = new HashSet<>();
    for (SubClusterId id : ids) {
      Float weight = weights.get(new SubClusterIdInfo(id));
      if (weight != null && weight > 0) {
        active.put(id, weight);
      } else {
        leaving.add(id);
      }
    }
    return new SplitLedgerAdapter.Destinations(
        active,
        leaving,
        timedOut,
        getPolicyContext().getHomeSubcluster(),
        getPolicyContext().getFederationSubclusterResolver());
  }

  /** Returns the counts of the application's ledger by name; empty without a ledger. */
  Map<String, Long> counts() {
    SplitSession now = session;
    return now == null ? Collections.emptyMap() : now.ledger().counts();
  }

  /** Returns the monotonic time in ms. */
  static long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
