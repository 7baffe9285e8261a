// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.server.security.BaseContainerTokenSecretManager;
import org.yarnext.common.guard.Guard;

/**
 * Hooks the allocator of the NodeManager's distributed scheduler where stock places: requests
 * beyond an application's quota stay outstanding (Mercury section 4.1). Without a quota it behaves
 * as stock. Thread-safe, as stock is.
 */
public final class QuotaAllocator extends DelegatingAllocator {
  private final BooleanSupplier bounds;
  private final PlacementQuota quota;
  private final Guard guard;

  /**
   * Creates an allocator.
   *
   * @param stock places the containers
   * @param bounds whether quotas are enforced now; if not, stock serves the call alone
   * @param quota read at each call
   */
  public QuotaAllocator(
      OpportunisticContainerAllocator stock,
      BaseContainerTokenSecretManager secrets,
      BooleanSupplier bounds,
      PlacementQuota quota,
      Guard guard) {
    super(stock, secrets);
    this.bounds = bounds;
    this.quota = quota;
    this.guard = guard;
  }

  @Override
  public List<Container> allocateContainers(
      ResourceBlacklistRequest blackList,
      List<ResourceRequest> oppResourceReqs,
      ApplicationAttemptId attempt,
      OpportunisticContainerContext context,
      long rmIdentifier,
      String appSubmitter)
      throws YarnException {
    if (!bounds.getAsBoolean()) {
      return stock.allocateContainers(
          blackList, oppResourceReqs, attempt, context, rmIdentifier, appSubmitter);
    }
    updateBlacklist(blackList, context);
    context.addToOutstandingReqs(oppResourceReqs);
    CancelledRequestFilter.remove(context, CancelledRequestFilter.among(oppResourceReqs));
    List<Held> held = new ArrayList<>();
    guard.runInline(
        "mercury.quota.hold", () -> hold(quota.remaining(attempt), context, held), () -> {});
    try {
      return stock.allocateContainers(
          null, Collections.emptyList(), attempt, context, rmIdentifier, appSubmitter);
    } finally {
      guard.runAlways("mercury.quota.release", () -> held.forEach(part -> part.giveBack(context)));
    }
  }

  /** Lowers the outstanding requests to the room left, serving lower priority numbers first. */
  private static void hold(int room, OpportunisticContainerContext context, List<Held> held) {
    int left = Math.max(0, room);
    for (Map.Entry<SchedulerRequestKey, Map<Resource, EnrichedResourceRequest>> kinds :
        context.getOutstandingOpReqs().entrySet()) {
      for (Map.Entry<Resource, EnrichedResourceRequest> kind : kinds.getValue().entrySet()) {
        int requested = kind.getValue().getRequest().getNumContainers();
        int offered = Math.max(0, Math.min(requested, left));
        left -= offered;
        if (offered < requested) {
          held.add(new Held(kinds.getKey(), kind.getKey(), kind.getValue(), requested - offered));
          kind.getValue().getRequest().setNumContainers(offered);
        }
      }
    }
  }

  /** Part of a request that is hidden from stock during one call. */
  private static final class Held {
    private final SchedulerRequestKey key;
    private final Resource size;
    private final EnrichedResourceRequest enriched;
    private final int count;

    Held(SchedulerRequestKey key, Resource size, EnrichedResourceRequest enriched, int count) {
      this.key = key;
      this.size = size;
      this.enriched = enriched;
      this.count = count;
    }

    /** Restores the count; stock drops a request at its last grant. */
    void giveBack(OpportunisticContainerContext context) {
      ResourceRequest request = enriched.getRequest();
      request.setNumContainers(request.getNumContainers() + count);
      context.getOutstandingOpReqs().computeIfAbsent(key, k -> new HashMap<>()).put(size, enriched);
    }
  }
}
