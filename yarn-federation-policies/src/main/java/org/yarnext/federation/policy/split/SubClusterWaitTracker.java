// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import java.util.ArrayDeque;
import java.util.Deque;
import org.yarnext.common.requests.OutstandingRequest;
import org.yarnext.common.requests.RelaxationLevel;
import org.yarnext.common.requests.SchedulerReplica;

/**
 * Tracks how long the requests of one key have waited in one sub-cluster, and how fast it grants
 * them. Not thread-safe.
 */
final class SubClusterWaitTracker {
  /** Number of calls until a grant shows: sent, granted at a node's heartbeat, fetched. */
  private static final int CALLS_TO_GRANT = 4;

  /** Number of intervals for which a headroom without grants is distrusted. */
  private static final int DISTRUST_INTERVALS = 10;

  /** Number of intervals for which grants are remembered. */
  private static final double MEMORY_INTERVALS = 20;

  final String name;
  final SchedulerReplica replica;
  private final OutstandingRequest request;

  /** Number of requests removed when the sub-cluster was lost, which return when it is back. */
  int displaced;

  /** Load of the sub-cluster; valid while {@link SplitRequest#mostLoadedFirst} sorts. */
  double load;

  /** Time since when nothing was granted although requests waited, in ms. */
  private long waitingSinceMs;

  /** Time since when nothing was granted on a requested host although requests waited, in ms. */
  private long nearSinceMs;

  /** Number of recent grants, decayed linearly. */
  private double grants;

  /** Time in which requests waited recently, in ms, decayed alike. */
  private double waitedMs;

  /** Time of the last decay, in ms. */
  private long decayedMs = Long.MAX_VALUE;

  /** Time since when the sub-cluster idles, in ms; {@link Long#MAX_VALUE} if it does not. */
  private long idleSinceMs = Long.MAX_VALUE;

  /** Number of requests added to the share that the sub-cluster does not know yet. */
  private int unsent;

  /** Times in ms when the sub-cluster learned of additions, and their numbers, the latest last. */
  private final Deque<long[]> additions = new ArrayDeque<>();

  /** The headroom with which nothing was granted for an interval. */
  private double distrustedHeadroom;

  /** Time when {@link #distrustedHeadroom} was set, in ms. */
  private long distrustedMs;

  SubClusterWaitTracker(OutstandingRequest request, SchedulerReplica replica) {
    this.request = request;
    this.replica = replica;
    name = replica.name();
  }

  /** Returns the number of containers in the share. */
  int count() {
    return replica.share();
  }

  /** Adds requests to the share. */
  void add(int more, long nowMs) {
    if (count() == 0) {
      waitingSinceMs = nowMs;
      nearSinceMs = nowMs;
    }
    unsent += more;
    request.changeShare(replica, more);
  }

  /** Removes requests from the share. */
  void take(int fewer) {
    request.changeShare(replica, -fewer);
  }

  /** Updates the decayed counts, and forgets additions that are an interval old. */
  void decay(long nowMs, long intervalMs) {
    long sinceMs = Math.max(0, nowMs - decayedMs);
    double left = Math.max(0, 1 - sinceMs / (MEMORY_INTERVALS * intervalMs));
    grants *= left;
    waitedMs = waitedMs * left + (count() > 0 ? sinceMs : 0);
    decayedMs = nowMs;
    if (count() == 0) {
      unsent = 0;
      additions.clear();
    } else {
      while (!additions.isEmpty() && nowMs - additions.peekFirst()[0] >= intervalMs) {
        additions.removeFirst();
      }
      recordSent(nowMs);
    }
  }

  /** Records the time when the sub-cluster learned of added requests, once it knows them all. */
  void recordSent(long nowMs) {
    if (unsent > 0 && replica.known() >= count()) {
      additions.addLast(new long[] {nowMs, unsent});
      unsent = 0;
    }
  }

  /**
   * Returns how many requests have waited at least that long since the sub-cluster knows them. A
   * grant serves the oldest first.
   *
   * @param afterMs at most the interval, in ms
   */
  int waited(long nowMs, long afterMs) {
    int others = unsent;
    for (long[] each : additions) {
      others += nowMs - each[0] < afterMs ? (int) each[1] : 0;
    }
    return Math.max(0, count() - others);
  }

  /** Returns whether it granted something within the interval, or nothing waits. */
  boolean isServed(long nowMs, long intervalMs) {
    return count() == 0 || nowMs - waitingSinceMs < intervalMs;
  }

  /** Records whether requests could start in the sub-cluster; it idles if it has none then. */
  void recordIdle(boolean couldStart, long nowMs) {
    idleSinceMs = couldStart && count() == 0 ? Math.min(idleSinceMs, nowMs) : Long.MAX_VALUE;
  }

  /** Returns whether the sub-cluster has idled for an interval. */
  boolean isIdle(long nowMs, long intervalMs) {
    return idleSinceMs <= nowMs - intervalMs;
  }

  /** Returns the observed number of grants in an interval while requests wait. */
  double grantsIn(long intervalMs) {
    return grants * intervalMs / (waitedMs + intervalMs);
  }

  /**
   * Returns the number of grants in an interval, with an assumed number until grants are observed.
   */
  double grantsIn(long intervalMs, double supposed) {
    return (grants + supposed) * intervalMs / (waitedMs + intervalMs);
  }

  /**
   * Returns the part of a headroom that is trusted. If requests waited for an interval in spite of
   * a headroom, only its growth since is trusted for a while.
   *
   * @param call number of the current call
   */
  double trustedHeadroom(double headroom, long nowMs, long intervalMs, long call) {
    if (replica.known() > 0
        && waited(nowMs, intervalMs) > 0
        && call - replica.lastRaised() >= CALLS_TO_GRANT) {
      distrustedHeadroom = headroom;
      distrustedMs = nowMs;
    }
    return nowMs - distrustedMs < DISTRUST_INTERVALS * intervalMs
        ? Math.max(0, headroom - distrustedHeadroom)
        : headroom;
  }

  /**
   * Sets how far from the requested hosts the sub-cluster may grant.
   *
   * @param mayWait whether requests may wait for their hosts; they do if all of them name one
   */
  void relax(SplitSettings rules, boolean mayWait, long nowMs) {
    boolean isNear = mayWait && count() > 0 && replica.hostPreferences() >= count() - 1e-6;
    replica.setLevel(isNear ? rules.level(nowMs - nearSinceMs) : RelaxationLevel.ANY);
  }

  /** Records a grant. */
  void granted(PlacementLocality how, long nowMs) {
    waitingSinceMs = nowMs;
    grants++;
    distrustedHeadroom = 0;
    if (how == PlacementLocality.HOST) {
      nearSinceMs = nowMs;
    }
  }

  /** Restarts the waits after a restart. */
  void restored(long nowMs) {
    unsent = count();
    waitingSinceMs = nowMs;
    nearSinceMs = nowMs;
  }
}
