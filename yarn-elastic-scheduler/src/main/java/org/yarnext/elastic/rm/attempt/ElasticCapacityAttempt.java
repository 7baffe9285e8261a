// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.attempt;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceLimits;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivitiesLogger;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivitiesManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivityDiagnosticConstant;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivityState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.SchedulingMode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.AssignmentInformation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ResourceCommitRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSetUtils;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.ResourceCalculator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.FinishOrder;
import org.yarnext.elastic.rm.reservation.ReservationManager;
import org.yarnext.elastic.rm.sizing.ContainerSizer;
import org.yarnext.elastic.rm.sizing.PlacementContext;

/**
 * An attempt of the CapacityScheduler that shows smaller requests while it is placed on a node
 * (YARN-ME section 3.3). Stock's own code then proposes a regular container if it fits, else an
 * elastic one, else a reservation, and commits a smaller proposal like any other. With asynchronous
 * scheduling, several threads place it concurrently; if there are several candidate nodes, it
 * behaves as stock.
 */
public final class ElasticCapacityAttempt extends FiCaSchedulerApp
    implements ElasticAttemptView.Holder {
  private final ElasticAttempt elastic;
  private final ActivitiesManager activities;
  private final ResourceCalculator calculator;

  /** The latest reservation given up for less memory; null once {@link #gaveUp} has returned it. */
  private volatile RMContainer givenUp;

  public ElasticCapacityAttempt(
      ApplicationAttemptId id,
      String user,
      Queue queue,
      AbstractUsersManager users,
      RMContext context,
      Priority priority,
      boolean recovering,
      ActivitiesManager activities,
      ContainerSizer sizer,
      ReservationManager reserving,
      Supplier<FinishOrder> finishOrder) {
    super(id, user, queue, users, context, priority, recovering, activities);
    this.activities = activities;
    this.calculator = ((CapacityScheduler) context.getScheduler()).getResourceCalculator();
    elastic =
        new ElasticAttempt(
            sizer,
            reserving,
            this,
            reservedContainers,
            context.getRMApps().get(id.getApplicationId()),
            finishOrder);
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
  public CSAssignment assignContainers(
      Resource cluster,
      CandidateNodeSet<FiCaSchedulerNode> candidates,
      ResourceLimits limits,
      SchedulingMode schedulingMode,
      RMContainer reserved) {
    FiCaSchedulerNode node = CandidateNodeSetUtils.getSingleNode(candidates);
    if (elastic.skipsOffer(node)) {
      return CSAssignment.SKIP_ASSIGNMENT;
    }
    // Preemption here is measured by regular requests.
    if (node == null || !elastic.isConcerned() || !node.getKillableContainers().isEmpty()) {
      elastic.offers().recordExamined();
      return super.assignContainers(cluster, candidates, limits, schedulingMode, reserved);
    }
    if (reserved == null) {
      Predicate<Resource> inLimits = size -> isInLimits(size, limits, node);
      if (elastic.offers().rejects(node, inLimits, size -> true, true)) {
        elastic.offers().recordRejected(node);
        skip();
        return CSAssignment.SKIP_ASSIGNMENT;
      }
      try (PlacementContext placing = elastic.begin(node)) {
        if (elastic.offers().passesOn(node, inLimits)) {
          skip();
          return CSAssignment.SKIP_ASSIGNMENT;
        }
        CSAssignment assignment =
            super.assignContainers(cluster, candidates, limits, schedulingMode, null);
        return reservesLess(assignment, placing) ? CSAssignment.SKIP_ASSIGNMENT : assignment;
      }
    }
    return dropsReservation(reserved, node)
        ? release(reserved)
        : super.assignContainers(cluster, candidates, limits, schedulingMode, reserved);
  }

  /**
   * Called before stock reserves a node, which it does not while a request has as many reservations
   * as outstanding containers. Requests with room are placed regardless.
   */
  @Override
  public int getNumReservedContainers(SchedulerRequestKey key) {
    return elastic == null || elastic.reservations().mayReserve(key)
        ? super.getNumReservedContainers(key)
        : Integer.MAX_VALUE;
  }

  /**
   * Returns whether another thread took the room for a smaller container, so that it would be
   * reserved. This is never allowed, since a reservation is fulfilled unchanged and the original
   * request would be unknown.
   */
  private static boolean reservesLess(CSAssignment assignment, PlacementContext placing) {
    AssignmentInformation made = assignment.getAssignmentInformation();
    if (made.getNumReservations() == 0) {
      return false;
    }
    RMContainer reserved = made.getFirstAllocatedOrReservedRMContainer();
    return placing.isGranted(
        reserved.getAllocatedSchedulerKey(), reserved.getContainer().getResource());
  }

  private boolean dropsReservation(RMContainer reserved, FiCaSchedulerNode node) {
    try (PlacementContext placing = elastic.begin(node)) {
      return elastic.dropsReservation(reserved, node);
    }
  }

  /**
   * Gives up a reservation as stock does with one that is no longer needed. Stock places nothing
   * else on the node before that is committed.
   */
  private CSAssignment release(RMContainer reserved) {
    elastic.droppedReservation();
    givenUp = reserved;
    skip();
    CSAssignment assignment = new CSAssignment(CSAssignment.SkippedType.QUEUE_LIMIT);
    assignment.setApplication(this);
    assignment.setExcessReservation(reserved);
    return assignment;
  }

  /** Returns whether a reservation was given up to place less memory; true once only. */
  public boolean gaveUp(RMContainer reserved) {
    boolean matches = givenUp == reserved;
    givenUp = null;
    return matches;
  }

  /** Checks the headroom as stock's RegularContainerAllocator does. */
  private boolean isInLimits(Resource size, ResourceLimits limits, FiCaSchedulerNode node) {
    Resource headroom = limits.getHeadroom();
    Resource all =
        getCSLeafQueue().isReservationsContinueLooking()
            ? Resources.add(headroom, getAppAttemptResourceUsage().getReserved(node.getPartition()))
            : headroom;
    return Resources.fitsIn(calculator, size, all);
  }

  private void skip() {
    ActivitiesLogger.APP.finishSkippedAppAllocationRecording(
        activities, getApplicationId(), ActivityState.SKIPPED, ActivityDiagnosticConstant.EMPTY);
  }

  @Override
  public RMContainer allocate(
      FiCaSchedulerNode node, SchedulerRequestKey key, Container container) {
    RMContainer made = super.allocate(node, key, container);
    PlacementContext placing = PlacementContext.of(this);
    if (placing != null
        && made != null
        && placing.isGranted(key, container.getResource())
        && requestsMore(key, container.getResource())) {
      elastic.mark(made, placing.grant(key));
    }
    return made;
  }

  /** Returns whether the master requests more memory than this size now. */
  private boolean requestsMore(SchedulerRequestKey key, Resource size) {
    PendingAsk requested = appSchedulingInfo.getPendingAsk(key, ResourceRequest.ANY);
    return requested.getPerAllocationResource().getMemorySize() > size.getMemorySize();
  }

  @Override
  public boolean apply(
      Resource cluster,
      ResourceCommitRequest<FiCaSchedulerApp, FiCaSchedulerNode> request,
      boolean updatePending) {
    try {
      return super.apply(cluster, request, updatePending);
    } finally {
      elastic.offers().requestsChanged();
    }
  }

  @Override
  public synchronized void addToNewlyAllocatedContainers(
      SchedulerNode node, RMContainer container) {
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
