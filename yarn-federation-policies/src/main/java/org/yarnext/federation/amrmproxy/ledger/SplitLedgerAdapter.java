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
 * Divides the ResourceRequests of one application attempt over sub-clusters and records their
 * responses, by a {@link SplitLedger}, which does not know YARN's records. Thread-safe: calls
 * arrive on the application's thread, responses on other threads.
 */
public final class SplitLedgerAdapter {
  /** Time allowed for the first response of a sub-cluster, in ms. */
  private static final long FIRST_RESPONSE_TIMEOUT_MS = 60_000;

  private final SplitLedger ledger = new SplitLedger();
  private final OutstandingRequests outstanding = ledger.requests();
  private final FederatedRequestCodec requests = new FederatedRequestCodec();
  private final Map<String, AllocateResponseTracker> answers = new HashMap<>();
  private SplitSettings rules;
  private final Racks racks;
  private boolean givenUp;

  /** Resolves the racks of hosts. */
  public interface Racks {
    /** Returns the rack of a host, or null while it is unknown and being resolved. Never blocks. */
    String of(String host);
  }

  public SplitLedgerAdapter(SplitSettings rules, Racks racks) {
    this.rules = rules;
    this.racks = racks;
  }

  /** Applies other settings from the next call on. */
  public synchronized void setSettings(SplitSettings newSettings) {
    rules = newSettings;
  }

  /** The sub-clusters that requests of the application may go to. */
  public static final class Destinations {
    final Map<SubClusterId, Float> weights;
    final Set<SubClusterId> leaving;
    final Set<SubClusterId> timedOut;
    final SubClusterId home;
    final SubClusterResolver resolver;

    /**
     * @param weights the policy's weights of the active sub-clusters that may receive requests
     * @param leaving the other active sub-clusters, which are to receive none
     * @param timedOut sub-clusters that YARN considers timed out
     * @param home the application's home sub-cluster
     * @param resolver finds the sub-cluster of a host or rack
     */
    public Destinations(
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
   * Divides the requests of a call over the sub-clusters.
   *
   * @param requested the application's requests in this call; may contain a {@link
   *     FederatedRequestCodec#nudge}
   * @param nowMs time of a monotonic clock, in ms
   * @return the requests to send by sub-cluster; an empty list makes YARN call a sub-cluster
   *     without requests; never null
   */
  public synchronized Map<SubClusterId, List<ResourceRequest>> split(
      List<ResourceRequest> requested, Destinations places, long nowMs) {
    List<RequestEntry> entries = new ArrayList<>();
    for (ResourceRequest request : requested) {
      if (!FederatedRequestCodec.isNudge(request)) {
        boolean isRelabelled = requests.isRelabelled(request);
        RequestEntry entry = requests.entry(request);
        if (isRelabelled) {
          outstanding.markUnknown(entry.key()); // sends the count again even if it is unchanged
        }
        entries.add(entry);
      }
    }
    Map<SubClusterId, List<ResourceRequest>> split = new HashMap<>();
    ledger
        .split(entries, view(places, nowMs), rules)
        .forEach(
            (name, toSend) -> {
              List<ResourceRequest> list = new ArrayList<>();
              toSend.forEach(entry -> list.add(requests.request(entry)));
              split.put(SubClusterId.newInstance(name), list);
              answers
                  .computeIfAbsent(name, n -> new AllocateResponseTracker())
                  .sent(outstanding.calls(), nowMs);
            });
    requests.keepOnly(key -> outstanding.get(key) != null);
    callLost(places, nowMs, split);
    callUnused(nowMs, split);
    return split;
  }

  /**
   * Calls sub-clusters that were not used yet, so that their loads are known before requests move.
   */
  private void callUnused(long nowMs, Map<SubClusterId, List<ResourceRequest>> split) {
    for (String name : ledger.unprobed()) {
      if (!answers.containsKey(name)) {
        answers
            .computeIfAbsent(name, n -> new AllocateResponseTracker())
            .sent(outstanding.calls(), nowMs);
        split.putIfAbsent(SubClusterId.newInstance(name), new ArrayList<>());
      }
    }
  }

  /**
   * Calls lost sub-clusters without requests, so that YARN registers the application there again.
   */
  private void callLost(
      Destinations places, long nowMs, Map<SubClusterId, List<ResourceRequest>> split) {
    for (SubClusterId id : places.weights.keySet()) {
      AllocateResponseTracker known = answers.get(id.getId());
      if (known != null
          && isLost(id, places, nowMs)
          && known.isRetryDue(nowMs, FIRST_RESPONSE_TIMEOUT_MS)) {
        outstanding.markUnknown(id.getId());
        split.putIfAbsent(id, new ArrayList<>());
      }
    }
  }

  /**
   * Returns the state to restore after a restart of the NodeManager.
   *
   * @throws IOException if it cannot be written
   */
  public synchronized byte[] image() throws IOException {
    return SplitStateCodec.write(outstanding.exposed(), requests::encodedSample);
  }

  /**
   * Restores the state that {@link #image} returned before a restart. The application has to state
   * all its requests again.
   *
   * @param nowMs time of a monotonic clock, in ms
   * @throws IOException if the image cannot be read
   */
  public synchronized void restore(byte[] image, long nowMs) throws IOException {
    Map<RequestKey, Map<String, Integer>> exposed =
        SplitStateCodec.read(image, sample -> requests.entry(sample).key());
    ledger.restore(exposed, nowMs);
    for (Map<String, Integer> maxCounts : exposed.values()) {
      maxCounts
          .keySet()
          .forEach(name -> answers.computeIfAbsent(name, n -> new AllocateResponseTracker()));
    }
  }

  private SplitView view(Destinations places, long nowMs) {
    List<SubClusterLoad> open = new ArrayList<>();
    Map<String, Float> unresponsive = new HashMap<>();
    double highest = 0;
    for (Map.Entry<SubClusterId, Float> e : places.weights.entrySet()) {
      String name = e.getKey().getId();
      float weight = Math.max(0, e.getValue());
      AllocateResponseTracker known = answers.get(name);
      if (known == null || !known.hasAnswered() && !isLost(e.getKey(), places, nowMs)) {
        unresponsive.put(name, weight);
      } else if (!isLost(e.getKey(), places, nowMs)) {
        SubClusterLoad load =
            SubClusterLoad.of(name, weight, known.headroomMb(), known.load()).cores(known.cores());
        open.add(known.isStale(nowMs, rules.intervalMs()) ? load.stale() : load);
        highest = Math.max(highest, known.load());
      }
    }
    for (Map.Entry<String, Float> e : unresponsive.entrySet()) {
      open.add(SubClusterLoad.unresponsive(e.getKey(), e.getValue(), highest));
    }
    Set<String> leaving = new HashSet<>();
    for (SubClusterId id : places.leaving) {
      if (answers.containsKey(id.getId()) && !isLost(id, places, nowMs)) {
        leaving.add(id.getId());
      }
    }
    return SplitView.of(open, places.home.getId(), name -> owners(name, places.resolver), nowMs)
        .leaving(leaving)
        .registering(registering(places.home));
  }

  /**
   * Returns the sub-clusters where YARN may still be registering the application. It does so on a
   * thread of its own, which sends the first call afterwards. Later calls wait in a queue meanwhile
   * and so overtake the first one, or are dropped.
   */
  private Set<String> registering(SubClusterId home) {
    Set<String> registering = new HashSet<>();
    answers.forEach(
        (name, known) -> {
          if (known.awaitsFirstResponse() && !name.equals(home.getId())) {
            registering.add(name);
          }
        });
    return registering;
  }

  private boolean isLost(SubClusterId id, Destinations places, long nowMs) {
    return answers
        .get(id.getId())
        .isLost(places.timedOut.contains(id), nowMs, FIRST_RESPONSE_TIMEOUT_MS);
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
      return Collections.emptySet(); // resolvers throw for unknown hosts and racks
    }
  }

  /**
   * Records a sub-cluster's response. The containers in it are counted when the application
   * receives them.
   */
  public synchronized void answered(SubClusterId from, AllocateResponse response) {
    String name = from.getId();
    if (response.getAllocatedContainers() != null) {
      for (Container granted : response.getAllocatedContainers()) {
        racks.of(granted.getNodeId().getHost()); // starts to resolve the rack
      }
    }
    long call =
        answers.computeIfAbsent(name, n -> new AllocateResponseTracker()).answered(response);
    if (call > 0) {
      outstanding.answered(name, call);
    }
  }

  /**
   * Counts a container that the application is about to receive.
   *
   * @param owner the sub-cluster that stock names; null if unknown, as stock may show the
   *     application a response before this class receives it
   * @param nowMs time of a monotonic clock, in ms
   * @return false if the application does not request it any more, so that it is to be released
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
      return true; // not granted to a request of this ledger, as after a restart
    }
    return ledger.granted(key, from, host, racks.of(host), nowMs)
        != OutstandingRequests.Grant.EXCESS;
  }

  /** Records that the call succeeded. */
  public synchronized void succeeded() {
    ledger.succeeded();
  }

  /**
   * Records that the call failed; the next call repeats the requests that it sent to sub-clusters.
   */
  public synchronized void failed() {
    ledger.failed();
  }

  /**
   * Marks the ledger as given up for good; it does nothing itself. Callers then divide as stock.
   */
  public synchronized void giveUp() {
    givenUp = true;
  }

  /**
   * Returns requests that withdraw everything that sub-clusters may still grant, by sub-cluster.
   */
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

  /** Returns whether the ledger was given up. */
  public synchronized boolean isGivenUp() {
    return givenUp;
  }

  /**
   * Returns the ledger's counts by name, and the granted containers by locality. Containers whose
   * rack is not resolved yet are missing from the latter.
   */
  public synchronized Map<String, Long> counts() {
    ledger.resolveLocalities(racks::of);
    Map<String, Long> counts = ledger.ledger();
    counts.put("onHost", ledger.granted(PlacementLocality.HOST));
    counts.put("inRack", ledger.granted(PlacementLocality.RACK));
    counts.put("offHost", ledger.granted(PlacementLocality.FAR));
    counts.put("anywhere", ledger.granted(PlacementLocality.NO_PREFERENCE));
    return counts;
  }

  /** Returns the number of outstanding containers by sub-cluster. */
  public synchronized Map<String, Integer> waiting() {
    Map<String, Integer> waiting = new TreeMap<>();
    answers.keySet().forEach(name -> waiting.put(name, outstanding.outstanding(name)));
    return waiting;
  }
}
