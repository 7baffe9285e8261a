// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits when the wait limit is sent and how fast it may change, so that shedding does not
 * oscillate. Not thread-safe.
 *
 * <p>Heartbeats carry the same limit to all nodes, so a single node cannot be spared; only the
 * limit and the time of sending can be chosen. A node applies the limit to its current wait, not to
 * the one it reported. A container that was shed is in no queue until its application has requested
 * it again and its new node has reported. Meanwhile mean and σ are too low, the more so the more
 * was shed.
 *
 * <ul>
 *   <li><b>Rises at once, falls slowly.</b> A higher limit sheds less and is always safe. A lower
 *       one is approached exponentially with stale-after as time constant, the time after which no
 *       report from before the last shedding is in use any more. The limit therefore does not
 *       follow the mean down while shed containers are on their way, and is never below mean + kσ.
 *   <li><b>Sent only to end an overload, with hysteresis.</b> Sending begins when two consecutive
 *       reports of a node have a wait of more than 1.1 times the limit. It ends when no node's wait
 *       is above the limit. So a node that was shed down to the limit does not shed again for one
 *       more container, and a burst that the next report no longer shows sheds nothing.
 * </ul>
 *
 * A node waits for its shed containers to arrive elsewhere before it sheds again. That is its own
 * task, {@code yarn.mercury.shedding.delay}: only the node knows that it shed.
 */
final class LimitDampingPolicy {
  /** Ratio of a wait to the limit above which the node counts as overloaded. */
  static final double CLEARLY = 1.1;

  /** Number of consecutive reports that confirm an overload. */
  static final int REPORTS_TO_CONFIRM = 2;

  private final double fallMs;
  private Map<String, Streak> streaks = new HashMap<>();
  private double limitMs = Double.NaN;
  private long movedMs;
  private CoordinatorReason reason = CoordinatorReason.TOO_FEW_REPORTS;

  /** Number of consecutive reports in which a node was overloaded, and the time of the last one. */
  private static final class Streak {
    final int reports;
    final long receivedMs;

    Streak(int reports, long receivedMs) {
      this.reports = reports;
      this.receivedMs = receivedMs;
    }
  }

  /**
   * Creates a policy.
   *
   * @param fallMs time constant with which the limit falls, in ms
   */
  LimitDampingPolicy(double fallMs) {
    this.fallMs = fallMs;
  }

  /** Forgets all state; the next limit starts again. */
  void reset() {
    streaks = new HashMap<>();
    limitMs = Double.NaN;
    reason = CoordinatorReason.TOO_FEW_REPORTS;
  }

  /**
   * Processes a round.
   *
   * @param targetMs the undamped limit; not NaN
   * @return whether {@link #limitMs} is to be sent, or why not
   */
  CoordinatorReason next(double targetMs, Collection<NodeReport> fresh, long nowMs) {
    move(targetMs, nowMs);
    Map<String, Streak> now = new HashMap<>();
    boolean above = false;
    boolean confirmed = false;
    for (NodeReport r : fresh) {
      above |= r.waitMs() > limitMs;
      if (r.waitMs() > CLEARLY * limitMs) {
        Streak streak = lengthened(streaks.get(r.node()), r);
        confirmed |= streak.reports >= REPORTS_TO_CONFIRM;
        now.put(r.node(), streak);
      }
    }
    streaks = now;
    boolean sent = reason == CoordinatorReason.LIMIT_SENT ? above : confirmed;
    if (sent) {
      reason = CoordinatorReason.LIMIT_SENT;
    } else {
      reason =
          now.isEmpty()
              ? CoordinatorReason.LIMIT_NOT_EXCEEDED
              : CoordinatorReason.LIMIT_UNCONFIRMED;
    }
    return reason;
  }

  private void move(double targetMs, long nowMs) {
    if (targetMs < limitMs) {
      double fallen = limitMs + (limitMs - targetMs) * Math.expm1(-(nowMs - movedMs) / fallMs);
      limitMs = Math.max(targetMs, fallen);
    } else {
      limitMs = targetMs;
    }
    movedMs = nowMs;
  }

  private static Streak lengthened(Streak before, NodeReport r) {
    if (before == null) {
      return new Streak(1, r.receivedMs());
    }
    return before.receivedMs == r.receivedMs()
        ? before
        : new Streak(before.reports + 1, r.receivedMs());
  }

  /** Returns the damped limit, whether it is sent or not; NaN before the first round. */
  double limitMs() {
    return limitMs;
  }
}
