// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.job;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * Counts the pending containers of each request of one attempt. A master states its requests before
 * it knows of the containers in the response to the same call, so stock's count includes these once
 * more; this count excludes them until the master states the request again. Satisfied requests are
 * forgotten from time to time. Thread-safe.
 */
public final class WaitingContainerCounter {
  private final SchedulerApplicationAttempt attempt;
  private final Map<SchedulerRequestKey, Integer> overstated = new ConcurrentHashMap<>();
  private final SatisfiedRequestFilter satisfied;

  public WaitingContainerCounter(SchedulerApplicationAttempt attempt) {
    this.attempt = attempt;
    this.satisfied = new SatisfiedRequestFilter(attempt::getSchedulerKeys);
  }

  /**
   * Records the master's requests, before stock applies them; under the attempt's write lock.
   *
   * @param requests null while the feature is off, which clears the counts
   * @param unseen granted containers that the master has not received yet
   */
  public void stated(List<ResourceRequest> requests, List<RMContainer> unseen) {
    if (requests == null) {
      overstated.clear();
      return;
    }
    satisfied.clean(overstated);
    Map<SchedulerRequestKey, Integer> granted = new HashMap<>();
    for (RMContainer container : unseen) {
      granted.merge(container.getAllocatedSchedulerKey(), 1, Integer::sum);
    }
    for (ResourceRequest request : requests) {
      if (ResourceRequest.isAnyLocation(request.getResourceName())) {
        SchedulerRequestKey key = SchedulerRequestKey.create(request);
        Integer count = granted.get(key);
        if (count != null) {
          overstated.put(key, count);
        } else {
          overstated.remove(key);
        }
      }
    }
  }

  /**
   * Returns whether a request that stock counts waits for a container; fast if nothing is
   * overstated.
   */
  public boolean waits(SchedulerRequestKey key) {
    return !overstated.containsKey(key) || count(key) > 0;
  }

  /** Returns the number of containers that a request waits for; 0 or more. */
  public int count(SchedulerRequestKey key) {
    return Math.max(0, attempt.getOutstandingAsksCount(key) - overstated.getOrDefault(key, 0));
  }
}
