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
 * The outstanding requests of one key as {@link SplitLedger} divides them over sub-clusters. Not
 * thread-safe.
 */
final class SplitRequest {
  final OutstandingRequest outstanding;

  /** By sub-cluster. */
  private final Map<String, SubClusterWaitTracker> shares = new TreeMap<>();

  /** How many may move so that each does so only so often on average. */
  private double movesDue;

  private long lookedMs = Long.MAX_VALUE;

  SplitRequest(OutstandingRequest request) {
    outstanding = request;
  }

  /** Of one container in the unit of headroom, above 0. */
  double size() {
    return outstanding.key().size();
  }

  boolean relaxLocality() {
    return outstanding.relaxLocality();
  }

  /** How many containers are outstanding altogether. */
  int total() {
    return outstanding.total();
  }

  SubClusterWaitTracker share(String subCluster) {
    SubClusterWaitTracker share = shares.get(subCluster);
    if (share == null) {
      share = new SubClusterWaitTracker(outstanding, outstanding.replica(subCluster));
      shares.put(subCluster, share);
    }
    return share;
  }

  /** By name; not to be changed. */
  Collection<SubClusterWaitTracker> shares() {
    if (shares.size() != outstanding.replicas().size()) {
      outstanding.replicas().forEach(replica -> share(replica.name()));
    }
    return shares.values();
  }

  /** Decides how far from hosts each sub-cluster may grant; where all that waits names some. */
  void relax(SplitSettings rules, long nowMs) {
    for (SubClusterWaitTracker share : shares()) {
      share.relax(rules, relaxLocality(), nowMs);
    }
  }

  /** The sub-clusters were sent what this call changes. */
  void sent(long call, long nowMs) {
    for (SubClusterWaitTracker share : shares()) {
      if (share.replica.lastSent() == call) {
        share.knows(nowMs);
      }
    }
  }

  /**
   * Counts the time that they waited.
   *
   * @param eachMs how often each may move, in ms
   */
  void earnMoves(long nowMs, double eachMs) {
    movesDue = Math.min(total(), movesDue + total() * Math.max(0, nowMs - lookedMs) / eachMs);
    lookedMs = nowMs;
  }

  /** How many may move now. */
  int movesDue() {
    return (int) movesDue;
  }

  void moved(int many) {
    movesDue -= many;
  }

  /**
   * How many have their host, or else their rack, in which sub-cluster; in sum at most the total.
   * Those that must be there wait for it even while it does not answer.
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
   * How near a container is to what is requested; to be asked before it counts.
   *
   * @param rack null if unknown
   */
  PlacementLocality nearness(String host, String rack) {
    if (outstanding.isRequested(host)) {
      return PlacementLocality.HOST;
    }
    if (outstanding.isRequested(rack)) {
      return PlacementLocality.RACK;
    }
    return outstanding.hasLocations() ? PlacementLocality.FAR : PlacementLocality.NO_PREFERENCE;
  }

  /** Whose share is taken away first: of those that do not answer, then of the most loaded. */
  List<SubClusterWaitTracker> mostLoadedFirst(SplitView view) {
    List<SubClusterWaitTracker> order = new ArrayList<>(shares());
    order.forEach(share -> share.load = view.load(share.name));
    order.sort(Comparator.comparingDouble((SubClusterWaitTracker share) -> -share.load));
    return order;
  }
}
