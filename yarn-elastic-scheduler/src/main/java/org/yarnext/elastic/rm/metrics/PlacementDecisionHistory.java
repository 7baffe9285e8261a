// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.trust.SizingReason;

/**
 * The last decisions about an attempt's requests without room, by priority, which explain its later
 * containers. Bounded; thread-safe.
 */
public final class PlacementDecisionHistory {
  private static final int MAX_PRIORITIES = 64;

  private final Map<Integer, TimedDecision> byPriority = new ConcurrentHashMap<>(4);

  private static final class TimedDecision {
    final Decision<Long> decision;
    volatile long atMs;

    TimedDecision(Decision<Long> decision, long atMs) {
      this.decision = decision;
      this.atMs = atMs;
    }
  }

  /** Records a decision about a priority's requests at a time of {@link #inFull}'s clock, in ms. */
  public void made(int priority, Decision<Long> decision, long nowMs) {
    TimedDecision before = byPriority.get(priority);
    if (before != null && before.decision == decision) { // the usual case: it is remembered
      before.atMs = nowMs;
      return;
    }
    if (byPriority.size() >= MAX_PRIORITIES) {
      byPriority.clear();
    }
    byPriority.put(priority, new TimedDecision(decision, nowMs));
  }

  /**
   * Returns the decision for a container that gets its full request: it fits, with the earlier
   * decisions as inputs, or it has the minimum size.
   *
   * @param minMb the scheduler's minimum, in MB
   */
  public Decision<Long> inFull(int priority, long mb, long minMb, long nowMs) {
    SizingReason reason = mb > minMb ? SizingReason.PLACED_IN_FULL : SizingReason.NO_SMALLER_SIZE;
    Decision<Long> inFull = Decision.of(mb, reason).with("askedMb", mb).with("grantedMb", mb);
    TimedDecision before = byPriority.get(priority);
    if (before == null) {
      return inFull;
    }
    inFull =
        inFull
            .with("before", before.decision.reason().code())
            .with("beforeMs", nowMs - before.atMs);
    for (Map.Entry<String, Object> input : before.decision.inputs().entrySet()) {
      if (!input.getKey().equals("askedMb")) {
        inFull = inFull.with(input.getKey(), input.getValue());
      }
    }
    return inFull;
  }
}
