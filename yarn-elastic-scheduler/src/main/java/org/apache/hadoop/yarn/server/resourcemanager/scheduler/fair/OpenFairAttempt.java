// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ActiveUsersManager;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * An attempt of the FairScheduler whose subclasses may place other containers on a node that it has
 * reserved. Hooks {@code FSAppAttempt.assignReservedContainer}, where the scheduler decides about a
 * reserved node. Reads {@code FSSchedulerNode.isPreemptedForApp}, whether containers on the node
 * were preempted for the attempt, and {@code FSAppAttempt.isStarved}, whether the scheduler may
 * reserve a node for it. All are package-private, and stock offers no other hook there. Checked on
 * 3.4.2.
 */
public abstract class OpenFairAttempt extends FSAppAttempt {
  private final FairScheduler fairScheduler;

  protected OpenFairAttempt(
      FairScheduler scheduler,
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

  /** Returns whether containers were preempted on the node for this attempt. */
  protected final boolean awaitsPreempted(FSSchedulerNode node) {
    return node.isPreemptedForApp(this);
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

  @Override
  boolean assignReservedContainer(FSSchedulerNode node) {
    Resource placed = placeInsteadOfReservation(node);
    return placed == null ? super.assignReservedContainer(node) : !placed.equals(Resources.none());
  }
}
