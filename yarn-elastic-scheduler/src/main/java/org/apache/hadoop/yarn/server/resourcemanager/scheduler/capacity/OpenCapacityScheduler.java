// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceLimits;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivitiesLogger;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSetUtils;
import org.apache.hadoop.yarn.util.SystemClock;

/**
 * A CapacityScheduler whose subclasses create its application attempts and offer reserved nodes to
 * other attempts. {@code CapacityScheduler.addApplicationAttempt} is private and creates the
 * attempt itself; this class follows every line of it, as of 3.4.2.
 *
 * <p>Hooks the package-private {@code CapacityScheduler.allocateContainersToNode}, since stock
 * offers no other hook there: a node that is still reserved after the call may be offered to
 * others, and a node whose reservation has ended to the attempt that gave it up.
 */
public abstract class OpenCapacityScheduler extends CapacityScheduler {
  /**
   * Enforces limits on running applications as stock's own enforcer does, which the superclass
   * keeps private.
   */
  private final CSMaxRunningAppsEnforcer enforcer = new CSMaxRunningAppsEnforcer(this);

  protected OpenCapacityScheduler() {
    setMaxRunningAppsEnforcer(enforcer);
  }

  /**
   * Creates the attempt to add; null lets stock create it. Called under the scheduler's write lock.
   *
   * @param recovering whether the attempt is recovered after a restart of the ResourceManager
   */
  protected abstract FiCaSchedulerApp newAttempt(
      ApplicationAttemptId id,
      SchedulerApplication<FiCaSchedulerApp> application,
      boolean recovering);

  /**
   * Returns whether reserved nodes are offered to other attempts; false leaves scheduling to stock.
   */
  protected abstract boolean offersReserved();

  /**
   * Decides whether to skip the offer of an unreserved node to all queues. Called under the
   * scheduler's write lock.
   *
   * @return true if the node is not offered
   */
  protected abstract boolean isSkipped(FiCaSchedulerNode node);

  /** Called after a node was offered to all queues. */
  protected abstract void offered();

  /**
   * Offers a reserved node on which the reserving task has no room yet. Called under the
   * scheduler's write lock.
   *
   * @param walk offers the node to all queues once; they skip it if it shows a reservation
   */
  protected abstract void offerReserved(FiCaSchedulerNode node, Runnable walk);

  /**
   * Called when a node has been processed and its reservation has ended, because its container has
   * room now or its attempt no longer needs it. Stock does nothing more with the node. Called under
   * the scheduler's write lock.
   *
   * @param attempt null if it is gone
   * @param place offers the node to the attempt alone
   */
  protected void reservationEnded(
      RMContainer reservation, FiCaSchedulerApp attempt, Runnable place) {}

  @Override
  public void handle(SchedulerEvent event) {
    if (event.getType() != SchedulerEventType.APP_ATTEMPT_ADDED
        || !add((AppAttemptAddedSchedulerEvent) event)) {
      super.handle(event);
    }
  }

  /** Adds the attempt; returns false if stock must add it. */
  private boolean add(AppAttemptAddedSchedulerEvent event) {
    ApplicationAttemptId id = event.getApplicationAttemptId();
    writeLock.lock();
    try {
      SchedulerApplication<FiCaSchedulerApp> application = applications.get(id.getApplicationId());
      FiCaSchedulerApp attempt =
          application == null ? null : newAttempt(id, application, event.getIsAttemptRecovering());
      if (attempt == null) {
        return false;
      }
      if (event.getTransferStateFromPreviousAttempt()) {
        attempt.transferStateFromPreviousAttempt(application.getCurrentAppAttempt());
      }
      application.setCurrentAppAttempt(attempt);
      // The priority may have changed before the attempt became visible.
      attempt.setPriority(application.getPriority());
      enforcer.checkRunnabilityWithUpdate(attempt);
      enforcer.trackApp(attempt);
      ((CSQueue) application.getQueue()).submitApplicationAttempt(attempt, application.getUser());
      if (!event.getIsAttemptRecovering()) {
        rmContext
            .getDispatcher()
            .getEventHandler()
            .handle(new RMAppAttemptEvent(id, RMAppAttemptEventType.ATTEMPT_ADDED));
      }
      return true;
    } finally {
      writeLock.unlock();
    }
  }

  @Override
  CSAssignment allocateContainersToNode(
      CandidateNodeSet<FiCaSchedulerNode> candidates, boolean withNodeHeartbeat) {
    FiCaSchedulerNode node = CandidateNodeSetUtils.getSingleNode(candidates);
    // A heartbeat holds the write lock; asynchronous scheduling runs on several threads without
    // it.
    if (!withNodeHeartbeat || node == null) {
      return super.allocateContainersToNode(candidates, withNodeHeartbeat);
    }
    RMContainer reservation = node.getReservedContainer();
    if (!offersReserved()) {
      CSAssignment assignment = super.allocateContainersToNode(candidates, true);
      endReservation(reservation, node, candidates);
      return assignment;
    }
    boolean open =
        reservation == null
            && node.getKillableContainers().isEmpty()
            && !awaitsRecovery()
            && getNode(node.getNodeID()) == node;
    if (open && isSkipped(node)) {
      return null;
    }
    CSAssignment assignment = super.allocateContainersToNode(candidates, true);
    if (open) {
      offered();
    }
    endReservation(reservation, node, candidates);
    if (node.getReservedContainer() != null
        && getNode(node.getNodeID()) == node
        && node.getKillableContainers().isEmpty()) {
      offerReserved(node, () -> offer(candidates));
    }
    return assignment;
  }

  /** Returns whether stock places nothing yet, since nodes and masters register again. */
  private boolean awaitsRecovery() {
    return rmContext.isWorkPreservingRecoveryEnabled()
        && !rmContext.isSchedulerReadyForAllocatingContainers();
  }

  private void endReservation(
      RMContainer reservation,
      FiCaSchedulerNode node,
      CandidateNodeSet<FiCaSchedulerNode> candidates) {
    if (reservation != null
        && node.getReservedContainer() == null
        && getNode(node.getNodeID()) == node) {
      FiCaSchedulerApp attempt = getCurrentAttemptForContainer(reservation.getContainerId());
      reservationEnded(reservation, attempt, () -> offer(attempt, node, candidates));
    }
  }

  /**
   * Offers a node to an attempt as a leaf queue does. The limits of its user and queues are checked
   * at the commit; stock does not check them at all when it fulfils a reservation.
   */
  private void offer(
      FiCaSchedulerApp attempt,
      FiCaSchedulerNode node,
      CandidateNodeSet<FiCaSchedulerNode> candidates) {
    ActivitiesLogger.APP.startAppAllocationRecording(
        activitiesManager, node, SystemClock.getInstance().getTime(), attempt);
    CSAssignment assignment =
        attempt.assignContainers(
            getClusterResource(),
            candidates,
            limits(candidates),
            SchedulingMode.RESPECT_PARTITION_EXCLUSIVITY,
            null);
    submitResourceCommitRequest(getClusterResource(), assignment);
  }

  private ResourceLimits limits(CandidateNodeSet<FiCaSchedulerNode> candidates) {
    return new ResourceLimits(
        rmContext
            .getNodeLabelManager()
            .getResourceByLabel(candidates.getPartition(), getClusterResource()));
  }

  /** Offers an unreserved node as the superclass does. */
  private void offer(CandidateNodeSet<FiCaSchedulerNode> candidates) {
    CSAssignment assignment =
        getRootQueue()
            .assignContainers(
                getClusterResource(),
                candidates,
                limits(candidates),
                SchedulingMode.RESPECT_PARTITION_EXCLUSIVITY);
    assignment.setSchedulingMode(SchedulingMode.RESPECT_PARTITION_EXCLUSIVITY);
    submitResourceCommitRequest(getClusterResource(), assignment);
  }
}
