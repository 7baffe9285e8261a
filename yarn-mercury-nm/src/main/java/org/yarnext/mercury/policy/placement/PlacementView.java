/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.policy.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.yarnext.mercury.policy.ResourceVector;

/** What a placement policy may know when one application asks. Immutable. */
public final class PlacementView {
  private final List<CandidateNode> nodes;
  private final List<PlacementAsk> asks;
  private final Set<String> blacklist;
  private final ToLongFunction<CandidateNode> addedMs;
  private final int quota;
  private final int mostPerCall;
  private final long aheadMs;
  private final List<Claim> claims;

  private PlacementView(
      List<CandidateNode> nodes,
      List<PlacementAsk> asks,
      Set<String> blacklist,
      ToLongFunction<CandidateNode> addedMs,
      int quota,
      int mostPerCall,
      long aheadMs,
      List<Claim> claims) {
    this.nodes = nodes;
    this.asks = asks;
    this.blacklist = blacklist;
    this.addedMs = addedMs;
    this.quota = Math.max(0, quota);
    this.mostPerCall = mostPerCall;
    this.aheadMs = aheadMs;
    this.claims = claims;
  }

  /**
   * A view without blacklist, memory of earlier placements and limits.
   *
   * @param leastWaitFirst every known node, in the order of the ResourceManager's list
   * @param inOrder what is asked, most important first
   */
  public static PlacementView of(List<CandidateNode> leastWaitFirst, List<PlacementAsk> inOrder) {
    return new PlacementView(
        Collections.unmodifiableList(new ArrayList<>(leastWaitFirst)),
        Collections.unmodifiableList(new ArrayList<>(inOrder)),
        Collections.emptySet(),
        node -> 0,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE,
        Long.MAX_VALUE,
        Collections.emptyList());
  }

  /** The same with hosts and racks that get nothing. */
  public PlacementView without(Set<String> hostsAndRacks) {
    return new PlacementView(
        nodes,
        asks,
        Collections.unmodifiableSet(new HashSet<>(hostsAndRacks)),
        addedMs,
        quota,
        mostPerCall,
        aheadMs,
        claims);
  }

  /**
   * The same with what this scheduler placed before and the list does not show yet.
   *
   * @param newAddedMs the sum of the costs of those containers on a node, in ms; called on whatever
   *     thread decides and must not block
   */
  public PlacementView after(ToLongFunction<CandidateNode> newAddedMs) {
    return new PlacementView(
        nodes, asks, blacklist, newAddedMs, quota, mostPerCall, aheadMs, claims);
  }

  /**
   * The same with limits.
   *
   * @param newQuota how many more opportunistic containers the application may have; {@link
   *     Integer#MAX_VALUE} if there is no quota, below 0 counts as 0
   * @param newMostPerCall how many containers one call may place; 0 and less is no limit, as with
   *     YARN's own for an application's heartbeat
   */
  public PlacementView within(int newQuota, int newMostPerCall) {
    return new PlacementView(
        nodes,
        asks,
        blacklist,
        addedMs,
        newQuota,
        newMostPerCall > 0 ? newMostPerCall : Integer.MAX_VALUE,
        aheadMs,
        claims);
  }

  /**
   * The same with queues of bounded length.
   *
   * @param newAheadMs a node whose wait is not below this gets nothing, in ms
   * @param newClaims of the room below that, what others are to have first
   */
  public PlacementView ahead(long newAheadMs, List<Claim> newClaims) {
    return new PlacementView(
        nodes,
        asks,
        blacklist,
        addedMs,
        quota,
        mostPerCall,
        newAheadMs,
        Collections.unmodifiableList(new ArrayList<>(newClaims)));
  }

  List<CandidateNode> nodes() {
    return nodes;
  }

  List<PlacementAsk> asks() {
    return asks;
  }

  /** Whether the node may serve an ask for this partition and size. */
  boolean eligible(CandidateNode node, String partition, ResourceVector size) {
    return node.partition().equals(partition)
        && node.isLargeEnoughFor(size)
        && (blacklist.isEmpty()
            || !(blacklist.contains(node.host()) || blacklist.contains(node.rack())));
  }

  long addedMs(CandidateNode node) {
    return Math.max(0, addedMs.applyAsLong(node));
  }

  int quota() {
    return quota;
  }

  int mostPerCall() {
    return mostPerCall;
  }

  long aheadMs() {
    return aheadMs;
  }

  List<Claim> claims() {
    return claims;
  }

  /** Unmodifiable. */
  Set<String> blacklist() {
    return blacklist;
  }
}
