// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.common.requests.OutstandingRequest;
import org.yarnext.common.requests.SchedulerReplica;

/**
 * The outstanding requests of one key, as {@link SplitLedger} divides them over sub-clusters. Not
 * thread-safe.
 */
final class SplitRequest {
  final OutstandingRequest outstanding;

  /** Time of the first request of the key, in ms. */
  final long sinceMs;

  /** Shares by sub-cluster name. */
  private final Map<String, SubClusterWaitTracker> shares = new TreeMap<>();

  /** Number of requests that may move now; negative if more have moved than were due. */
  private double movesDue;

  /** Time until which {@link #movesDue} has grown, in ms; {@link Long#MAX_VALUE} at first. */
  private long earnedUntilMs = Long.MAX_VALUE;

  /** The total when {@link #movesDue} was last updated. */
  private int knownTotal;

  /** Time until which the division is provisional, in ms: not all headroom was known then. */
  private long provisionalUntilMs = Long.MIN_VALUE;

  SplitRequest(OutstandingRequest request, long nowMs) {
    outstanding = request;
    sinceMs = nowMs;
  }

  /** Returns the size of one container in the unit of headroom, above 0. */
  double size() {
    return outstanding.key().size();
  }

  boolean relaxLocality() {
    return outstanding.relaxLocality();
  }

  /** Returns the number of outstanding containers in all sub-clusters. */
  int total() {
    return outstanding.total();
  }

  /** Returns the share of a sub-cluster; made if it does not exist. */
  SubClusterWaitTracker share(String subCluster) {
    SubClusterWaitTracker share = shares.get(subCluster);
    if (share == null) {
      share = new SubClusterWaitTracker(outstanding, outstanding.replica(subCluster));
      shares.put(subCluster, share);
    }
    return share;
  }

  /** Returns the shares, ordered by name; must not be changed. */
  Collection<SubClusterWaitTracker> shares() {
    if (shares.size() != outstanding.replicas().size()) {
      outstanding.replicas().forEach(replica -> share(replica.name()));
    }
    return shares.values();
  }

  /** Sets, for each sub-cluster, how far from the requested hosts it may grant. */
  void relax(SplitSettings rules, long nowMs) {
    for (SubClusterWaitTracker share : shares()) {
      share.relax(rules, relaxLocality(), nowMs);
    }
  }

  /** Records that the sub-clusters were sent the changes of a call. */
  void sent(long call, long nowMs) {
    for (SubClusterWaitTracker share : shares()) {
      if (share.replica.lastSent() == call) {
        share.recordSent(nowMs);
      }
    }
  }

  /**
   * Adds the moves that became due since the last call. Each new request may move once at any time;
   * then each may move once in the given time on average.
   *
   * @param eachMs average time between two moves of one request, in ms
   */
  void earnMoves(long nowMs, double eachMs) {
    if (earnedUntilMs == Long.MAX_VALUE) {
      earnedUntilMs = nowMs + (long) eachMs;
    }
    int total = total();
    double earned = total * Math.max(0, nowMs - earnedUntilMs) / eachMs;
    movesDue = Math.min(total, movesDue + Math.max(0, total - knownTotal) + earned);
    knownTotal = total;
    earnedUntilMs = Math.max(earnedUntilMs, nowMs);
  }

  /** Returns the number of requests that may move now. */
  int movesDue() {
    return (int) movesDue;
  }

  void moved(int many) {
    movesDue -= many;
  }

  /**
   * Records that requests are divided by the headroom that is known. Only the first division
   * without some headroom is provisional: an application may request more in each call, and a
   * sub-cluster may never respond.
   */
  void onDivided(SplitView view, SplitSettings rules) {
    if (provisionalUntilMs == Long.MIN_VALUE && !view.isHeadroomKnown()) {
      provisionalUntilMs = view.nowMs() + rules.intervalMs();
    }
  }

  /** Returns whether requests were first divided without some headroom, an interval ago at most. */
  boolean isProvisional(long nowMs) {
    return nowMs < provisionalUntilMs;
  }

  /**
   * Returns how many requests have their host in each sub-cluster, or if none has, their rack; at
   * most the total. Sub-clusters that do not respond are left out, unless locality is strict.
   */
  Map<String, Integer> local(SplitView view) {
    if (!outstanding.hasLocations()) {
      return Collections.emptyMap();
    }
    Map<String, Double> preferred = new TreeMap<>();
    double sum = 0;
    for (boolean racks : new boolean[] {false, true}) {
      for (SchedulerReplica each : outstanding.replicas()) {
        double here = racks ? each.rackPreferences() : each.hostPreferences();
        if (here > 1e-6 && (view.isOpen(each.name()) || !relaxLocality())) {
          preferred.put(each.name(), here);
          sum += here;
        }
      }
      if (sum > 0) {
        break;
      }
    }
    return Apportionment.divide((int) Math.min(total(), Math.ceil(sum - 1e-6)), preferred);
  }

  /**
   * Returns the locality that a container has for these requests. Must be called before the grant
   * is counted.
   *
   * @param rack null if unknown
   */
  PlacementLocality locality(String host, String rack) {
    if (outstanding.isRequested(host)) {
      return PlacementLocality.HOST;
    }
    if (outstanding.isRequested(rack)) {
      return PlacementLocality.RACK;
    }
    return outstanding.hasLocations() ? PlacementLocality.FAR : PlacementLocality.NO_PREFERENCE;
  }

  /**
   * Returns the shares in the order in which they are reduced: sub-clusters that are not open
   * first, then by falling load.
   */
  List<SubClusterWaitTracker> mostLoadedFirst(SplitView view) {
    List<SubClusterWaitTracker> order = new ArrayList<>(shares());
    order.forEach(share -> share.load = view.load(share.name));
    order.sort(Comparator.comparingDouble((SubClusterWaitTracker share) -> -share.load));
    return order;
  }
}
