// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.attempt;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.SizingReason;
import org.yarnext.elastic.rm.job.AttemptFlagCache;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.FinishOrder;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.job.PendingMapDetector;
import org.yarnext.elastic.rm.job.RequestMemoryTable;
import org.yarnext.elastic.rm.job.WaitingContainerCounter;
import org.yarnext.elastic.rm.metrics.PlacementDecisionHistory;
import org.yarnext.elastic.rm.reservation.AttemptReservationManager;
import org.yarnext.elastic.rm.reservation.ReservationManager;
import org.yarnext.elastic.rm.reservation.ReservedNodeOffer;
import org.yarnext.elastic.rm.sizing.ContainerSizer;
import org.yarnext.elastic.rm.sizing.DecisionTag;
import org.yarnext.elastic.rm.sizing.PlacementContext;
import org.yarnext.elastic.rm.sizing.ReducedPendingAsk;

/**
 * The elastic part of an application attempt of either scheduler: shows a smaller request while the
 * attempt is placed, marks the resulting container, and keeps the queue's pending metrics right.
 * Thread-safe.
 */
public final class ElasticAttempt implements ElasticAttemptView {
  /** Maximum number of sizes with which a request is compared. */
  private static final int MAX_SIZES = 64;

  static final Decision<Long> AWAITS_MAPS = Decision.of(null, SizingReason.AWAITS_MAPS);

  private final ContainerSizer sizer;
  private final SchedulerApplicationAttempt attempt;
  private final JobDescriptor job;
  private final AttemptReservationManager reservations;
  private final AttemptFlagCache profiled = new AttemptFlagCache(this::hasProfile);
  private final WaitingContainerCounter waiting;
  private final RequestMemoryTable stated;
  private final AttemptFlagCache mapsAreLeft;
  private final PlacementDecisionHistory last = new PlacementDecisionHistory();
  private final MissedOpportunityCounter missed;
  private final AttemptOfferFilter offers;
  private final Supplier<FinishOrder> finishOrder;
  private final AtomicBoolean statedSmaller = new AtomicBoolean();
  private volatile boolean masterRuns;

  /** Never reset, so that a placement in progress keeps the sizes it has shown. */
  private volatile boolean everProfiled;

  /**
   * Creates the elastic part of an attempt.
   *
   * @param policy about reservations; null if they are stock's
   * @param reserved the attempt's reservations, as stock changes them
   * @param app null if the ResourceManager does not know it; nothing is shrunk then
   * @param finishOrder supplies the current order of jobs by fair finish
   */
  ElasticAttempt(
      ContainerSizer sizer,
      ReservationManager policy,
      SchedulerApplicationAttempt attempt,
      Map<SchedulerRequestKey, Map<NodeId, RMContainer>> reserved,
      RMApp app,
      Supplier<FinishOrder> finishOrder) {
    this.finishOrder = finishOrder;
    this.sizer = sizer;
    this.attempt = attempt;
    this.job = app == null ? null : JobDescriptor.of(app, this::queue);
    this.waiting = new WaitingContainerCounter(attempt);
    this.stated = new RequestMemoryTable(attempt::getSchedulerKeys);
    this.mapsAreLeft = new AttemptFlagCache(new PendingMapDetector(attempt, job, waiting)::areLeft);
    this.reservations = new AttemptReservationManager(policy, sizer, attempt, reserved, job);
    this.missed =
        new MissedOpportunityCounter(
            attempt, policy == null ? () -> 0 : policy.walks()::skippedOffers, sizer::clusterNodes);
    this.offers =
        new AttemptOfferFilter(
            sizer, attempt, job, reservations, missed, last, this::mayShrink, this::awaitsMaps);
  }

  @Override
  public JobDescriptor job() {
    return job;
  }

  /** Begins a placement; the current mode applies to it until its end. */
  PlacementContext begin(SchedulerNode node) {
    return PlacementContext.begin(attempt, node, sizer.acts());
  }

  /** Returns the path of the queue; a job may be moved to another. */
  private String queue() {
    Queue queue = attempt.getQueue();
    return queue instanceof CSQueue ? ((CSQueue) queue).getQueuePath() : queue.getQueueName();
  }

  @Override
  public FinishOrder finishOrder() {
    return finishOrder.get();
  }

  @Override
  public boolean isOpen() {
    if (!masterRuns) {
      masterRuns = job != null && !attempt.isWaitingForAMContainer();
    }
    return masterRuns;
  }

  @Override
  public boolean isConcerned() {
    return sizer.decides() && isOpen() && profiled.at(sizer.eventNanos());
  }

  private boolean hasProfile() {
    try {
      for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
        if (sizer.concerns(job, key.getPriority().getPriority())) {
          everProfiled = true;
          return true;
        }
      }
    } catch (Throwable t) {
      sizer.failed(t);
    }
    return false;
  }

  /**
   * Called before the attempt's requests change; under its write lock.
   *
   * @param requests the master's, written before it knew of the containers in the coming response
   * @param unseen the containers in the coming response
   */
  void requestsChanging(List<ResourceRequest> requests, List<RMContainer> unseen) {
    missed.catchUp();
    waiting.stated(sizer.decides() ? requests : null, unseen);
    if (sizer.decides() && requests != null && !statedSmaller.get() && isAnySmaller(requests)) {
      statedSmaller.set(true);
    }
  }

  /** Returns whether a request is smaller in some resource than each that waits. */
  private boolean isAnySmaller(List<ResourceRequest> requests) {
    Set<Resource> waitingSizes = null; // read once: a master may have thousands of requests
    for (ResourceRequest each : requests) {
      if (each.getNumContainers() > 0 && ResourceRequest.isAnyLocation(each.getResourceName())) {
        waitingSizes = waitingSizes == null ? waitingSizes() : waitingSizes;
        Resource size = each.getCapability();
        if (waitingSizes.stream().noneMatch(waits -> Resources.fitsIn(waits, size))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns different sizes of waiting requests; of too many, some are left out. */
  private Set<Resource> waitingSizes() {
    Set<Resource> sizes = new HashSet<>();
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      PendingAsk ask = attempt.getPendingAsk(key, ResourceRequest.ANY);
      if (ask.getCount() > 0 && sizes.size() < MAX_SIZES) {
        sizes.add(ask.getPerAllocationResource());
      }
    }
    return sizes;
  }

  @Override
  public boolean takeSmallerRequest() {
    return statedSmaller.getAndSet(false);
  }

  @Override
  public void stated(List<ResourceRequest> requests) {
    stated.stated(sizer.decides() ? requests : null);
  }

  @Override
  public int waiting(SchedulerRequestKey key) {
    return waiting.count(key);
  }

  @Override
  public void requestsChanged() {
    profiled.changed();
    mapsAreLeft.changed();
    offers.requestsChanged();
  }

  /** Returns the filter of the nodes offered to the attempt. */
  public AttemptOfferFilter offers() {
    return offers;
  }

  public AttemptReservationManager reservations() {
    return reservations;
  }

  /** Returns whether the attempt takes no part in the offer of a node, null for several. */
  boolean skipsOffer(SchedulerNode node) {
    ReservedNodeOffer offered = ReservedNodeOffer.current();
    return offered != null && (offered.isKeptFor(attempt) || !isConcerned())
        || reservations.isKeptForOther(node) && isConcerned() && reservations.recordKeptForOther();
  }

  /** Returns the request to show: smaller or none only while this thread is placing it. */
  PendingAsk shown(SchedulerRequestKey key, PendingAsk requested) {
    if (!everProfiled) {
      return requested;
    }
    PlacementContext placing = PlacementContext.of(attempt);
    if (placing == null || requested.getCount() <= 0) {
      return requested;
    }
    placing.examine(key);
    Resource size = requested.getPerAllocationResource();
    PlacementContext.Grant grant = placing.grant(key);
    if (grant == null) {
      grant = placing.decided(key, size, decide(key, size, placing.node()));
    }
    boolean shrink = placing.acts() && grant.mb > 0 && grant.requestedMb == size.getMemorySize();
    PendingAsk shown = shrink ? ReducedPendingAsk.of(requested, grant) : requested;
    return reservations.mayPlaceOnOffered(key, shown.getPerAllocationResource(), grant)
        ? shown
        : new PendingAsk(size, 0);
  }

  /** Decides a request's size. An exception would end the scheduler and the ResourceManager. */
  private Decision<Long> decide(SchedulerRequestKey key, Resource size, SchedulerNode node) {
    try {
      if (!mayShrink(key)) {
        return null;
      }
      int priority = key.getPriority().getPriority();
      Decision<Long> decision =
          awaitsMaps(key, size, node)
              ? AWAITS_MAPS
              : sizer.size(
                  job,
                  priority,
                  size,
                  statedMb(key, size),
                  node,
                  offers.smallest(),
                  offers.rejections());
      if (decision != null) {
        last.made(priority, decision, sizer.metrics().nowMs());
      }
      return decision;
    } catch (Throwable t) {
      sizer.failed(t);
      return null;
    }
  }

  private long statedMb(SchedulerRequestKey key, Resource size) {
    return stated.of(key, size.getMemorySize(), sizer.stepMb());
  }

  /**
   * Returns whether a reducer would only wait for maps at first. With less memory it would delay
   * its job by its full slow-down, however soon it starts, and neither its end nor the job's is
   * known yet.
   */
  private boolean awaitsMaps(SchedulerRequestKey key, Resource size, SchedulerNode node) {
    boolean awaits =
        !sizer.fits(size, node.getUnallocatedResource())
            && awaitsMaps(key) // before the profile, which takes a search
            && sizer.concerns(job, key.getPriority().getPriority());
    if (awaits) {
      sizer.metrics().decidedAgain(AWAITS_MAPS);
    }
    return awaits;
  }

  private boolean awaitsMaps(SchedulerRequestKey key) {
    return job.awaitsMaps(key.getPriority().getPriority()) && mapsAreLeft.at(sizer.eventNanos());
  }

  private boolean mayShrink(SchedulerRequestKey key) {
    if (key.getContainerToUpdate() != null || job.isRetry(key.getPriority().getPriority())) {
      return false;
    }
    AppPlacementAllocator<?> allocator = attempt.getAppPlacementAllocator(key);
    return allocator != null && allocator.getSchedulingRequest() == null && waiting.waits(key);
  }

  /**
   * Returns whether a reservation is better given up, since its request can be placed here with
   * less memory now. A reservation holds a container of the regular size and is never shrunk
   * itself. Call it while placing only.
   */
  boolean dropsReservation(RMContainer reserved, SchedulerNode node) {
    Resource size = reserved.getReservedResource();
    SchedulerRequestKey key = reserved.getReservedSchedulerKey();
    if (size == null || key == null || sizer.fits(size, node.getUnallocatedResource())) {
      return false;
    }
    return attempt.getPendingAsk(key, ResourceRequest.ANY) instanceof ReducedPendingAsk;
  }

  void droppedReservation() {
    sizer.metrics().droppedReservation();
  }

  /**
   * Tags a container that gets less than requested, before its token is created. Sets the tags in
   * the Container record, too: stock later removes them by that record, but does not set them there
   * before the master has received the container.
   */
  void mark(RMContainer container, PlacementContext.Grant grant) {
    SchedulerRequestKey key = container.getAllocatedSchedulerKey();
    tag(container, new DecisionTag(stated.of(key, grant.requestedMb, sizer.stepMb()), grant.why));
  }

  private static void tag(RMContainer container, Set<String> tags) {
    ((RMContainerImpl) container).setAllocationTags(tags);
    container.getContainer().setAllocationTags(tags);
  }

  /**
   * Handles a granted container, under the attempt's write lock, before stock lowers the pending
   * requests.
   *
   * @param info the attempt's current requests
   */
  void granted(RMContainer container, AppSchedulingInfo info) {
    try {
      SchedulerRequestKey key = container.getAllocatedSchedulerKey();
      if (isOpen() && key.getContainerToUpdate() == null) {
        Decision<Long> why = DecisionTag.why(container.getAllocationTags());
        if (why != null) {
          // Replace the tag by one without the decision, which would otherwise be retained for
          // the container's lifetime.
          tag(container, DecisionTag.plain(container.getAllocationTags()));
          PendingAsk requested = info.getPendingAsk(key, ResourceRequest.ANY);
          if (requested.getCount() > 0) { // else withdrawn meanwhile, and stock lowers nothing
            ReducedPendingAsk.lowerPending(attempt, container, requested);
          }
          undersized(container, why);
        } else {
          inFull(container, key.getPriority().getPriority());
        }
      }
    } catch (Throwable t) {
      sizer.failed(t);
    }
  }

  private void undersized(RMContainer container, Decision<Long> why) {
    sizer
        .metrics()
        .undersized(
            container.getContainerId(),
            container.getAllocatedNode(),
            UndersizedTag.requestedMb(container.getAllocationTags()),
            container.getAllocatedResource().getMemorySize(),
            why);
  }

  private void inFull(RMContainer container, int priority) {
    if (sizer.decides() && sizer.concerns(job, priority)) {
      long mb = container.getAllocatedResource().getMemorySize();
      Decision<Long> why = last.inFull(priority, mb, sizer.minMb(), sizer.metrics().nowMs());
      sizer.metrics().inFull(container.getContainerId(), container.getAllocatedNode(), why);
    }
  }
}
