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
 * sizes. Satisfied requests are removed from time to time. Thread-safe, but {@link #stated} is
 * called by one thread at a time.
 */
public final class RequestMemoryTable {
  private final SatisfiedRequestFilter satisfied;
  private final Map<SchedulerRequestKey, Long> mb = new ConcurrentHashMap<>();

  /**
   * Creates an empty table.
   *
   * @param waiting supplies the requests of the attempt that wait
   */
  public RequestMemoryTable(Supplier<Collection<SchedulerRequestKey>> waiting) {
    satisfied = new SatisfiedRequestFilter(waiting);
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
    satisfied.clean(mb);
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
