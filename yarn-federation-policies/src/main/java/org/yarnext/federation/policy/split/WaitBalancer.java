// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves waiting requests of one key between sub-clusters, only as many as equalise the expected
 * waits: delay scheduling across sub-clusters, "falling back to less loaded RMs after a
 * configurable time-out" (Hydra section 4.1).
 *
 * <p>A sub-cluster with room for {@code h} requests and {@code r} grants an interval serves {@code
 * n} of them in {@code (n - h) / r} intervals. All wait the same {@code W} if {@code n = h + r W}.
 *
 * <ul>
 *   <li>To a sub-cluster with room it moves requests that waited for an interval elsewhere, and
 *       that their sub-cluster will not serve in the next one.
 *   <li>To a full sub-cluster it moves as many as equalise the waits, but only if each gains more
 *       than an interval and the load is lower by the configured gap. So a sub-cluster that serves
 *       requests has the next ones before it is idle.
 * </ul>
 *
 * <p>Requests that are expected to be served in the next interval stay, unless another sub-cluster
 * has idled for an interval: it had room but no requests, although some waited elsewhere.
 *
 * <p>Each request moves to a full sub-cluster once, and again once in ten intervals on average.
 * Moves to a sub-cluster with room are not limited, but count.
 *
 * <p>In the interval after the first division for which some headroom was unknown, requests without
 * locality in their sub-cluster do not wait before they move, and more of them may move.
 *
 * <p>There is one instance for each request and call.
 */
final class WaitBalancer {
  /** Average number of intervals between two moves of a request to a full sub-cluster. */
  private static final int INTERVALS_PER_MOVE = 10;

  private final SplitRequest request;
  private final HeadroomDemand demand;
  private final SplitView view;
  private final SplitSettings rules;
  private final long call;
  private final long intervalMs;
  private final List<Queue> queues = new ArrayList<>();
  private final boolean isProvisional;
  private int moved;

  /** The requests of the key that wait in one sub-cluster. */
  private static final class Queue {
    final SubClusterWaitTracker share;
    final SubClusterLoad at;

    /** Number of containers that can start at once. */
    int room;

    /** Number of grants an interval, or the weight if weights count as the speed. */
    double rate;

    /** Number of requests that may leave. */
    int movable;

    Queue(SubClusterWaitTracker share, SubClusterLoad at) {
      this.share = share;
      this.at = at;
    }

    /** Returns whether requests may move here. */
    boolean isTarget() {
      return at.weight() > 0 && !at.isUnresponsive() && !at.isStale();
    }

    /** Returns the wait of the last of so many requests, in intervals. */
    double wait(int count) {
      return count <= room ? 0 : (count - room) / rate;
    }
  }

  /**
   * @param call number of the current call
   */
  WaitBalancer(
      SplitRequest request, HeadroomDemand demand, SplitView view, SplitSettings rules, long call) {
    this.request = request;
    this.demand = demand;
    this.view = view;
    this.rules = rules;
    this.call = call;
    intervalMs = Math.max(1, rules.intervalMs());
    isProvisional = request.isProvisional(view.nowMs());
  }

  /**
   * Moves requests.
   *
   * @param unprobed receives the sub-clusters that have to respond before requests can move there
   * @return the number of moved requests
   */
  int move(Set<String> unprobed) {
    if (prepare()) {
      toRoom();
      toShorterWaits();
      if (isProvisional) {
        return moved; // those that have not answered may do so soon
      }
      boolean isMore = queues.stream().anyMatch(q -> q.movable > 0);
      for (Queue each : queues) {
        if (isMore && each.at.isUnresponsive() && each.at.weight() > 0) {
          unprobed.add(each.at.name());
        }
      }
    }
    return moved;
  }

  /** Prepares the queues if any request has waited long enough; returns whether one has. */
  private boolean prepare() {
    double minLoad = Double.POSITIVE_INFINITY;
    for (SubClusterLoad each : view.open().values()) {
      if (each.weight() > 0) {
        minLoad = Math.min(minLoad, each.isUnresponsive() ? 0 : each.load());
      }
    }
    boolean isLate = view.nowMs() - request.sinceMs >= intervalMs;
    boolean any = false;
    for (SubClusterWaitTracker share : request.shares()) {
      share.decay(view.nowMs(), intervalMs);
      SubClusterLoad at = view.open().get(share.name);
      boolean hasHeadroom = at != null && at.headroom() >= request.size();
      share.recordIdle(isLate && hasHeadroom, view.nowMs());
      any |=
          at != null
              && share.waited(view.nowMs(), isProvisional ? 0 : rules.waitMs(at, minLoad)) > 0;
    }
    request.earnMoves(view.nowMs(), (double) INTERVALS_PER_MOVE * intervalMs);
    if (any) {
      for (SubClusterLoad at : view.open().values()) {
        queues.add(queue(request.share(at.name()), at));
      }
      Map<String, Integer> local =
          isProvisional ? request.local(view) : Collections.<String, Integer>emptyMap();
      boolean isAnyIdle = queues.stream().anyMatch(this::isIdle);
      for (Queue each : queues) {
        mayMove(each, minLoad, local, isAnyIdle);
      }
    }
    return any;
  }

  private Queue queue(SubClusterWaitTracker share, SubClusterLoad at) {
    Queue queue = new Queue(share, at);
    double others = demand.of(at.name()) - share.count() * request.size();
    double headroom = share.trustedHeadroom(at.headroom(), view.nowMs(), intervalMs, call) - others;
    queue.room = (int) Math.min(Integer.MAX_VALUE, Math.max(0, headroom / request.size()));
    queue.rate =
        rules.isByWeight()
            ? at.weight()
            : share.grantsIn(intervalMs, at.weight() * at.cores() / mean());
    return queue;
  }

  /** Returns whether the sub-cluster has had room but no requests for an interval. */
  private boolean isIdle(Queue queue) {
    return queue.isTarget() && queue.room > 0 && queue.share.isIdle(view.nowMs(), intervalMs);
  }

  /** Sets how many requests may leave: not those that are expected to be served soon. */
  private void mayMove(Queue queue, double minLoad, Map<String, Integer> local, boolean isAnyIdle) {
    SubClusterWaitTracker share = queue.share;
    if (isProvisional) {
      int here = local.getOrDefault(queue.at.name(), 0);
      queue.movable = share.count() - Math.max(queue.room, here);
      return;
    }
    boolean isServed = !isAnyIdle && share.isServed(view.nowMs(), intervalMs);
    int served = isServed ? (int) share.grantsIn(intervalMs) : 0;
    queue.movable =
        Math.min(
            share.waited(view.nowMs(), rules.waitMs(queue.at, minLoad)),
            share.count() - Math.max(queue.room, served));
  }

  /** Returns the mean of weight times cores over the sub-clusters with weight. */
  private double mean() {
    double sum = 0;
    int many = 0;
    for (SubClusterLoad each : view.open().values()) {
      sum += each.weight() * each.cores();
      many += each.weight() > 0 ? 1 : 0;
    }
    return many == 0 ? 1 : sum / many;
  }

  /** Moves requests to sub-clusters with room. */
  private void toRoom() {
    Map<Queue, Integer> gaps = new LinkedHashMap<>();
    for (Queue to : queues) {
      if (to.isTarget() && to.room > to.share.count()) {
        gaps.put(to, to.room - to.share.count());
      }
    }
    for (Queue from : longestWaitFirst()) {
      request.moved(move(from, from.movable, gaps));
    }
  }

  /** Moves requests to full sub-clusters with shorter waits. */
  private void toShorterWaits() {
    double each = equalWait();
    for (Queue from : longestWaitFirst()) {
      Map<Queue, Integer> gaps = new LinkedHashMap<>();
      for (Queue to : queues) {
        int gap = (int) (to.room + to.rate * each) - to.share.count();
        if (gap > 0 && to.isTarget() && rules.isLessLoaded(to.at, from.at) && isShorter(to, from)) {
          gaps.put(to, gap);
        }
      }
      int surplus = from.share.count() - (int) Math.ceil(from.room + from.rate * each);
      // Moves of the first interval count against later ones, so that the average holds.
      int due = isProvisional ? Integer.MAX_VALUE : request.movesDue();
      request.moved(move(from, Math.min(Math.min(from.movable, surplus), due), gaps));
    }
  }

  /** Returns the wait of all once the waits are equal, in intervals. */
  private double equalWait() {
    double over = 0;
    double rate = 0;
    for (Queue each : queues) {
      if (each.isTarget() || each.share.count() > 0) {
        over += each.share.count() - each.room;
        rate += each.rate;
      }
    }
    return Math.max(0, over / rate);
  }

  private boolean isShorter(Queue to, Queue from) {
    return rules.isByWeight() || from.wait(from.share.count()) - to.wait(to.share.count() + 1) > 1;
  }

  private List<Queue> longestWaitFirst() {
    List<Queue> order = new ArrayList<>();
    for (Queue each : queues) {
      if (each.movable > 0) {
        order.add(each);
      }
    }
    order.sort(Comparator.comparingDouble((Queue q) -> -q.wait(q.share.count())));
    return order;
  }

  /** Moves at most the given number of requests in proportion to the gaps, which it reduces. */
  private int move(Queue from, int max, Map<Queue, Integer> gaps) {
    int many = Math.min(max, gaps.values().stream().mapToInt(Integer::intValue).sum());
    if (many <= 0) {
      return 0;
    }
    Map<String, Double> weights = new LinkedHashMap<>();
    gaps.forEach((to, gap) -> weights.put(to.at.name(), (double) gap));
    Map<String, Integer> more = Apportionment.divide(many, weights);
    for (Map.Entry<Queue, Integer> gap : gaps.entrySet()) {
      int here = more.get(gap.getKey().at.name());
      gap.setValue(gap.getValue() - here);
      gap.getKey().share.add(here, view.nowMs());
      demand.changed(gap.getKey().at.name(), request, here);
    }
    from.share.take(many);
    from.movable -= many;
    demand.changed(from.at.name(), request, -many);
    moved += many;
    return many;
  }
}
