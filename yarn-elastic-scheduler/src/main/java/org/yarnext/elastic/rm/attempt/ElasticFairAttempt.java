// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.attempt;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ActiveUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.OpenFairAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.OpenFairScheduler;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.FinishOrder;
import org.yarnext.elastic.rm.reservation.ReservationManager;
import org.yarnext.elastic.rm.reservation.ReservedNodeOffer;
import org.yarnext.elastic.rm.sizing.ContainerSizer;
import org.yarnext.elastic.rm.sizing.PlacementContext;
import org.yarnext.elastic.rm.sizing.ReducedPendingAsk;

/**
 * An attempt of the FairScheduler that shows smaller requests while it is placed on a node (YARN-ME
 * section 3.3). Stock's own code then places a regular container if it fits, else an elastic one,
 * else reserves.
 */
public final class ElasticFairAttempt extends OpenFairAttempt implements ElasticAttemptView.Holder {
  /** The limits of queues: stock passes on at them itself. */
  private static final Predicate<Resource> IN_LIMITS = size -> true;

  /** The policy decides about reservations. */
  private static final Predicate<Resource> NONE = size -> false;

  private final ElasticAttempt elastic;
  private final Predicate<Resource> reservable = this::mayReserve;
  private final Predicate<Resource> inMaxShare = this::isInMaxShare;
  private final Predicate<Resource> reserving = this::reserves;

  /** Why this attempt rejected a node last; null if it did not. */
  private Rejection rejection;

  /** Reasons to pass on without being asked. */
  private enum Rejection {
    /** The attempt takes no part in the offer of a reserved node. */
    NOT_OFFERED,
    KEPT_FOR_OTHER,

    /** Stock neither has room for it nor may reserve the node, nor any with the same free room. */
    WITHOUT_PROFILE,
    REFUSED
  }

  /** The request for which a container is being created; under the scheduler's write lock. */
  private ReducedPendingAsk granting;

  public ElasticFairAttempt(
      OpenFairScheduler scheduler,
      ApplicationAttemptId id,
      String user,
      FSLeafQueue queue,
      ActiveUsersManager users,
      RMContext context,
      ContainerSizer sizer,
      ReservationManager reserving,
      Supplier<FinishOrder> finishOrder) {
    super(scheduler, id, user, queue, users, context);
    elastic =
        new ElasticAttempt(
            sizer,
            reserving,
            this,
            reservedContainers,
            context.getRMApps().get(id.getApplicationId()),
            finishOrder);
    elastic.offers().onRequestsChanged(this::forget);
  }

  @Override
  public ElasticAttempt elastic() {
    return elastic;
  }

  @Override
  public boolean updateResourceRequests(List<ResourceRequest> requests) {
    writeLock.lock();
    try {
      elastic.requestsChanging(requests, newlyAllocatedContainers);
      boolean changed = super.updateResourceRequests(requests);
      elastic.requestsChanged();
      return changed;
    } finally {
      writeLock.unlock();
    }
  }

  @Override
  public PendingAsk getPendingAsk(SchedulerRequestKey key, String resourceName) {
    PendingAsk requested = super.getPendingAsk(key, resourceName);
    // Null while the superclass's constructor runs.
    return elastic == null ? requested : elastic.shown(key, requested);
  }

  @Override
  public Resource assignContainer(FSSchedulerNode node) {
    if (elastic.skipsOffer(node)) {
      return Resources.none();
    }
    // Preemption for this attempt was measured by its regular requests.
    if (!elastic.isConcerned() || awaitsPreempted(node)) {
      elastic.offers().recordExamined();
      return super.assignContainer(node);
    }
    try (PlacementContext placing = elastic.begin(node)) {
      return elastic.offers().passesOn(node, IN_LIMITS)
          ? Resources.none()
          : super.assignContainer(node);
    }
  }

  @Override
  protected boolean rejects(FSSchedulerNode node) {
    rejection = rejection(node);
    return rejection != null;
  }

  private Rejection rejection(FSSchedulerNode node) {
    boolean concerned = elastic.isConcerned();
    ReservedNodeOffer offered = ReservedNodeOffer.current();
    if (offered != null && (offered.isKeptFor(this) || !concerned)) {
      return Rejection.NOT_OFFERED;
    }
    if (!concerned) {
      // Stock counts missed opportunities, which matter only if it delays placement.
      return elastic.isOpen()
              && !delaysPlacement()
              && elastic.offers().hasNoUseFor(node, reservable)
          ? Rejection.WITHOUT_PROFILE
          : null;
    }
    if (elastic.reservations().isKeptForOther(node)) {
      return Rejection.KEPT_FOR_OTHER;
    }
    return elastic.offers().rejects(node, IN_LIMITS, reservable, delaysPlacement())
        ? Rejection.REFUSED
        : null;
  }

  @Override
  protected long rejectsBelowMb() {
    return rejection == Rejection.WITHOUT_PROFILE || rejection == Rejection.REFUSED
        ? elastic.offers().rejectsBelowMb(rejection == Rejection.REFUSED)
        : 0;
  }

  @Override
  protected Collection<Resource> reservable() {
    return rejection == Rejection.REFUSED
        ? elastic.offers().reservable(reservable)
        : Collections.emptyList();
  }

  @Override
  protected boolean isRefusedReservation(Resource size, FSSchedulerNode node) {
    return elastic.reservations().isRefusedToAll(size, node);
  }

  @Override
  protected boolean uses(FSSchedulerNode node) {
    return elastic.isOpen()
        && !delaysPlacement()
        && elastic.offers().usesFirst(node, inMaxShare, elastic.isConcerned() ? NONE : reserving)
        && !super.isPlaceBlacklisted(node.getNodeName())
        && !super.isPlaceBlacklisted(node.getRackName());
  }

  @Override
  protected void recordRejected(FSSchedulerNode node) {
    if (rejection != Rejection.NOT_OFFERED
        && rejection != Rejection.WITHOUT_PROFILE
        && !isPlaceBlacklisted(node.getNodeName())
        && !isPlaceBlacklisted(node.getRackName())) {
      if (rejection == Rejection.KEPT_FOR_OTHER) {
        elastic.reservations().recordKeptForOther();
      } else {
        elastic.offers().recordRejected(node);
      }
    }
  }

  @Override
  public boolean isPlaceBlacklisted(String place) {
    boolean blacklisted = super.isPlaceBlacklisted(place);
    if (blacklisted && elastic != null) {
      elastic.offers().recordExamined(); // the next node may differ
    }
    return blacklisted;
  }

  @Override
  protected Resource placeInsteadOfReservation(FSSchedulerNode node) {
    if (!elastic.isConcerned() || awaitsPreempted(node)) {
      return null;
    }
    try (PlacementContext placing = elastic.begin(node)) {
      RMContainer reserved = node.getReservedContainer();
      if (!elastic.dropsReservation(reserved, node)) {
        return null;
      }
      unreserve(reserved.getReservedSchedulerKey(), node);
      elastic.droppedReservation();
      return super.assignContainer(node);
    }
  }

  @Override
  public RMContainer allocate(
      NodeType type,
      FSSchedulerNode node,
      SchedulerRequestKey key,
      PendingAsk request,
      Container reserved) {
    granting =
        reserved == null && request instanceof ReducedPendingAsk
            ? (ReducedPendingAsk) request
            : null;
    try {
      return super.allocate(type, node, key, request, reserved);
    } finally {
      granting = null;
      elastic.offers().requestsChanged();
    }
  }

  @Override
  public synchronized void addToNewlyAllocatedContainers(
      SchedulerNode node, RMContainer container) {
    if (granting != null) {
      elastic.mark(container, granting.grant());
    }
    elastic.granted(container, appSchedulingInfo);
    elastic.reservations().granted(container);
    super.addToNewlyAllocatedContainers(node, container);
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
