// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.attempt;

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
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.OpenFairAttempt;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.FinishOrder;
import org.yarnext.elastic.rm.reservation.ReservationManager;
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

  private final ElasticAttempt elastic;
  private final Predicate<Resource> reservable = this::mayReserve;

  /** The request for which a container is being created; under the scheduler's write lock. */
  private ReducedPendingAsk granting;

  public ElasticFairAttempt(
      FairScheduler scheduler,
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
            sizer, reserving, this, context.getRMApps().get(id.getApplicationId()), finishOrder);
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
    if (elastic.offers().rejects(node, IN_LIMITS, reservable)) {
      elastic.offers().recordRejected(node);
      return Resources.none();
    }
    try (PlacementContext placing = elastic.begin(node)) {
      return elastic.offers().passesOn(node, IN_LIMITS)
          ? Resources.none()
          : super.assignContainer(node);
    }
  }

  /**
   * Returns whether this attempt certainly passes on if stock offers it an unreserved node. Records
   * nothing, see {@link AttemptOfferFilter#rejects}.
   */
  public boolean rejects(FSSchedulerNode node) {
    return elastic.isConcerned()
        && !super.isPlaceBlacklisted(node.getNodeName())
        && !super.isPlaceBlacklisted(node.getRackName())
        && !elastic.reservations().isKeptForOther(node)
        && elastic.offers().rejects(node, IN_LIMITS, reservable);
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
