// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.control;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.FederationPolicyInitializationContext;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.policies.exceptions.FederationPolicyInitializationException;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.HydraPolicyManager;

/**
 * Validates the weights and parameters of a queue's federation policy before it is published. Not
 * thread-safe.
 */
final class PolicyValidator {
  private final FederationStateStoreFacade facade;
  private final FederationStateStore store;
  private final FederationConfiguration keys;

  PolicyValidator(FederationStateStoreFacade facade, FederationConfiguration keys) {
    this.facade = facade;
    this.store = facade.getStateStore();
    this.keys = keys;
  }

  /**
   * Checks that the state store has all the sub-clusters.
   *
   * @throws IllegalArgumentException if one is unknown
   */
  void checkKnown(Collection<String> subClusters) throws YarnException {
    Set<String> known = new HashSet<>();
    for (SubClusterInfo info :
        store.getSubClusters(GetSubClustersInfoRequest.newInstance(false)).getSubClusters()) {
      known.add(info.getSubClusterId().getId());
    }
    for (String subCluster : subClusters) {
      if (!known.contains(subCluster)) {
        throw new IllegalArgumentException(
            "the state store knows no sub-cluster " + subCluster + ", only " + known);
      }
    }
  }

  /**
   * Validates a policy by making it as YARN would, for the Router and for an AMRMProxy, and returns
   * it.
   *
   * @throws IllegalArgumentException if it is invalid; the message says why
   */
  SubClusterPolicyConfiguration checked(String queue, PolicyWeights weights) throws YarnException {
    if (queue.isEmpty() || queue.contains("/")) {
      throw new IllegalArgumentException("'" + queue + "' is not the name of a queue");
    }
    if (weights.homes().isEmpty() || weights.requests().isEmpty()) {
      throw new IllegalArgumentException("at least one weight must be above 0: " + weights);
    }
    Map<String, String> parameters = weights.parameters().values();
    Map<String, String> shares = FederationConfiguration.sharesIn(parameters);
    if (!shares.isEmpty() && !queue.equals(PolicyPublisher.ROOT)) {
      throw new IllegalArgumentException(
          "ResourceManagers follow what the policy of "
              + PolicyPublisher.ROOT
              + " says of shares, not of "
              + queue);
    }
    List<String> unknown = FederationConfiguration.unknownParameters(parameters.keySet());
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(String.join(" ", unknown));
    }
    try {
      Map<String, String> splitParameters = new HashMap<>(parameters);
      splitParameters.keySet().removeAll(shares.keySet());
      keys.splitSettings(splitParameters);
      keys.withShares(shares);
    } catch (InvalidConfigurationException e) {
      throw new IllegalArgumentException(String.join(" ", e.problems()), e);
    }
    checkKnown(weights.homes().keySet());
    checkKnown(weights.requests().keySet());
    HydraPolicyManager manager = new HydraPolicyManager();
    manager.setQueue(queue);
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    info.setRouterPolicyWeights(byId(weights.homes()));
    info.setAMRMPolicyWeights(byId(weights.requests()));
    manager.setWeightedPolicyInfo(info);
    try {
      SubClusterPolicyConfiguration policy = manager.serializeConf();
      policy.setParams(weights.parameters().addTo(policy.getParams()));
      SubClusterId home = SubClusterId.newInstance(Collections.min(weights.requests().keySet()));
      FederationPolicyInitializationContext context =
          new FederationPolicyInitializationContext(
              policy, facade.getSubClusterResolver(), facade, home);
      manager.getRouterPolicy(context, null);
      manager.getAMRMPolicy(context, null);
      return policy;
    } catch (FederationPolicyInitializationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static Map<SubClusterIdInfo, Float> byId(Map<String, Float> weights) {
    Map<SubClusterIdInfo, Float> byId = new HashMap<>();
    weights.forEach(
        (name, weight) -> {
          if (!(weight >= 0) || Float.isInfinite(weight)) {
            throw new IllegalArgumentException("the weight of " + name + " is " + weight);
          }
          byId.put(new SubClusterIdInfo(name), weight);
        });
    return byId;
  }
}
