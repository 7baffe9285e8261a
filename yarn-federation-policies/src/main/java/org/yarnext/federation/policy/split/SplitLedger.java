// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.yarnext.common.requests.AllocateTransaction;
import org.yarnext.common.requests.OutstandingRequest;
import org.yarnext.common.requests.OutstandingRequests;
import org.yarnext.common.requests.OutstandingRequests.Grant;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;

/**
 * Divides the requests of an unmodified application, which sees all sub-clusters as one cluster,
 * over the sub-clusters (Hydra section 4.1, AM-RM Proxy policies). {@link OutstandingRequests} has
 * the outstanding requests and what each sub-cluster knows of them, with their invariants.
 *
 * <ul>
 *   <li>Requests for hosts and racks go to the sub-clusters that own them. Requests without a
 *       preference are divided by headroom, load and weight.
 *   <li>Requests that wait too long move, without their hosts, to where the wait is shorter, see
 *       {@link WaitBalancer}, but not to a sub-cluster that has not responded yet. Requests without
 *       relaxed locality never move.
 *   <li>Requests in a sub-cluster that is no longer in the view move to the others, inversely
 *       proportional to load. When it is back, those that still wait elsewhere return.
 * </ul>
 *
 * <p>There is one instance for each application attempt. Not thread-safe.
 */
public final class SplitLedger {
  private final OutstandingRequests requests = new OutstandingRequests();
  private final Map<RequestKey, SplitRequest> splits = new LinkedHashMap<>();
  private final Set<String> unprobed = new TreeSet<>();
  private final Map<PlacementLocality, Long> localities = new EnumMap<>(PlacementLocality.class);
  private final UnknownRackBuffer unknownRacks = new UnknownRackBuffer();
  private long relaxed;
  private long redistributed;

  /** Null between calls. */
  private AllocateTransaction call;

  /**
   * Begins a call: records the application's entries and returns what to send to each sub-cluster.
   * It must be called in each call of the application, even without entries, since time, load and
   * responses may change what to send. The previous call counts as successful unless it {@link
   * #failed}.
   *
   * @return entries by sub-cluster, in the order in which to send them; sub-clusters without
   *     changes are missing
   */
  public Map<String, List<RequestEntry>> split(
      Collection<RequestEntry> entries, SplitView view, SplitSettings rules) {
    succeeded();
    call = requests.begin(entries, view);
    unprobed.clear();
    for (OutstandingRequest each : requests.all()) {
      splits.computeIfAbsent(each.key(), key -> new SplitRequest(each, view.nowMs()));
    }
    HeadroomDemand demand = new HeadroomDemand(splits.values());
    for (SplitRequest each : splits.values()) {
      SubClusterDivision division = new SubClusterDivision(each, view, rules);
      division.decide();
      redistributed += division.redistributed;
      if (each.relaxLocality() && rules.moves()) {
        relaxed += new WaitBalancer(each, demand, view, rules, requests.calls()).move(unprobed);
      }
      each.relax(rules, view.nowMs());
    }
    Map<String, List<RequestEntry>> sent = call.send();
    splits.values().forEach(each -> each.sent(requests.calls(), view.nowMs()));
    splits.keySet().removeIf(key -> requests.get(key) == null);
    return sent;
  }

  /** Records that the current call, if any, was passed on to the sub-clusters. */
  public void succeeded() {
    if (call != null) {
      call.commit();
      call = null;
    }
  }

  /**
   * Records that the current call, if any, may not have reached all sub-clusters; the next one
   * repeats what it sent.
   */
  public void failed() {
    if (call != null) {
      call.lost();
      call = null;
    }
  }

  /**
   * Records a container that a sub-cluster granted.
   *
   * @param host the container's host
   * @param rack rack of that host; null if unknown
   * @param nowMs time of the views' clock, in ms
   * @return whether the container was requested
   */
  public Grant granted(RequestKey key, String subCluster, String host, String rack, long nowMs) {
    SplitRequest split = splits.get(key);
    if (split == null) {
      return requests.granted(key, subCluster, host, rack);
    }
    PlacementLocality how = split.locality(host, rack);
    Set<String> racks = rack == null ? split.outstanding.racks() : Collections.emptySet();
    Grant grant = requests.granted(key, subCluster, host, rack);
    boolean isWanted = grant != Grant.EXCESS;
    split.share(subCluster).granted(isWanted ? how : PlacementLocality.NO_PREFERENCE, nowMs);
    if (isWanted && how == PlacementLocality.FAR && !racks.isEmpty()) {
      unknownRacks.add(host, racks);
    } else if (isWanted) {
      place(how);
    }
    return grant;
  }

  private void place(PlacementLocality how) {
    localities.merge(how, 1L, Long::sum);
  }

  /**
   * Counts the locality of containers whose rack was unknown when they were granted, and is known
   * now.
   *
   * @param rackOf returns the rack of a host; null if still unknown
   */
  public void resolveLocalities(UnaryOperator<String> rackOf) {
    unknownRacks.place(rackOf, this::place);
  }

  /**
   * Returns the sub-clusters to which requests would have moved in the last {@link #split} if those
   * had responded and were idle; unmodifiable. Requests never move to a sub-cluster that has not
   * responded.
   */
  public Set<String> unprobed() {
    return Collections.unmodifiableSet(unprobed);
  }

  /** Returns the outstanding requests. Callers must not begin or restore them; this class does. */
  public OutstandingRequests requests() {
    return requests;
  }

  /**
   * Restores the outstanding requests, see {@link OutstandingRequests#restore}.
   *
   * @param nowMs time of the views' clock, in ms
   */
  public void restore(Map<RequestKey, Map<String, Integer>> exposed, long nowMs) {
    requests.restore(exposed);
    for (OutstandingRequest each : requests.all()) {
      SplitRequest split = new SplitRequest(each, nowMs);
      split.shares().forEach(share -> share.restored(nowMs));
      splits.put(each.key(), split);
    }
  }

  /**
   * Returns how many requested containers were granted with this locality. Containers whose rack is
   * needed for that and still unknown do not count.
   */
  public long granted(PlacementLocality how) {
    return localities.getOrDefault(how, 0L);
  }

  /** Returns the counts by name; {@link OutstandingRequests} has the equation that they satisfy. */
  public Map<String, Long> ledger() {
    Map<String, Long> ledger = requests.counts();
    ledger.put("relaxed", relaxed);
    ledger.put("redistributed", redistributed);
    return ledger;
  }
}
