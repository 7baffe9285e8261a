/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
 * Adds attempts of a subclass's making, as {@code CapacityScheduler.addApplicationAttempt}, which
 * is private and makes the attempt itself, adds its own. Checked on 3.4.2, of which it follows
 * every line.
 *
 * <p>Hooks {@code CapacityScheduler.allocateContainersToNode}, package-private and without another
 * way in: what it has left reserved may be offered to others, and room that was reserved no longer
 * to the attempt that gave it up.
 */
public abstract class OpenCapacityScheduler extends CapacityScheduler {
  /** Stock's class; ours by reference, since the superclass keeps its own to itself. */
  private final CSMaxRunningAppsEnforcer enforcer = new CSMaxRunningAppsEnforcer(this);

  protected OpenCapacityScheduler() {
    setMaxRunningAppsEnforcer(enforcer);
  }

  /**
   * The attempt to add; null to let stock make its own. Under the scheduler's write lock.
   *
   * @param recovering whether the ResourceManager has restarted meanwhile
   */
  protected abstract FiCaSchedulerApp newAttempt(
      ApplicationAttemptId id,
      SchedulerApplication<FiCaSchedulerApp> application,
      boolean recovering);

  /** Whether reserved nodes are offered to others at all; false leaves scheduling to stock. */
  protected abstract boolean offersReserved();

  /**
   * A node that is not reserved is about to be offered to all queues. Under the scheduler's write
   * lock.
   *
   * @return whether that is spared
   */
  protected abstract boolean isSpared(FiCaSchedulerNode node);

  /** It was. */
  protected abstract void offered();

  /**
   * A node is reserved and its task has no room there yet. Under the scheduler's write lock.
   *
   * @param walk offers the node to all queues once, which pass on if it shows a reservation
   */
  protected abstract void offerReserved(FiCaSchedulerNode node, Runnable walk);

  /**
   * A node's turn is over, and what was reserved there is not any more: its container has room now,
   * or its attempt has no more use for it. Stock leaves it at that. Under the scheduler's write
   * lock.
   *
   * @param attempt null if it is gone
   * @param place offers the node to the attempt alone
   */
  protected void reservationEnded(RMContainer kept, FiCaSchedulerApp attempt, Runnable place) {}

  @Override
  public void handle(SchedulerEvent event) {
    if (event.getType() != SchedulerEventType.APP_ATTEMPT_ADDED
        || !add((AppAttemptAddedSchedulerEvent) event)) {
      super.handle(event);
    }
  }

  /** False if the attempt is stock's to add. */
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
      // It may have been changed before the attempt could be seen.
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
    // With a heartbeat, it holds the write lock; without, it is one of several threads.
    if (!withNodeHeartbeat || node == null) {
      return super.allocateContainersToNode(candidates, withNodeHeartbeat);
    }
    RMContainer kept = node.getReservedContainer();
    if (!offersReserved()) {
      CSAssignment assignment = super.allocateContainersToNode(candidates, true);
      endReservation(kept, node, candidates);
      return assignment;
    }
    boolean open =
        kept == null && node.getKillableContainers().isEmpty() && getNode(node.getNodeID()) == node;
    if (open && isSpared(node)) {
      return null;
    }
    CSAssignment assignment = super.allocateContainersToNode(candidates, true);
    if (open) {
      offered();
    }
    endReservation(kept, node, candidates);
    if (node.getReservedContainer() != null
        && getNode(node.getNodeID()) == node
        && node.getKillableContainers().isEmpty()) {
      offerReserved(node, () -> offer(candidates));
    }
    return assignment;
  }

  private void endReservation(
      RMContainer kept, FiCaSchedulerNode node, CandidateNodeSet<FiCaSchedulerNode> candidates) {
    if (kept != null && node.getReservedContainer() == null && getNode(node.getNodeID()) == node) {
      FiCaSchedulerApp attempt = getCurrentAttemptForContainer(kept.getContainerId());
      reservationEnded(kept, attempt, () -> offer(attempt, node, candidates));
    }
  }

  /**
   * As a leaf queue offers a node to the attempt whose turn it is. The limits of its user and
   * queues are those of the commit, which stock does not even ask about where a reservation is
   * fulfilled.
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

  /** As the superclass offers a node that is not reserved. */
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
