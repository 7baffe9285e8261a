// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.attempt;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.yarnext.elastic.policy.SizeRejectionCache;
import org.yarnext.elastic.policy.reservation.ReservationReason;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.metrics.PlacementDecisionHistory;
import org.yarnext.elastic.rm.reservation.AttemptReservationManager;
import org.yarnext.elastic.rm.reservation.ReservedNodeOffer;
import org.yarnext.elastic.rm.sizing.ContainerSizer;
import org.yarnext.elastic.rm.sizing.MinimumResourceCache;
import org.yarnext.elastic.rm.sizing.PlacementContext;

/**
 * Filters out offered nodes on which an attempt certainly places and reserves nothing, so that
 * stock need not examine the attempt there. {@link #passesOn} decides what is not known yet; {@link
 * #rejects} knows from earlier decisions alone, and costs a small part of that. Called under the
 * scheduler's write lock, except for {@link #requestsChanged}, and for schedulers that place on
 * several threads, whose reservations are stock's: they are never rejected.
 */
public final class AttemptOfferFilter {
  /** Validity of the requests read, in ns; limits the effect of changes that nobody reports. */
  private static final long VALID_NANOS = 1_000_000_000;

  /**
   * Maximum number of requests of an attempt that is filtered. They are read again after each
   * grant, so that those of an attempt with any number would take quadratic time.
   */
  private static final int MAX_REQUESTS = 256;

  private final ContainerSizer sizer;
  private final SchedulerApplicationAttempt attempt;
  private final JobDescriptor job;
  private final AttemptReservationManager reservations;
  private final MissedOpportunityCounter missed;
  private final PlacementDecisionHistory last;
  private final Predicate<SchedulerRequestKey> mayShrink;
  private final Predicate<SchedulerRequestKey> awaitsMaps;
  private final MinimumResourceCache smallest = new MinimumResourceCache();
  private final SizeRejectionCache rejections = new SizeRejectionCache();
  private final BooleanSupplier stillPassesOn = this::stillPassesOn;
  private final AtomicInteger changes = new AtomicInteger();
  private volatile Runnable listener = () -> {};
  private AttemptRequestTable requests = new AttemptRequestTable(-1, 0, Collections.emptyList());

  /**
   * Creates a filter.
   *
   * @param job null if unknown; then nothing is filtered
   * @param last remembers the refusals
   * @param mayShrink whether a request may be placed with less memory
   * @param awaitsMaps whether a request gets all its memory while maps are left
   */
  AttemptOfferFilter(
      ContainerSizer sizer,
      SchedulerApplicationAttempt attempt,
      JobDescriptor job,
      AttemptReservationManager reservations,
      MissedOpportunityCounter missed,
      PlacementDecisionHistory last,
      Predicate<SchedulerRequestKey> mayShrink,
      Predicate<SchedulerRequestKey> awaitsMaps) {
    this.sizer = sizer;
    this.attempt = attempt;
    this.job = job;
    this.reservations = reservations;
    this.missed = missed;
    this.last = last;
    this.mayShrink = mayShrink;
    this.awaitsMaps = awaitsMaps;
  }

  SizeRejectionCache rejections() {
    return rejections;
  }

  MinimumResourceCache smallest() {
    return smallest;
  }

  /** Records that the attempt's requests change, or the number of containers they wait for. */
  void requestsChanged() {
    changes.incrementAndGet();
    listener.run();
  }

  /** Sets what is called when the requests have changed. */
  void onRequestsChanged(Runnable called) {
    listener = called;
  }

  /** Records that stock examines the attempt's requests, or would at other nodes. */
  public void recordExamined() {
    missed.catchUp();
    if (!attempt.getSchedulerKeys().isEmpty()) {
      reservations.recordNotRejected();
    }
  }

  /**
   * Returns whether the attempt certainly places nothing on a node; false if its requests are not
   * filtered. Must not be called while this thread places on that node. Records nothing: if the
   * caller skips the attempt, it calls {@link #recordRejected} before it changes attempt or node.
   *
   * @param inLimits whether the attempt may have another container of a size on any node
   * @param reservable whether stock may reserve a node for a size, as far as the node does not
   *     matter
   * @param delays whether stock's missed opportunities matter, which it counts otherwise for those
   *     that it examines
   */
  public boolean rejects(
      SchedulerNode node,
      Predicate<Resource> inLimits,
      Predicate<Resource> reservable,
      boolean delays) {
    try {
      return sizer.acts()
          && !reservations.areStock()
          && !sizer.isNonReporting(node)
          && rejectsAll(node, inLimits, reservable, delays);
    } catch (Throwable t) {
      sizer.failed(t);
      return false;
    }
  }

  private boolean rejectsAll(
      SchedulerNode node,
      Predicate<Resource> inLimits,
      Predicate<Resource> reservable,
      boolean delays) {
    AttemptRequestTable current = requests();
    current.delays = delays;
    Resource free = node.getUnallocatedResource();
    for (AttemptRequestTable.WaitingRequest each : current.all) {
      if (sizer.fits(each.size, free) || !inLimits.test(each.size)) {
        return false;
      }
      each.notReserved = null;
      each.refusal = awaitsMaps.test(each.key) ? ElasticAttempt.AWAITS_MAPS : null;
      if (each.refusal == null && sizer.mayFit(each.size, free, smallest)) {
        each.refusal = sizer.refusal(job, each.priority, each.size, node, rejections);
        if (each.refusal == null) {
          return false;
        }
      }
    }
    return !current.all.isEmpty()
        && (ReservedNodeOffer.current() != null || reservesNothing(current, node, reservable));
  }

  private boolean reservesNothing(
      AttemptRequestTable current, SchedulerNode node, Predicate<Resource> reservable) {
    current.holdsNone = reservations.holdNone();
    for (AttemptRequestTable.WaitingRequest each : current.all) {
      each.notReserved = reservations.refusal(each.size, node);
      if (each.notReserved == null || current.holdsNone && reservations.isOverdue(each.key)) {
        return !(current.located && current.delays) && !isAny(current, reservable);
      }
    }
    return true;
  }

  /**
   * Returns the sizes for which stock would reserve the node that {@link #rejects} was called for
   * last, if the reservation policy did not refuse that.
   *
   * @param reservable whether stock may reserve a node for a size
   */
  Collection<Resource> reservable(Predicate<Resource> reservable) {
    if (ReservedNodeOffer.current() != null || !isAny(requests, reservable)) {
      return Collections.emptyList();
    }
    Set<Resource> sizes = new HashSet<>(4);
    for (AttemptRequestTable.WaitingRequest each : requests.all) {
      if (each.notReserved != null
          && each.notReserved.reason() != ReservationReason.RESERVE_LIMIT_REACHED) {
        sizes.add(each.size);
      }
    }
    return sizes;
  }

  private static boolean isAny(AttemptRequestTable current, Predicate<Resource> reservable) {
    // No stream: runs for each job in each walk.
    for (AttemptRequestTable.WaitingRequest each : current.all) {
      if (reservable.test(each.size)) {
        return true;
      }
    }
    return false;
  }

  /** Records that the attempt is not offered the node that {@link #rejects} was called for last. */
  public void recordRejected(SchedulerNode node) {
    try {
      AttemptRequestTable current = requests;
      long now = sizer.metrics().nowMs();
      for (AttemptRequestTable.WaitingRequest each : current.all) {
        if (each.refusal != null) {
          sizer.metrics().decidedAgain(each.refusal);
          last.made(each.priority, each.refusal, now);
        }
      }
      if (ReservedNodeOffer.current() == null) {
        for (AttemptRequestTable.WaitingRequest each : current.all) {
          if (each.notReserved == null
              || !reservations.recordRefusal(
                  each.key, each.size, each.notReserved, current.holdsNone)) {
            missed.catchUp();
            reservations.recordPossibleReservation();
            return;
          }
        }
      }
      missed.passedOver(node, current.delays ? current.missing : null);
      reservations.recordPassedOn(stillPassesOn);
    } catch (Throwable t) {
      sizer.failed(t);
    }
  }

  private AttemptRequestTable requests() {
    long now = sizer.eventNanos();
    int before = changes.get(); // read first, or stale requests could be kept
    if (requests.changes != before || now - requests.readNanos >= VALID_NANOS) {
      requests = read(before, now);
    }
    return requests;
  }

  private AttemptRequestTable read(int before, long nowNanos) {
    List<AttemptRequestTable.WaitingRequest> all = new ArrayList<>(1);
    AttemptRequestTable read = new AttemptRequestTable(before, nowNanos, all);
    boolean areOurs = true;
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      PendingAsk ask = attempt.getPendingAsk(key, ResourceRequest.ANY);
      if (read.sizes.size() >= MAX_REQUESTS || key.getContainerToUpdate() != null) {
        read.sizes.clear();
        all.clear();
        return read;
      }
      if (ask.getCount() > 0) {
        read.sizes.add(ask.getPerAllocationResource());
      }
      areOurs = areOurs && ask.getCount() > 0 && mayShrink.test(key) && isConcerned(key);
      if (areOurs) { // no counts of 0 among them
        AppPlacementAllocator<?> allocator = attempt.getAppPlacementAllocator(key);
        if (all.isEmpty()) {
          read.missing = MissedOpportunityCounter.delayed(key, allocator);
        }
        read.located |= allocator.getUniqueLocationAsks() > 1;
        all.add(new AttemptRequestTable.WaitingRequest(key, ask.getPerAllocationResource()));
      }
    }
    if (!areOurs) {
      all.clear();
    }
    return read;
  }

  /**
   * Returns whether stock neither has room on a node for any request, with or without a profile,
   * nor may reserve it. Must not be called while this thread places.
   */
  boolean hasNoUseFor(SchedulerNode node, Predicate<Resource> reservable) {
    try {
      List<Resource> sizes = requests().sizes;
      Resource free = node.getUnallocatedResource();
      for (Resource size : sizes) { // no stream: runs for each job in each walk
        if (sizer.fits(size, free) || reservable.test(size)) {
          return false;
        }
      }
      return !sizes.isEmpty();
    } catch (Throwable t) {
      sizer.failed(t);
      return false;
    }
  }

  /**
   * Returns whether a node has room for all memory of the first request, or stock reserves it. Must
   * not be called while this thread places.
   */
  boolean usesFirst(
      SchedulerNode node, Predicate<Resource> inLimits, Predicate<Resource> reserving) {
    try {
      Resource size = requests().sizes.isEmpty() ? null : requests().sizes.get(0);
      return size != null
          && (sizer.fits(size, node.getUnallocatedResource())
              || sizer.fits(size, node.getTotalResource()) && reserving.test(size))
          && inLimits.test(size);
    } catch (Throwable t) {
      sizer.failed(t);
      return false;
    }
  }

  /**
   * Returns the free memory in MB below which {@link #rejects} or {@link #hasNoUseFor}, which
   * returned true last, does not depend on the node; 0 if unknown.
   *
   * @param areOurs whether the requests have a profile
   */
  long rejectsBelowMb(boolean areOurs) {
    return areOurs ? requests.isLimitReached() ? sizer.minMb() : 0 : requests.minMb();
  }

  private boolean isConcerned(SchedulerRequestKey key) {
    return sizer.concerns(job, key.getPriority().getPriority());
  }

  /**
   * Returns whether the attempt certainly places nothing on this node. Decides the sizes that are
   * not known yet. Must be called only while this thread places on the node.
   *
   * @param inLimits whether the attempt may have another container of a size on any node: at a
   *     limit stock may keep the remainder for this attempt, and it passes on itself
   */
  public boolean passesOn(SchedulerNode node, Predicate<Resource> inLimits) {
    try {
      if (!PlacementContext.of(attempt).acts() || hasRoom(node)) {
        recordExamined();
        return false;
      }
      if (wouldNotReserve(node, inLimits)) {
        missed.passedOver(node);
        reservations.recordPassedOn(stillPassesOn);
        return true;
      }
      missed.catchUp();
      reservations.recordPossibleReservation();
    } catch (Throwable t) { // it would end the ResourceManager
      sizer.failed(t);
      reservations.recordNotRejected();
    }
    return false;
  }

  /** Returns whether it would still pass on, as far as that depends on estimates and time. */
  private boolean stillPassesOn() {
    return sizer.refusesStill(job, rejections) && reservations.stillWouldNotReserve();
  }

  /** Returns whether any request has room on the node, including those left to stock. */
  private boolean hasRoom(SchedulerNode node) {
    Resource free = node.getUnallocatedResource();
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      PendingAsk request = attempt.getPendingAsk(key, ResourceRequest.ANY);
      boolean fits = request.getCount() > 0 && sizer.fits(request.getPerAllocationResource(), free);
      if (fits || key.getContainerToUpdate() != null || !isOurs(key)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the request has a profile, as it does once a decision was made about it. */
  private boolean isOurs(SchedulerRequestKey key) {
    PlacementContext.Grant grant = PlacementContext.of(attempt).grant(key);
    return grant != null && grant.why != null || isConcerned(key);
  }

  private boolean wouldNotReserve(SchedulerNode node, Predicate<Resource> inLimits) {
    PlacementContext placing = PlacementContext.of(attempt);
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      Resource size = placing.requested(key);
      if (!inLimits.test(size) || !reservations.wouldNotReserve(key, size, node)) {
        return false;
      }
    }
    return true;
  }
}
