// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.yarnext.common.decision.Decision;

/**
 * Computes in each round the wait limit that all nodes are sent: {@link WaitThreshold} over the
 * fresh {@link NodeReportTracker}, damped by {@link LimitDampingPolicy}. All its input comes from
 * heartbeats, so a new policy, such as after a failover, has caught up after a few of them. Not
 * thread-safe.
 *
 * <p>A node applies the limit to its current wait, which may be longer than the wait it reported:
 * containers placed by that report can make it a straggler that no report shows (section 7.2.3). So
 * while no overload is confirmed, {@value #HIDDEN} times the limit is sent, which ordinary
 * fluctuation between two reports seldom reaches.
 */
public final class CoordinatorPolicy {
  /** Maximum wait that reports can hide, as a multiple of the limit. */
  static final double HIDDEN = 1.25;

  private final NodeReportTracker reports;
  private final WaitThreshold threshold;
  private final LimitDampingPolicy damping;
  private final double maxMs;

  public CoordinatorPolicy(CoordinatorSettings settings) {
    this(settings, new NodeReportTracker(settings.staleAfterMs()));
  }

  private CoordinatorPolicy(CoordinatorSettings settings, NodeReportTracker reports) {
    this.reports = reports;
    threshold = new WaitThreshold(settings.sigmas(), settings.minWaitMs(), settings.maxWaitMs());
    damping = new LimitDampingPolicy(settings.staleAfterMs());
    maxMs = settings.maxWaitMs();
  }

  /** Outcome of a round. Immutable. */
  public static final class Round {
    private final List<NodeReport> fresh;
    private final int freshNodes;
    private final List<String> silent;
    private final int staleNodes;
    private final WaitThreshold.Level level;
    private final OptionalInt limitMs;

    private Round(
        List<NodeReport> fresh,
        int freshNodes,
        List<String> silent,
        int staleNodes,
        WaitThreshold.Level level,
        OptionalInt limitMs) {
      this.fresh = fresh;
      this.freshNodes = freshNodes;
      this.silent = silent;
      this.staleNodes = staleNodes;
      this.level = level;
      this.limitMs = limitMs;
    }

    /** Returns a copy without the reports, to be kept until the next round. */
    public Round withoutReports() {
      return new Round(Collections.emptyList(), freshNodes, silent, staleNodes, level, limitMs);
    }

    /** Returns the number of reports that count. */
    public int freshNodes() {
      return freshNodes;
    }

    /** Returns the reports that count, unmodifiable. */
    public List<NodeReport> fresh() {
      return fresh;
    }

    /**
     * Returns the nodes whose heartbeats have stopped, unmodifiable; never more than half of the
     * nodes.
     */
    public List<String> missingNodes() {
      return silent;
    }

    /**
     * Returns the number of nodes left out because their report is missing, too old or without a
     * wait.
     */
    public int staleNodes() {
      return staleNodes;
    }

    public WaitThreshold.Level level() {
      return level;
    }

    /** Returns the limit to send; empty to send none, so that nothing is shed. */
    public OptionalInt limitMs() {
      return limitMs;
    }
  }

  /**
   * Returns a new policy that starts again, after a failed round or with other settings, except for
   * the maximum age of reports, which stays. It copies only which nodes reported and when:
   * otherwise a node that has left since would be unknown instead of missing. It shares no state
   * with this one.
   */
  public CoordinatorPolicy restarted(CoordinatorSettings settings) {
    return new CoordinatorPolicy(settings, reports.copy());
  }

  /**
   * Decides one round.
   *
   * @param heartbeats the heartbeat state of every node that may run opportunistic containers
   * @param nowMs monotonic, in ms
   */
  public Decision<Round> round(Collection<NodeHeartbeatSnapshot> heartbeats, long nowMs) {
    List<NodeReport> fresh = reports.fresh(heartbeats, nowMs);
    WaitThreshold.Level level = threshold.over(fresh);
    CoordinatorReason reason;
    if (level.limited()) {
      reason = damping.next(level.limitMs(), fresh, nowMs);
    } else {
      damping.reset();
      reason =
          fresh.size() < WaitThreshold.FEWEST_NODES
              ? CoordinatorReason.TOO_FEW_REPORTS
              : CoordinatorReason.ALL_OVERLOADED;
    }
    OptionalInt limit =
        level.limited() ? OptionalInt.of((int) Math.ceil(limitMs(reason))) : OptionalInt.empty();
    Round round =
        new Round(fresh, fresh.size(), reports.missingNodes(), reports.staleNodes(), level, limit);
    return Decision.of(round, reason)
        .with("freshNodes", fresh.size())
        .with("staleNodes", reports.staleNodes())
        .with("meanMs", level.meanMs)
        .with("sigmaMs", level.sigmaMs)
        .with("k", level.k)
        .with("thresholdMs", level.limitMs)
        .with("dampedMs", damping.limitMs());
  }

  private double limitMs(CoordinatorReason reason) {
    return reason == CoordinatorReason.LIMIT_SENT
        ? damping.limitMs()
        : Math.min(maxMs, HIDDEN * damping.limitMs());
  }
}
