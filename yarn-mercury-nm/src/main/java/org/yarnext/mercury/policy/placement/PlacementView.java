// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;

/** Input of a placement policy for the requests of one application. Immutable. */
public final class PlacementView {
  /** Compared by identity: nobody waits. */
  private static final Map<String, Long> NO_DEMAND =
      Collections.unmodifiableMap(new HashMap<String, Long>());

  private final NodeRanking ranking;
  private final List<PlacementRequest> requests;
  private final Set<String> blacklist;
  private final int quota;
  private final int maxPerCall;
  private final Bound bound;
  private final Unstarted unstarted;

  /** Describes the maximum wait of the nodes, and the demand of others that it leaves room for. */
  private static final class Bound {
    static final Bound NONE =
        new Bound(Long.MAX_VALUE, Collections.emptyMap(), Collections.emptyList());

    final long aheadMs;
    final Map<String, Long> demandOfAllMs;
    final List<UnmetDemand> demands;

    Bound(long aheadMs, Map<String, Long> demandOfAllMs, List<UnmetDemand> demands) {
      this.aheadMs = aheadMs;
      this.demandOfAllMs = demandOfAllMs;
      this.demands = demands;
    }
  }

  /** Describes the containers that the application has received and not started. */
  private static final class Unstarted {
    static final Unstarted NOTHING = new Unstarted(0, false);

    final long waitMs;
    final boolean startsFew;

    Unstarted(long waitMs, boolean startsFew) {
      this.waitMs = waitMs;
      this.startsFew = startsFew;
    }
  }

  private PlacementView(
      NodeRanking ranking,
      List<PlacementRequest> requests,
      Set<String> blacklist,
      int quota,
      int maxPerCall,
      Bound bound,
      Unstarted unstarted) {
    this.ranking = ranking;
    this.requests = requests;
    this.blacklist = blacklist;
    this.quota = Math.max(0, quota);
    this.maxPerCall = maxPerCall;
    this.bound = bound;
    this.unstarted = unstarted;
  }

  /**
   * Creates a view without blacklist and limits.
   *
   * @param ranking every known node
   * @param inOrder the requests, most important first
   */
  public static PlacementView of(NodeRanking ranking, List<PlacementRequest> inOrder) {
    return new PlacementView(
        ranking,
        Collections.unmodifiableList(new ArrayList<>(inOrder)),
        Collections.emptySet(),
        Integer.MAX_VALUE,
        Integer.MAX_VALUE,
        Bound.NONE,
        Unstarted.NOTHING);
  }

  /** Returns a copy with blacklisted hosts and racks. */
  public PlacementView without(Set<String> hostsAndRacks) {
    Set<String> excluded =
        hostsAndRacks.isEmpty()
            ? Collections.emptySet()
            : Collections.unmodifiableSet(new HashSet<>(hostsAndRacks));
    return new PlacementView(ranking, requests, excluded, quota, maxPerCall, bound, unstarted);
  }

  /**
   * Returns a copy with limits.
   *
   * @param newQuota how many more opportunistic containers the application may have; {@link
   *     Integer#MAX_VALUE} if there is no quota, below 0 counts as 0
   * @param newMaxPerCall maximum number of containers to place in one call; 0 or less is no limit,
   *     as with YARN's own limit for an application's heartbeat
   */
  public PlacementView within(int newQuota, int newMaxPerCall) {
    int max = newMaxPerCall > 0 ? newMaxPerCall : Integer.MAX_VALUE;
    return new PlacementView(ranking, requests, blacklist, newQuota, max, bound, unstarted);
  }

  /**
   * Returns a copy with queues of bounded length.
   *
   * @param aheadMs a node whose wait is not below this receives nothing, in ms
   * @param demandOfAllMs the earlier demand of other applications that every node can serve, by
   *     partition, in ms of wait below that bound; not copied
   * @param demands the earlier demand of other applications that only some nodes can serve; not
   *     copied
   */
  public PlacementView ahead(
      long aheadMs, Map<String, Long> demandOfAllMs, List<UnmetDemand> demands) {
    Bound newBound = new Bound(aheadMs, demandOfAllMs, demands);
    return new PlacementView(ranking, requests, blacklist, quota, maxPerCall, newBound, unstarted);
  }

  /**
   * Returns a copy for an application with containers that it has not started, at least not yet,
   * and that do not count as load of their nodes in full. For itself they do.
   *
   * @param uncountedMs the part of their wait that does not count, in ms; at most so much less room
   *     is left for the application while queues are of bounded length
   * @param startsFew whether it starts less than half of its containers; what it waits for then
   *     delays no other application
   */
  public PlacementView notStarted(long uncountedMs, boolean startsFew) {
    Unstarted latest = new Unstarted(uncountedMs, startsFew);
    return new PlacementView(ranking, requests, blacklist, quota, maxPerCall, bound, latest);
  }

  /**
   * Returns a copy with queues of bounded length while no application waits. Then the nodes' own
   * waits are the only limit, and nobody need know how much room all nodes have together.
   *
   * @param aheadMs as in {@link #ahead(long, Map, List)}
   */
  public PlacementView ahead(long aheadMs) {
    return ahead(aheadMs, NO_DEMAND, Collections.emptyList());
  }

  /** Returns a copy whose requests share no map with their creator. */
  public PlacementView detached() {
    List<PlacementRequest> copies = new ArrayList<>(requests.size());
    requests.forEach(request -> copies.add(request.detached()));
    return new PlacementView(ranking, copies, blacklist, quota, maxPerCall, bound, unstarted);
  }

  NodeRanking ranking() {
    return ranking;
  }

  List<PlacementRequest> requests() {
    return requests;
  }

  /** Returns whether the node may serve a request for this partition and size. */
  boolean eligible(CandidateNode node, String partition, ResourceVector size) {
    return node.partition().equals(partition)
        && node.isLargeEnoughFor(size)
        && (blacklist.isEmpty()
            || !(blacklist.contains(node.host()) || blacklist.contains(node.rack())));
  }

  int quota() {
    return quota;
  }

  int maxPerCall() {
    return maxPerCall;
  }

  long aheadMs() {
    return bound.aheadMs;
  }

  /** Returns false only after {@link #ahead(long)}. */
  boolean isAnyWaiting() {
    return bound.demandOfAllMs != NO_DEMAND;
  }

  long demandOfAllMs(String partition) {
    return bound.demandOfAllMs.getOrDefault(partition, 0L);
  }

  List<UnmetDemand> demands() {
    return bound.demands;
  }

  /** Returns the values of {@link #notStarted}; 0 at first. */
  long uncountedMs() {
    return unstarted.waitMs;
  }

  boolean startsFew() {
    return unstarted.startsFew;
  }

  /** Returns the blacklisted hosts and racks; unmodifiable. */
  Set<String> blacklist() {
    return blacklist;
  }
}
