// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.tez.dag.app.rm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.client.api.impl.AMRMClientImpl;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.tez.dag.app.rm.DagAwareYarnTaskScheduler.TaskRequest;

/**
 * ResourceManager client of Tez's scheduler that replaces a task's request by an opportunistic one
 * if {@link OpenTaskScheduler} decides so, and defers releases. It is in Tez's package because
 * {@code TaskRequest} is package-private. Thread-safe.
 */
class OpenTaskClient extends AMRMClientImpl<TaskRequest> {
  private final OpenTaskScheduler scheduler;
  private final Map<TaskRequest, TaskRequest> opportunistic = new IdentityHashMap<>();

  OpenTaskClient(OpenTaskScheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public synchronized void addContainerRequest(TaskRequest request) {
    TaskRequest asked = request;
    if (scheduler.asksOpportunistic(request.getTask())) {
      asked = new OpportunisticRequest(request);
      opportunistic.put(request, asked);
    }
    super.addContainerRequest(asked);
  }

  /** Requests whose container has arrived no longer exist. */
  synchronized void askGuaranteed(Collection<?> tasks) {
    for (TaskRequest request : new ArrayList<>(opportunistic.keySet())) {
      if (tasks.contains(request.getTask())) {
        super.removeContainerRequest(opportunistic.remove(request));
        super.addContainerRequest(request);
      }
    }
  }

  @Override
  public synchronized void removeContainerRequest(TaskRequest request) {
    TaskRequest asked = opportunistic.remove(request);
    super.removeContainerRequest(asked == null ? request : asked);
  }

  @Override
  public synchronized void releaseAssignedContainer(ContainerId container) {
    if (!scheduler.defersRelease(container)) {
      super.releaseAssignedContainer(container);
    }
    scheduler.released(container);
  }

  @Override
  public AllocateResponse allocate(float progress) throws YarnException, IOException {
    scheduler.overdueReleases().forEach(super::releaseAssignedContainer);
    return super.allocate(progress);
  }

  @Override
  public synchronized List<? extends Collection<TaskRequest>> getMatchingRequests(
      Priority priority, String resourceName, Resource capability) {
    ExecutionType type = scheduler.grantedType();
    List<Collection<TaskRequest>> matching = new ArrayList<>();
    if (type != ExecutionType.OPPORTUNISTIC || !hasOpportunistic(priority, capability)) {
      matching.addAll(
          getMatchingRequests(priority, resourceName, ExecutionType.GUARANTEED, capability));
    }
    if (type != ExecutionType.GUARANTEED && !opportunistic.isEmpty()) {
      matching.addAll(
          getMatchingRequests(priority, resourceName, ExecutionType.OPPORTUNISTIC, capability));
    }
    return matching;
  }

  /**
   * Returns whether an opportunistic request matches anywhere: a request for another node may get
   * the container later, without locality.
   */
  private boolean hasOpportunistic(Priority priority, Resource capability) {
    return !opportunistic.isEmpty()
        && !getMatchingRequests(
                priority, ResourceRequest.ANY, ExecutionType.OPPORTUNISTIC, capability)
            .isEmpty();
  }

  /** A request for an opportunistic container, otherwise equal to the scheduler's own. */
  private static final class OpportunisticRequest extends TaskRequest {
    private static final ExecutionTypeRequest TYPE =
        ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC, true);

    OpportunisticRequest(TaskRequest of) {
      super(
          of.getTask(),
          of.getVertexIndex(),
          of.getCapability(),
          array(of.getNodes()),
          array(of.getRacks()),
          of.getPriority(),
          of.getContainerSignature(),
          of.getCookie(),
          of.getAffinity());
    }

    private static String[] array(List<String> names) {
      return names == null ? null : names.toArray(new String[0]);
    }

    @Override
    public ExecutionTypeRequest getExecutionTypeRequest() {
      return TYPE;
    }
  }
}
