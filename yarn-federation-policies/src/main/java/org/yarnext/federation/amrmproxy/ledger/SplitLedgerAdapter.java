// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.ledger;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.resolver.SubClusterResolver;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.yarnext.common.requests.OutstandingRequests;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.federation.policy.split.PlacementLocality;
import org.yarnext.federation.policy.split.SplitLedger;
import org.yarnext.federation.policy.split.SplitSettings;
import org.yarnext.federation.policy.split.SplitView;
import org.yarnext.federation.policy.split.SubClusterLoad;

/**
 * Connects the ledger of one application attempt to the records of YARN. Thread-safe: calls come on
 * the application's thread, answers on others.
 */
public final class SplitLedgerAdapter {
  /** How long a sub-cluster that has never answered may take, in ms. */
  private static final long PATIENCE_MS = 60_000;

  private final SplitLedger ledger = new SplitLedger();
  private final OutstandingRequests outstanding = ledger.requests();
  private final FederatedRequestCodec requests = new FederatedRequestCodec();
  private final Map<String, AllocateResponseTracker> answers = new HashMap<>();
  private SplitSettings rules;
  private final Racks racks;
  private boolean givenUp;

  /** In which racks hosts are. */
  public interface Racks {
    /** Null while it is not known, when it is looked for. Never blocks. */
    String of(String host);
  }

  /** Of hosts whose racks nobody knows. */
  public SplitLedgerAdapter(SplitSettings rules) {
    this(rules, host -> null);
  }

  public SplitLedgerAdapter(SplitSettings rules, Racks racks) {
    this.rules = rules;
    this.racks = racks;
  }

  /** From the next call on. */
  public synchronized void goBy(SplitSettings newRules) {
    rules = newRules;
  }

  /** Where this application's asks may go. */
  public static final class Places {
    final Map<SubClusterId, Float> weights;
    final Set<SubClusterId> leaving;
    final Set<SubClusterId> timedOut;
    final SubClusterId home;
    final SubClusterResolver resolver;

    /**
     * @param weights of the active sub-clusters that may provide something
     * @param leaving the other active ones
     */
    public Places(
        Map<SubClusterId, Float> weights,
        Set<SubClusterId> leaving,
        Set<SubClusterId> timedOut,
        SubClusterId home,
        SubClusterResolver resolver) {
      this.weights = weights;
      this.leaving = leaving;
      this.timedOut = timedOut;
      this.home = home;
      this.resolver = resolver;
    }
  }

  /**
   * @param nowMs of a clock that never goes back, in ms
   */
  public synchronized Map<SubClusterId, List<ResourceRequest>> split(
      List<ResourceRequest> asked, Places places, long nowMs) {
    List<RequestEntry> asks = new ArrayList<>();
    for (ResourceRequest request : asked) {
      if (!FederatedRequestCodec.isNudge(request)) {
        boolean isRelabelled = requests.isRelabelled(request);
        RequestEntry ask = requests.ask(request);
        if (isRelabelled) {
          outstanding.markUnknown(ask.key()); // counts may be the same
        }
        asks.add(ask);
      }
    }
    Map<SubClusterId, List<ResourceRequest>> split = new HashMap<>();
    ledger
        .ask(asks, view(places, nowMs), rules)
        .forEach(
            (name, told) -> {
              List<ResourceRequest> list = new ArrayList<>();
              told.forEach(ask -> list.add(requests.request(ask)));
              split.put(SubClusterId.newInstance(name), list);
              answers
                  .computeIfAbsent(name, n -> new AllocateResponseTracker())
                  .sent(outstanding.calls(), nowMs);
            });
    requests.keepOnly(key -> outstanding.get(key) != null);
    tryLost(places, nowMs, split);
    tryUnused(nowMs, split);
    return split;
  }

  /** So that their loads are known before anything moves there. */
  private void tryUnused(long nowMs, Map<SubClusterId, List<ResourceRequest>> split) {
    for (String name : ledger.worthAsking()) {
      if (!answers.containsKey(name)) {
        answers
            .computeIfAbsent(name, n -> new AllocateResponseTracker())
            .sent(outstanding.calls(), nowMs);
        split.putIfAbsent(SubClusterId.newInstance(name), new ArrayList<>());
      }
    }
  }

  /** Nothing is asked there before it answers, which is to register the application there. */
  private void tryLost(Places places, long nowMs, Map<SubClusterId, List<ResourceRequest>> split) {
    for (SubClusterId id : places.weights.keySet()) {
      AllocateResponseTracker known = answers.get(id.getId());
      if (known != null && isLost(id, places, nowMs) && known.isToBeTried(nowMs, PATIENCE_MS)) {
        outstanding.markUnknown(id.getId());
        split.putIfAbsent(id, new ArrayList<>());
      }
    }
  }

  /** What a successor has to know after a restart of the NodeManager. */
  public synchronized byte[] image() throws IOException {
    return SplitStateCodec.write(outstanding.exposed(), requests::sample);
  }

  /**
   * Goes on from what a predecessor remembered; the application has to state all its asks.
   *
   * @param nowMs of a clock that never goes back, in ms
   * @throws IOException if it cannot be read
   */
  public synchronized void restore(byte[] image, long nowMs) throws IOException {
    Map<RequestKey, Map<String, Integer>> exposed =
        SplitStateCodec.read(image, sample -> requests.ask(sample).key());
    ledger.restore(exposed, nowMs);
    for (Map<String, Integer> most : exposed.values()) {
      most.keySet()
          .forEach(name -> answers.computeIfAbsent(name, n -> new AllocateResponseTracker()));
    }
  }

  private SplitView view(Places places, long nowMs) {
    List<SubClusterLoad> open = new ArrayList<>();
    Map<String, Float> silent = new HashMap<>();
    double highest = 0;
    for (Map.Entry<SubClusterId, Float> e : places.weights.entrySet()) {
      String name = e.getKey().getId();
      float weight = Math.max(0, e.getValue());
      AllocateResponseTracker known = answers.get(name);
      if (known == null || !known.hasAnswered() && !isLost(e.getKey(), places, nowMs)) {
        silent.put(name, weight);
      } else if (!isLost(e.getKey(), places, nowMs)) {
        SubClusterLoad heard =
            SubClusterLoad.of(name, weight, known.headroomMb(), known.load()).cores(known.cores());
        open.add(known.isStale(nowMs, rules.intervalMs()) ? heard.stale() : heard);
        highest = Math.max(highest, known.load());
      }
    }
    for (Map.Entry<String, Float> e : silent.entrySet()) {
      open.add(SubClusterLoad.silent(e.getKey(), e.getValue(), highest));
    }
    Set<String> leaving = new HashSet<>();
    for (SubClusterId id : places.leaving) {
      if (answers.containsKey(id.getId()) && !isLost(id, places, nowMs)) {
        leaving.add(id.getId());
      }
    }
    return SplitView.of(open, places.home.getId(), name -> owners(name, places.resolver), nowMs)
        .leaving(leaving);
  }

  private boolean isLost(SubClusterId id, Places places, long nowMs) {
    return answers.get(id.getId()).isLost(places.timedOut.contains(id), nowMs, PATIENCE_MS);
  }

  private static Set<String> owners(String name, SubClusterResolver resolver) {
    try {
      if (!name.startsWith("/")) {
        return Collections.singleton(resolver.getSubClusterForNode(name).getId());
      }
      Set<String> owners = new HashSet<>();
      resolver.getSubClustersForRack(name).forEach(s -> owners.add(s.getId()));
      return owners;
    } catch (YarnException e) {
      return Collections.emptySet(); // how resolvers say that they do not know it
    }
  }

  /** A sub-cluster answered; what it granted is judged when the application is to see it. */
  public synchronized void answered(SubClusterId from, AllocateResponse response) {
    String name = from.getId();
    if (response.getAllocatedContainers() != null) {
      for (Container granted : response.getAllocatedContainers()) {
        racks.of(granted.getNodeId().getHost()); // looked for until the application calls
      }
    }
    long call =
        answers.computeIfAbsent(name, n -> new AllocateResponseTracker()).answered(response);
    if (call > 0) {
      outstanding.answered(name, call);
    }
  }

  /**
   * Counts a container that the application is to see.
   *
   * @param owner the sub-cluster that stock says it is of; null if unknown. Stock lets the
   *     application see an answer before we hear of it
   * @return false if nobody asked for it any more, and it is to be released instead
   */
  public synchronized boolean isWanted(
      Container container, SubClusterId owner, SubClusterResolver resolver, long nowMs) {
    RequestKey key = requests.key(container);
    String host = container.getNodeId().getHost();
    String from = owner == null ? null : owner.getId();
    if (from == null) {
      Set<String> owners = owners(host, resolver);
      from = owners.isEmpty() ? null : owners.iterator().next();
    }
    if (key == null || from == null) {
      return true; // not one of ours, as after a restart: the application's own business
    }
    return ledger.granted(key, from, host, racks.of(host), nowMs)
        != OutstandingRequests.Grant.EXCESS;
  }

  /** The call went through. */
  public synchronized void succeeded() {
    ledger.succeeded();
  }

  /** The call failed: what it told sub-clusters is told again in the next one. */
  public synchronized void failed() {
    ledger.failed();
  }

  /**
   * The application goes on as stock for good, since something was missed. What sub-clusters grant
   * from now on is the application's.
   */
  public synchronized void giveUp() {
    givenUp = true;
  }

  /** What takes back all that sub-clusters were told and may grant yet. */
  public synchronized Map<SubClusterId, List<ResourceRequest>> withdrawals() {
    Map<SubClusterId, List<ResourceRequest>> withdrawals = new HashMap<>();
    outstanding
        .withdrawals()
        .forEach(
            (name, entries) -> {
              List<ResourceRequest> list = new ArrayList<>();
              entries.forEach(entry -> list.add(requests.request(entry)));
              withdrawals.put(SubClusterId.newInstance(name), list);
            });
    return withdrawals;
  }

  public synchronized boolean isGivenUp() {
    return givenUp;
  }

  /**
   * The ledger by name, and how many were granted how near; those whose rack is still to be found
   * out are missing among these.
   */
  public synchronized Map<String, Long> counts() {
    ledger.placeLate(racks::of);
    Map<String, Long> counts = ledger.ledger();
    counts.put("onHost", ledger.granted(PlacementLocality.HOST));
    counts.put("inRack", ledger.granted(PlacementLocality.RACK));
    counts.put("offHost", ledger.granted(PlacementLocality.FAR));
    counts.put("anywhere", ledger.granted(PlacementLocality.NO_PREFERENCE));
    return counts;
  }

  /** How many wait in each sub-cluster. */
  public synchronized Map<String, Integer> waiting() {
    Map<String, Integer> waiting = new TreeMap<>();
    answers.keySet().forEach(name -> waiting.put(name, outstanding.outstanding(name)));
    return waiting;
  }
}
