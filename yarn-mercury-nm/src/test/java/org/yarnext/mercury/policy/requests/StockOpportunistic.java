// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.Allocation;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.EnrichedResourceRequest;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;

/** The stock book of opportunistic asks, granting at once on nodes of the test's choice. */
final class StockOpportunistic {
  private OpportunisticContainerContext context = new OpportunisticContainerContext();
  private int last;

  void receive(List<RequestEntry> asks) {
    List<ResourceRequest> requests = new ArrayList<>();
    for (RequestEntry ask : asks) {
      ResourceRequest r =
          ResourceRequest.newInstance(
              Priority.newInstance(ask.key().priority()),
              ask.resourceName(),
              size(ask.key()),
              ask.count(),
              ask.relaxLocality(),
              null,
              ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC, true));
      r.setAllocationRequestId(ask.key().allocationRequestId());
      requests.add(r);
    }
    context.addToOutstandingReqs(requests);
  }

  private static Resource size(RequestKey key) {
    String memory = RequestKeys.size(key).replaceAll("<memory:(\\d+),.*", "$1");
    return Resource.newInstance(Long.parseLong(memory), 1);
  }

  /** Grants at most {@code most} of each key. */
  List<ModelGrant> grant(Random random, int most) {
    List<ModelGrant> grants = new ArrayList<>();
    for (SchedulerRequestKey s : new ArrayList<>(context.getOutstandingOpReqs().keySet())) {
      RequestKey key = ModelMaster.key(s.getPriority().getPriority());
      for (int i = 0; i < most && outstanding(key) > 0; i++) {
        List<String> hosts = new ArrayList<>(entry(key).getNodeMap().keySet());
        Collections.sort(hosts);
        boolean local = !hosts.isEmpty() && random.nextBoolean();
        String host =
            local
                ? hosts.get(random.nextInt(hosts.size()))
                : "h" + random.nextInt(ModelMaster.HOSTS);
        Container c =
            Container.newInstance(
                null, null, null, size(key), s.getPriority(), null, ExecutionType.OPPORTUNISTIC);
        c.setAllocationRequestId(s.getAllocationRequestId());
        context.matchAllocationToOutstandingRequest(
            size(key),
            Collections.singletonList(new Allocation(c, local ? host : RequestEntry.ANY)));
        grants.add(new ModelGrant("o" + ++last, key, host, true));
      }
    }
    return grants;
  }

  void restart() {
    context = new OpportunisticContainerContext();
  }

  private EnrichedResourceRequest entry(RequestKey key) {
    SchedulerRequestKey s =
        new SchedulerRequestKey(
            Priority.newInstance(key.priority()), key.allocationRequestId(), null);
    Map<Resource, EnrichedResourceRequest> bySize = context.getOutstandingOpReqs().get(s);
    return bySize == null ? null : bySize.get(size(key));
  }

  int outstanding(RequestKey key) {
    EnrichedResourceRequest e = entry(key);
    return e == null ? 0 : e.getRequest().getNumContainers();
  }

  int count(RequestKey key, String name) {
    EnrichedResourceRequest e = entry(key);
    if (e == null) {
      return 0;
    }
    Map<String, ?> map = name.startsWith("/") ? e.getRackMap() : e.getNodeMap();
    return map.containsKey(name) ? Integer.parseInt(map.get(name).toString()) : 0;
  }
}
