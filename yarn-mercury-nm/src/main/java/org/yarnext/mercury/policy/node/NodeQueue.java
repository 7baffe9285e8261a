// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.ToLongFunction;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.GuardedPolicy;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.EstimateInputs;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.OpportunisticQueue;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.queue.QueueWaitEstimator;
import org.yarnext.mercury.policy.queue.WaitSnapshot;
import org.yarnext.mercury.policy.reclaim.VictimPolicy;
import org.yarnext.mercury.policy.shedding.QueueShedding;
import org.yarnext.mercury.policy.shedding.SheddingLimits;
import org.yarnext.mercury.policy.shedding.SheddingPolicy;

/**
 * The queue of opportunistic containers of one node, with the policies that start them, shed them
 * and stop them for a guaranteed one (Mercury sections 3.4 and 4.3).
 *
 * <p>The node's state changes only through the methods that record events ({@code enqueue}, {@code
 * onStarted}, {@code onFinished}, ...); the methods that decide ({@code to...}) change nothing, so
 * that the caller may act, merely explain, or fall back. Times are passed in; nothing here reads a
 * clock. Not thread-safe.
 *
 * <p>The end of a container that is not here changes nothing. {@link QueueAdmissionPolicy}, {@link
 * StartPolicy}, {@link VictimPolicy} and {@link QueueShedding} each decide one thing.
 */
public final class NodeQueue {
  /** Maximum number of pairs of a waiting and a running container in a short decision. */
  private static final long MAX_SHORT_STEPS = 100_000;

  private final OpportunisticQueue queue;
  private final RunningContainerTracker running;
  private final NodeQueueLimits limits;
  private final VictimPolicy victims;
  private final QueueShedding shedding;
  private final QueueAdmissionPolicy admission;
  private final CeilingPolicy ceiling;
  private final boolean mayBlock;

  /** Ceiling at the latest event; null before the first one and without a ceiling. */
  private ResourceVector allowed;

  /**
   * Creates a queue without a ceiling.
   *
   * @param order the order in which waiting containers run
   * @param victims chooses the running containers to stop for a guaranteed one
   * @param shedding chooses the waiting containers that leave an overloaded node
   * @param limits bounds of the queue and of each action
   * @param lastRanMs time when an opportunistic container last ran here, in ms; if none ever did,
   *     when the node started
   */
  public NodeQueue(
      QueueOrder order,
      VictimPolicy victims,
      SheddingPolicy shedding,
      NodeQueueLimits limits,
      long lastRanMs) {
    this(order, victims, shedding, CeilingPolicy.NONE, limits, lastRanMs);
  }

  /**
   * Creates a queue with a ceiling.
   *
   * @param ceiling limits the part of the node that opportunistic containers may occupy
   */
  public NodeQueue(
      QueueOrder order,
      VictimPolicy victims,
      SheddingPolicy shedding,
      CeilingPolicy ceiling,
      NodeQueueLimits limits,
      long lastRanMs) {
    this.queue = new OpportunisticQueue(order, limits.agingMs());
    this.running = new RunningContainerTracker(lastRanMs);
    this.limits = limits;
    this.victims = victims;
    this.shedding = new QueueShedding(shedding, limits);
    this.admission = new QueueAdmissionPolicy(limits.maxLength(), ceiling);
    this.ceiling = ceiling;
    this.mayBlock =
        order.mayBlock() || victims.mayBlock() || shedding.mayBlock() || ceiling.mayBlock();
  }

  // ---- events --------------------------------------------------------------------------------

  /** Adds a waiting container. */
  public void enqueue(ContainerView c) {
    if (queue.size() == 0) {
      shedding.queueIsEmpty();
    }
    queue.add(c);
  }

  /** Records that a container started, whether it waited here or was started elsewhere. */
  public void onStarted(ContainerView c, long nowMs) {
    queue.remove(c.id());
    running.onStarted(c, nowMs);
  }

  /** Removes a waiting container that was shed. */
  public void onShed(String id) {
    queue.remove(id);
  }

  /** Records that a running container was told to stop; its resources will be free soon. */
  public void onStopping(String id) {
    running.onStopping(id);
  }

  /**
   * Records that a container became guaranteed: a waiting one leaves the queue, a running one can
   * no longer be a victim.
   */
  public void onPromoted(String id, long nowMs) {
    onFinished(id, nowMs);
  }

  /** Records that an opportunistic container ran until now, even if it is not known here. */
  public void onRan(long nowMs) {
    running.onRan(nowMs);
  }

  /** Removes a container that ended, whether it was waiting or running. */
  public void onFinished(String id, long nowMs) {
    queue.remove(id);
    running.containerEnded(id, nowMs);
  }

  /** Updates a container's resources or estimate. */
  public void onChanged(ContainerView c) {
    if (queue.get(c.id()) != null) {
      queue.add(c);
    } else {
      running.onChanged(c);
    }
  }

  /** Estimates a user's waiting containers again, since one of the user's containers has ended. */
  public void reestimate(String user, ToLongFunction<EstimateInputs> estimate) {
    queue.reestimate(user, estimate);
  }

  /**
   * Updates the ceiling with the state of the node; must be called after every event if {@link
   * #isPolicing}.
   *
   * @return the resources that opportunistic containers may occupy now, assuming mean run times
   */
  public ResourceVector observe(NodeView node) {
    ResourceVector demand = running.guaranteedUsed(node).plus(node.guaranteedWaiting());
    ceiling.observe(node, demand);
    allowed = ceiling.allowed(node, demand, queue.work().meanRunMs());
    return allowed;
  }

  // ---- decisions -----------------------------------------------------------------------------

  /**
   * Decides whether one more container may wait here.
   *
   * @param elsewhere number of containers in the NodeManager's own queue, which must be able to
   *     take over all of them
   */
  public Decision<Boolean> toAdmit(int elsewhere) {
    return admission.byLength(queue.size() + elsewhere);
  }

  /**
   * Decides whether a container may wait here, by {@link #toAdmit(int)}, the node's size and the
   * ceiling. A container that could never start is refused at once.
   */
  public Decision<Boolean> toAdmit(ContainerView c, NodeView node, int elsewhere) {
    Decision<Boolean> room = toAdmit(elsewhere);
    return room.value() ? admission.ifStartable(c, node, room) : room;
  }

  /** Decides whether a demoted container may wait here, regardless of the queue's length. */
  public Decision<Boolean> toAdmitDemoted(ContainerView c, NodeView node) {
    return admission.ifStartable(c, node, Decision.of(true, MercuryReason.QUEUE_DEMOTED));
  }

  /**
   * Returns the waiting containers that can never start because the node has shrunk, the ceiling
   * was lowered or they were enlarged. They would wait for ever, and block those behind them.
   *
   * @return with the reason for the last of them
   */
  public Decision<List<String>> toReject(NodeView node) {
    List<String> rejected = new ArrayList<>();
    List<String> all = Collections.unmodifiableList(rejected);
    Decision<List<String>> decision = nothing(MercuryReason.QUEUE_ACCEPTED);
    for (ContainerView c : queue.inOrder(node.nowMs())) {
      Decision<List<String>> tooLarge = admission.ifTooLarge(c, node, all);
      if (tooLarge != null) {
        rejected.add(c.id());
        decision = tooLarge;
      }
    }
    return decision;
  }

  /** Returns the waiting containers to start now, in starting order. */
  public Decision<List<String>> toStart(NodeView node) {
    if (queue.size() == 0) {
      return nothing(MercuryReason.QUEUE_EMPTY);
    }
    if (!node.guaranteedWaiting().fitsIn(ResourceVector.NONE)) {
      return nothing(MercuryReason.WAIT_GUARANTEED_FIRST);
    }
    if (node.stockQueueLength() > 0) {
      return nothing(MercuryReason.WAIT_STOCK_QUEUE);
    }
    return new StartPolicy(ceiling, limits, node, running.guaranteedUsed(node), running.all())
        .among(queue.inOrder(node.nowMs()), queue.size());
  }

  /** Returns the running containers to stop so that {@code guaranteed} fits once they are gone. */
  public Decision<List<String>> toReclaim(ResourceVector guaranteed, NodeView node) {
    ResourceVector need =
        node.used()
            .plus(node.guaranteedWaiting())
            .plus(guaranteed)
            .minus(node.total())
            .minus(running.stoppingResources());
    return need.fitsIn(ResourceVector.NONE)
        ? nothing(MercuryReason.RECLAIM_NOT_NEEDED)
        : victims.decide(running.staying(node.nowMs()), need, node.nowMs());
  }

  /**
   * Returns the waiting containers to shed to meet the limits, at most one step's bound. Must be
   * called for every limit that arrives, since it tracks how long the limits have been exceeded.
   */
  public Decision<List<String>> toShed(SheddingLimits requested, NodeView node) {
    if (!requested.any() || queue.size() == 0) {
      return shedding.notNeeded();
    }
    return shedding.decide(
        requested, waiting(node.nowMs()), queue.work(), waitNow(node), node.nowMs());
  }

  private static Decision<List<String>> nothing(MercuryReason reason) {
    return Decision.of(Collections.<String>emptyList(), reason);
  }

  // ---- queries -------------------------------------------------------------------------------

  /**
   * Returns an immutable snapshot of the input of the wait estimate; usable later and on another
   * thread.
   */
  public WaitSnapshot waitSnapshot(NodeView node) {
    return new WaitSnapshot(
        queue.work(),
        running.snapshot(),
        running.guaranteedUsed(node),
        running.lastRanMs(),
        node,
        allowed(node));
  }

  /** Returns the wait of a container that arrives now. */
  public QueueWaitEstimator waitNow(NodeView node) {
    return QueueWaitEstimator.estimate(
        queue.work(),
        running.all(),
        running.guaranteedUsed(node),
        running.lastRanMs(),
        node,
        allowed(node));
  }

  private ResourceVector allowed(NodeView node) {
    return allowed == null ? node.total() : allowed;
  }

  /**
   * Returns whether each call ends within a few milliseconds, so that it needs no deadline: if no
   * policy {@link GuardedPolicy#mayBlock may block}, and there are not too many containers.
   */
  public boolean isShort() {
    return !mayBlock
        && (!isPolicing() || (long) queue.size() * running.all().size() <= MAX_SHORT_STEPS);
  }

  /** Returns whether there is a ceiling for opportunistic containers. */
  public boolean isPolicing() {
    return ceiling != CeilingPolicy.NONE;
  }

  /** Returns the waiting containers, first to run first; a copy. */
  public List<ContainerView> waiting(long nowMs) {
    List<ContainerView> copy = new ArrayList<>(queue.size());
    queue.inOrder(nowMs).forEach(copy::add);
    return copy;
  }

  public Collection<ContainerView> running() {
    return running.all();
  }

  /** Returns a waiting or running container; null if it is neither. */
  public ContainerView get(String id) {
    ContainerView waiting = queue.get(id);
    return waiting != null ? waiting : running.get(id);
  }

  public int size() {
    return queue.size();
  }
}
