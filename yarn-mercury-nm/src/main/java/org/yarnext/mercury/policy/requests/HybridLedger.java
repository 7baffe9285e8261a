// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.ToLongFunction;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.AllocateTransaction;
import org.yarnext.common.requests.OutstandingRequest;
import org.yarnext.common.requests.OutstandingRequests;
import org.yarnext.common.requests.OutstandingRequests.Grant;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.common.requests.SchedulerReplica;
import org.yarnext.common.requests.SchedulerSet;
import org.yarnext.mercury.policy.container.LiveContainerTracker;

/**
 * Divides the requests of an unmodified application between a guaranteed and an opportunistic
 * scheduler (Mercury sections 5 and 6.2). The outstanding requests, and each scheduler's knowledge
 * of them, is in {@link OutstandingRequests}, with its balance and its bound.
 *
 * <ul>
 *   <li>Only guaranteed requests with relaxed locality are divided. The application's own
 *       opportunistic requests go to the opportunistic scheduler, whole.
 *   <li>If a request grows, the {@link RequestSplitter} divides the difference. If it shrinks,
 *       opportunistic containers are cancelled first. If it stays the same, nothing changes.
 *   <li>Containers that are guaranteed for a preliminary reason only are divided again later.
 *   <li>The opportunistic scheduler is sent no more than the quota allows; the remainder waits.
 *   <li>A container that one scheduler grants beyond its share is taken from the other's share.
 * </ul>
 *
 * <p>One for each application attempt, whose calls come one after the other. Thread-safe.
 */
public final class HybridLedger {
  public static final String GUARANTEED = "guaranteed";
  public static final String OPPORTUNISTIC = "opportunistic";

  private final OutstandingRequests requests = newTable();
  private final SchedulerSet schedulers = new HybridSchedulers(requests);
  private final HybridDivision division = new HybridDivision(requests);

  /** The counts of earlier processes. */
  private final Map<String, Long> earlier = new HashMap<>();

  private boolean wasDivided;
  private long grantedOpportunistic;
  private int held;

  /** The current call; null if there is none, or if nothing is requested in it or before. */
  private AllocateTransaction call;

  private Set<RequestKey> stated = Collections.emptySet();
  private List<Decision<Integer>> decisions = Collections.emptyList();

  /** Keys by priority and request id; null if it must be computed again. */
  private Map<RequestKey, List<RequestKey>> sizes;

  private static OutstandingRequests newTable() {
    return new OutstandingRequests(Collections.singleton(OPPORTUNISTIC), true);
  }

  /** Begins a call with its stated entries, possibly none. An open call counts as lost. */
  public synchronized void begin(Collection<RequestEntry> entries) {
    lost();
    requests.dropFinished();
    stated = entries.isEmpty() ? Collections.emptySet() : new HashSet<>();
    for (RequestEntry entry : entries) {
      stated.add(entry.key());
    }
    decisions = Collections.emptyList();
    sizes = null;
    boolean isAny = !entries.isEmpty() || !requests.all().isEmpty() || requests.isRestated();
    call = isAny ? requests.begin(entries, schedulers) : null;
  }

  /**
   * Divides new requests and returns the entries to send. Must be called once in each call, since a
   * grant or the quota may have changed the entries.
   *
   * @param room how many opportunistic containers the quota allows beyond the live ones
   * @return by scheduler; schedulers without entries are absent
   */
  public synchronized Map<String, List<RequestEntry>> divide(
      RequestSplitter splitter, IntSupplier room) {
    if (call == null) {
      held = 0;
      return Collections.emptyMap();
    }
    decisions = division.divide(stated, splitter);
    held = division.hold(room.getAsInt(), splitter.holdsDivided());
    return call.send();
  }

  /** Returns the reasons for the shares of this call. */
  public synchronized List<Decision<Integer>> decisions() {
    return decisions;
  }

  /** Returns how many opportunistic containers were held back in this call. */
  public synchronized int held() {
    return held;
  }

  /** Ends a call that succeeded and that both schedulers have read. */
  public synchronized void commit() {
    if (call != null) {
      call.commit();
      call = null;
    }
  }

  /** Ends a call that failed or may be unread: both schedulers are sent everything again. */
  public synchronized void lost() {
    if (call != null) {
      call.lost();
      call = null;
      HybridSchedulers.BOTH.forEach(requests::markUnknown);
    }
  }

  /** Ends a call that the guaranteed scheduler refused: its entries do not count. */
  public synchronized void reject() {
    if (call != null) {
      call.reject(GUARANTEED);
      call = null;
      HybridSchedulers.BOTH.forEach(requests::markUnknown);
    }
  }

  /** Sends all of a key again. */
  public synchronized void markUnknown(RequestKey key) {
    requests.markUnknown(key);
  }

  /** Records that an earlier process may have sent the guaranteed scheduler anything. */
  public synchronized void markForeign() {
    for (OutstandingRequest request : requests.all()) {
      if (!RequestKeys.isOpportunistic(request.key())) {
        request.markForeign(GUARANTEED);
      }
    }
  }

  /** Takes over requests that only the guaranteed scheduler has, between two calls. */
  public synchronized void adopt(Collection<RequestEntry> entries) {
    OutstandingRequests adopted = newTable();
    AllocateTransaction adoption = adopted.begin(entries, new HybridSchedulers(adopted));
    for (OutstandingRequest request : adopted.all()) {
      request.changeShare(request.replica(GUARANTEED), request.total());
    }
    adoption.send();
    adoption.commit();
    requests.addAll(adopted);
    sizes = null;
  }

  /** Returns whether anything but the application's own opportunistic requests is known. */
  public synchronized boolean hasGuaranteed() {
    return division.hasGuaranteed();
  }

  /** Records that the opportunistic scheduler lost everything it was sent. */
  public synchronized void markEmpty() {
    requests.markEmpty(OPPORTUNISTIC);
  }

  /** Records that the application registered again and states all its requests next. */
  public synchronized void restart() {
    lost();
    requests.restart();
  }

  /**
   * Records that a scheduler granted a container. Each container counts once: see {@link
   * LiveContainerTracker}.
   *
   * @param granted its priority, request id and size, as {@link RequestKeys#key}
   * @param asOpportunistic whether its execution type is opportunistic
   * @param host the container's host
   * @param rack of that host; null if unknown, so that any requested rack is sent again
   * @return false if nothing was outstanding for it
   */
  public synchronized boolean granted(
      RequestKey granted, boolean asOpportunistic, String host, String rack) {
    RequestKey key = find(granted, asOpportunistic);
    String scheduler = asOpportunistic ? OPPORTUNISTIC : GUARANTEED;
    Grant grant = requests.maybeGrantedIn(key, scheduler, host, rack);
    if (grant == Grant.EXCESS) {
      return false;
    }
    OutstandingRequest request = requests.get(key);
    if (grant == Grant.ABSORBED) {
      request.changeShare(request.replica(asOpportunistic ? GUARANTEED : OPPORTUNISTIC), -1);
    }
    if (division.undecided(key) > 0) {
      division.limitUndecided(key, request.replica(GUARANTEED).share());
    }
    grantedOpportunistic += asOpportunistic ? 1 : 0;
    return true;
  }

  /**
   * Returns the key of a container. The exact size counts, but schedulers may round it up: if no
   * key has that size, any size of the same priority and request id qualifies, since schedulers
   * keep one.
   */
  private RequestKey find(RequestKey granted, boolean asOpportunistic) {
    RequestKey guaranteed =
        RequestKeys.isOpportunistic(granted) ? RequestKeys.counterpart(granted) : granted;
    if (!asOpportunistic && requests.get(guaranteed) != null) {
      return guaranteed;
    }
    RequestKey own = division.counterpart(guaranteed);
    if (requests.get(guaranteed) != null || requests.get(own) != null) {
      // An excess container belongs to no request, but its scheduler subtracts it all the same.
      boolean isOwn =
          serves(own, asOpportunistic)
              || asOpportunistic && !HybridDivision.mayGrant(requests.get(guaranteed));
      return isOwn ? own : guaranteed;
    }
    RequestKey any = RequestKeys.withoutSize(granted);
    for (RequestKey other : sizes().getOrDefault(any, Collections.emptyList())) {
      if (serves(other, asOpportunistic)) {
        return other;
      }
    }
    return guaranteed;
  }

  private boolean serves(RequestKey key, boolean asOpportunistic) {
    OutstandingRequest request = requests.get(key);
    if (request == null || request.total() == 0) {
      return false;
    }
    return RequestKeys.isOpportunistic(key)
        ? asOpportunistic
        : !asOpportunistic || HybridDivision.mayGrant(request);
  }

  private Map<RequestKey, List<RequestKey>> sizes() {
    if (sizes == null) {
      sizes = new HashMap<>();
      for (OutstandingRequest request : requests.all()) {
        RequestKey any = RequestKeys.withoutSize(request.key());
        sizes.computeIfAbsent(any, key -> new ArrayList<>()).add(request.key());
      }
    }
    return sizes;
  }

  /** Makes all divided requests guaranteed again; sent with the next call. */
  public synchronized void toGuaranteed() {
    division.toGuaranteed();
  }

  /**
   * Returns the memory of all containers outstanding as guaranteed, in MB.
   *
   * @param memoryMb memory of a key's containers
   */
  public synchronized long guaranteedMb(ToLongFunction<RequestKey> memoryMb) {
    return requests.outstanding(GUARANTEED, memoryMb);
  }

  /** Makes requests, by key and number, guaranteed that wait as opportunistic; divided later. */
  public synchronized void postpone(BiPredicate<RequestKey, Integer> isPostponed) {
    division.postpone(isPostponed);
  }

  /** Divides waiting requests again at the next {@link #divide}, because the policy has changed. */
  public synchronized void redivide() {
    division.redivide();
  }

  /** Returns everything outstanding as the application would state it; cancellations first. */
  public synchronized List<RequestEntry> stated() {
    return requests.stated();
  }

  /** Returns the application's last entry for a key and resource name; null if there is none. */
  public synchronized RequestEntry stated(RequestKey key, String resourceName) {
    OutstandingRequest request = requests.get(key);
    return request == null ? null : request.stated(resourceName);
  }

  /** Returns whether the schedulers' shares of any key differ from the application's requests. */
  public synchronized boolean isDivided() {
    return wasDivided || division.isAnyDivided();
  }

  /** Returns whether each scheduler has exactly the requests that the application stated for it. */
  public synchronized boolean isAsStated() {
    return division.isAsStated();
  }

  /** Returns the number of containers outstanding as guaranteed. */
  public synchronized int guaranteed() {
    return requests.outstanding(GUARANTEED);
  }

  /** Returns the number outstanding as opportunistic, including those held back. */
  public synchronized int queueable() {
    return requests.outstanding(OPPORTUNISTIC);
  }

  /** Returns the number of outstanding containers of one key. */
  synchronized int outstanding(RequestKey key, boolean asOpportunistic) {
    OutstandingRequest request = requests.get(key);
    return request == null
        ? 0
        : request.replica(asOpportunistic ? OPPORTUNISTIC : GUARANTEED).share();
  }

  /**
   * Returns the counts by name, which satisfy {@code asked == grantedGuaranteed +
   * grantedOpportunistic + cancelled + guaranteed + queueable}.
   */
  public synchronized Map<String, Long> counts() {
    Map<String, Long> now = requests.counts();
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("asked", now.get("asked"));
    counts.put("grantedGuaranteed", now.get("granted") - grantedOpportunistic);
    counts.put("grantedOpportunistic", grantedOpportunistic);
    counts.put("cancelled", now.get("cancelled"));
    counts.put("crossed", now.get("absorbed"));
    counts.put("overGranted", now.get("excess"));
    earlier.forEach((name, count) -> counts.merge(name, count, Long::sum));
    counts.put("guaranteed", (long) guaranteed());
    counts.put("queueable", (long) queueable());
    return counts;
  }

  /**
   * Returns the state as maps, lists, texts and numbers, as {@link HybridLedgerCodec} reads it.
   *
   * @param write encodes an entry as text
   */
  public synchronized Map<String, Object> snapshot(Function<RequestEntry, String> write) {
    List<Map<String, Object>> all = new ArrayList<>();
    Map<RequestKey, Map<String, Integer>> exposed = requests.exposed();
    for (OutstandingRequest request : requests.all()) {
      RequestKey key = request.key();
      all.add(
          HybridLedgerCodec.request(
              request,
              division.undecided(key),
              exposed.getOrDefault(key, Collections.emptyMap()).getOrDefault(GUARANTEED, 0),
              write));
    }
    return HybridLedgerCodec.of(requests.isRestated(), isDivided(), counts(), all);
  }

  /**
   * Restores a request of an earlier process.
   *
   * @param opportunistic number of containers that waited as opportunistic
   * @param waiting number of containers that were guaranteed only because their run time was
   *     unknown
   * @param exposed number of containers that the guaranteed scheduler could still grant
   */
  void restore(List<RequestEntry> entries, int opportunistic, int waiting, int exposed) {
    RequestKey key = entries.get(0).key();
    requests.begin(entries, schedulers).commit();
    if (!RequestKeys.isOpportunistic(key)) {
      requests.restore(
          Collections.singletonMap(key, Collections.singletonMap(GUARANTEED, exposed)));
    }
    OutstandingRequest request = requests.get(key);
    int share = Math.min(opportunistic, request.total());
    request.changeShare(request.replica(OPPORTUNISTIC), share);
    SchedulerReplica guaranteed = request.replica(GUARANTEED);
    request.changeShare(guaranteed, request.total() - share - guaranteed.share());
    division.restoreUndecided(key, waiting, guaranteed.share());
  }

  void restore(boolean isRestated, boolean isDivided, Map<String, Long> counts) {
    counts().keySet().forEach(name -> earlier.put(name, counts.getOrDefault(name, 0L)));
    earlier.remove("guaranteed");
    earlier.remove("queueable");
    earlier.merge("asked", -(long) requests.outstanding(), Long::sum);
    wasDivided = isDivided;
    if (isRestated) {
      requests.restart();
    }
  }
}
