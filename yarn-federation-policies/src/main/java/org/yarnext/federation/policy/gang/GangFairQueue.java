// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/**
 * A hierarchical start-time fair queue (Goyal, Vin and Cheng, 1996) of the jobs that wait for the
 * same quota. A queue is divided among its users, a parent among its queues. Each has a finish tag,
 * which grows by the amount of what it was admitted; who has the least goes next, and of those with
 * the same the first that came. So whoever has many jobs waits as long as somebody who has few, but
 * for one job of the other.
 *
 * <p>A queue's clock is the tag up to which it has served. Who comes begins there, whatever he had
 * before; only finish tags beyond it are kept. Immutable and thread-safe.
 */
public final class GangFairQueue {
  /** Of more that are ahead of their queue's clock nothing is kept: all begin again. */
  static final int MAX_FLOWS = 20_000;

  private static final GangFairQueue NONE =
      new GangFairQueue(Collections.emptyMap(), Collections.emptyMap());

  /** Not in a queue's path. */
  private static final char USER = '\n';

  private final Map<String, Long> clocks;
  private final Map<String, Long> finishes;

  private GangFairQueue(Map<String, Long> clocks, Map<String, Long> finishes) {
    this.clocks = Collections.unmodifiableMap(clocks);
    this.finishes = Collections.unmodifiableMap(finishes);
  }

  /** Everybody begins. */
  public static GangFairQueue none() {
    return NONE;
  }

  /**
   * As kept.
   *
   * @param clocks by path of a queue, 0 or more
   * @param finishes by path of a queue, or that and its user, 0 or more
   */
  public static GangFairQueue of(Map<String, Long> clocks, Map<String, Long> finishes) {
    return new GangFairQueue(new TreeMap<>(clocks), new TreeMap<>(finishes));
  }

  /** Unmodifiable, as given to {@link #of}. */
  public Map<String, Long> clocks() {
    return clocks;
  }

  /** Unmodifiable, as given to {@link #of}. */
  public Map<String, Long> finishes() {
    return finishes;
  }

  /** The order in which jobs are looked at; O(n depth log n) for n jobs. */
  List<PendingGang> order(Collection<PendingGang> pending) {
    List<PendingGang> bySequence = new ArrayList<>(pending);
    bySequence.sort(Comparator.comparingLong(PendingGang::sequence));
    Map<String, Level> levels = new HashMap<>();
    for (PendingGang gang : bySequence) {
      String flow = flow(gang);
      boolean isNew = true;
      for (String path = gang.queue(); isNew && !path.isEmpty(); path = parent(path)) {
        Level level = levels.computeIfAbsent(path, p -> new Level(clock(p)));
        isNew = level.add(flow, finishes.getOrDefault(flow, 0L), gang.sequence());
        flow = path;
      }
      levels.get(gang.queue()).jobs.computeIfAbsent(flow(gang), f -> new Fifo()).add(gang);
    }
    List<PendingGang> order = new ArrayList<>(bySequence.size());
    Set<String> tops = new HashSet<>();
    for (PendingGang gang : bySequence) {
      tops.add(top(gang.queue()));
    }
    for (String top : tops) { // all below one root, but for what is no queue at all
      while (levels.get(top).isWaiting()) {
        order.add(take(top, levels));
      }
    }
    return order;
  }

  private static PendingGang take(String path, Map<String, Level> levels) {
    Level level = levels.get(path);
    Flow next = level.next();
    Fifo jobs = level.jobs.get(next.name);
    PendingGang taken = jobs == null ? take(next.name, levels) : jobs.remove();
    boolean isWaiting = jobs == null ? levels.get(next.name).isWaiting() : !jobs.isEmpty();
    level.served(next, taken.amount(), isWaiting, isWaiting && jobs != null ? jobs.first() : 0);
    return taken;
  }

  /**
   * What holds once some have been admitted.
   *
   * @param admitted in their order
   * @param waiting all others that wait and could be admitted one day
   */
  GangFairQueue after(Collection<PendingGang> admitted, Collection<PendingGang> waiting) {
    if (admitted.isEmpty()) {
      return this;
    }
    Map<String, Long> nextFinishes = new HashMap<>(finishes);
    Map<String, Long> served = new HashMap<>();
    for (PendingGang gang : admitted) {
      String flow = flow(gang);
      for (String path = gang.queue(); !path.isEmpty(); path = parent(path)) {
        long start = Math.max(clock(path), nextFinishes.getOrDefault(flow, 0L));
        nextFinishes.put(flow, GangQuotas.add(start, gang.amount()));
        served.merge(path, start, Math::max);
        flow = path;
      }
    }
    Map<String, Long> least = new HashMap<>();
    for (PendingGang gang : waiting) {
      String flow = flow(gang);
      for (String path = gang.queue(); !path.isEmpty(); path = parent(path)) {
        least.merge(path, nextFinishes.getOrDefault(flow, 0L), Math::min);
        flow = path;
      }
    }
    Map<String, Long> nextClocks = new HashMap<>(clocks);
    // Those that went ahead of somebody who waits do not move the clock past him.
    served.forEach(
        (path, start) ->
            nextClocks.merge(
                path, Math.min(start, least.getOrDefault(path, Long.MAX_VALUE)), Math::max));
    nextFinishes
        .entrySet()
        .removeIf(e -> e.getValue() <= nextClocks.getOrDefault(levelOf(e.getKey()), 0L));
    return nextFinishes.size() > MAX_FLOWS ? NONE : of(nextClocks, nextFinishes);
  }

  private long clock(String path) {
    return clocks.getOrDefault(path, 0L);
  }

  private static String flow(PendingGang gang) {
    return gang.queue() + USER + gang.user();
  }

  /** The queue that a flow is in. */
  private static String levelOf(String flow) {
    int user = flow.indexOf(USER);
    return user >= 0 ? flow.substring(0, user) : parent(flow);
  }

  /** Empty for the uppermost. */
  private static String parent(String path) {
    int dot = path.lastIndexOf('.');
    return dot < 0 ? "" : path.substring(0, dot);
  }

  private static String top(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  @Override
  public String toString() {
    return clocks + " " + finishes;
  }

  /** The jobs of one user in one queue. */
  private static final class Fifo {
    private final List<PendingGang> jobs = new ArrayList<>();
    private int next;

    void add(PendingGang gang) {
      jobs.add(gang);
    }

    PendingGang remove() {
      return jobs.get(next++);
    }

    boolean isEmpty() {
      return next == jobs.size();
    }

    long first() {
      return jobs.get(next).sequence();
    }
  }

  /** A user in his queue, or a queue in its parent. */
  private static final class Flow {
    private final String name;
    private long finish;
    private long first;

    Flow(String name, long finish, long first) {
      this.name = name;
      this.finish = finish;
      this.first = first;
    }
  }

  /** A queue while the order is made. */
  private static final class Level {
    private final Map<String, Fifo> jobs = new HashMap<>();
    private final Set<String> known = new HashSet<>();

    /** Those that begin at the clock, by who came first. */
    private final PriorityQueue<Flow> begin =
        new PriorityQueue<>(Comparator.comparingLong(flow -> flow.first));

    /** Those that are ahead of it. */
    private final PriorityQueue<Flow> ahead =
        new PriorityQueue<>(
            Comparator.<Flow>comparingLong(flow -> flow.finish)
                .thenComparingLong(flow -> flow.first));

    private long clock;

    Level(long clock) {
      this.clock = clock;
    }

    /** Returns false if it was there. */
    boolean add(String name, long finish, long sequence) {
      boolean isNew = known.add(name);
      if (isNew) {
        waits(new Flow(name, finish, sequence));
      }
      return isNew;
    }

    private void waits(Flow flow) {
      (flow.finish > clock ? ahead : begin).add(flow);
    }

    boolean isWaiting() {
      return !begin.isEmpty() || !ahead.isEmpty();
    }

    /** Takes who is next; {@link #served} is to follow. */
    Flow next() {
      if (begin.isEmpty()) {
        clock = ahead.peek().finish;
      }
      while (!ahead.isEmpty() && ahead.peek().finish <= clock) {
        begin.add(ahead.remove());
      }
      return begin.remove();
    }

    /**
     * @param isWaiting whether it has more
     * @param first the place of its next in the order of submission; 0 for as before
     */
    void served(Flow flow, long amount, boolean isWaiting, long first) {
      flow.finish = GangQuotas.add(clock, amount);
      if (first > 0) {
        flow.first = first;
      }
      if (isWaiting) {
        waits(flow);
      }
    }
  }
}
