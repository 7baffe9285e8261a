// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.metrics.OpportunisticSchedulerMetrics;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.security.BaseContainerTokenSecretManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.LogThrottle;
import org.yarnext.mercury.policy.placement.ranking.Assignment;

/**
 * Allocates opportunistic containers by the placement policy, in the ResourceManager or, through
 * {@code NMContext.setQueueableContainerAllocator}, in the NodeManager's distributed scheduler. The
 * policy places all requests of one call (Mercury sections 4.2 and 6.3), and the containers' tokens
 * carry the expected run time if known. Where Mercury does not decide, the stock allocator serves
 * the same requests.
 *
 * <p>Thread-safe, as stock's is: calls of one application are sequential, those of different
 * applications concurrent.
 */
public final class MercuryAllocator extends DelegatingAllocator {
  private static final Logger LOG = LoggerFactory.getLogger(MercuryAllocator.class);

  private final BaseContainerTokenSecretManager secrets;
  private final PlacementService placer;
  private final RunTimeSource runTimes;
  private final PlacementQuota quota;
  private final RankingSource source;
  private final LogThrottle warnings = new LogThrottle();

  /**
   * Creates an allocator.
   *
   * @param stock serves the requests that Mercury does not place; its limit per call applies to
   *     both
   */
  public MercuryAllocator(
      OpportunisticContainerAllocator stock,
      BaseContainerTokenSecretManager secrets,
      PlacementService placer,
      RunTimeSource runTimes,
      PlacementQuota quota) {
    super(stock, secrets);
    this.secrets = secrets;
    this.placer = placer;
    this.runTimes = runTimes;
    this.quota = quota;
    this.source = placer.source();
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
    if (!placer.decides()) {
      return stock.allocateContainers(
          blackList, oppResourceReqs, attempt, context, rmIdentifier, appSubmitter);
    }
    note(blackList, oppResourceReqs, attempt, context);
    List<Container> containers = new ArrayList<>();
    OpportunisticRequestSnapshot requests = read(attempt, context);
    if (requests != null && requests.isEmpty()) {
      return containers;
    }
    PlacementService.Placed chosen =
        requests == null
            ? null
            : placer.choose(attempt, requests, getMaxAllocationsPerAMHeartbeat());
    if (chosen == null) {
      // The context already contains the requests and the blacklist.
      containers.addAll(
          stock.allocateContainers(
              null, Collections.emptyList(), attempt, context, rmIdentifier, appSubmitter));
      placer.metrics().placedByStock.add(containers.size());
      // This runs even if the code above has failed.
      placer
          .guard()
          .runAlways("mercury.place.load", () -> containers.forEach(c -> addLoad(c, attempt)));
      return containers;
    }
    Map<Resource, List<Allocation>> allocations =
        make(chosen, requests, rmIdentifier, context, attempt, appSubmitter);
    matchAllocation(Collections.singletonList(allocations), containers, context);
    if (!containers.isEmpty()) {
      LOG.info("Placed {} opportunistic containers of {}", containers.size(), attempt);
    }
    return containers;
  }

  private OpportunisticRequestSnapshot read(
      ApplicationAttemptId attempt, OpportunisticContainerContext context) {
    return placer
        .guard()
        .callInline(
            "mercury.place.read",
            () -> OpportunisticRequestSnapshot.read(context, attempt, runTimes, quota, source),
            () -> null);
  }

  /**
   * Records requests where containers are not allocated in the same step.
   *
   * @param requests absolute counts, changed ones only; the context keeps them
   */
  public void note(
      ResourceBlacklistRequest blackList,
      List<ResourceRequest> requests,
      ApplicationAttemptId attempt,
      OpportunisticContainerContext context) {
    updateBlacklist(blackList, context);
    List<ResourceRequest> readable = readable(requests);
    context.addToOutstandingReqs(readable);
    CancelledRequestFilter.remove(context, readable);
    if (readable.size() < requests.size() && warnings.due(attempt, Time.monotonicNow())) {
      LOG.warn(
          "{} requests of {} have no size or no priority and are not placed. Further ones are"
              + " not logged for a minute.",
          requests.size() - readable.size(),
          attempt);
    }
  }

  private static List<ResourceRequest> readable(List<ResourceRequest> requests) {
    List<ResourceRequest> readable = requests;
    for (ResourceRequest request : requests) {
      if (!OpportunisticRequestSnapshot.readable(request)) {
        readable = new ArrayList<>(requests);
        readable.removeIf(each -> !OpportunisticRequestSnapshot.readable(each));
        break;
      }
    }
    return readable;
  }

  /** Decides and explains where the outstanding requests would be placed, without allocating. */
  public void consider(ApplicationAttemptId attempt, OpportunisticContainerContext context) {
    OpportunisticRequestSnapshot requests = placer.decides() ? read(attempt, context) : null;
    if (requests != null && !requests.isEmpty()) {
      placer.choose(attempt, requests, getMaxAllocationsPerAMHeartbeat());
    }
  }

  /** Forgets an application that requests nothing here any more. */
  public void forget(ApplicationAttemptId attempt) {
    placer.forget(attempt);
  }

  /**
   * Records a container placed by stock as load of its node.
   *
   * @param context the one in which the container was outstanding; null if it was in none
   */
  public void placedByStock(
      Container c, ApplicationAttemptId attempt, OpportunisticContainerContext context) {
    if (context != null) {
      OpportunisticRequestSnapshot.granted(c, context);
    }
    addLoad(c, attempt);
    placer.metrics().placedByStock.add(1);
  }

  private void addLoad(Container c, ApplicationAttemptId attempt) {
    Long runMs = runTimes.runMs(attempt, c.getPriority().getPriority());
    source.placedByStock(c, source.costMs(runMs, c.getResource()));
  }

  /** Records the release of a container placed here that the application was not given. */
  public void undelivered(Container c) {
    source.undelivered(c);
    placer.metrics().undelivered.add(1);
  }

  /** Creates the containers, grouped by requested size, in the order in which YARN matches them. */
  private Map<Resource, List<Allocation>> make(
      PlacementService.Placed chosen,
      OpportunisticRequestSnapshot requests,
      long rmIdentifier,
      OpportunisticContainerContext context,
      ApplicationAttemptId attempt,
      String user)
      throws YarnException {
    Map<Resource, List<Allocation>> allocations = new LinkedHashMap<>();
    RuntimeException firstFailure = null;
    int failures = 0;
    SignedContainerFactory signed =
        new SignedContainerFactory(
            secrets, context, attempt, user, rmIdentifier, requests.queueTags());
    for (int i = 0; i < chosen.assignments.size(); i++) {
      Assignment a = chosen.assignments.get(i);
      RankingSource.Claim claim = chosen.claims.get(i);
      RemoteNode node = RankingSource.node(a.node());
      ResourceRequest request = requests.request(a.requestIndex()).getRequest();
      Container container;
      try {
        // Outside of the guard: an unresolvable host is not the feature's fault. Stock would fail
        // the whole call for it.
        signed.service(node.getNodeId());
        container = sign(signed, requests, a);
        if (container == null) {
          container =
              createContainer(
                  rmIdentifier,
                  context.getAppParams(),
                  context.getContainerIdGenerator(),
                  attempt,
                  user,
                  allocations,
                  a.location(),
                  request,
                  node);
        } else {
          allocations
              .computeIfAbsent(request.getCapability(), size -> new ArrayList<>())
              .add(new Allocation(container, a.location()));
        }
      } catch (RuntimeException e) {
        firstFailure = firstFailure == null ? e : firstFailure;
        failures++;
        claim.withdraw();
        continue;
      }
      claim.bind(container);
      placed(a, requests);
    }
    if (failures > 0) {
      failed(failures, firstFailure, attempt);
    }
    return allocations;
  }

  private void failed(int failures, RuntimeException first, ApplicationAttemptId attempt) {
    placer.metrics().failed.add(failures);
    if (warnings.due("failures", Time.monotonicNow())) {
      LOG.warn(
          "{} containers of {} could not be created and stay outstanding. Further ones are"
              + " counted and not logged for a minute.",
          failures,
          attempt,
          first);
    }
  }

  /**
   * Creates a container, or returns null on failure. A failure does not trip the guard, or one
   * application's requests would affect all others.
   */
  private Container sign(
      SignedContainerFactory signed, OpportunisticRequestSnapshot requests, Assignment a) {
    int i = a.requestIndex();
    Container[] made = new Container[1];
    placer
        .guard()
        .runAlways(
            "mercury.place.sign",
            () ->
                made[0] =
                    signed.make(
                        requests.request(i).getRequest(),
                        requests.size(i),
                        RankingSource.node(a.node()),
                        requests.runMs(i)));
    return made[0];
  }

  private void placed(Assignment a, OpportunisticRequestSnapshot requests) {
    placer.metrics().placed.add(1);
    OpportunisticSchedulerMetrics metrics = OpportunisticSchedulerMetrics.getMetrics();
    switch (a.locality()) {
      case NODE:
        metrics.incrNodeLocalOppContainers();
        // Stock's matching subtracts from the host only; YARN counts the rack as well.
        requests.request(a.requestIndex()).removeLocation(a.node().rack());
        break;
      case RACK:
        metrics.incrRackLocalOppContainers();
        break;
      default:
        metrics.incrOffSwitchOppContainers();
    }
  }
}
