// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.ledger;

import java.util.Collections;
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
 * that a granted container answers. There is one instance for each application attempt. Not
 * thread-safe.
 */
public final class FederatedRequestCodec {
  /** Marks a request for no containers, which only makes YARN ask the policy. */
  private static final int NUDGE_PRIORITY = Integer.MAX_VALUE;

  /**
   * One request of each key, for the fields that the ledger does not keep. Keys of the same
   * priority and allocation request id are grouped under {@link #group}.
   */
  private final Map<RequestKey, Map<RequestKey, ResourceRequest>> samples = new HashMap<>();

  /** Samples as encoded for the NodeManager's state store, by key. */
  private final Map<RequestKey, byte[]> encoded = new HashMap<>();

  private ResourceRequest last;
  private RequestKey lastKey;

  /** Returns a request for no containers, which only makes YARN ask the policy. */
  public static ResourceRequest nudge() {
    return ResourceRequest.newInstance(
        Priority.newInstance(NUDGE_PRIORITY), ResourceRequest.ANY, Resource.newInstance(1, 1), 0);
  }

  /** Returns whether a request was made by {@link #nudge}. */
  public static boolean isNudge(ResourceRequest request) {
    Priority priority = request.getPriority();
    return request.getNumContainers() == 0
        && priority != null
        && priority.getPriority() == NUDGE_PRIORITY;
  }

  /**
   * Returns the ledger's entry for a request, and keeps one request of each key as a sample. The
   * sample is the latest request for any host if there is one, since only that carries a node
   * label.
   */
  RequestEntry entry(ResourceRequest request) {
    if (last == null || !isAlike(request, last)) {
      last = request;
      lastKey = key(request);
      alike(lastKey).putIfAbsent(lastKey, request);
    }
    if (isAny(request)) {
      alike(lastKey).put(lastKey, request);
      encoded.remove(lastKey);
    }
    return RequestEntry.of(
        lastKey,
        request.getResourceName(),
        request.getNumContainers(),
        request.getRelaxLocality(),
        request);
  }

  /**
   * Returns whether two requests have the same key. Requests of one key usually follow each other.
   */
  private static boolean isAlike(ResourceRequest a, ResourceRequest b) {
    return a.getAllocationRequestId() == b.getAllocationRequestId()
        && a.getPriority().equals(b.getPriority())
        && a.getCapability().equals(b.getCapability())
        && Objects.equals(a.getExecutionTypeRequest(), b.getExecutionTypeRequest());
  }

  /** Returns the samples of all keys in a key's group, to be changed. */
  private Map<RequestKey, ResourceRequest> alike(RequestKey key) {
    return samples.computeIfAbsent(
        group(key.priority(), key.allocationRequestId()), group -> new HashMap<>());
  }

  private static RequestKey group(int priority, long allocationRequestId) {
    return RequestKey.of(priority, allocationRequestId, "");
  }

  private static boolean isAny(ResourceRequest request) {
    return ResourceRequest.isAnyLocation(request.getResourceName());
  }

  /**
   * Returns whether a request changes the node label of the outstanding requests of its key: a
   * ResourceManager has one label for all of them.
   */
  boolean isRelabelled(ResourceRequest request) {
    ResourceRequest before = isAny(request) ? sample(key(request)) : null;
    return before != null
        && isAny(before)
        && !Objects.equals(before.getNodeLabelExpression(), request.getNodeLabelExpression());
  }

  private static RequestKey key(ResourceRequest request) {
    return RequestKey.of(
            request.getPriority().getPriority(), request.getAllocationRequestId(), kind(request))
        .sized(Math.max(1, request.getCapability().getMemorySize()));
  }

  /**
   * Returns the part of the key for size and execution type. It omits the node label, which
   * schedulers take from the request for any host.
   */
  private static String kind(ResourceRequest request) {
    ExecutionTypeRequest type = request.getExecutionTypeRequest();
    return request.getCapability()
        + (type == null
            ? ""
            : " " + type.getExecutionType() + (type.getEnforceExecutionType() ? "!" : ""));
  }

  /** Returns a request of this key, or null if none is known. */
  ResourceRequest sample(RequestKey key) {
    return samples
        .getOrDefault(group(key.priority(), key.allocationRequestId()), Collections.emptyMap())
        .get(key);
  }

  /** Returns a request of this key in its encoded form; one must be known. Must not be changed. */
  byte[] encodedSample(RequestKey key) {
    return encoded.computeIfAbsent(key, k -> SplitStateCodec.encoded(sample(k)));
  }

  /** Forgets the samples of keys for which nothing is outstanding. */
  void keepOnly(Predicate<RequestKey> outstanding) {
    samples.values().forEach(keys -> keys.keySet().removeIf(key -> !outstanding.test(key)));
    samples.values().removeIf(Map::isEmpty);
    encoded.keySet().removeIf(key -> !outstanding.test(key));
    last = null;
  }

  /** Returns the YARN request for a ledger entry. */
  ResourceRequest request(RequestEntry entry) {
    if (entry.source() != null) {
      return (ResourceRequest) entry.source();
    }
    ResourceRequest request = ResourceRequest.clone(sample(entry.key()));
    request.setResourceName(entry.resourceName());
    request.setNumContainers(entry.count());
    request.setRelaxLocality(entry.relaxLocality());
    if (!entry.isAny()) {
      request.setNodeLabelExpression(null); // ResourceManagers reject labels on hosts and racks
    }
    return request;
  }

  /**
   * Returns the key that a container was requested with, or null if there is none. The key has the
   * container's priority and allocation request id, and the largest size that fits in it:
   * schedulers round sizes up. Of keys with the same size, that with the container's execution type
   * is chosen; a ResourceManager may have granted another type than requested.
   */
  RequestKey key(Container container) {
    RequestKey group =
        group(container.getPriority().getPriority(), container.getAllocationRequestId());
    RequestKey best = null;
    ResourceRequest largest = null;
    for (Map.Entry<RequestKey, ResourceRequest> e :
        samples.getOrDefault(group, Collections.emptyMap()).entrySet()) {
      ResourceRequest request = e.getValue();
      boolean fits = Resources.fitsIn(request.getCapability(), container.getResource());
      if (fits && (best == null || isBetter(request, largest, container))) {
        best = e.getKey();
        largest = request;
      }
    }
    return best;
  }

  private static boolean isBetter(
      ResourceRequest request, ResourceRequest other, Container container) {
    return request.getCapability().equals(other.getCapability())
        ? isOfType(request, container)
        : Resources.fitsIn(other.getCapability(), request.getCapability());
  }

  private static boolean isOfType(ResourceRequest request, Container container) {
    ExecutionTypeRequest type = request.getExecutionTypeRequest();
    return type != null && type.getExecutionType() == container.getExecutionType();
  }
}
