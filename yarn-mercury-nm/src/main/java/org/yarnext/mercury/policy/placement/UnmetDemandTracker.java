// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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
 * Thread-safe; a call takes time that is logarithmic in the number of applications that wait.
 */
public final class UnmetDemandTracker {
  /** Disables the bound: everything is placed at once. */
  public static final long NO_BOUND = 0;

  private final long aheadMs;
  private final long agingMs;
  private final long staleMs;

  /** Waiting applications, the one with the oldest request first. */
  private final Map<JobKey, Waiting> waiting = new LinkedHashMap<>();

  /** Demand that every node of a partition can serve, by partition. */
  private final Map<String, SummedTree<JobDemand>> ofAll = new HashMap<>();

  /** True while no application waits: then calls take no lock. */
  private volatile boolean isEmpty = true;

  /** Demand that only some nodes can serve. */
  private final NavigableMap<JobKey, List<UnmetDemand>> others = new TreeMap<>();

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

  /** Demand of one application. */
  private static final class Waiting {
    final long sinceMs;
    final long lastMs;
    final Map<String, JobDemand> ofAll = new HashMap<>();
    final List<UnmetDemand> others = new ArrayList<>();

    Waiting(long sinceMs, long lastMs) {
      this.sinceMs = sinceMs;
      this.lastMs = lastMs;
    }
  }

  /** Demand of one application in a partition, in the order of submission. */
  private static final class JobDemand implements SummedTree.Element, Comparable<JobDemand> {
    final JobKey job;
    final long costMs;

    JobDemand(JobKey job, long costMs) {
      this.job = job;
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
      return job.compareTo(o.job);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof JobDemand && job.equals(((JobDemand) o).job);
    }

    @Override
    public int hashCode() {
      return job.hashCode();
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
    return isEmpty
        ? view.ahead(aheadMs, Collections.emptyMap(), Collections.emptyList())
        : inTurnOfSome(job, view, nowMs);
  }

  private synchronized PlacementView inTurnOfSome(JobKey job, PlacementView view, long nowMs) {
    dropStale(nowMs);
    Waiting own = waiting.get(job);
    if (own != null && nowMs - own.sinceMs >= agingMs) {
      return view.ahead(aheadMs, Collections.emptyMap(), Collections.emptyList());
    }
    Map<String, Long> before = new HashMap<>();
    ofAll.forEach(
        (partition, demand) ->
            before.put(partition, demand.first(d -> d.job.compareTo(job) < 0).weight));
    List<UnmetDemand> othersBefore = new ArrayList<>();
    others.headMap(job).values().forEach(othersBefore::addAll);
    return view.ahead(aheadMs, before, othersBefore);
  }

  private void dropStale(long nowMs) {
    for (Iterator<Map.Entry<JobKey, Waiting>> it = waiting.entrySet().iterator(); it.hasNext(); ) {
      Map.Entry<JobKey, Waiting> oldest = it.next();
      if (nowMs - oldest.getValue().lastMs <= staleMs) {
        return;
      }
      it.remove();
      withdraw(oldest.getKey(), oldest.getValue());
    }
    isEmpty = waiting.isEmpty();
  }

  private void withdraw(JobKey job, Waiting removed) {
    others.remove(job);
    removed.ofAll.forEach(
        (partition, demand) ->
            ofAll.computeIfPresent(
                partition,
                (p, all) -> {
                  SummedTree<JobDemand> rest = all.without(demand);
                  return rest.size() == 0 ? null : rest;
                }));
  }

  /** Records the decision on the view that {@link #inTurn} returned. */
  public void decided(
      JobKey job, PlacementView view, Decision<List<Assignment>> decision, long nowMs) {
    boolean waits = decision.reason() == PlacementReason.PLACE_QUEUES_FULL;
    if (aheadMs != NO_BOUND && (waits || !isEmpty)) {
      update(job, view, decision, nowMs);
    }
  }

  private synchronized void update(
      JobKey job, PlacementView view, Decision<List<Assignment>> decision, long nowMs) {
    Waiting before = waiting.remove(job);
    if (before != null) {
      withdraw(job, before);
    }
    if (decision.reason() == PlacementReason.PLACE_QUEUES_FULL) {
      // An application that received part of a long backlog has had its turn.
      boolean waitsOn = before != null && decision.value().isEmpty();
      Waiting now = new Waiting(waitsOn ? before.sinceMs : nowMs, nowMs);
      addLeft(job, view, decision.value(), now);
      waiting.put(job, now);
      now.ofAll.forEach(
          (partition, demand) ->
              ofAll.merge(
                  partition,
                  SummedTree.<JobDemand>empty().with(demand),
                  (all, one) -> all.with(demand)));
      if (!now.others.isEmpty()) {
        others.put(job, now.others);
      }
    }
    isEmpty = waiting.isEmpty();
  }

  private static void addLeft(JobKey job, PlacementView view, List<Assignment> placed, Waiting to) {
    Map<Integer, Integer> counts = new HashMap<>();
    placed.forEach(a -> counts.merge(a.ask(), 1, Integer::sum));
    for (int i = 0; i < view.asks().size(); i++) {
      PlacementRequest ask = view.asks().get(i);
      long costMs = (ask.count() - counts.getOrDefault(i, 0)) * ask.costMs();
      // Demand bound to a location would claim the room of all nodes, so it is not tracked.
      if (costMs > 0 && ask.anywhere()) {
        UnmetDemand left = new UnmetDemand(ask.partition(), ask.size(), view.blacklist(), costMs);
        if (left.isForAll(view.ranking().smallest(ask.partition()))) {
          to.ofAll.merge(
              ask.partition(),
              new JobDemand(job, costMs),
              (one, other) -> new JobDemand(job, one.costMs + other.costMs));
        } else {
          to.others.add(left);
        }
      }
    }
  }

  /** Removes an application that requests nothing any more. */
  public void forget(JobKey job) {
    if (!isEmpty) {
      remove(job);
    }
  }

  private synchronized void remove(JobKey job) {
    Waiting removed = waiting.remove(job);
    if (removed != null) {
      withdraw(job, removed);
      isEmpty = waiting.isEmpty();
    }
  }
}
