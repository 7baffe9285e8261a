// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.OutstandingRequest;
import org.yarnext.common.requests.OutstandingRequests;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.common.requests.SchedulerReplica;

/**
 * Sets each scheduler's share of the outstanding requests of a {@link HybridLedger}, as decided by
 * its {@link RequestSplitter}. Not thread-safe.
 *
 * <p>A container is <i>undecided</i> if it is guaranteed for a preliminary reason only, such as an
 * unknown run time. Undecided containers are divided again in later calls.
 */
final class HybridDivision {
  /** The application's own opportunistic requests first, then by priority, request id and kind. */
  private static final Comparator<OutstandingRequest> BY_URGENCY =
      Comparator.<OutstandingRequest, Boolean>comparing(
              request -> !RequestKeys.isOpportunistic(request.key()))
          .thenComparing(request -> request.key().priority())
          .thenComparing(request -> request.key().allocationRequestId())
          .thenComparing(request -> request.key().kind());

  private final OutstandingRequests requests;

  /** Number of undecided containers by key. */
  private final Map<RequestKey, Integer> undecided = new LinkedHashMap<>();

  private List<Decision<Integer>> decisions = Collections.emptyList();

  /** Two keys of the same size, as {@link #counterpart} last made them; null at first. */
  private RequestKey lastKey;

  private RequestKey lastCounterpart;

  HybridDivision(OutstandingRequests requests) {
    this.requests = requests;
  }

  /**
   * Divides new requests.
   *
   * @param stated the keys that the application has stated in this call
   * @return the decisions with their reasons
   */
  List<Decision<Integer>> divide(Set<RequestKey> stated, RequestSplitter splitter) {
    decisions = new ArrayList<>(0);
    if (!undecided.isEmpty()) {
      limitUndecided();
    }
    for (OutstandingRequest request : requests.all()) {
      divide(request, stated.contains(request.key()), splitter);
    }
    if (!undecided.isEmpty()) {
      divideLater(splitter);
    }
    for (OutstandingRequest request : requests.all()) {
      shareLocations(request);
    }
    return decisions;
  }

  private static void shareLocations(OutstandingRequest request) {
    if (!RequestKeys.isOpportunistic(request.key()) && mayGrant(request)) {
      request.shareLocations(
          request.replica(HybridLedger.GUARANTEED), request.replica(HybridLedger.OPPORTUNISTIC));
    }
  }

  private void divide(OutstandingRequest request, boolean isStated, RequestSplitter splitter) {
    RequestKey key = request.key();
    boolean isOwn = RequestKeys.isOpportunistic(key);
    if (isStated) {
      OutstandingRequest other = requests.get(counterpart(key));
      if (isOwn && other != null) {
        unify(other); // it keeps one number for each key
      } else if (!isOwn && !mayDivide(request)) {
        unify(request);
      }
    }
    int more = request.total() - request.shares();
    SchedulerReplica opportunistic = request.replica(HybridLedger.OPPORTUNISTIC);
    if (more < 0) {
      int fewer = Math.min(-more, opportunistic.share());
      request.changeShare(opportunistic, -fewer);
      changeGuaranteed(request, more + fewer);
    } else if (isOwn) {
      request.changeShare(opportunistic, more);
    } else if (more > 0) {
      int share = mayDivide(request) ? share(key, more, splitter) : 0;
      request.changeShare(opportunistic, share);
      changeGuaranteed(request, more - share);
    }
  }

  private int share(RequestKey key, int more, RequestSplitter splitter) {
    Decision<Integer> d = splitter.divide(key, more);
    decisions.add(d);
    int later = RequestSplitter.undecided(d, more);
    if (later > 0) {
      undecided.merge(key, later, Integer::sum);
    }
    return d.value();
  }

  /**
   * Divides undecided containers again. An unmodified application may request everything at once,
   * long before any run time is known.
   */
  private void divideLater(RequestSplitter splitter) {
    for (RequestKey key : new ArrayList<>(undecided.keySet())) {
      OutstandingRequest request = requests.get(key);
      if (request != null && mayDivide(request)) {
        int waiting = undecided.get(key);
        Decision<Integer> d = splitter.divideLater(key, waiting);
        if (d != null) {
          decisions.add(d);
          int later = RequestSplitter.undecided(d, waiting);
          undecided.compute(key, (k, all) -> later == 0 ? null : Integer.valueOf(later));
          move(request, HybridLedger.GUARANTEED, HybridLedger.OPPORTUNISTIC, d.value());
        }
      }
    }
  }

  private boolean mayDivide(OutstandingRequest request) {
    if (RequestKeys.isOpportunistic(request.key()) || !request.relaxesAllLocality()) {
      return false;
    }
    OutstandingRequest own = requests.get(counterpart(request.key()));
    return own == null
        || own.total() == 0
            && own.replica(HybridLedger.OPPORTUNISTIC).state() == SchedulerReplica.State.EMPTY;
  }

  /**
   * Returns the key of the same size and the other execution type. Most applications have few keys,
   * and to make its text takes long.
   */
  RequestKey counterpart(RequestKey key) {
    if (key.equals(lastCounterpart)) {
      return lastKey;
    }
    if (!key.equals(lastKey)) {
      lastKey = key;
      lastCounterpart = RequestKeys.counterpart(key);
    }
    return lastCounterpart;
  }

  private void unify(OutstandingRequest request) {
    move(
        request,
        HybridLedger.OPPORTUNISTIC,
        HybridLedger.GUARANTEED,
        request.replica(HybridLedger.OPPORTUNISTIC).share());
  }

  private static void move(OutstandingRequest request, String from, String to, int count) {
    request.changeShare(request.replica(from), -count);
    request.changeShare(request.replica(to), count);
  }

  private void changeGuaranteed(OutstandingRequest request, int more) {
    SchedulerReplica guaranteed = request.replica(HybridLedger.GUARANTEED);
    request.changeShare(guaranteed, more);
    limitUndecided(request.key(), guaranteed.share());
  }

  /**
   * Limits the undecided containers of all keys to the guaranteed shares, which a refused call or a
   * restart may have changed.
   */
  private void limitUndecided() {
    for (RequestKey key : new ArrayList<>(undecided.keySet())) {
      OutstandingRequest request = requests.get(key);
      limitUndecided(key, request == null ? 0 : request.replica(HybridLedger.GUARANTEED).share());
    }
  }

  /**
   * Limits the undecided containers of a key to its guaranteed share: grants and cancellations
   * count against decided containers first.
   */
  void limitUndecided(RequestKey key, int guaranteed) {
    undecided.computeIfPresent(
        key,
        (k, waiting) -> guaranteed == 0 ? null : Integer.valueOf(Math.min(waiting, guaranteed)));
  }

  /**
   * Holds back opportunistic containers beyond the quota, in the reverse order of {@link
   * #BY_URGENCY}.
   *
   * @param room number of opportunistic containers that the quota still allows
   * @param holdsDivided whether to hold back all containers that the application requested as
   *     guaranteed
   * @return how many containers are held back
   */
  int hold(int room, boolean holdsDivided) {
    List<OutstandingRequest> all = new ArrayList<>(2);
    for (OutstandingRequest request : requests.all()) {
      if (request.replica(HybridLedger.OPPORTUNISTIC).share() > 0) {
        all.add(request);
      }
    }
    if (all.size() > 1) {
      all.sort(BY_URGENCY);
    }
    int left = room;
    int held = 0;
    for (OutstandingRequest request : all) {
      SchedulerReplica opportunistic = request.replica(HybridLedger.OPPORTUNISTIC);
      boolean isHeld = holdsDivided && !RequestKeys.isOpportunistic(request.key());
      opportunistic.setLimit(isHeld ? 0 : left);
      left -= opportunistic.offer();
      held += opportunistic.share() - opportunistic.offer();
    }
    return held;
  }

  /**
   * Returns all containers that the application requested as guaranteed to the guaranteed
   * scheduler; sent with the next call.
   */
  void toGuaranteed() {
    for (OutstandingRequest request : requests.all()) {
      if (!RequestKeys.isOpportunistic(request.key())) {
        unify(request);
      }
    }
  }

  /**
   * Returns divided containers that the opportunistic scheduler has not granted to the guaranteed
   * scheduler. They become undecided.
   *
   * @param isPostponed whether to return this number of containers of a key
   */
  void postpone(BiPredicate<RequestKey, Integer> isPostponed) {
    for (OutstandingRequest request : requests.all()) {
      RequestKey key = request.key();
      int share = request.replica(HybridLedger.OPPORTUNISTIC).share();
      if (share > 0 && !RequestKeys.isOpportunistic(key) && isPostponed.test(key, share)) {
        unify(request);
        undecided.merge(key, share, Integer::sum);
      }
    }
  }

  /** Divides waiting requests again at the next {@link #divide}, because the policy has changed. */
  void redivide() {
    toGuaranteed();
    for (OutstandingRequest request : requests.all()) {
      if (!RequestKeys.isOpportunistic(request.key()) && request.total() > 0) {
        undecided.put(request.key(), request.total());
      }
    }
  }

  int undecided(RequestKey key) {
    return undecided.getOrDefault(key, 0);
  }

  void restoreUndecided(RequestKey key, int waiting, int guaranteed) {
    if (waiting > 0) {
      undecided.put(key, waiting);
      limitUndecided(key, guaranteed);
    }
  }

  /** Returns whether the opportunistic scheduler may grant containers of this request. */
  static boolean mayGrant(OutstandingRequest request) {
    return request != null
        && (request.replica(HybridLedger.OPPORTUNISTIC).lastSent() > 0
            || request.replica(HybridLedger.OPPORTUNISTIC).share() > 0);
  }

  /** Returns whether any key is not the application's own opportunistic request. */
  boolean hasGuaranteed() {
    for (OutstandingRequest request : requests.all()) {
      if (!RequestKeys.isOpportunistic(request.key())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether each scheduler has exactly the requests that the application stated for it. */
  boolean isAsStated() {
    for (OutstandingRequest request : requests.all()) {
      int own = RequestKeys.isOpportunistic(request.key()) ? request.total() : 0;
      if (!request.replica(HybridLedger.OPPORTUNISTIC).isSettledAt(own)
          || !request.replica(HybridLedger.GUARANTEED).isSettledAt(request.total() - own)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the schedulers' shares of any key differ from the application's requests. */
  boolean isAnyDivided() {
    return requests.all().stream().anyMatch(HybridDivision::isDivided);
  }

  private static boolean isDivided(OutstandingRequest request) {
    SchedulerReplica opportunistic = request.replica(HybridLedger.OPPORTUNISTIC);
    return RequestKeys.isOpportunistic(request.key())
        ? opportunistic.offer() < opportunistic.share()
        : mayGrant(request);
  }
}
