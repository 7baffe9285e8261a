// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.EnrichedResourceRequest;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * Removes cancelled requests from an OpportunisticContainerContext. YARN keeps each as a request
 * for 0 containers and iterates over it in every later call (YARN-11808).
 */
public final class CancelledRequestFilter {
  private CancelledRequestFilter() {}

  /** Returns the opportunistic requests that cancel an earlier request. */
  public static List<ResourceRequest> among(List<ResourceRequest> requests) {
    List<ResourceRequest> cancelled = new ArrayList<>(0);
    for (ResourceRequest request : requests) {
      if (request.getNumContainers() > 0) {
        continue; // most do not cancel
      }
      ExecutionTypeRequest type = request.getExecutionTypeRequest();
      if (type != null
          && type.getExecutionType() == ExecutionType.OPPORTUNISTIC
          && OpportunisticRequestSnapshot.readable(request)) {
        cancelled.add(request);
      }
    }
    return cancelled;
  }

  /**
   * Returns whether any container is outstanding in a context.
   *
   * @param context null if nothing was ever requested
   */
  public static boolean isAnyLeft(OpportunisticContainerContext context) {
    if (context != null) {
      for (Map<Resource, EnrichedResourceRequest> sizes : context.getOutstandingOpReqs().values()) {
        for (EnrichedResourceRequest outstanding : sizes.values()) {
          if (outstanding.getRequest().getNumContainers() > 0) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Removes cancelled requests from the context.
   *
   * @param requests valid requests that have been added to the context
   */
  public static void remove(OpportunisticContainerContext context, List<ResourceRequest> requests) {
    for (ResourceRequest request : requests) {
      if (request.getNumContainers() > 0) {
        continue; // most do not cancel, and hashing a size takes long
      }
      SchedulerRequestKey key = SchedulerRequestKey.create(request);
      Map<Resource, EnrichedResourceRequest> sizes = context.getOutstandingOpReqs().get(key);
      EnrichedResourceRequest outstanding =
          sizes == null ? null : sizes.get(request.getCapability());
      if (outstanding != null && outstanding.getRequest().getNumContainers() <= 0) {
        sizes.remove(request.getCapability());
        if (sizes.isEmpty()) {
          context.getOutstandingOpReqs().remove(key);
        }
      }
    }
  }
}
