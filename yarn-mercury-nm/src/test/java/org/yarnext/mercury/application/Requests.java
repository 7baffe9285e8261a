// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.util.Records;

/** Asks and containers as applications and schedulers send them. */
public final class Requests {
  public static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1_700_000_000_000L, 1), 1);
  public static final Resource SIZE = Resource.newInstance(1024, 1);

  private Requests() {}

  /** Returns a request of MapReduce: guaranteed, and enforced. */
  public static ResourceRequest ask(int priority, String name, int count) {
    return ResourceRequest.newBuilder()
        .priority(Priority.newInstance(priority))
        .resourceName(name)
        .capability(SIZE)
        .numContainers(count)
        .executionTypeRequest(ExecutionTypeRequest.newInstance(ExecutionType.GUARANTEED, true))
        .build();
  }

  public static ResourceRequest any(int priority, int count) {
    return ask(priority, ResourceRequest.ANY, count);
  }

  public static ResourceRequest opportunistic(ResourceRequest ask) {
    ask.setExecutionTypeRequest(
        ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC, true));
    return ask;
  }

  public static Container container(long id, int priority, ExecutionType type) {
    return container(id, priority, type, SIZE);
  }

  static Container container(long id, int priority, ExecutionType type, Resource size) {
    Container c =
        Container.newInstance(
            ContainerId.newContainerId(ATTEMPT, id),
            NodeId.newInstance("10.0.0.1", 8041),
            "10.0.0.1:8042",
            size,
            Priority.newInstance(priority),
            null);
    c.setExecutionType(type);
    return c;
  }

  public static AllocateResponse response(Collection<Container> granted) {
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    response.setAllocatedContainers(new ArrayList<>(granted));
    return response;
  }

  /** The totals by priority, with "q" in front of those of opportunistic containers. */
  public static Map<String, Integer> totals(List<ResourceRequest> requests) {
    Map<String, Integer> totals = new TreeMap<>();
    for (ResourceRequest r : requests) {
      if (ResourceRequest.isAnyLocation(r.getResourceName())) {
        totals.put(
            (isOpportunistic(r) ? "q" : "g") + r.getPriority().getPriority(), r.getNumContainers());
      }
    }
    return totals;
  }

  public static boolean isOpportunistic(ResourceRequest r) {
    return r.getExecutionTypeRequest() != null
        && r.getExecutionTypeRequest().getExecutionType() == ExecutionType.OPPORTUNISTIC;
  }
}
