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
 * Hooks the Router's choice of an application's home (Hydra section 4.1): by load and recent
 * choices, or weighted random as stock where that is off, fails, or knows no better. Reservations
 * are stock's.
 *
 * <p>The weights are the stored policy's; 0 sends nothing. One for each queue; thread-safe as long
 * as it is not reinitialised, which YARN does under a lock.
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
