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
  /** Sent, granted at a node's heartbeat, answered: it takes so many calls until a grant shows. */
  private static final int CALLS_TO_GRANT = 4;

  private static final int DOUBT_INTERVALS = 10;

  final String name;
  final SchedulerReplica replica;
  private final OutstandingRequest request;

  /** How many were taken from it when it stopped answering. */
  int owed;

  /** As of the last look. */
  double load;

  /** Since when nothing was granted though something waited, in ms. */
  private long waitingSinceMs;

  /** Since when nothing was granted on a host that is requested though something waited, in ms. */
  private long nearSinceMs;

  /** Recent grants, and for how long something waited recently, in ms; older ones count less. */
  private double grants;

  private double waitedMs;
  private long lookedMs = Long.MAX_VALUE;

  /** How many of the share the sub-cluster did not know of when last looked. */
  private int untold;

  /** When the sub-cluster knew of how many that were added, the latest last. */
  private final Deque<long[]> young = new ArrayDeque<>();

  /** The headroom with which it granted nothing for an interval, and when that was, in ms. */
  private double doubtedHeadroom;

  private long doubtedMs;

  SubClusterWaitTracker(OutstandingRequest request, SchedulerReplica replica) {
    this.request = request;
    this.replica = replica;
    name = replica.name();
  }

  /** How many containers the sub-cluster is to provide. */
  int count() {
    return replica.share();
  }

  void add(int more, long nowMs) {
    if (count() == 0) {
      waitingSinceMs = nowMs;
      nearSinceMs = nowMs;
    }
    untold += more;
    request.changeShare(replica, more);
  }

  void take(int fewer) {
    request.changeShare(replica, -fewer);
  }

  /**
   * Notes what waits at this time.
   *
   * @param memoryMs after how long a grant counts no more
   */
  void look(long nowMs, double memoryMs) {
    long sinceMs = Math.max(0, nowMs - lookedMs);
    double left = Math.max(0, 1 - sinceMs / memoryMs);
    grants *= left;
    waitedMs = waitedMs * left + (count() > 0 ? sinceMs : 0);
    lookedMs = nowMs;
    if (count() == 0) {
      untold = 0;
      young.clear();
    } else {
      knows(nowMs);
    }
  }

  /** Notes since when the sub-cluster knows of what was added, if it does. */
  void knows(long nowMs) {
    if (untold > 0 && replica.known() >= count()) {
      young.addLast(new long[] {nowMs, untold});
      untold = 0;
    }
  }

  /** How many have waited for so long since the sub-cluster knew of them; the oldest go first. */
  int waited(long nowMs, long afterMs) {
    int others = untold;
    for (long[] each : young) {
      others += nowMs - each[0] < afterMs ? (int) each[1] : 0;
    }
    while (!young.isEmpty() && nowMs - young.peekFirst()[0] >= afterMs) {
      young.removeFirst();
    }
    return Math.max(0, count() - others);
  }

  /** Whether it granted something, or nothing waited, within the interval. */
  boolean isServed(long nowMs, long intervalMs) {
    return count() == 0 || nowMs - waitingSinceMs < intervalMs;
  }

  /** How many it grants in an interval while something waits, as far as seen. */
  double grantsIn(long intervalMs) {
    return grants * intervalMs / (waitedMs + intervalMs);
  }

  /** The same if so many are supposed where nothing is seen. */
  double grantsIn(long intervalMs, double supposed) {
    return (grants + supposed) * intervalMs / (waitedMs + intervalMs);
  }

  /**
   * What of a headroom is worth anything: of one with which requests waited for an interval only
   * what it has grown since.
   *
   * @param call the present one
   */
  double believed(double headroom, long nowMs, long intervalMs, long call) {
    if (replica.known() > 0
        && waited(nowMs, intervalMs) > 0
        && call - replica.lastRaised() >= CALLS_TO_GRANT) {
      doubtedHeadroom = headroom;
      doubtedMs = nowMs;
    }
    return nowMs - doubtedMs < DOUBT_INTERVALS * intervalMs
        ? Math.max(0, headroom - doubtedHeadroom)
        : headroom;
  }

  /**
   * Decides how far from hosts the sub-cluster may grant.
   *
   * @param mayWait whether its requests wait for hosts where all of them name some
   */
  void relax(SplitSettings rules, boolean mayWait, long nowMs) {
    boolean isNear = mayWait && count() > 0 && replica.hostPreferences() >= count() - 1e-6;
    replica.setLevel(isNear ? rules.level(nowMs - nearSinceMs) : RelaxationLevel.ANY);
  }

  void granted(PlacementLocality how, long nowMs) {
    waitingSinceMs = nowMs;
    grants++;
    doubtedHeadroom = 0;
    if (how == PlacementLocality.HOST) {
      nearSinceMs = nowMs;
    }
  }

  /** It waits anew, after a restart. */
  void restored(long nowMs) {
    untold = count();
    waitingSinceMs = nowMs;
    nearSinceMs = nowMs;
  }
}
