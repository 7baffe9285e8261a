/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
