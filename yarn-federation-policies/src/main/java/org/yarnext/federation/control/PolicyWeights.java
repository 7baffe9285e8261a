// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.control;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The weights of sub-clusters for the Router's and the AMRMProxy's policy of a queue, and the
 * policy's parameters, as an operator writes them in a command. Immutable.
 */
public final class PolicyWeights {
  private final Map<String, Float> homes;
  private final Map<String, Float> requests;

  private final PolicyParameters parameters;

  private PolicyWeights(
      Map<String, Float> homes, Map<String, Float> requests, PolicyParameters parameters) {
    this.homes = homes;
    this.requests = requests;
    this.parameters = parameters;
  }

  /**
   * Returns weights without parameters. The weights are not validated here.
   *
   * @param homes share of applications that each sub-cluster receives, by name; 0 or more
   * @param requests share of requests that each sub-cluster receives, by name; 0 or more
   */
  public static PolicyWeights of(Map<String, Float> homes, Map<String, Float> requests) {
    return new PolicyWeights(
        Collections.unmodifiableMap(new TreeMap<>(homes)),
        Collections.unmodifiableMap(new TreeMap<>(requests)),
        PolicyParameters.of(Collections.emptyMap()));
  }

  /** Returns these weights with other parameters; parameters that are absent are as configured. */
  public PolicyWeights with(PolicyParameters newParameters) {
    return new PolicyWeights(homes, requests, newParameters);
  }

  /** Returns the weights for applications by sub-cluster name, unmodifiable. */
  public Map<String, Float> homes() {
    return homes;
  }

  /** Returns the weights for requests by sub-cluster name, unmodifiable. */
  public Map<String, Float> requests() {
    return requests;
  }

  public PolicyParameters parameters() {
    return parameters;
  }

  @Override
  public String toString() {
    String weights = "homes " + homes + ", requests " + requests;
    return parameters.values().isEmpty() ? weights : weights + ", parameters " + parameters;
  }
}
