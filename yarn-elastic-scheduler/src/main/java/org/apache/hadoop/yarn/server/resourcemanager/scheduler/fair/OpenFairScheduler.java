// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Resource;
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
 * reserved after the call may be offered to others, and attempts that certainly pass on are neither
 * sorted nor asked. Also needs {@code FSSchedulerNode.getPreemptionList}.
 */
public abstract class OpenFairScheduler extends FairScheduler {
  /**
   * Number of attempts from which on less is recorded: those that pass on in a walk that places
   * something record that only once in {@link #RECORDED_MS}.
   */
  private static final int MANY = 32;

  private static final long RECORDED_MS = 1_000;

  /** {@link #state} until it is read for a walk. */
  private static final long UNREAD = -2;

  /** The attempts that pass on in this walk, so far, and are not offered its node. */
  private final List<OpenFairAttempt> hidden = new ArrayList<>();

  /** The node of this walk over all attempts; null while there is none. */
  private FSSchedulerNode walked;

  /** The first attempt of a queue, so far, that uses the node; null if there is none yet. */
  private OpenFairAttempt first;

  /** The queue of which attempts were selected last in this walk; null if none are. */
  private FSLeafQueue selected;

  /** Number of selections so far. */
  private long selection;

  /** True if attempts behind {@link #first} are not sorted and offered the node. */
  private boolean endsAtFirst;

  /** True if there are such attempts. */
  private boolean isAnyBehind;

  private long recordedMs;

  private final RejectedOfferTable rejectedOffers = new RejectedOfferTable();

  /** {@link #rejectionState} at this walk; below 0 if what is known does not hold in it. */
  private long state = -1;

  /** Whether {@link #roomIn} has room for {@link #roomFor}, as read in this walk. */
  private boolean isRoom;

  private FSLeafQueue roomIn;
  private Resource roomFor;

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
   * Returns a number that changes with all that may change which nodes attempts reject, apart from
   * their requests, containers and reservations, and from the node's free resources and the disk
   * bandwidth in use there; below 0 if this node differs in something else. Called under the
   * scheduler's write lock.
   */
  protected abstract long rejectionState(FSSchedulerNode node);

  /**
   * Returns whether a node is not offered if each attempt is known to reject it; false leaves that
   * to {@link #isSkipped}.
   */
  protected abstract boolean remembersRejections();

  /** Records that a node was not offered, since each attempt was known to reject it. */
  protected abstract void recordSkipped();

  /** Returns MB per second that under-sized containers use on the node; below 0 if unknown. */
  protected abstract double usedDisk(FSSchedulerNode node);

  final RejectedOfferTable rejectedOffers() {
    return rejectedOffers;
  }

  /** Returns whether requests for certain hosts or racks wait for these at first. */
  final boolean delaysPlacement() {
    return isContinuousSchedulingEnabled()
        || getNodeLocalityThreshold() >= 0 && getRackLocalityThreshold() >= 0;
  }

  /**
   * Returns whether all attempts certainly pass on at a node. If missed opportunities matter, stock
   * counts those of each attempt at each node.
   */
  private boolean isRejected(FSSchedulerNode node) {
    if (!remembersRejections(node) || !remembersRejections()) {
      return false;
    }
    double disk = usedDisk(node);
    if (disk < 0 || !rejectedOffers.isRejected(node, state, disk, this::currentAttempts)) {
      return false;
    }
    if (!rejectedOffers.isAnyExamined()) {
      recordSkipped();
    }
    for (OpenFairAttempt each : rejectedOffers.examined()) {
      each.recordRejected(node);
    }
    return true;
  }

  private boolean remembersRejections(FSSchedulerNode node) {
    if (state == UNREAD) {
      state = delaysPlacement() ? -1 : rejectionState(node);
    }
    return state >= 0;
  }

  private List<OpenFairAttempt> currentAttempts() {
    List<OpenFairAttempt> all = new ArrayList<>(applications.size());
    for (SchedulerApplication<FSAppAttempt> each : applications.values()) {
      FSAppAttempt attempt = each.getCurrentAppAttempt();
      if (attempt != null) {
        all.add((OpenFairAttempt) attempt);
      }
    }
    return all;
  }

  /** Returns whether a node is being offered to all attempts; under the scheduler's write lock. */
  final boolean walks() {
    return walked != null;
  }

  /**
   * Returns whether a walk hides the attempt from its queue: it has no demand, would pass on, or
   * another one in front of it uses the node. Called under the scheduler's write lock.
   */
  final boolean isHidden(OpenFairAttempt attempt) {
    if (remembersRejections(walked)) {
      if (selected != attempt.getQueue()) {
        select(attempt.getQueue());
      }
      return attempt.selection != selection;
    }
    if (attempt.hasNoDemand()) {
      return true;
    }
    if (first != null && first.getQueue() != attempt.getQueue()) {
      first = null;
    }
    if (first != null && order(first).compare(attempt, first) > 0) {
      isAnyBehind = true;
      return true;
    }
    if (attempt.rejects(walked)) {
      hidden.add(attempt);
      return true;
    }
    if (endsAtFirst && attempt.surelyUses(walked)) {
      first = attempt;
    }
    return false;
  }

  /** Selects the attempts of a queue that are offered the node of this walk. */
  private void select(FSLeafQueue queue) {
    selected = queue;
    selection++;
    Resource free = walked.getUnallocatedResource();
    for (OpenFairAttempt each : rejectedOffers.inOrder(queue, state, this::currentAttempts)) {
      if (each.passesOnBelow(free, state)) {
        hidden.add(each);
      } else if (!each.hasNoDemand()) {
        if (each.rejects(walked)) {
          each.remember(state);
          hidden.add(each);
        } else {
          each.selection = selection;
          if (endsAtFirst && each.surelyUses(walked)) {
            isAnyBehind = true;
            return;
          }
        }
      }
    }
  }

  /** Returns whether a queue and its parents have room for a size; read once in a walk. */
  final boolean isInMaxShare(FSLeafQueue queue, Resource size) {
    if (roomIn != queue || !size.equals(roomFor)) {
      roomIn = queue;
      roomFor = size;
      isRoom = queue.fitsInMaxShare(size);
    }
    return isRoom;
  }

  private static Comparator<Schedulable> order(OpenFairAttempt attempt) {
    return attempt.getQueue().getPolicy().getComparator();
  }

  /**
   * Called when an attempt gets a container or a reservation in a walk, before its usage changes.
   * Stock would have offered the node to the attempts in front of it, and not to those behind it.
   */
  final void placing(OpenFairAttempt attempt) {
    first = null;
    selected = null;
    roomIn = null;
    isAnyBehind = false;
    if (hidden.isEmpty()) {
      return;
    }
    if (hidden.size() < MANY || attempt.delaysPlacement() || isRecordDue()) {
      Comparator<Schedulable> order = order(attempt);
      for (OpenFairAttempt each : hidden) {
        if (each.getQueue() != attempt.getQueue() || order.compare(each, attempt) < 0) {
          each.recordRejected(walked);
        }
      }
    }
    hidden.clear();
  }

  private boolean isRecordDue() {
    long now = getClock().getTime();
    boolean isDue = Math.abs(now - recordedMs) >= RECORDED_MS; // the clock may be set back
    if (isDue) {
      recordedMs = now;
    }
    return isDue;
  }

  /**
   * Offers a node to the attempts that may use it.
   *
   * @param toFirst whether an attempt that seems to use the node ends the walk; if it does not use
   *     it, the walk is repeated
   */
  private void walk(FSSchedulerNode node, boolean toFirst, Runnable stock) {
    walked = node;
    roomIn = null;
    selected = null;
    endsAtFirst = toFirst;
    try {
      stock.run();
      if (isAnyBehind) {
        endsAtFirst = false;
        first = null;
        selected = null;
        hidden.clear();
        stock.run();
      }
      for (OpenFairAttempt each : hidden) {
        each.recordRejected(node);
      }
    } finally {
      walked = null;
      first = null;
      isAnyBehind = false;
      hidden.clear();
    }
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
      rejectedOffers.clear(writeLock);
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
      state = UNREAD;
      if (open && (isSkipped(node) || isRejected(node))) {
        return;
      }
      if (node == null || !node.getPreemptionList().isEmpty()) {
        super.attemptScheduling(node);
      } else { // its reservation may be given up
        walk(node, true, () -> super.attemptScheduling(node));
      }
      if (open) {
        offered();
      }
      state = -1; // attempts reject other nodes than this if it is reserved
      // Preempted room belongs to the attempt for which it was preempted.
      if (node != null
          && node.getReservedContainer() != null
          && nodeTracker.exists(node.getNodeID())
          && node.getPreemptionList().isEmpty()) {
        Runnable walk = () -> getQueueManager().getRootQueue().assignContainer(node);
        offerReserved(node, () -> walk(node, false, walk));
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
