// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ActiveUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * A FairScheduler whose subclasses create its application attempts and offer reserved nodes to
 * other attempts. {@code FairScheduler.addApplicationAttempt} creates the attempt itself and needs
 * the package-private {@code FairScheduler.maxRunningEnforcer} and {@code FSLeafQueue.addApp}; this
 * class follows every line of it, as of 3.4.2.
 *
 * <p>Hooks the package-private {@code FairScheduler.attemptScheduling}: a node that is still
 * reserved after the call may be offered to others, and one that all attempts pass on need not be
 * offered in the order of stock's queues. Also needs {@code FSSchedulerNode.getPreemptionList},
 * {@code FSQueue.assignContainerPreCheck} and {@code FSLeafQueue.isRunnableApp}.
 */
public abstract class OpenFairScheduler extends FairScheduler {
  /** The attempt that could use an earlier node, and probably can use the next one; may be null. */
  private FSAppAttempt latestUser;

  /**
   * Creates the attempt to add; null lets stock create it. Called under the scheduler's write lock.
   */
  protected abstract FSAppAttempt newAttempt(
      ApplicationAttemptId id, String user, FSLeafQueue queue, ActiveUsersManager users);

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
  protected abstract boolean isSkipped(FSSchedulerNode node);

  /**
   * Returns the attempts to which stock would offer an unreserved node, in no order, if all of them
   * pass on: those with demand in queues below their limits. Called under the scheduler's write
   * lock.
   *
   * @param passesOn whether an attempt certainly passes on at the node
   * @return null if one may use the node; the attempts behind it are not examined then
   */
  protected final List<FSAppAttempt> offeredInVain(
      FSSchedulerNode node, Predicate<FSAppAttempt> passesOn) {
    Map<FSQueue, Boolean> open = new IdentityHashMap<>(4);
    if (latestUser != null && isOffered(latestUser, node, open) && !passesOn.test(latestUser)) {
      return null;
    }
    latestUser = null;
    List<FSAppAttempt> offered = new ArrayList<>();
    for (SchedulerApplication<FSAppAttempt> application : applications.values()) {
      FSAppAttempt attempt = application.getCurrentAppAttempt();
      if (attempt != null && isOffered(attempt, node, open)) {
        if (!passesOn.test(attempt)) {
          latestUser = attempt;
          return null;
        }
        offered.add(attempt);
      }
    }
    return offered;
  }

  private static boolean isOffered(
      FSAppAttempt attempt, FSSchedulerNode node, Map<FSQueue, Boolean> open) {
    return !attempt.getDemand().equals(attempt.getResourceUsage())
        && open.computeIfAbsent(attempt.getQueue(), queue -> isOpen(queue, node))
        && isRunnable(attempt);
  }

  private static boolean isOpen(FSQueue queue, FSSchedulerNode node) {
    FSQueue parent = queue.getParent();
    return queue.assignContainerPreCheck(node) && (parent == null || isOpen(parent, node));
  }

  private static boolean isRunnable(FSAppAttempt attempt) {
    FSLeafQueue queue = attempt.getQueue();
    return !attempt.isStopped()
        && (queue.getNumNonRunnableApps() == 0 || queue.isRunnableApp(attempt));
  }

  /** Called after a node was offered to all queues. */
  protected abstract void offered();

  /**
   * Offers a reserved node on which the reserving task has no room yet. Called under the
   * scheduler's write lock.
   *
   * @param walk offers the node to all queues once; they skip it if it shows a reservation
   */
  protected abstract void offerReserved(FSSchedulerNode node, Runnable walk);

  @Override
  void attemptScheduling(FSSchedulerNode node) {
    if (!offersReserved()) {
      super.attemptScheduling(node);
      return;
    }
    writeLock.lock();
    try {
      boolean open =
          node != null
              && node.getReservedContainer() == null
              && node.getPreemptionList().isEmpty()
              && !awaitsRecovery()
              && nodeTracker.exists(node.getNodeID());
      if (open && isSkipped(node)) {
        return;
      }
      super.attemptScheduling(node);
      if (open) {
        offered();
      }
      // Preempted room belongs to the attempt for which it was preempted.
      if (node != null
          && node.getReservedContainer() != null
          && nodeTracker.exists(node.getNodeID())
          && node.getPreemptionList().isEmpty()) {
        offerReserved(node, () -> getQueueManager().getRootQueue().assignContainer(node));
        QueueMetrics root = getRootQueueMetrics();
        root.setAvailableResourcesToQueue(
            Resources.subtract(getClusterResource(), root.getAllocatedResources()));
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns whether stock places nothing yet, since nodes and masters register again. */
  private boolean awaitsRecovery() {
    return rmContext.isWorkPreservingRecoveryEnabled()
        && !rmContext.isSchedulerReadyForAllocatingContainers();
  }

  @Override
  protected void addApplicationAttempt(
      ApplicationAttemptId id, boolean transferState, boolean recovering) {
    writeLock.lock();
    try {
      SchedulerApplication<FSAppAttempt> application = applications.get(id.getApplicationId());
      FSLeafQueue queue = (FSLeafQueue) application.getQueue();
      String user = application.getUser();
      FSAppAttempt attempt =
          newAttempt(id, user, queue, new ActiveUsersManager(getRootQueueMetrics()));
      if (attempt == null) {
        super.addApplicationAttempt(id, transferState, recovering);
        return;
      }
      if (transferState) {
        attempt.transferStateFromPreviousAttempt(application.getCurrentAppAttempt());
      }
      application.setCurrentAppAttempt(attempt);
      boolean runnable = maxRunningEnforcer.canAppBeRunnable(queue, attempt);
      queue.addApp(attempt, runnable);
      if (runnable) {
        maxRunningEnforcer.trackRunnableApp(attempt);
      } else {
        maxRunningEnforcer.trackNonRunnableApp(attempt);
      }
      queue.getMetrics().submitAppAttempt(user, application.isUnmanagedAM());
      if (!recovering) {
        rmContext
            .getDispatcher()
            .getEventHandler()
            .handle(new RMAppAttemptEvent(id, RMAppAttemptEventType.ATTEMPT_ADDED));
      }
    } finally {
      writeLock.unlock();
    }
  }
}
