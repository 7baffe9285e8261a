// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.yarnext.common.requests.OutstandingRequest;
import org.yarnext.common.requests.OutstandingRequests;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.common.requests.SchedulerSet;

/**
 * The two schedulers of a {@link HybridLedger}, the guaranteed and the opportunistic one. Both are
 * sent the hosts and racks of a divided request, and one of them those of any other. Not
 * thread-safe.
 */
final class HybridSchedulers implements SchedulerSet {
  private static final Set<String> GUARANTEED = Collections.singleton(HybridLedger.GUARANTEED);
  private static final Set<String> OPPORTUNISTIC =
      Collections.singleton(HybridLedger.OPPORTUNISTIC);

  static final Set<String> BOTH =
      Collections.unmodifiableSet(
          new HashSet<>(Arrays.asList(HybridLedger.GUARANTEED, HybridLedger.OPPORTUNISTIC)));

  private final OutstandingRequests requests;

  HybridSchedulers(OutstandingRequests requests) {
    this.requests = requests;
  }

  @Override
  public Set<String> owners(RequestKey key, String resourceName) {
    if (RequestKeys.isOpportunistic(key)) {
      return OPPORTUNISTIC;
    }
    OutstandingRequest request = requests.get(key);
    return request != null && request.replica(HybridLedger.OPPORTUNISTIC).sharesLocations()
        ? BOTH
        : GUARANTEED;
  }

  @Override
  public String home() {
    return HybridLedger.GUARANTEED;
  }

  @Override
  public boolean isReachable(String scheduler) {
    return true;
  }
}
