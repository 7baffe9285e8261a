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
 * A hierarchical start-time fair queue (Goyal, Vin and Cheng, 1996) of jobs that wait for the same
 * quota. The quota of a queue is divided among its users, that of a parent among its queues. Each
 * user or queue has a finish tag, which grows by the amounts admitted. The one with the smallest
 * tag goes next; ties go to the one that came first. A user with many jobs therefore does not delay
 * a user with few by more than one job.
 *
 * <p>The clock of a queue is the tag up to which it has served. A user or queue that arrives starts
 * at the clock, whatever it was served before; only finish tags beyond the clock are kept.
 * Immutable and thread-safe.
 */
public final class GangFairQueue {
  /** Limit of flows with tags beyond their queue's clock; above it all tags are dropped. */
  static final int MAX_FLOWS = 20_000;

  private static final GangFairQueue NONE =
      new GangFairQueue(Collections.emptyMap(), Collections.emptyMap());

  /** Separates queue path and user in a flow's name; never part of a path. */
  private static final char USER = '\n';

  private final Map<String, Long> clocks;
  private final Map<String, Long> finishes;

  private GangFairQueue(Map<String, Long> clocks, Map<String, Long> finishes) {
    this.clocks = Collections.unmodifiableMap(clocks);
    this.finishes = Collections.unmodifiableMap(finishes);
  }

  /** Returns the initial state: nobody has been served. */
  static GangFairQueue none() {
    return NONE;
  }

  /**
   * Returns the state with the given tags.
   *
   * @param clocks by queue path, 0 or more
   * @param finishes by queue path, or by queue path and user, 0 or more
   */
  public static GangFairQueue of(Map<String, Long> clocks, Map<String, Long> finishes) {
    return new GangFairQueue(new TreeMap<>(clocks), new TreeMap<>(finishes));
  }

  /** Returns the clocks as given to {@link #of}, unmodifiable. */
  public Map<String, Long> clocks() {
    return clocks;
  }

  /** Returns the finish tags as given to {@link #of}, unmodifiable. */
  public Map<String, Long> finishes() {
    return finishes;
  }

  /** Returns the jobs in the order in which they are considered; O(n depth log n) for n jobs. */
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
    for (String top : tops) { // a single root, unless a path is not of a known queue
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
   * Returns the state after jobs were admitted.
   *
   * @param admitted the admitted jobs, in order
   * @param waiting all other waiting jobs that could be admitted one day
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
    Map<String, Long> earliest = new HashMap<>();
    for (PendingGang gang : waiting) {
      String flow = flow(gang);
      for (String path = gang.queue(); !path.isEmpty(); path = parent(path)) {
        earliest.merge(path, nextFinishes.getOrDefault(flow, 0L), Math::min);
        flow = path;
      }
    }
    Map<String, Long> nextClocks = new HashMap<>(clocks);
    // Jobs that overtook a waiting flow do not move the clock past that flow's tag.
    served.forEach(
        (path, start) ->
            nextClocks.merge(
                path, Math.min(start, earliest.getOrDefault(path, Long.MAX_VALUE)), Math::max));
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

  /** Returns the queue that a flow belongs to. */
  private static String levelOf(String flow) {
    int user = flow.indexOf(USER);
    return user >= 0 ? flow.substring(0, user) : parent(flow);
  }

  /** Returns the parent's path; empty for the topmost queue. */
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

  /** A user within a queue, or a queue within its parent. */
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

  /** The state of a queue while the order is computed. */
  private static final class Level {
    private final Map<String, Fifo> jobs = new HashMap<>();
    private final Set<String> known = new HashSet<>();

    /** Flows that start at the clock, by the sequence number of their next job. */
    private final PriorityQueue<Flow> begin =
        new PriorityQueue<>(Comparator.comparingLong(flow -> flow.first));

    /** Flows whose finish tags are ahead of the clock. */
    private final PriorityQueue<Flow> ahead =
        new PriorityQueue<>(
            Comparator.<Flow>comparingLong(flow -> flow.finish)
                .thenComparingLong(flow -> flow.first));

    private long clock;

    Level(long clock) {
      this.clock = clock;
    }

    /** Adds a flow; returns false if it was added before. */
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

    /** Removes and returns the next flow; {@link #served} must follow. */
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
     * Adds the amount to the flow's finish tag.
     *
     * @param isWaiting whether the flow has more jobs
     * @param first sequence number of its next job; 0 to keep the current one
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
