// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.SummedTree;

/**
 * Tracks requests that could not be placed because the nodes' queues were full, and decides whose
 * turn it is. Queues are kept just long enough to bridge the time between heartbeats; further
 * requests wait for the first node with room, and applications submitted earlier go first. A
 * container bound to a queue long before it starts cannot use what is learnt meanwhile. Mercury's
 * successor keeps its queues short in the same way (Rasley et al., Efficient Queue Management for
 * Cluster Scheduling, EuroSys'16, sections 4 and 5).
 *
 * <p>For the one scheduler that sees all applications. Times are ms of one monotonic clock.
 * Thread-safe; no call waits for that of another application. A call takes time that is logarithmic
 * in the number of applications that wait, and linear in that of earlier ones whose demand only
 * some nodes can serve.
 */
public final class UnmetDemandTracker {
  /** Disables the bound: everything is placed at once. */
  public static final long NO_BOUND = 0;

  /**
   * Maximum number of sizes and partitions by which the demand of an application that only some
   * nodes can serve counts. Every call of a later application reads all of them.
   */
  static final int MAX_KINDS = 32;

  private final long aheadMs;
  private final long agingMs;
  private final long staleMs;

  private final ConcurrentMap<JobKey, Waiting> waiting = new ConcurrentHashMap<>();

  /** All waiting demands, the oldest request first; also contains some that have been withdrawn. */
  private final Queue<Waiting> byTime = new ConcurrentLinkedQueue<>();

  /** Demand that every node of a partition can serve, by partition. */
  private final ConcurrentMap<String, AtomicReference<SummedTree<JobDemand>>> ofAll =
      new ConcurrentHashMap<>();

  /** Demand that only some nodes can serve. */
  private final ConcurrentNavigableMap<JobKey, List<UnmetDemand>> others =
      new ConcurrentSkipListMap<>();

  private final AtomicLong serials = new AtomicLong();

  /**
   * Creates a tracker of an idle cluster.
   *
   * @param aheadMs maximum length of queues, in ms of wait; {@link #NO_BOUND} for any length
   * @param agingMs time after which an application that receives nothing no longer yields to
   *     others, in ms
   * @param staleMs time for which the demand of an application counts after its last request, in ms
   */
  public UnmetDemandTracker(long aheadMs, long agingMs, long staleMs) {
    this.aheadMs = aheadMs;
    this.agingMs = agingMs;
    this.staleMs = staleMs;
  }

  /** Demand of one application after one of its calls. */
  private static final class Waiting {
    final JobKey job;
    final long sinceMs;
    final long lastMs;
    final Map<String, JobDemand> ofAll = new HashMap<>();
    final List<UnmetDemand> others = new ArrayList<>();

    /** True once a thread withdraws it. */
    final AtomicBoolean isOver = new AtomicBoolean();

    Waiting(JobKey job, long sinceMs, long lastMs) {
      this.job = job;
      this.sinceMs = sinceMs;
      this.lastMs = lastMs;
    }
  }

  /** Demand of one application in a partition, in the order of submission. Immutable. */
  private static final class JobDemand implements SummedTree.Element, Comparable<JobDemand> {
    final JobKey job;

    /** Distinguishes the demands of an application, of which an earlier one may be removed late. */
    final long serial;

    final long costMs;

    JobDemand(JobKey job, long serial, long costMs) {
      this.job = job;
      this.serial = serial;
      this.costMs = costMs;
    }

    @Override
    public long weight() {
      return costMs;
    }

    @Override
    public ResourceVector largest() {
      return ResourceVector.NONE;
    }

    @Override
    public int compareTo(JobDemand o) {
      int byJob = job.compareTo(o.job);
      return byJob != 0 ? byJob : Long.compare(serial, o.serial);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof JobDemand && compareTo((JobDemand) o) == 0;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(serial);
    }
  }

  /**
   * Returns the view for an application that requests containers now, limited by the demand of
   * those before it.
   */
  public PlacementView inTurn(JobKey job, PlacementView view, long nowMs) {
    if (aheadMs == NO_BOUND) {
      return view;
    }
    return waiting.isEmpty() ? view.ahead(aheadMs) : inTurnOfSome(job, view, nowMs);
  }

  private PlacementView inTurnOfSome(JobKey job, PlacementView view, long nowMs) {
    dropStale(nowMs);
    Waiting own = waiting.get(job);
    if (own != null && nowMs - own.sinceMs >= agingMs) {
      return view.ahead(aheadMs, Collections.emptyMap(), Collections.emptyList());
    }
    Map<String, Long> before = new HashMap<>();
    ofAll.forEach(
        (partition, demand) ->
            before.put(partition, demand.get().first(d -> d.job.compareTo(job) < 0).weight));
    List<UnmetDemand> othersBefore = new ArrayList<>();
    others.headMap(job).values().forEach(othersBefore::addAll);
    return view.ahead(aheadMs, before, othersBefore);
  }

  private void dropStale(long nowMs) {
    for (Waiting oldest = byTime.peek();
        oldest != null && (oldest.isOver.get() || nowMs - oldest.lastMs > staleMs);
        oldest = byTime.peek()) {
      end(oldest);
      byTime.remove(oldest);
    }
  }

  /** Withdraws a demand, unless that was done before. */
  private void end(Waiting removed) {
    if (removed.isOver.compareAndSet(false, true)) {
      withdraw(removed);
    }
  }

  private void withdraw(Waiting removed) {
    waiting.remove(removed.job, removed);
    others.remove(removed.job, removed.others);
    removed.ofAll.forEach((partition, demand) -> change(partition, tree -> tree.without(demand)));
  }

  private void change(String partition, UnaryOperator<SummedTree<JobDemand>> update) {
    ofAll
        .computeIfAbsent(partition, p -> new AtomicReference<>(SummedTree.<JobDemand>empty()))
        .updateAndGet(update);
  }

  /** Records the decision on the view that {@link #inTurn} returned. */
  public void decided(
      JobKey job, PlacementView view, Decision<List<Assignment>> decision, long nowMs) {
    if (aheadMs == NO_BOUND) {
      return;
    }
    Waiting before = waiting.get(job);
    if (before != null) {
      end(before);
    }
    boolean delaysOthers = decision.reason() == PlacementReason.PLACE_QUEUES_FULL;
    if (delaysOthers || decision.reason() == PlacementReason.PLACE_NOT_STARTED) {
      // An application that received part of a long backlog has had its turn.
      boolean waitsOn = before != null && decision.value().isEmpty();
      Waiting now = new Waiting(job, waitsOn ? before.sinceMs : nowMs, nowMs);
      if (delaysOthers) {
        addLeft(view, decision.value(), now);
      }
      waiting.put(job, now);
      now.ofAll.forEach((partition, demand) -> change(partition, tree -> tree.with(demand)));
      if (!now.others.isEmpty()) {
        others.put(job, now.others);
      }
      byTime.add(now);
      if (now.isOver.get()) {
        withdraw(now); // forgotten meanwhile, before all of it was added
      }
    }
  }

  private void addLeft(PlacementView view, List<Assignment> placed, Waiting to) {
    Map<Integer, Integer> counts = new HashMap<>();
    placed.forEach(a -> counts.merge(a.requestIndex(), 1, Integer::sum));
    for (int i = 0; i < view.requests().size(); i++) {
      PlacementRequest request = view.requests().get(i);
      long costMs = (request.count() - counts.getOrDefault(i, 0)) * request.costMs();
      // Demand bound to a location would claim the room of all nodes, so it is not tracked.
      if (costMs > 0 && request.anywhere()) {
        UnmetDemand left =
            new UnmetDemand(request.partition(), request.size(), view.blacklist(), costMs);
        if (left.isForAll(view.ranking().smallest(request.partition()))) {
          to.ofAll.merge(
              request.partition(),
              new JobDemand(to.job, serials.incrementAndGet(), costMs),
              (one, other) -> new JobDemand(to.job, one.serial, one.costMs + other.costMs));
        } else {
          addOther(left, to.others);
        }
      }
    }
  }

  private static void addOther(UnmetDemand added, List<UnmetDemand> to) {
    for (int i = 0; i < to.size(); i++) {
      if (to.get(i).isLike(added)) {
        to.set(i, to.get(i).plus(added.costMs()));
        return;
      }
    }
    if (to.size() < MAX_KINDS) {
      to.add(added);
    }
  }

  /** Removes an application that requests nothing any more. */
  public void forget(JobKey job) {
    Waiting removed = waiting.get(job);
    if (removed != null) {
      end(removed);
    }
  }
}
