// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.policing.CeilingEstimator;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;

/**
 * Chooses which waiting containers start: in order, each if it fits in the free resources and stays
 * below the ceiling until its estimated end (Mercury section 4.3).
 *
 * <p>The first container that does not fit in the free resources, or not below the current ceiling,
 * blocks those behind it, unless it is larger than the node. A container that fits now, and is held
 * back only by the demand expected from guaranteed containers before its end, does not block: a
 * strictly shorter one may pass it, since the resources would otherwise stay unused until that
 * demand comes. A container that has waited for the hold limit is judged by the current ceiling
 * alone, so that no expectation starves it.
 */
final class StartPolicy {
  /** Maximum number of containers examined behind a held one; bounds the time of a decision. */
  private static final int LOOK_BEHIND = 256;

  private final NodeQueueLimits limits;
  private final NodeView node;
  private final CeilingEstimator estimator;

  StartPolicy(
      CeilingPolicy ceiling,
      NodeQueueLimits limits,
      NodeView node,
      ResourceVector guaranteed,
      Collection<ContainerView> running) {
    this.limits = limits;
    this.node = node;
    this.estimator = new CeilingEstimator(ceiling, node, guaranteed, running);
  }

  Decision<List<String>> among(Iterable<ContainerView> inOrder, int queued) {
    List<String> starts = new ArrayList<>();
    ResourceVector free = node.free();
    boolean aged = false;
    boolean isAboveCeiling = false;
    int passed = 0;
    long belowMs = Long.MAX_VALUE;
    for (ContainerView c : inOrder) {
      if (!c.resources().fitsIn(node.total())) {
        continue;
      }
      if (!c.resources().fitsIn(free) || passed > LOOK_BEHIND) {
        break;
      }
      if (!estimator.fitsNow(c)) {
        isAboveCeiling = true;
        break;
      }
      boolean isMaxWaitExceeded = node.nowMs() - c.arrivedAtMs() >= limits.policingMaxWaitMs();
      if (!isMaxWaitExceeded && (c.estimatedRunMs() >= belowMs || !estimator.fitsToItsEnd(c))) {
        isAboveCeiling = true;
        passed++;
        belowMs = Math.min(belowMs, c.estimatedRunMs());
        continue;
      }
      aged |= starts.isEmpty() && c.arrivedAtMs() <= node.nowMs() - limits.agingMs();
      starts.add(c.id());
      estimator.start(c);
      free = free.minus(c.resources());
    }
    if (starts.isEmpty()) {
      return Decision.<List<String>>of(
          Collections.emptyList(),
          isAboveCeiling ? MercuryReason.WAIT_CEILING : MercuryReason.WAIT_NO_ROOM);
    }
    return Decision.of(
            Collections.unmodifiableList(starts),
            aged ? MercuryReason.START_AGED : MercuryReason.START_IN_ORDER)
        .with("queued", queued)
        .with("starts", starts.size());
  }
}
