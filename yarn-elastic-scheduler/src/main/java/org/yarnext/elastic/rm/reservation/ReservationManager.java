// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiPredicate;
import java.util.function.IntSupplier;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardState;
import org.yarnext.elastic.policy.OfferRejectionCache;
import org.yarnext.elastic.policy.protection.ProtectionReason;
import org.yarnext.elastic.policy.reservation.ReservationReason;
import org.yarnext.elastic.policy.reservation.ReservationView;
import org.yarnext.elastic.policy.timeline.Reservation;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.metrics.ElasticMetrics;
import org.yarnext.elastic.rm.sizing.ElasticContext;
import org.yarnext.elastic.rm.sizing.NodeDiskUsage;
import org.yarnext.elastic.rm.timeline.TimelineWriter;

/**
 * Calls the reservation policy, behind the guard, to decide which nodes are reserved for waiting
 * tasks, and offers reserved nodes to other jobs (YARN-ME section 3.3). Jobs without a profile
 * reserve as in stock, and neither use other jobs' reserved nodes nor share their own. Called under
 * the scheduler's write lock.
 */
public final class ReservationManager {
  static final String HOOK = "elastic.reserve";

  private static final Decision<Boolean> KEPT_FOR_OTHER =
      Decision.of(false, ProtectionReason.NODE_KEPT_FOR_OTHER);

  private static final Decision<Boolean> AS_STOCK =
      Decision.of(true, ReservationReason.RESERVE_AS_STOCK);

  private final AbstractYarnScheduler<?, ?> scheduler;
  private final BiPredicate<Resource, Resource> fits;
  private final ReservationInputs inputs;
  private final NodeDiskUsage disks;
  private final int maxHeld;
  private final Decision<Boolean> holdsMax;
  private final Guard guard;
  private final ElasticMetrics metrics;
  private final WalkSkipCache walks;
  private final RejectionState rejectionState;

  /** Maximum number of containers of other jobs placed on a node during one reservation. */
  private final IntSupplier maxBackfilled;

  private final ReservationDecisionCache answers = new ReservationDecisionCache();
  private final OfferRejectionCache rejections = new OfferRejectionCache();
  private volatile boolean hasStockAttempts;

  /**
   * Creates a manager.
   *
   * @param fits whether the first size fits the second, as this scheduler judges
   */
  public ReservationManager(
      ElasticContext context,
      BiPredicate<Resource, Resource> fits,
      ReservationInputs inputs,
      NodeDiskUsage disks) {
    this.maxBackfilled = context.configuration::maxBackfill;
    this.scheduler = context.scheduler;
    this.fits = fits;
    this.inputs = inputs;
    this.disks = disks;
    this.maxHeld = inputs.policy().maxReserved(Integer.MAX_VALUE);
    this.holdsMax = limitReached(maxHeld);
    this.guard = context.guard;
    this.metrics = context.metrics;
    this.rejectionState = new RejectionState(inputs, disks, context.guard, context.host.nanoTime());
    this.walks =
        new WalkSkipCache(
            context, inputs, disks, this::refusal, this::plainJobWaits, this::hasMinimum);
  }

  private boolean hasMinimum(SchedulerNode node) {
    return fits.test(scheduler.getMinimumResourceCapability(), node.getUnallocatedResource());
  }

  private boolean plainJobWaits() {
    for (SchedulerApplication<?> application : scheduler.getSchedulerApplications().values()) {
      SchedulerApplicationAttempt attempt = application.getCurrentAppAttempt();
      if (attempt != null
          && !attempt.getSchedulerKeys().isEmpty()
          && !ElasticAttemptView.isConcerned(attempt)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the cache of stock's walks at unreserved nodes. */
  public WalkSkipCache walks() {
    return walks;
  }

  /** Returns the state that rejections of nodes depend on. */
  public RejectionState rejectionState() {
    return rejectionState;
  }

  /** Returns the inputs of decisions, which must be notified of each change. */
  public ReservationInputs inputs() {
    return inputs;
  }

  /** Records that an attempt is stock's. */
  public void stockAttempt() {
    hasStockAttempts = true;
    walks.stockAttempt();
    rejectionState.stockAttempt();
  }

  /** Returns whether stock may reserve the node for a request of the job. */
  public boolean mayReserve(
      JobDescriptor job,
      SchedulerApplicationAttempt attempt,
      SchedulerRequestKey key,
      Resource size,
      SchedulerNode node,
      ReservationTimeoutTracker timeouts) {
    if (!inputs.concerns(job, key.getPriority().getPriority())) {
      return true;
    }
    List<RMContainer> held = attempt.getReservedContainers();
    List<NodeId> nodes = nodes(held);
    long now = inputs.nowMs();
    Decision<Boolean> decision =
        held.size() >= maxHeld
            ? holdsEnough(held.size())
            : reserve(job, ElasticAttemptView.of(attempt).waiting(key), size, node, held);
    if (decision.value() || timeouts.waitsFor(nodes, now)) {
      timeouts.renewed(key);
    } else if (timeouts.ends(key, now)) {
      decision = Decision.of(true, ReservationReason.RESERVE_OVERDUE);
    }
    if (decision.value()) {
      timeouts.recordReservation(node.getNodeID(), nodes, inputs.roomMs(node, size), now);
    }
    metrics.reserving(decision);
    return decision.value();
  }

  private static List<NodeId> nodes(List<RMContainer> held) {
    List<NodeId> nodes = new ArrayList<>(held.size());
    held.forEach(reserved -> nodes.add(reserved.getReservedNode()));
    return nodes;
  }

  /**
   * Returns whether stock certainly may not reserve the node for a request of the job, without
   * calling the policy about this job.
   *
   * @param held the nodes that the job has reserved
   */
  boolean wouldNotReserve(
      JobDescriptor job,
      Collection<NodeId> held,
      SchedulerRequestKey key,
      Resource size,
      SchedulerNode node,
      ReservationTimeoutTracker timeouts) {
    Decision<Boolean> refusal = refusal(job, size, node, held, timeouts);
    return refusal != null && recordRefusal(job, key, size, refusal, held.isEmpty(), timeouts);
  }

  /**
   * Returns why stock may not reserve the node for a request of the job, without calling the policy
   * about this job; null if it may, or if the policy must be asked. Records nothing.
   *
   * @param held the nodes that the job has reserved
   */
  Decision<Boolean> refusal(
      JobDescriptor job,
      Resource size,
      SchedulerNode node,
      Collection<NodeId> held,
      ReservationTimeoutTracker timeouts) {
    if (held.size() >= maxHeld) {
      return guard.state() != GuardState.TRIPPED && timeouts.waitsFor(held, inputs.nowMs())
          ? holdsEnough(held.size())
          : null;
    }
    return held.isEmpty() ? refusal(job, size, node) : null;
  }

  /** Records that a request is refused; returns false if it has been refused for too long. */
  boolean recordRefusal(
      JobDescriptor job,
      SchedulerRequestKey key,
      Resource size,
      Decision<Boolean> refusal,
      boolean holdsNone,
      ReservationTimeoutTracker timeouts) {
    if (holdsNone) {
      if (timeouts.ends(key, inputs.nowMs())) {
        return false;
      }
      walks.recordRefusal(job, size);
    }
    metrics.reserving(refusal);
    return true;
  }

  /**
   * Returns whether an earlier true result of {@link #wouldNotReserve} still holds as far as it
   * depends on time.
   *
   * @param held the nodes that the job has reserved
   */
  boolean stillWouldNotReserve(
      Collection<NodeId> held, SchedulerRequestKey key, ReservationTimeoutTracker timeouts) {
    long now = inputs.nowMs();
    return held.size() >= maxHeld
        ? timeouts.waitsFor(held, now)
        : !(held.isEmpty() && timeouts.ended(key, now));
  }

  /**
   * Returns the refusal for any job without reservations; null if such a job may reserve, or must
   * be decided individually.
   */
  Decision<Boolean> refusal(JobDescriptor job, Resource size, SchedulerNode node) {
    if (!inputs.policy().jobsAreAlike() || guard.state() == GuardState.TRIPPED) {
      return null;
    }
    Decision<Boolean> answer =
        answers.about(
            node, size, inputs.nowMs(), () -> reserve(job, 1, size, node, Collections.emptyList()));
    return answer.value() ? null : answer;
  }

  /** Refuses without calling the policy; if the guard is tripped, stock has no such limit. */
  private Decision<Boolean> holdsEnough(int reserved) {
    if (guard.state() == GuardState.TRIPPED) {
      return AS_STOCK;
    }
    return reserved == maxHeld ? holdsMax : limitReached(reserved);
  }

  private static Decision<Boolean> limitReached(int reserved) {
    return Decision.of(false, ReservationReason.RESERVE_LIMIT_REACHED).with("reserved", reserved);
  }

  private Decision<Boolean> reserve(
      JobDescriptor job, int waiting, Resource size, SchedulerNode node, List<RMContainer> held) {
    ReservationView view = inputs.of(node, held);
    Reservation wanted =
        new Reservation(TimelineWriter.job(job.id()), size.getMemorySize(), inputs.vcores(size));
    String name = node.getNodeID().toString();
    return callGuarded(
        () -> inputs.policy().mayReserve(name, wanted, Math.max(1, waiting), view), AS_STOCK);
  }

  /**
   * Returns whether a task may be placed on the offered node although it is reserved.
   *
   * @param job null if unknown
   * @param given size that the task would get
   */
  boolean mayUse(JobDescriptor job, int priority, Resource given, ReservedNodeOffer offered) {
    if (job == null || !inputs.concerns(job, priority)) {
      return false;
    }
    offered.recordFit();
    String name = offered.node().getNodeID().toString();
    if (competes(given, offered.reservation().getReservedResource())) {
      metrics.using(job, priority, name, Decision.of(false, ReservationReason.RESERVED_FOR_OTHER));
      return false;
    }
    int placed = inputs.backfill().placed(offered.reservation());
    Decision<Boolean> decision =
        placed >= maxBackfilled.getAsInt()
            ? Decision.of(false, ReservationReason.RESERVED_BACKFILLED).with("placed", placed)
            : mayUse(given, name, offered);
    metrics.using(job, priority, name, decision);
    return decision.value();
  }

  /**
   * Returns whether both sizes have a resource other than memory and vcores; no timeline tells when
   * that becomes free.
   */
  public static boolean competes(Resource given, Resource reserved) {
    for (int type = 2; type < ResourceUtils.getNumberOfCountableResourceTypes(); type++) {
      if (given.getResourceInformation(type).getValue() > 0
          && reserved.getResourceInformation(type).getValue() > 0) {
        return true;
      }
    }
    return false;
  }

  private Decision<Boolean> mayUse(Resource given, String name, ReservedNodeOffer offered) {
    ReservationView view = inputs.of(offered.node(), offered.reservation());
    return callGuarded(
        () -> inputs.policy().mayUse(name, given.getMemorySize(), inputs.vcores(given), view),
        Decision.of(false, ReservationReason.RESERVED_FOR_OTHER));
  }

  private Decision<Boolean> callGuarded(
      Callable<Decision<Boolean>> question, Decision<Boolean> stock) {
    Decision<Boolean> answer =
        inputs.policyMayBlock()
            ? guard.call(HOOK, question, () -> stock)
            : guard.callInline(HOOK, question, () -> stock);
    return answer == null || answer.value() == null ? stock : answer;
  }

  /**
   * Offers a reserved node's room to the other jobs if the policy allows it. It does not if any
   * attempt is stock's, which would take the node for free and reserve it a second time.
   *
   * @param walk offers the node to the queues, as if it were not reserved
   */
  public void offer(SchedulerNode node, Runnable walk) {
    try {
      RMContainer reservation = node.getReservedContainer();
      if (reservation == null
          || hasStockAttempts
          || guard.state() == GuardState.TRIPPED
          || !offers(node, reservation)) {
        return;
      }
      long state = walks.estimatedState(); // read first, or a stale result could be stored
      if (!WalkSkipCache.isRejected(rejections, state, node, disks)
          && !offer(node, reservation, walk)) {
        WalkSkipCache.rejected(rejections, state, node, disks);
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** Returns whether the node had room for any waiting task. */
  private static boolean offer(SchedulerNode node, RMContainer reservation, Runnable walk) {
    node.setReservedContainer(null);
    try (ReservedNodeOffer sharing = ReservedNodeOffer.begin(node, reservation)) {
      walk.run();
      return !sharing.isRejected();
    } finally {
      node.setReservedContainer(reservation);
    }
  }

  private boolean offers(SchedulerNode node, RMContainer reservation) {
    SchedulerRequestKey key = reservation.getReservedSchedulerKey();
    SchedulerApplicationAttempt attempt =
        scheduler.getApplicationAttempt(reservation.getApplicationAttemptId());
    JobDescriptor job = ElasticAttemptView.job(attempt);
    return job != null
        && ElasticAttemptView.of(attempt).isOpen()
        && key.getContainerToUpdate() == null
        && hasMinimum(node)
        && inputs.concerns(job, key.getPriority().getPriority());
  }

  /** Returns whether a node is kept for a late job other than this one. */
  boolean isKeptForOther(JobDescriptor job, SchedulerNode node) {
    return inputs.isKeptForOther(node.getNodeID(), job.id()) && guard.state() != GuardState.TRIPPED;
  }

  /** Counts a job that passed on since the node is kept for another. */
  void keptForOther() {
    metrics.reserving(KEPT_FOR_OTHER);
  }

  /** Records a container placed on a node that is reserved for another job. */
  void placedOnReserved(RMContainer container, ReservedNodeOffer offered) {
    inputs.backfill().place(offered.reservation(), container.getContainerId());
    metrics.placedOnReserved();
  }

  /** Counts a failure of our own code on the scheduling thread. */
  public void failed(Throwable t) {
    guard.recordFailure(HOOK, t);
  }
}
