// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves waiting requests of one kind between sub-clusters, only as many as equalise the expected
 * waits: delay scheduling across sub-clusters, "falling back to less loaded RMs after a
 * configurable time-out" (Hydra section 4.1).
 *
 * <p>A sub-cluster with room for {@code h} of them that grants {@code r} an interval serves {@code
 * n} of them in {@code (n - h) / r} intervals. All wait the same {@code W} where {@code n = h + r
 * W}.
 *
 * <ul>
 *   <li>Where there is room at once, asks go that have waited for an interval elsewhere, and that
 *       their sub-cluster will not serve in the next one.
 *   <li>Where all is in use, as many go as equalise the waits, but only if each gains more than an
 *       interval, if the load is less by the rules' gap, and no more than one in ten intervals.
 * </ul>
 *
 * <p>One for each request and call.
 */
final class WaitBalancer {
  /** In how many intervals an ask moves once, on average, to where there is no room at once. */
  private static final int INTERVALS_PER_MOVE = 10;

  /** For how many intervals grants are remembered. */
  private static final int MEMORY_INTERVALS = 20;

  private final SplitRequest request;
  private final HeadroomDemand demand;
  private final SplitView view;
  private final SplitSettings rules;
  private final long call;
  private final long intervalMs;
  private final List<Queue> queues = new ArrayList<>();
  private int moved;

  /** The containers of the request that wait in one sub-cluster. */
  private static final class Queue {
    final SubClusterWaitTracker share;
    final SubClusterLoad at;

    /** How many can start there at once. */
    int room;

    /** How many are granted there an interval; what the weights say if these decide. */
    double rate;

    /** How many may leave. */
    int movable;

    Queue(SubClusterWaitTracker share, SubClusterLoad at) {
      this.share = share;
      this.at = at;
    }

    boolean isTarget() {
      return at.weight() > 0 && !at.isSilent() && !at.isStale();
    }

    /** How many intervals the last of so many waits. */
    double wait(int count) {
      return count <= room ? 0 : (count - room) / rate;
    }
  }

  /**
   * @param call the number of the present one
   */
  WaitBalancer(
      SplitRequest request, HeadroomDemand demand, SplitView view, SplitSettings rules, long call) {
    this.request = request;
    this.demand = demand;
    this.view = view;
    this.rules = rules;
    this.call = call;
    intervalMs = Math.max(1, rules.intervalMs());
  }

  /**
   * @param worthAsking is told of sub-clusters that have to answer before anything can move there
   * @return how many moved
   */
  int move(Set<String> worthAsking) {
    if (look()) {
      toRoom();
      toShorterWaits();
      boolean isMore = queues.stream().anyMatch(q -> q.movable > 0);
      for (Queue each : queues) {
        if (isMore && each.at.isSilent() && each.at.weight() > 0) {
          worthAsking.add(each.at.name());
        }
      }
    }
    return moved;
  }

  /** Whether any has waited for long enough. */
  private boolean look() {
    double leastLoad = Double.POSITIVE_INFINITY;
    for (SubClusterLoad each : view.open().values()) {
      if (each.weight() > 0) {
        leastLoad = Math.min(leastLoad, each.isSilent() ? 0 : each.load());
      }
    }
    boolean any = false;
    for (SubClusterWaitTracker share : request.shares()) {
      share.look(view.nowMs(), (double) MEMORY_INTERVALS * intervalMs);
      SubClusterLoad at = view.open().get(share.name);
      any |= at != null && share.waited(view.nowMs(), rules.waitMs(at, leastLoad)) > 0;
    }
    request.earnMoves(view.nowMs(), (double) INTERVALS_PER_MOVE * intervalMs);
    if (any) {
      for (SubClusterLoad at : view.open().values()) {
        queues.add(queue(request.share(at.name()), at));
      }
      for (Queue each : queues) {
        mayMove(each, leastLoad);
      }
    }
    return any;
  }

  private Queue queue(SubClusterWaitTracker share, SubClusterLoad at) {
    Queue queue = new Queue(share, at);
    double others = demand.of(at.name()) - share.count() * request.size();
    double headroom = share.believed(at.headroom(), view.nowMs(), intervalMs, call) - others;
    queue.room = (int) Math.min(Integer.MAX_VALUE, Math.max(0, headroom / request.size()));
    queue.rate =
        rules.isByWeight()
            ? at.weight()
            : share.grantsIn(intervalMs, at.weight() * at.cores() / mean());
    return queue;
  }

  /** What its sub-cluster serves in the next interval stays. */
  private void mayMove(Queue queue, double leastLoad) {
    SubClusterWaitTracker share = queue.share;
    boolean isServed = share.isServed(view.nowMs(), intervalMs);
    int served = isServed ? (int) share.grantsIn(intervalMs) : 0;
    queue.movable =
        Math.min(
            share.waited(view.nowMs(), rules.waitMs(queue.at, leastLoad)),
            share.count() - Math.max(queue.room, served));
  }

  /** Of the cores of all, by weight. */
  private double mean() {
    double sum = 0;
    int many = 0;
    for (SubClusterLoad each : view.open().values()) {
      sum += each.weight() * each.cores();
      many += each.weight() > 0 ? 1 : 0;
    }
    return many == 0 ? 1 : sum / many;
  }

  private void toRoom() {
    Map<Queue, Integer> gaps = new LinkedHashMap<>();
    for (Queue to : queues) {
      if (to.isTarget() && to.room > to.share.count()) {
        gaps.put(to, to.room - to.share.count());
      }
    }
    for (Queue from : longestWaitFirst()) {
      move(from, from.movable, gaps);
    }
  }

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
      request.moved(
          move(from, Math.min(Math.min(from.movable, surplus), request.movesDue()), gaps));
    }
  }

  /** How long all wait once the waits are equal, in intervals. */
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

  /** Moves at most so many to where there are gaps, in proportion to these, which it closes. */
  private int move(Queue from, int most, Map<Queue, Integer> gaps) {
    int many = Math.min(most, gaps.values().stream().mapToInt(Integer::intValue).sum());
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
