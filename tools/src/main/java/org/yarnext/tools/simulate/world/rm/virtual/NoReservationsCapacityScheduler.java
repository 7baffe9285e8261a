// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm.virtual;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceLimits;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.OpenCapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.SchedulingMode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;

/**
 * Stock CapacityScheduler whose applications skip a node instead of reserving it, for comparison.
 * Stock 3.4.2 has no setting for that: {@code reservations-continue-look-all-nodes} only says
 * whether an application with a reservation may be placed elsewhere. As in the FairScheduler
 * without reservations, a request that does not fit blocks the less urgent requests of its
 * application.
 */
public final class NoReservationsCapacityScheduler extends OpenCapacityScheduler {
  @Override
  protected FiCaSchedulerApp newAttempt(
      ApplicationAttemptId id,
      SchedulerApplication<FiCaSchedulerApp> application,
      boolean recovering) {
    return new PassingAttempt(this, id, application, recovering);
  }

  @Override
  protected boolean offersReserved() {
    return false;
  }

  @Override
  protected boolean isSkipped(FiCaSchedulerNode node) {
    return false;
  }

  @Override
  protected void offered() {}

  @Override
  protected void offerReserved(FiCaSchedulerNode node, Runnable walk) {
    throw new AssertionError("nothing is reserved");
  }

  private static final class PassingAttempt extends FiCaSchedulerApp {

    PassingAttempt(
        NoReservationsCapacityScheduler scheduler,
        ApplicationAttemptId id,
        SchedulerApplication<FiCaSchedulerApp> application,
        boolean recovering) {
      super(
          id,
          application.getUser(),
          application.getQueue(),
          ((CSQueue) application.getQueue()).getAbstractUsersManager(),
          scheduler.rmContext,
          application.getPriority(),
          recovering,
          scheduler.activitiesManager);
    }

    @Override
    public CSAssignment assignContainers(
        Resource cluster,
        CandidateNodeSet<FiCaSchedulerNode> candidates,
        ResourceLimits limits,
        SchedulingMode mode,
        RMContainer reserved) {
      CSAssignment assignment = super.assignContainers(cluster, candidates, limits, mode, reserved);
      return assignment.getAssignmentInformation().getNumReservations() > 0
          ? CSAssignment.SKIP_ASSIGNMENT
          : assignment;
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
}
