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
 * Hooks the AMRMProxy's division of asks over sub-clusters (Hydra section 4.1): by the ledger that
 * {@link SplitInterceptor} keeps for the application, or as stock where there is none, it is off,
 * in shadow, or has failed for this application. A policy that is published for the queue while the
 * application runs is taken over.
 *
 * <p>One for each application attempt; asks come on the application's thread, answers on others.
 */
public final class SplitPolicy extends LocalityMulticastAMRMProxyPolicy {
  private volatile SplitSession session;

  /** A policy of another manager that was published while the application runs; null if none. */
  private volatile FederationAMRMProxyPolicy other;

  @Override
  public void reinitialize(FederationPolicyInitializationContext context)
      throws FederationPolicyInitializationException {
    super.reinitialize(context);
    SplitSession handed = SplitSession.handedOver();
    if (handed != null) {
      session = handed;
      SubClusterPolicyConfiguration known = context.getSubClusterPolicyConfiguration();
      handed.begins(
          context.getFederationStateStoreFacade().getStateStore(),
          // YARN has put the policy's class here in place of the manager's, which is stored.
          SubClusterPolicyConfiguration.newInstance(
              known.getQueue(), HydraPolicyManager.class.getName(), known.getParams()),
          context.getHomeSubcluster());
    }
  }

  /** Changes to a policy that was published, of this class or any other, if it is a valid one. */
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
      session.goBy(rules);
      other = null;
    } else {
      session.ledger().giveUp();
      other = made;
    }
  }

  @Override
  public Map<SubClusterId, List<ResourceRequest>> splitResourceRequests(
      List<ResourceRequest> asked, Set<SubClusterId> timedOut) throws YarnException {
    SplitSession now = session;
    if (now != null) {
      now.follow(this::take);
      Map<SubClusterId, List<ResourceRequest>> ours =
          now.ledger().split(asked, () -> places(now.activeSubClusters(), timedOut), nowMs());
      if (ours != null) {
        return ours;
      }
    }
    Map<SubClusterId, List<ResourceRequest>> stocks = splitAsStock(asked, timedOut);
    return now == null ? stocks : now.ledger().takingBack(stocks);
  }

  private Map<SubClusterId, List<ResourceRequest>> splitAsStock(
      List<ResourceRequest> asked, Set<SubClusterId> timedOut) throws YarnException {
    List<ResourceRequest> asks = new ArrayList<>(asked);
    asks.removeIf(FederatedRequestCodec::isNudge);
    if (asks.isEmpty()) {
      return Collections.emptyMap();
    }
    FederationAMRMProxyPolicy instead = other;
    return instead == null
        ? super.splitResourceRequests(asks, timedOut)
        : instead.splitResourceRequests(asks, timedOut);
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
   * @param known the active sub-clusters; null if nobody knows yet, when all are taken for it that
   *     the policy names
   */
  private SplitLedgerAdapter.Places places(Set<SubClusterId> known, Set<SubClusterId> timedOut) {
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
    return new SplitLedgerAdapter.Places(
        active,
        leaving,
        timedOut,
        getPolicyContext().getHomeSubcluster(),
        getPolicyContext().getFederationSubclusterResolver());
  }

  /** The application's ledger by name; empty without. */
  Map<String, Long> counts() {
    SplitSession now = session;
    return now == null ? Collections.emptyMap() : now.ledger().counts();
  }

  static long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
