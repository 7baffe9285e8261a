// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.EnrichedResourceRequest;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.placement.PlacementRequest;
import org.yarnext.mercury.policy.placement.PlacementView;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;

/**
 * Snapshot of an application's outstanding opportunistic requests, read from YARN's {@code
 * OpportunisticContainerContext}, with the placement policy's view of them.
 *
 * <p>Requests are in the order of YARN's priorities, the lower number first; the stock allocator
 * uses the reverse order. YARN keeps one node per host; of several NodeManagers on a host only the
 * last is known.
 */
final class OpportunisticRequestSnapshot {
  private final List<EnrichedResourceRequest> requests = new ArrayList<>();
  private final List<Long> runMs = new ArrayList<>();
  private final List<Resource> sizes = new ArrayList<>();
  private final List<PlacementRequest> views = new ArrayList<>();
  private final OpportunisticContainerContext context;
  private final Set<String> blacklist;
  private final int quota;
  private final Set<String> queueTags;

  private OpportunisticRequestSnapshot(
      OpportunisticContainerContext context, int quota, Set<String> queueTags) {
    this.queueTags = queueTags;
    this.context = context;
    this.blacklist = context.getBlacklist();
    this.quota = quota;
  }

  /**
   * Returns whether a request has a priority and a size; no container can be created without them.
   */
  static boolean readable(ResourceRequest request) {
    return request.getPriority() != null && request.getCapability() != null;
  }

  /** Reads the context now. */
  static OpportunisticRequestSnapshot read(
      OpportunisticContainerContext context,
      ApplicationAttemptId attempt,
      RunTimeSource runTimes,
      PlacementQuota quota,
      RankingSource source) {
    OpportunisticRequestSnapshot read =
        new OpportunisticRequestSnapshot(
            context, quota.remaining(attempt), runTimes.queueTags(attempt));
    for (Map<?, EnrichedResourceRequest> kinds : context.getOutstandingOpReqs().values()) {
      for (EnrichedResourceRequest enriched : kinds.values()) {
        if (enriched.getRequest().getNumContainers() > 0) {
          read.add(enriched, attempt, runTimes, source);
        }
      }
    }
    return read;
  }

  /**
   * Removes a container that was granted elsewhere from the context. YARN's own method would also
   * count it in its allocator's metrics.
   */
  static void granted(Container c, OpportunisticContainerContext context) {
    SchedulerRequestKey key = SchedulerRequestKey.extractFrom(c);
    Map<Resource, EnrichedResourceRequest> kinds = context.getOutstandingOpReqs().get(key);
    if (kinds == null) {
      return;
    }
    Resource size = c.getResource();
    if (!kinds.containsKey(size)) {
      // The size was rounded up.
      size = kinds.keySet().iterator().next();
    }
    EnrichedResourceRequest enriched = kinds.get(size);
    int left = enriched.getRequest().getNumContainers() - 1;
    enriched.getRequest().setNumContainers(Math.max(0, left));
    enriched.removeLocation(c.getNodeId().getHost());
    if (left <= 0) {
      kinds.remove(size);
    }
    if (kinds.isEmpty()) {
      context.getOutstandingOpReqs().remove(key);
    }
  }

  private void add(
      EnrichedResourceRequest enriched,
      ApplicationAttemptId attempt,
      RunTimeSource runTimes,
      RankingSource source) {
    ResourceRequest request = enriched.getRequest();
    PlacementRequest view =
        PlacementRequest.of(request.getNumContainers(), request.getNodeLabelExpression())
            .near(enriched.getNodeMap(), enriched.getRackMap());
    requests.add(enriched);
    Long expectedMs = runTimes.runMs(attempt, request.getPriority().getPriority());
    runMs.add(expectedMs);
    Resource size = SignedContainerFactory.size(request, context.getAppParams());
    sizes.add(size);
    view = view.withCostMs(source.costMs(expectedMs, request.getCapability()));
    view = view.sized(ResourceVector.of(size.getMemorySize(), size.getVirtualCores()));
    views.add(request.getRelaxLocality() ? view : view.strictly());
  }

  /** Returns whether nothing is requested. */
  boolean isEmpty() {
    return requests.isEmpty();
  }

  OpportunisticContainerContext context() {
    return context;
  }

  /** Returns the policy's view of the requests. */
  PlacementView view(NodeRanking ranking, int maxPerCall) {
    return PlacementView.of(ranking, views).without(blacklist).within(quota, maxPerCall);
  }

  EnrichedResourceRequest request(int index) {
    return requests.get(index);
  }

  /** Returns a new object with the normalised size of the request's containers. */
  Resource size(int index) {
    return Resources.clone(sizes.get(index));
  }

  /** Returns the expected run time of the request's containers, in ms; null if unknown. */
  Long runMs(int index) {
    return runMs.get(index);
  }

  /** Returns the value of {@link RunTimeSource#queueTags}. */
  Set<String> queueTags() {
    return queueTags;
  }
}
