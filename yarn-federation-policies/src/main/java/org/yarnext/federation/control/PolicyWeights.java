// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.control;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The weights of a policy and its parameters, as an operator writes them. Immutable. */
public final class PolicyWeights {
  private final Map<String, Float> homes;
  private final Map<String, Float> asks;

  private final PolicyParameters parameters;

  private PolicyWeights(
      Map<String, Float> homes, Map<String, Float> asks, PolicyParameters parameters) {
    this.homes = homes;
    this.asks = asks;
    this.parameters = parameters;
  }

  /**
   * @param homes by sub-cluster, how much of the applications it gets, 0 or more
   * @param asks by sub-cluster, how much of what applications ask for it gets, 0 or more
   */
  public static PolicyWeights of(Map<String, Float> homes, Map<String, Float> asks) {
    return new PolicyWeights(
        Collections.unmodifiableMap(new TreeMap<>(homes)),
        Collections.unmodifiableMap(new TreeMap<>(asks)),
        PolicyParameters.of(Collections.emptyMap()));
  }

  /** The same weights with these parameters alone; what is not among them is as configured. */
  public PolicyWeights with(PolicyParameters newParameters) {
    return new PolicyWeights(homes, asks, newParameters);
  }

  /** Unmodifiable, by name. */
  public Map<String, Float> homes() {
    return homes;
  }

  /** Unmodifiable, by name. */
  public Map<String, Float> asks() {
    return asks;
  }

  public PolicyParameters parameters() {
    return parameters;
  }

  @Override
  public String toString() {
    String weights = "homes " + homes + ", asks " + asks;
    return parameters.values().isEmpty() ? weights : weights + ", parameters " + parameters;
  }
}
