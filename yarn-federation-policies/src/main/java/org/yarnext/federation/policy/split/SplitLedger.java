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
 * Divides the requests of an unmodified application, which takes all sub-clusters for one cluster,
 * over the sub-clusters (Hydra section 4.1, AM-RM Proxy policies). What is outstanding and what
 * each sub-cluster knows of it is in {@link OutstandingRequests}, with its balance and its bound.
 *
 * <ul>
 *   <li>Requests for hosts and racks go to the sub-clusters that own them. What has no preference
 *       is divided by headroom, load and weight.
 *   <li>What waits too long moves where it waits less, see {@link WaitBalancer}, without its hosts,
 *       but not to a sub-cluster that has not answered yet. Requests without relaxed locality never
 *       move.
 *   <li>A sub-cluster that is no longer in the view loses what waits there, to the others inversely
 *       proportional to their load. When it is back, what still waits elsewhere returns.
 * </ul>
 *
 * <p>One for each application attempt; not thread-safe.
 */
public final class SplitLedger {
  private final OutstandingRequests requests = new OutstandingRequests();
  private final Map<RequestKey, SplitRequest> splits = new LinkedHashMap<>();
  private final Set<String> worthAsking = new TreeSet<>();
  private final Map<PlacementLocality, Long> nearness = new EnumMap<>(PlacementLocality.class);
  private final UnknownRackBuffer unplaced = new UnknownRackBuffer();
  private long relaxed;
  private long redistributed;

  /** Null unless a call is under way. */
  private AllocateTransaction call;

  /**
   * Begins a call: takes the application's entries, possibly none, and says what to send where. To
   * be called for each of its calls, since time, load and answers may have changed what to send.
   * The call before it went well unless it {@link #failed}.
   *
   * @return by sub-cluster, in the order to be sent; those without news are missing
   */
  public Map<String, List<RequestEntry>> ask(
      Collection<RequestEntry> entries, SplitView view, SplitSettings rules) {
    succeeded();
    call = requests.begin(entries, view);
    worthAsking.clear();
    for (OutstandingRequest each : requests.all()) {
      splits.computeIfAbsent(each.key(), key -> new SplitRequest(each));
    }
    HeadroomDemand demand = new HeadroomDemand(splits.values());
    for (SplitRequest each : splits.values()) {
      SubClusterDivision division = new SubClusterDivision(each, view, rules);
      division.decide();
      redistributed += division.redistributed;
      if (each.relaxLocality() && rules.moves()) {
        relaxed += new WaitBalancer(each, demand, view, rules, requests.calls()).move(worthAsking);
      }
      each.relax(rules, view.nowMs());
    }
    Map<String, List<RequestEntry>> sent = call.send();
    splits.values().forEach(each -> each.sent(requests.calls(), view.nowMs()));
    splits.keySet().removeIf(key -> requests.get(key) == null);
    return sent;
  }

  /** The call that is under way, if one is, was passed on to the sub-clusters. */
  public void succeeded() {
    if (call != null) {
      call.commit();
      call = null;
    }
  }

  /**
   * The call that is under way, if one is, may not have reached all sub-clusters: the next one
   * sends again what it sent.
   */
  public void failed() {
    if (call != null) {
      call.lost();
      call = null;
    }
  }

  /**
   * A sub-cluster granted a container.
   *
   * @param host where it is
   * @param rack of that host; null if unknown
   * @param nowMs of the views' clock, in ms
   */
  public Grant granted(RequestKey key, String subCluster, String host, String rack, long nowMs) {
    SplitRequest split = splits.get(key);
    if (split == null) {
      return requests.granted(key, subCluster, host, rack);
    }
    PlacementLocality how = split.nearness(host, rack);
    Set<String> racks = rack == null ? split.outstanding.racks() : Collections.emptySet();
    Grant grant = requests.granted(key, subCluster, host, rack);
    boolean isWanted = grant != Grant.EXCESS;
    split.share(subCluster).granted(isWanted ? how : PlacementLocality.NO_PREFERENCE, nowMs);
    if (isWanted && how == PlacementLocality.FAR && !racks.isEmpty()) {
      unplaced.add(host, racks);
    } else if (isWanted) {
      place(how);
    }
    return grant;
  }

  private void place(PlacementLocality how) {
    nearness.merge(how, 1L, Long::sum);
  }

  /**
   * Counts how near containers are whose rack was not known when they were granted, and is now.
   *
   * @param rackOf of a host; null if it is still not known
   */
  public void placeLate(UnaryOperator<String> rackOf) {
    unplaced.place(rackOf, this::place);
  }

  /**
   * The sub-clusters to which requests would have moved in the last {@link #ask} if they had
   * answered that they are idle; nothing moves to one that never answered.
   */
  public Set<String> worthAsking() {
    return Collections.unmodifiableSet(worthAsking);
  }

  /** What is outstanding, and what each sub-cluster knows of it; begun and restored here alone. */
  public OutstandingRequests requests() {
    return requests;
  }

  /**
   * See {@link OutstandingRequests#restore}.
   *
   * @param nowMs of the views' clock, in ms
   */
  public void restore(Map<RequestKey, Map<String, Integer>> exposed, long nowMs) {
    requests.restore(exposed);
    for (OutstandingRequest each : requests.all()) {
      SplitRequest split = new SplitRequest(each);
      split.shares().forEach(share -> share.restored(nowMs));
      splits.put(each.key(), split);
    }
  }

  /**
   * How many granted containers, excess aside, were how near to what was requested; without those
   * where racks were requested and theirs is not known.
   */
  public long granted(PlacementLocality how) {
    return nearness.getOrDefault(how, 0L);
  }

  /** The counts by name; see {@link OutstandingRequests} for the equation that they satisfy. */
  public Map<String, Long> ledger() {
    Map<String, Long> ledger = requests.counts();
    ledger.put("relaxed", relaxed);
    ledger.put("redistributed", redistributed);
    return ledger;
  }
}
