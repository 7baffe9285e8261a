// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import java.util.Collection;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ActiveUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * An attempt of the FairScheduler whose subclasses may place other containers on a node that it has
 * reserved, and pass on before the scheduler sorts the attempts. Hooks {@code
 * FSAppAttempt.assignReservedContainer}, where the scheduler decides about a reserved node, and
 * {@code FSAppAttempt.getPendingDemand}, by which a queue selects the attempts to sort and to offer
 * a node to. Reads {@code FSSchedulerNode.isPreemptedForApp}, whether containers on the node were
 * preempted for the attempt, and {@code FSAppAttempt.isStarved}, whether the scheduler may reserve
 * a node for it. All are package-private, and stock offers no other hook there. Checked on 3.4.2.
 */
public abstract class OpenFairAttempt extends FSAppAttempt {
  private final OpenFairScheduler fairScheduler;

  /** Free memory in MB below which the attempt passes on at any node; 0 if unknown. */
  private volatile long passesOnBelowMb;

  /** State of the scheduler when that was known. */
  private long knownAt;

  /** True if the scheduler knows that this attempt has changed, or does not know it yet. */
  private volatile boolean isChanged = true;

  /** Place in {@link RejectedOfferTable}, which alone uses it. */
  int place;

  /** Number of the last selection of attempts, by {@link OpenFairScheduler}, that has this one. */
  long selection;

  /** True if the attempt did not use the node that it was offered last, whatever it seemed. */
  private boolean usedNone;

  protected OpenFairAttempt(
      OpenFairScheduler scheduler,
      ApplicationAttemptId id,
      String user,
      FSLeafQueue queue,
      ActiveUsersManager users,
      RMContext context) {
    super(scheduler, id, user, queue, users, context);
    this.fairScheduler = scheduler;
  }

  /**
   * Gives up this attempt's reservation on the node if something can be placed there instead.
   *
   * @return the placed resources; null if the reservation was kept
   */
  protected abstract Resource placeInsteadOfReservation(FSSchedulerNode node);

  /**
   * Returns whether this attempt certainly passes on if it is offered the node of this walk. It is
   * not offered the node then. Called under the scheduler's write lock. Records nothing.
   */
  protected abstract boolean rejects(FSSchedulerNode node);

  /**
   * Returns the free memory in MB below which {@link #rejects}, which returned true last, would
   * return true for any other node without a reservation, as long as neither this attempt nor
   * shares change; 0 if unknown.
   */
  protected abstract long rejectsBelowMb();

  /**
   * Returns the sizes for which stock would reserve the node that {@link #rejects} was called for
   * last, if the reservation policy did not refuse that.
   */
  protected abstract Collection<Resource> reservable();

  /**
   * Returns whether the reservation policy refuses to reserve a node for one of these sizes, of any
   * attempt that holds no reservation.
   */
  protected abstract boolean isRefusedReservation(Resource size, FSSchedulerNode node);

  /**
   * Keeps {@link #rejectsBelowMb} until something changes.
   *
   * @param state number of the scheduler's state; below 0 keeps nothing
   */
  final void remember(long state) {
    knownAt = state;
    passesOnBelowMb = state < 0 ? 0 : rejectsBelowMb();
    if (isChanged) { // while it was examined, on another thread
      passesOnBelowMb = 0;
    }
  }

  /** Called after the requests, containers or reservations of this attempt have changed. */
  protected final void forget() {
    if (!isChanged) {
      isChanged = true;
      fairScheduler.rejectedOffers().changed(this);
    }
    passesOnBelowMb = 0;
  }

  /** Called before the attempt is examined after a change. */
  final void changeSeen() {
    isChanged = false;
  }

  final boolean passesOnBelow(Resource free, long state) {
    return free.getMemorySize() < passesOnBelowMb && knownAt == state;
  }

  final boolean hasNoDemand() {
    return getDemand().equals(getResourceUsage());
  }

  /**
   * Returns whether the scheduler places a container of this attempt on the node of this walk, or
   * reserves the node for it, if it offers the node. The node is not offered to attempts behind
   * this one then, unless it turns out not to be so. Called under the scheduler's write lock.
   */
  protected abstract boolean uses(FSSchedulerNode node);

  /**
   * Returns {@link #uses}, unless that was wrong for the node that this attempt was offered last:
   * such an attempt would keep nodes from others.
   */
  final boolean surelyUses(FSSchedulerNode node) {
    return !usedNone && uses(node);
  }

  /**
   * Records that stock would have offered the node for which {@link #rejects} returned true last.
   */
  protected abstract void recordRejected(FSSchedulerNode node);

  /** Returns whether containers were preempted on the node for this attempt. */
  protected final boolean awaitsPreempted(FSSchedulerNode node) {
    return node.isPreemptedForApp(this);
  }

  /** Returns whether requests for certain hosts or racks wait for these at first. */
  protected final boolean delaysPlacement() {
    return fairScheduler.delaysPlacement();
  }

  /**
   * Returns whether the scheduler reserves a node for a request of this size that is not for a
   * certain host or rack and has no room there.
   */
  protected final boolean reserves(Resource size) {
    double max =
        Math.ceil(fairScheduler.getNumClusterNodes() * fairScheduler.getReservableNodesRatio());
    return mayReserve(size) && getNumReservations(null, true) < (int) max;
  }

  /** Returns whether the queue has room for a container of this size. */
  protected final boolean isInMaxShare(Resource size) {
    return fairScheduler.isInMaxShare(getQueue(), size);
  }

  /**
   * Returns whether the scheduler may reserve a node for a request of this size, as far as that
   * does not depend on the node.
   */
  protected final boolean mayReserve(Resource size) {
    return isStarved()
        && fairScheduler.isAtLeastReservationThreshold(
            getQueue().getPolicy().getResourceCalculator(), size);
  }

  /** In a walk a queue only asks whether there is any demand; the difference costs more. */
  @Override
  Resource getPendingDemand() {
    if (!fairScheduler.walks()) {
      return super.getPendingDemand();
    }
    return fairScheduler.isHidden(this) ? Resources.none() : Resources.unbounded();
  }

  @Override
  public Resource assignContainer(FSSchedulerNode node) {
    Resource assigned = super.assignContainer(node);
    usedNone = assigned.equals(Resources.none());
    if (assigned == FairScheduler.CONTAINER_RESERVED) {
      forget();
      fairScheduler.placing(this);
    }
    return assigned;
  }

  @Override
  public RMContainer allocate(
      NodeType type,
      FSSchedulerNode node,
      SchedulerRequestKey key,
      PendingAsk request,
      Container reserved) {
    fairScheduler.placing(this);
    try {
      return super.allocate(type, node, key, request, reserved);
    } finally {
      forget();
    }
  }

  @Override
  public void unreserve(SchedulerRequestKey key, FSSchedulerNode node) {
    super.unreserve(key, node);
    forget();
  }

  @Override
  void containerCompleted(
      RMContainer container, ContainerStatus status, RMContainerEventType event) {
    super.containerCompleted(container, status, event);
    forget();
  }

  @Override
  boolean assignReservedContainer(FSSchedulerNode node) {
    Resource placed = placeInsteadOfReservation(node);
    return placed == null ? super.assignReservedContainer(node) : !placed.equals(Resources.none());
  }
}
