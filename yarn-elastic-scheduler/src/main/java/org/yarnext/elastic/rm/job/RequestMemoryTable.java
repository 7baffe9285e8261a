// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.job;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * Remembers the memory that a master requested, before the scheduler rounded it up to its own
 * sizes. Requests that no longer wait are removed from time to time: a master with an allocation
 * request id for each container never withdraws the satisfied ones. Thread-safe.
 */
public final class RequestMemoryTable {
  /** Minimum number of requests from which on those that no longer wait are removed. */
  static final int MIN_TO_CLEAN = 64;

  private final Supplier<Collection<SchedulerRequestKey>> waiting;
  private final Map<SchedulerRequestKey, Long> mb = new ConcurrentHashMap<>();
  private volatile int maxBeforeClean = MIN_TO_CLEAN;

  /**
   * Creates an empty table.
   *
   * @param waiting supplies the requests of the attempt that wait
   */
  public RequestMemoryTable(Supplier<Collection<SchedulerRequestKey>> waiting) {
    this.waiting = waiting;
  }

  /**
   * Records a master's requests before the scheduler rounds them, in place.
   *
   * @param requests null while the feature is off, which clears the table
   */
  public void stated(List<ResourceRequest> requests) {
    if (requests == null) {
      mb.clear();
      return;
    }
    if (mb.size() > maxBeforeClean) { // before those are added that do not wait yet
      mb.keySet().retainAll(waiting.get());
      maxBeforeClean = MIN_TO_CLEAN + 2 * mb.size();
    }
    for (ResourceRequest request : requests) {
      if (ResourceRequest.isAnyLocation(request.getResourceName())
          && request.getCapability() != null) {
        SchedulerRequestKey key = SchedulerRequestKey.create(request);
        if (request.getNumContainers() > 0) {
          mb.put(key, request.getCapability().getMemorySize());
        } else {
          mb.remove(key);
        }
      }
    }
  }

  /**
   * Returns the memory stated for a request, in MB; the rounded one if it is unknown, or if that is
   * not what the scheduler makes of it.
   *
   * @param roundedMb the scheduler's size
   * @param stepMb step of the scheduler's sizes; 1 or more
   */
  public long of(SchedulerRequestKey key, long roundedMb, long stepMb) {
    long stated = mb.getOrDefault(key, roundedMb);
    return stated > roundedMb - stepMb && stated < roundedMb ? stated : roundedMb;
  }
}
