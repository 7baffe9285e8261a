// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.shedding;

import java.util.Collections;
import java.util.List;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.OpportunisticQueue;
import org.yarnext.mercury.policy.queue.QueueWaitEstimator;

/**
 * Sheds the waiting containers of an overloaded node that a {@link SheddingPolicy} chooses, within
 * one step's bound, once the limits have been exceeded for long enough (Mercury section 4.3). Keeps
 * track of that time; not thread-safe.
 */
public final class QueueShedding {
  private final SheddingPolicy policy;
  private final NodeQueueLimits limits;
  private final SheddingDelayPolicy delay;

  /** Creates the shedding of one queue. */
  public QueueShedding(SheddingPolicy policy, NodeQueueLimits limits) {
    this.policy = policy;
    this.limits = limits;
    this.delay = new SheddingDelayPolicy(limits.shedDelayMs());
  }

  /** Resets the delay: the queue is, or was until now, empty, so no limit is exceeded. */
  public void queueIsEmpty() {
    delay.reset();
  }

  /** Resets the delay and returns the decision to shed nothing. */
  public Decision<List<String>> notNeeded() {
    delay.reset();
    return nothing(MercuryReason.SHED_NOT_NEEDED);
  }

  /**
   * Decides which containers to shed.
   *
   * @param requested the limits as sent by the ResourceManager
   * @param inOrder the waiting containers, first to run first; one or more
   * @param work their work
   * @param wait the estimated wait behind them
   */
  public Decision<List<String>> decide(
      SheddingLimits requested,
      List<ContainerView> inOrder,
      OpportunisticQueue.Work work,
      QueueWaitEstimator wait,
      long nowMs) {
    int maxShed = Math.max(1, (int) (inOrder.size() * limits.shedShare()));
    Decision<List<String>> d =
        policy.decide(
            inOrder,
            work,
            wait.capacity(),
            wait.runningMs() + wait.sinceLastMs(),
            inForce(requested),
            maxShed);
    boolean exceeded = !d.value().isEmpty();
    return delay.exhausted(exceeded, nowMs) || !exceeded ? d : nothing(MercuryReason.SHED_DELAYED);
  }

  private SheddingLimits inForce(SheddingLimits requested) {
    return requested.maxWaitMs() < 0
        ? requested
        : new SheddingLimits(
            requested.maxLength(), Math.max(requested.maxWaitMs(), limits.minWaitLimitMs()));
  }

  private static Decision<List<String>> nothing(MercuryReason reason) {
    return Decision.of(Collections.<String>emptyList(), reason);
  }
}
