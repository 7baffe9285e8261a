// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.yarnext.common.requests.OutstandingRequests;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.federation.policy.split.PlacementLocality;
import org.yarnext.federation.policy.split.SplitLedger;
import org.yarnext.federation.policy.split.SplitSettings;
import org.yarnext.federation.policy.split.SplitView;

/**
 * Simulates the AMRMProxy of one application: splits its requests over the sub-clusters. With our
 * policy it has one ledger, which moves the requests that wait in a timed-out sub-cluster. Stock
 * sends a timed-out sub-cluster no new requests, but leaves earlier ones there; to model this, it
 * has one ledger for each set of sub-clusters that had timed out when a request was first made. Not
 * thread-safe.
 */
final class SimulatedAmrmProxy {
  private final boolean moves;
  private final Map<Set<String>, ProxyLedger> byTimedOut = new LinkedHashMap<>();
  private final Map<RequestKey, ProxyLedger> byKey = new HashMap<>();
  private long calls;

  private static final class ProxyLedger {
    final SplitLedger ledger = new SplitLedger();
    final List<RequestEntry> news = new ArrayList<>();
    final Set<String> timedOut;

    /** Number of calls before its first. */
    final long before;

    ProxyLedger(Set<String> timedOut, long before) {
      this.timedOut = timedOut;
      this.before = before;
    }
  }

  /**
   * @param moves whether requests that wait in a timed-out sub-cluster are moved
   */
  SimulatedAmrmProxy(boolean moves) {
    this.moves = moves;
  }

  /**
   * Takes the application's requests and returns those to send to each sub-cluster, as {@link
   * SplitLedger#split}.
   *
   * @param timedOut the names of the sub-clusters that do not answer
   * @param without returns the view without the sub-clusters of these names
   */
  Map<String, List<RequestEntry>> split(
      List<RequestEntry> entries,
      Set<String> timedOut,
      Function<Set<String>, SplitView> without,
      SplitSettings rules) {
    for (RequestEntry entry : entries) {
      byKey.computeIfAbsent(entry.key(), key -> one(timedOut)).news.add(entry);
    }
    calls++;
    Map<String, List<RequestEntry>> sent = new TreeMap<>();
    for (ProxyLedger one : byTimedOut.values()) {
      Set<String> closed = new HashSet<>(timedOut);
      if (!moves) {
        closed.retainAll(one.timedOut);
      }
      one.ledger
          .split(one.news, without.apply(closed), rules)
          .forEach((name, to) -> sent.computeIfAbsent(name, n -> new ArrayList<>()).addAll(to));
      one.news.clear();
    }
    return sent;
  }

  private ProxyLedger one(Set<String> timedOut) {
    Set<String> apart = moves ? new HashSet<>() : new HashSet<>(timedOut);
    return byTimedOut.computeIfAbsent(apart, closed -> new ProxyLedger(closed, calls));
  }

  /** Returns the number of the last {@link #entry}, counted from 1. */
  long calls() {
    return calls;
  }

  /** See {@link OutstandingRequests#answered}. */
  void answered(String subCluster, long call) {
    byTimedOut
        .values()
        .forEach(one -> one.ledger.requests().answered(subCluster, call - one.before));
  }

  /** See {@link SplitLedger#granted}; the container must have been requested. */
  OutstandingRequests.Grant granted(
      RequestKey key, String subCluster, SubClusterNode node, long nowMs) {
    return byKey.get(key).ledger.granted(key, subCluster, node.host, node.rack, nowMs);
  }

  /** Returns the number of granted containers of a locality, without excess ones. */
  long granted(PlacementLocality how) {
    return byTimedOut.values().stream().mapToLong(one -> one.ledger.granted(how)).sum();
  }

  /** Returns a counter of the ledger. */
  long of(String name) {
    return byTimedOut.values().stream().mapToLong(one -> one.ledger.ledger().get(name)).sum();
  }
}
