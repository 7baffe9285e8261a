// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation;

import org.apache.hadoop.yarn.server.federation.policies.manager.WeightedLocalityPolicyManager;
import org.yarnext.federation.amrmproxy.SplitPolicy;
import org.yarnext.federation.router.HomeRouterPolicy;

/**
 * A YARN policy manager that names the Router and AMRMProxy policies of this module. Set it in
 * {@code yarn.federation.policy-manager}, or store it for a queue with {@code yarn routeradmin
 * -policy}. Its parameters are the weights of the stock WeightedLocalityPolicyManager and the
 * {@link org.yarnext.federation.control.PolicyParameters} published with them.
 *
 * <p>Not thread-safe, as the stock managers; YARN makes a new one for each use.
 */
public final class HydraPolicyManager extends WeightedLocalityPolicyManager {
  public HydraPolicyManager() {
    routerFederationPolicy = HomeRouterPolicy.class;
    amrmProxyFederationPolicy = SplitPolicy.class;
  }
}
