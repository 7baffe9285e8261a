// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.sizing.ContainerSizer;
import org.yarnext.elastic.rm.sizing.PlacementContext;

/**
 * Applies the reservation policy to an attempt of either scheduler: the attempt makes no
 * reservation that the policy refuses, and on a node that another job has reserved it only places
 * containers that the policy allows. Called under the scheduler's write lock, except for {@link
 * #granted}; never throws.
 */
public final class AttemptReservationManager {
  private final ReservationManager reservations;
  private final ContainerSizer sizer;
  private final SchedulerApplicationAttempt attempt;
  private final Map<SchedulerRequestKey, Map<NodeId, RMContainer>> reserved;
  private final JobDescriptor job;
  private final ReservationTimeoutTracker timeouts = new ReservationTimeoutTracker();

  /** Number of nodes it had reserved when it last passed on. */
  private volatile int held;

  /**
   * Creates a manager.
   *
   * @param reservations null if reservations are stock's
   * @param reserved the attempt's reservations, by node; changed under the scheduler's write lock
   * @param job null if unknown
   */
  public AttemptReservationManager(
      ReservationManager reservations,
      ContainerSizer sizer,
      SchedulerApplicationAttempt attempt,
      Map<SchedulerRequestKey, Map<NodeId, RMContainer>> reserved,
      JobDescriptor job) {
    this.reservations = reservations;
    this.sizer = sizer;
    this.attempt = attempt;
    this.reserved = reserved;
    this.job = job;
  }

  /**
   * Returns whether a size may be placed on the node that this thread offers. A size without room
   * may: stock then passes on, since it may not reserve.
   */
  public boolean mayPlaceOnOffered(
      SchedulerRequestKey key, Resource given, PlacementContext.Grant grant) {
    ReservedNodeOffer offered = ReservedNodeOffer.current();
    if (offered == null || !hasRoom(given, offered.node())) {
      return true;
    }
    if (grant.mayUseReserved == null) {
      grant.mayUseReserved = mayUse(key, given, offered);
    }
    return grant.mayUseReserved;
  }

  private boolean mayUse(SchedulerRequestKey key, Resource given, ReservedNodeOffer offered) {
    try {
      return key.getContainerToUpdate() == null
          && reservations.mayUse(job, key.getPriority().getPriority(), given, offered);
    } catch (Throwable t) {
      reservations.failed(t);
      return false;
    }
  }

  /**
   * Returns whether the node is kept for another job, which is late.
   *
   * @param node null for several
   */
  public boolean isKeptForOther(SchedulerNode node) {
    try {
      return node != null
          && job != null
          && reservations != null
          && reservations.isKeptForOther(job, node)
          && sizer.acts();
    } catch (Throwable t) {
      sizer.failed(t);
      return false;
    }
  }

  /** Records that the attempt passes on since the node is kept for another; returns true. */
  public boolean recordKeptForOther() {
    reservations.keptForOther();
    recordNotRejected();
    return true;
  }

  /**
   * Returns whether a request without room would not reserve the node either if stock examined it.
   */
  public boolean wouldNotReserve(SchedulerRequestKey key, Resource size, SchedulerNode node) {
    try {
      return ReservedNodeOffer.current() != null
          || reservations != null
              && reservations.wouldNotReserve(job, held(), key, size, node, timeouts);
    } catch (Throwable t) {
      sizer.failed(t);
      return false;
    }
  }

  /** Returns whether reservations are stock's. */
  public boolean areStock() {
    return reservations == null;
  }

  /**
   * Returns why a request without room would not reserve the node even if stock examined it; null
   * if it may, or if that must be asked. Records nothing, and may throw.
   */
  public Decision<Boolean> refusal(Resource size, SchedulerNode node) {
    return reservations.refusal(job, size, node, held(), timeouts);
  }

  /**
   * Returns whether the policy refuses to reserve a node for a request of this size, of any attempt
   * that has reserved none.
   */
  public boolean isRefusedToAll(Resource size, SchedulerNode node) {
    try {
      return reservations.refusal(job, size, node) != null;
    } catch (Throwable t) {
      sizer.failed(t);
      return false;
    }
  }

  /** Returns whether the attempt has reserved no node. */
  public boolean holdNone() {
    return reserved.isEmpty();
  }

  /** Returns the nodes that the attempt has reserved; usually without a copy, for speed. */
  private Collection<NodeId> held() {
    if (reserved.isEmpty()) {
      return Collections.emptyList();
    }
    if (reserved.size() == 1) {
      return reserved.values().iterator().next().keySet();
    }
    List<NodeId> nodes = new ArrayList<>();
    reserved.values().forEach(each -> nodes.addAll(each.keySet()));
    return nodes;
  }

  /** Returns whether a request was refused for so long that it may reserve a node now. */
  public boolean isOverdue(SchedulerRequestKey key) {
    return timeouts.ended(key, reservations.inputs().nowMs());
  }

  /**
   * Records that a request would not reserve the node; returns false if it has been refused for so
   * long that it may.
   *
   * @param refusal from {@link #refusal}
   * @param holdsNone whether the attempt had no reservations
   */
  public boolean recordRefusal(
      SchedulerRequestKey key, Resource size, Decision<Boolean> refusal, boolean holdsNone) {
    return reservations.recordRefusal(job, key, size, refusal, holdsNone, timeouts);
  }

  /**
   * Records that the attempt passes on at the offered node, and would at others with the same free
   * resources.
   *
   * @param still whether it still would; the same object each time
   */
  public void recordPassedOn(BooleanSupplier still) {
    if (reservations != null) {
      reservations.walks().recordPassedOn(still);
      held = held().size();
    }
  }

  /** Returns whether the attempt has not gained the right to reserve a node since then. */
  public boolean stillWouldNotReserve() {
    Collection<NodeId> nodes = held();
    if (nodes.size() != held) {
      return false;
    }
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      if (!reservations.stillWouldNotReserve(nodes, key, timeouts)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Records that stock examines the attempt, or passes over it for a reason specific to this node.
   */
  public void recordNotRejected() {
    if (reservations != null) {
      reservations.walks().recordNotRejected();
    }
  }

  /**
   * Records that stock examines the attempt, which has no room on the node and can at most reserve
   * it.
   */
  public void recordPossibleReservation() {
    if (reservations != null) {
      reservations.walks().recordPossibleReservation();
    }
  }

  /**
   * Returns whether stock may reserve the node for the request, or has room for it; on the placing
   * thread.
   */
  public boolean mayReserve(SchedulerRequestKey key) {
    PlacementContext placing = PlacementContext.of(attempt);
    PlacementContext.Grant grant = placing == null ? null : placing.grant(key);
    if (grant == null) {
      return ReservedNodeOffer.current() == null;
    }
    if (grant.reserves == null) {
      grant.reserves = grant.mb > 0 || mayReserve(key, placing.node());
    }
    return grant.reserves;
  }

  private boolean mayReserve(SchedulerRequestKey key, SchedulerNode node) {
    try {
      Resource size =
          attempt
              .getAppSchedulingInfo()
              .getPendingAsk(key, ResourceRequest.ANY)
              .getPerAllocationResource();
      if (hasRoom(size, node)) {
        return true;
      }
      if (ReservedNodeOffer.current() != null) {
        return false; // the node is reserved already
      }
      return reservations == null
          || !PlacementContext.of(attempt).acts()
          || key.getContainerToUpdate() != null
          || reservations.mayReserve(job, attempt, key, size, node, timeouts);
    } catch (Throwable t) {
      sizer.failed(t);
      return ReservedNodeOffer.current() == null;
    }
  }

  private boolean hasRoom(Resource size, SchedulerNode node) {
    return sizer.fits(size, node.getUnallocatedResource());
  }

  /**
   * Handles a granted container, possibly on a node that another job has reserved; on any thread.
   */
  public void granted(RMContainer container) {
    try {
      ReservedNodeOffer offered = ReservedNodeOffer.current();
      if (offered != null) {
        reservations.placedOnReserved(container, offered);
      }
      if (reservations != null && sizer.acts()) {
        reservations.inputs().changed(container.getAllocatedNode());
        timeouts.renewed(container.getAllocatedSchedulerKey());
        if (held > 0) {
          reservations.walks().stateChanged(); // other nodes may be used or reserved now
        }
      }
    } catch (Throwable t) {
      sizer.failed(t);
    }
  }
}
