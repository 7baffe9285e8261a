// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Input of {@link QueueWaitEstimator}, frozen at one event; usable on any thread at any later time.
 */
public final class WaitSnapshot {
  private final OpportunisticQueue.Work queued;
  private final Collection<ContainerView> running;
  private final ResourceVector guaranteedUsed;
  private final long lastRanMs;
  private final NodeView node;
  private final ResourceVector ceiling;

  /**
   * Takes a snapshot.
   *
   * @param queued the work of the waiting containers
   * @param running the running opportunistic containers; not changed afterwards
   * @param guaranteedUsed resources in use by guaranteed containers
   * @param lastRanMs time when an opportunistic container last ran, in ms
   * @param ceiling the resources available to opportunistic containers
   */
  public WaitSnapshot(
      OpportunisticQueue.Work queued,
      Collection<ContainerView> running,
      ResourceVector guaranteedUsed,
      long lastRanMs,
      NodeView node,
      ResourceVector ceiling) {
    this.queued = queued;
    this.running = running;
    this.guaranteedUsed = guaranteedUsed;
    this.lastRanMs = lastRanMs;
    this.node = node;
    this.ceiling = ceiling;
  }

  /**
   * Returns the wait as of {@code nowMs}; running containers have progressed since the snapshot.
   */
  public QueueWaitEstimator at(long nowMs) {
    return QueueWaitEstimator.estimate(
        queued, running, guaranteedUsed, lastRanMs, node.at(nowMs), ceiling);
  }

  /**
   * Returns the wait after more opportunistic containers arrive: if none is waiting, those that fit
   * start; the others wait.
   */
  public QueueWaitEstimator at(long nowMs, Collection<ContainerView> arriving) {
    ResourceVector runningSize = ResourceVector.NONE;
    for (ContainerView c : running) {
      runningSize = runningSize.plus(c.resources());
    }
    boolean isFirst = queued.containers() == 0 && node.stockQueueLength() == 0;
    ResourceVector free =
        isFirst
            ? node.free()
                .minus(node.guaranteedWaiting())
                .min(ceiling.minus(runningSize.min(node.used())))
            : ResourceVector.NONE;
    OpportunisticQueue.Work waiting = queued;
    List<ContainerView> started = new ArrayList<>(running);
    NodeView then = node.at(nowMs);
    for (ContainerView c : arriving) {
      if (c.resources().fitsIn(free)) {
        started.add(c.startedAt(nowMs));
        then = then.using(c.resources());
        free = free.minus(c.resources());
      } else if (isFirst && QueueWaitEstimator.mayStartBeyond(c.resources(), then)) {
        then = then.with(then.overallocation().with(c.startedAt(nowMs)));
      } else {
        waiting = waiting.with(c);
      }
    }
    return QueueWaitEstimator.estimate(waiting, started, guaranteedUsed, lastRanMs, then, ceiling);
  }

  /** Returns the node's total resources for containers. */
  public ResourceVector total() {
    return node.total();
  }

  /** Returns the number of running opportunistic containers. */
  public int running() {
    return running.size();
  }
}
