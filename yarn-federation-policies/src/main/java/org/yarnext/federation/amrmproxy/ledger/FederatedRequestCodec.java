// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.ledger;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;

/**
 * Translates between YARN's resource requests and the entries of the ledger, and finds the request
 * that a granted container belongs to. One for each application attempt; not thread-safe.
 */
public final class FederatedRequestCodec {
  /** A request that asks for nothing: it only makes YARN ask the policy. */
  private static final int NUDGE_PRIORITY = Integer.MAX_VALUE;

  private final Map<RequestKey, ResourceRequest> samples = new HashMap<>();
  private ResourceRequest last;
  private RequestKey lastKey;

  public static ResourceRequest nudge() {
    return ResourceRequest.newInstance(
        Priority.newInstance(NUDGE_PRIORITY), ResourceRequest.ANY, Resource.newInstance(1, 1), 0);
  }

  public static boolean isNudge(ResourceRequest request) {
    Priority priority = request.getPriority();
    return request.getNumContainers() == 0
        && priority != null
        && priority.getPriority() == NUDGE_PRIORITY;
  }

  /**
   * The ask as the ledger takes it; one of its kind is kept as a sample, the last for anywhere if
   * there is any, since only that has a node label.
   */
  RequestEntry ask(ResourceRequest request) {
    if (last == null || !isAlike(request, last)) {
      last = request;
      lastKey = key(request);
      samples.putIfAbsent(lastKey, request);
    }
    if (isAny(request)) {
      samples.put(lastKey, request);
    }
    return RequestEntry.of(
            lastKey,
            request.getResourceName(),
            request.getNumContainers(),
            request.getRelaxLocality())
        .from(request);
  }

  /** Whether two requests have the same key: the lines of one ask come one after the other. */
  private static boolean isAlike(ResourceRequest a, ResourceRequest b) {
    return a.getAllocationRequestId() == b.getAllocationRequestId()
        && a.getPriority().equals(b.getPriority())
        && a.getCapability().equals(b.getCapability())
        && Objects.equals(a.getExecutionTypeRequest(), b.getExecutionTypeRequest());
  }

  private static boolean isAny(ResourceRequest request) {
    return ResourceRequest.isAnyLocation(request.getResourceName());
  }

  /**
   * Whether it asks for another node label than what is outstanding of its kind, as a
   * ResourceManager has one for all of that.
   */
  boolean isRelabelled(ResourceRequest request) {
    ResourceRequest before = isAny(request) ? samples.get(key(request)) : null;
    return before != null
        && isAny(before)
        && !Objects.equals(before.getNodeLabelExpression(), request.getNodeLabelExpression());
  }

  private static RequestKey key(ResourceRequest request) {
    return RequestKey.of(
            request.getPriority().getPriority(), request.getAllocationRequestId(), kind(request))
        .sized(Math.max(1, request.getCapability().getMemorySize()));
  }

  /** Without the node label: schedulers take it from the request for anywhere, and so do we. */
  private static String kind(ResourceRequest request) {
    ExecutionTypeRequest type = request.getExecutionTypeRequest();
    return request.getCapability()
        + (type == null
            ? ""
            : " " + type.getExecutionType() + (type.getEnforceExecutionType() ? "!" : ""));
  }

  /** A request of this kind. */
  ResourceRequest sample(RequestKey key) {
    return samples.get(key);
  }

  /** Forgets the samples of asks that nothing is outstanding for. */
  void keepOnly(Predicate<RequestKey> outstanding) {
    samples.keySet().removeIf(key -> !outstanding.test(key));
    last = null;
  }

  /** The request that says to a ResourceManager what the ledger says. */
  ResourceRequest request(RequestEntry ask) {
    if (ask.source() != null) {
      return (ResourceRequest) ask.source();
    }
    ResourceRequest request = ResourceRequest.clone(samples.get(ask.key()));
    request.setResourceName(ask.resourceName());
    request.setNumContainers(ask.count());
    request.setRelaxLocality(ask.relaxLocality());
    if (!ask.isAny()) {
      request.setNodeLabelExpression(null); // ResourceManagers refuse it there
    }
    return request;
  }

  /**
   * What the container was asked as: of the same priority and request id, and of those the largest
   * size that it has room for, since schedulers round sizes up; null if there is none.
   */
  RequestKey key(Container container) {
    RequestKey best = null;
    for (Map.Entry<RequestKey, ResourceRequest> e : samples.entrySet()) {
      Resource size = e.getValue().getCapability();
      boolean fits =
          e.getKey().priority() == container.getPriority().getPriority()
              && e.getKey().allocationRequestId() == container.getAllocationRequestId()
              && Resources.fitsIn(size, container.getResource());
      if (fits && (best == null || Resources.fitsIn(samples.get(best).getCapability(), size))) {
        best = e.getKey();
      }
    }
    return best;
  }
}
