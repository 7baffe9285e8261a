// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import java.util.Collection;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.OverallocationView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Estimates how long an opportunistic container that arrives now will wait on this node: {@code R =
 * Tq + Tr + Tl} (Mercury section 4.2).
 *
 * <ul>
 *   <li>Tq: the estimated run time of the queued containers,
 *   <li>Tr: the remaining estimated run time of the running opportunistic ones,
 *   <li>Tl: the time since an opportunistic container last ran here.
 * </ul>
 *
 * <p>The paper leaves open how a node that runs many containers at once adds these up. Here each
 * run time is weighted with the resources that it occupies, and the sum is divided by the resources
 * that the node can give to opportunistic containers, by the scarcer of memory and cores: the time
 * to drain that work. The node can give its total less its running guaranteed containers, or the
 * ceiling for opportunistic ones if that is lower, but never less than one container of mean size.
 * So a node full of guaranteed containers counts as serving one container after the other.
 *
 * <p>When no container waits and the node has room for one, a new container starts at once and R is
 * 0: Tr is the wait for the first release only when there is no room. Tl counts only while no
 * opportunistic container runs and there is no room for one; an idle node is available, not
 * starved.
 *
 * <p>A node that gives containers room beyond its allocation can give that, too: the containers
 * that run there count as running, the room adds to what drains the work, and a new container that
 * fits in it starts at once. It does not while guaranteed containers or those of stock's queue
 * wait, nor if it fits in unallocated room, where something else holds it back.
 */
public final class QueueWaitEstimator {
  /** An estimate of no wait. */
  public static final QueueWaitEstimator ZERO =
      new QueueWaitEstimator(0, 0, 0, ResourceVector.NONE);

  private final double queuedMs;
  private final double runningMs;
  private final double sinceLastMs;
  private final ResourceVector capacity;

  private QueueWaitEstimator(
      double queuedMs, double runningMs, double sinceLastMs, ResourceVector capacity) {
    this.queuedMs = queuedMs;
    this.runningMs = runningMs;
    this.sinceLastMs = sinceLastMs;
    this.capacity = capacity;
  }

  /**
   * Estimates the wait of the next container.
   *
   * @param queued the waiting work
   * @param running the opportunistic containers that run within the allocation; their estimates and
   *     start times are used
   * @param guaranteedUsed resources of running guaranteed containers
   * @param lastRanMs time when an opportunistic container last ran, in ms; if none ever did, when
   *     the node started
   * @param node the node
   * @param ceiling resources that opportunistic containers may occupy together
   */
  public static QueueWaitEstimator estimate(
      OpportunisticQueue.Work queued,
      Collection<ContainerView> running,
      ResourceVector guaranteedUsed,
      long lastRanMs,
      NodeView node,
      ResourceVector ceiling) {
    OverallocationView beyond = node.overallocation();
    OpportunisticQueue.Work within = remaining(running, node.nowMs());
    OpportunisticQueue.Work outside = remaining(beyond.running(), node.nowMs());
    OpportunisticQueue.Work all = within.plus(outside);
    ResourceVector newcomer = queued.containers() > 0 ? queued.meanSize() : all.meanSize();
    boolean startsBeyond = mayStartBeyond(newcomer, node);
    ResourceVector capacity =
        node.total()
            .minus(guaranteedUsed)
            .min(ceiling)
            .max(ResourceVector.NONE)
            .plus(outside.resources())
            .plus(startsBeyond ? beyond.room() : ResourceVector.NONE)
            .max(newcomer);
    boolean startsWithin =
        node.stockQueueLength() == 0
            && hasRoom(newcomer, node.free().minus(node.guaranteedWaiting()))
            && hasRoom(newcomer, ceiling.minus(within.resources().min(node.used())));
    boolean room = queued.containers() == 0 && (startsWithin || startsBeyond);
    double sinceLast = all.containers() == 0 && !room ? Math.max(0, node.nowMs() - lastRanMs) : 0;
    return new QueueWaitEstimator(
        queued.drainMs(capacity), room ? 0 : all.drainMs(capacity), sinceLast, capacity);
  }

  private static OpportunisticQueue.Work remaining(Collection<ContainerView> running, long nowMs) {
    double memoryWork = 0;
    double vcoreWork = 0;
    // Sum by component: every heartbeat needs this, and creating a vector for each container
    // would take longer than the sums.
    long memoryMb = 0;
    long vcores = 0;
    for (ContainerView c : running) {
      double remaining = c.remainingMs(nowMs);
      memoryWork += remaining * c.resources().memoryMb();
      vcoreWork += remaining * c.resources().vcores();
      memoryMb += c.resources().memoryMb();
      vcores += c.resources().vcores();
    }
    return new OpportunisticQueue.Work(
        memoryWork, vcoreWork, running.size(), ResourceVector.of(memoryMb, vcores));
  }

  /**
   * Returns whether a container would start beyond the allocation if it were first in the queue.
   */
  static boolean mayStartBeyond(ResourceVector size, NodeView node) {
    boolean isBlocked =
        node.stockQueueLength() > 0
            || !node.guaranteedWaiting().fitsIn(ResourceVector.NONE)
            || !node.used().fitsIn(node.total());
    return !isBlocked && !hasRoom(size, node.free()) && hasRoom(size, node.overallocation().room());
  }

  private static boolean hasRoom(ResourceVector newcomer, ResourceVector free) {
    return newcomer.fitsIn(free) && free.memoryMb() > 0 && free.vcores() > 0;
  }

  /** Returns Tq in ms. */
  public double queuedMs() {
    return queuedMs;
  }

  /** Returns Tr in ms. */
  public double runningMs() {
    return runningMs;
  }

  /** Returns Tl in ms. */
  public double sinceLastMs() {
    return sinceLastMs;
  }

  /**
   * Returns the resources that the node can give to opportunistic containers, running ones
   * included.
   */
  public ResourceVector capacity() {
    return capacity;
  }

  /** Returns R in ms. */
  public double totalMs() {
    return queuedMs + runningMs + sinceLastMs;
  }

  /**
   * Returns R as in YARN's heartbeat: whole ms, never negative, at most {@link Integer#MAX_VALUE}.
   */
  public int totalMsAsInt() {
    // A double beyond the range of int converts to the nearest int; NaN would become 0.
    return Math.max(0, (int) totalMs());
  }
}
