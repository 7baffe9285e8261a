// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.router.WeightedRandomRouterPolicy;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;

/**
 * Router policy of YARN federation that chooses an application's home sub-cluster by load and
 * recent choices (Hydra section 4.1). It chooses weighted random, as stock, if the mode is not on,
 * the choice fails, or no sub-cluster qualifies. Stock chooses for reservations.
 *
 * <p>The weights are those of the stored policy; a sub-cluster of weight 0 receives nothing. There
 * is one instance for each queue. Thread-safe, apart from reinitialisation, which YARN does under a
 * lock.
 */
public final class HomeRouterPolicy extends WeightedRandomRouterPolicy {
  @Override
  public SubClusterId getHomeSubcluster(
      ApplicationSubmissionContext application, List<SubClusterId> failed) throws YarnException {
    validate(application);
    SubClusterId home = null;
    if (application.getReservationID() == null) {
      FederationStateStoreFacade store = getPolicyContext().getFederationStateStoreFacade();
      home =
          HomeHook.of(store)
              .choose(
                  store,
                  application.getApplicationId(),
                  getPolicyInfo().getRouterPolicyWeights(),
                  failed);
    }
    return home != null ? home : super.getHomeSubcluster(application, failed);
  }
}
