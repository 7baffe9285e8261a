// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Sums the outstanding requests of an application by sub-cluster, in MB as headroom; computed at
 * first use. There is one instance for each call. Not thread-safe.
 */
final class HeadroomDemand {
  private final Collection<SplitRequest> requests;

  /** Null until first use. */
  private Map<String, Double> sums;

  HeadroomDemand(Collection<SplitRequest> requests) {
    this.requests = requests;
  }

  /** Returns the outstanding amount in the sub-cluster. */
  double of(String subCluster) {
    if (sums == null) {
      sums = new HashMap<>();
      for (SplitRequest request : requests) {
        for (SubClusterWaitTracker share : request.shares()) {
          if (share.count() > 0) {
            sums.merge(share.name, share.count() * request.size(), Double::sum);
          }
        }
      }
    }
    return sums.getOrDefault(subCluster, 0.0);
  }

  /**
   * Adds containers of a request to the outstanding amount in a sub-cluster; a negative number
   * removes some.
   */
  void changed(String subCluster, SplitRequest request, int more) {
    if (sums != null) {
      sums.merge(subCluster, more * request.size(), Double::sum);
    }
  }
}
