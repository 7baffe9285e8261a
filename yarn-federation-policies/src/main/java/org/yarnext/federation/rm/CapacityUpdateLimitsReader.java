// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.rm;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.control.PolicyParameters;
import org.yarnext.federation.control.PolicyPublicationStore;
import org.yarnext.federation.control.PolicyPublisher;

/**
 * Reads by how much and how often capacities may change in this sub-cluster ({@code share.max-step}
 * and others): as configured, unless the root queue's policy says otherwise (Hydra section 3.2). A
 * policy staged here takes precedence over the one in force. Not thread-safe.
 */
final class CapacityUpdateLimitsReader {
  private static final Logger LOG = LoggerFactory.getLogger(CapacityUpdateLimitsReader.class);

  private final FederationConfiguration configured;
  private final PolicyPublicationStore policies;
  private final PolicyLookup inForce;
  private final String subCluster;
  private final EventCounter taken;
  private final EventCounter refused;
  private Map<String, String> known = Collections.emptyMap();
  private FederationConfiguration now;

  /** Reads policies in force from the federation's state store. */
  interface PolicyLookup {
    /** Returns the policy of a queue, or null if it has none. */
    SubClusterPolicyConfiguration of(String queue) throws YarnException;
  }

  CapacityUpdateLimitsReader(
      FederationConfiguration configured,
      PolicyPublicationStore policies,
      PolicyLookup inForce,
      String subCluster,
      FeatureMetrics metrics) {
    this.configured = configured;
    this.policies = policies;
    this.inForce = inForce;
    this.subCluster = subCluster;
    now = configured;
    taken = metrics.counter("PoliciesAdopted", "Published share parameters adopted");
    refused = metrics.counter("PoliciesRefused", "Published share parameters refused");
  }

  /** Returns the configuration with the limits read last. */
  FederationConfiguration now() {
    return now;
  }

  /**
   * Returns the policy in force. The last published one may not be: its publication may have
   * failed, and YARN's own tools publish, too.
   */
  private SubClusterPolicyConfiguration inForce() throws IOException {
    try {
      return inForce.of(PolicyPublisher.ROOT);
    } catch (YarnException e) {
      throw new IOException("the policy of " + PolicyPublisher.ROOT + " cannot be read", e);
    }
  }

  /**
   * Reads the published limits. Invalid ones change nothing.
   *
   * @return whether the limits changed
   * @throws IOException if the store does not respond; then the limits read last stay
   */
  boolean read() throws IOException {
    SubClusterPolicyConfiguration policy = policies.staged(subCluster, PolicyPublisher.ROOT);
    if (policy == null && policies.isPublished(PolicyPublisher.ROOT)) { // else it has no limits
      policy = inForce();
    }
    Map<String, String> found =
        policy == null
            ? Collections.emptyMap()
            : FederationConfiguration.sharesIn(PolicyParameters.in(policy.getParams()).values());
    if (found.equals(known)) {
      return false;
    }
    known = found;
    try {
      now = configured.withShares(found);
    } catch (InvalidConfigurationException e) {
      refused.increment();
      LOG.warn(
          "Published share parameters are refused; the previous ones stay in force: {}",
          e.getMessage());
      return false;
    }
    taken.increment();
    LOG.info("Shares are now enforced with {}", found);
    return true;
  }
}
