// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation;

import org.apache.hadoop.yarn.server.federation.policies.manager.WeightedLocalityPolicyManager;
import org.yarnext.federation.amrmproxy.SplitPolicy;
import org.yarnext.federation.router.HomeRouterPolicy;

/**
 * A YARN policy manager that names the Router and AMRMProxy policies of this module: the class to
 * put into {@code yarn.federation.policy-manager}, or to store for a queue with {@code yarn
 * routeradmin -policy}. Its parameters are the weights of the stock WeightedLocalityPolicyManager,
 * and {@link org.yarnext.federation.control.PolicyParameters} that are published with them.
 *
 * <p>Not thread-safe, as YARN's own; made anew for each use.
 */
public final class HydraPolicyManager extends WeightedLocalityPolicyManager {
  public HydraPolicyManager() {
    routerFederationPolicy = HomeRouterPolicy.class;
    amrmProxyFederationPolicy = SplitPolicy.class;
  }
}
