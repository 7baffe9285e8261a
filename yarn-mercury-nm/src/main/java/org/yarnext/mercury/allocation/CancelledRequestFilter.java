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
  public static List<ResourceRequest> among(List<ResourceRequest> asks) {
    List<ResourceRequest> cancelled = new ArrayList<>();
    for (ResourceRequest ask : asks) {
      ExecutionTypeRequest type = ask.getExecutionTypeRequest();
      if (ask.getNumContainers() <= 0
          && type != null
          && type.getExecutionType() == ExecutionType.OPPORTUNISTIC
          && OpportunisticRequestCodec.readable(ask)) {
        cancelled.add(ask);
      }
    }
    return cancelled;
  }

  /**
   * Removes cancelled requests from the context.
   *
   * @param asks valid requests that have been added to the context
   */
  public static void remove(OpportunisticContainerContext context, List<ResourceRequest> asks) {
    for (ResourceRequest ask : asks) {
      SchedulerRequestKey key = SchedulerRequestKey.create(ask);
      Map<Resource, EnrichedResourceRequest> sizes = context.getOutstandingOpReqs().get(key);
      EnrichedResourceRequest outstanding = sizes == null ? null : sizes.get(ask.getCapability());
      if (outstanding != null && outstanding.getRequest().getNumContainers() <= 0) {
        sizes.remove(ask.getCapability());
        if (sizes.isEmpty()) {
          context.getOutstandingOpReqs().remove(key);
        }
      }
    }
  }
}
