// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.timeline.Estimates;
import org.yarnext.elastic.policy.timeline.JobId;
import org.yarnext.elastic.policy.timeline.JobOrder;

/**
 * Limits what a job loses to smaller tasks of others. Stock's schedule is played beside the
 * cluster, in which each job has a finish. Where a job would end too long after that, the nodes
 * that have room for it first are kept for it, for as many tasks as stock would have started by
 * now.
 *
 * <p>Only known and proved run times count, none longer than expected, and nodes are kept in vain
 * no longer than the job takes under stock. Not thread-safe; reads no clock.
 */
public final class ProtectionPolicy {
  private final StockScheduleModel stock;
  private final Map<JobId, Keeping> keeping = new HashMap<>();

  /** Since when nodes have been kept for a job, with no task started meanwhile. */
  private static final class Keeping {
    final int started;
    final long sinceMs;

    Keeping(int started, long sinceMs) {
      this.started = started;
      this.sinceMs = sinceMs;
    }
  }

  /** A job that stock would have had started. */
  private static final class LateJob {
    final JobDemandView view;
    final long arrivedMs;
    final long stockMs;
    final long endMs;

    LateJob(JobDemandView view, long arrivedMs, long stockMs, long endMs) {
      this.view = view;
      this.arrivedMs = arrivedMs;
      this.stockMs = stockMs;
      this.endMs = endMs;
    }

    double ratio() {
      return (endMs - arrivedMs) / (double) stockMs;
    }

    Decision<Set<String>> decided(Set<String> nodes, ProtectionReason reason) {
      return Decision.of(nodes, reason)
          .with("stockMs", stockMs)
          .with("expectedMs", endMs - arrivedMs)
          .with("nodes", nodes.size());
    }
  }

  /**
   * Creates a policy.
   *
   * @param order of the jobs of a queue that has none of its own
   */
  public ProtectionPolicy(JobOrder order) {
    stock = new StockScheduleModel(order);
  }

  /**
   * Decides which nodes are kept for which jobs until the next call.
   *
   * @param nowMs never before an earlier call's
   * @param nodes all nodes without a label
   * @param jobs all jobs that wait or run there
   * @param maxReserved number of nodes that stock lets one job reserve at a time
   * @param estimates of this moment
   * @return the nodes of each job that stock would have ended too long before, the latest first
   */
  public Map<JobId, Decision<Set<String>>> decide(
      long nowMs,
      ProtectionLimits limits,
      Collection<NodeCapacityView> nodes,
      Collection<JobDemandView> jobs,
      int maxReserved,
      Estimates estimates) {
    stock.advance(nowMs, nodes, jobs, maxReserved);
    Map<JobId, Decision<Set<String>>> decisions = new LinkedHashMap<>();
    Set<String> kept = new HashSet<>();
    int max = limits.maxNodes(nodes.size());
    Map<String, Long> freeMb = null;
    for (LateJob job : late(jobs, limits, estimates)) {
      freeMb = freeMb == null ? estimates.freeMb() : freeMb;
      Decision<Set<String>> decision = decide(nowMs, job, estimates, freeMb, kept, max);
      decisions.put(job.view.id(), decision);
      kept.addAll(decision.value());
    }
    keeping.keySet().retainAll(decisions.keySet());
    return decisions;
  }

  private List<LateJob> late(
      Collection<JobDemandView> jobs, ProtectionLimits limits, Estimates estimates) {
    List<LateJob> late = new ArrayList<>();
    for (JobDemandView view : jobs) {
      long finishMs = stock.finishMs(view.id());
      long endMs = estimates.endMs(view.id());
      if (finishMs >= 0 && endMs >= 0 && view.groups().stream().anyMatch(g -> g.waiting > 0)) {
        long arrivedMs = stock.arrivedMs(view.id());
        long stockMs = Math.max(1, Math.max(finishMs - arrivedMs, view.longestMs()));
        if (endMs - arrivedMs > limits.allowedMs(stockMs)) {
          late.add(new LateJob(view, arrivedMs, stockMs, endMs));
        }
      }
    }
    late.sort(Comparator.comparingDouble(LateJob::ratio).reversed());
    return late;
  }

  private Decision<Set<String>> decide(
      long nowMs,
      LateJob job,
      Estimates estimates,
      Map<String, Long> freeMb,
      Set<String> taken,
      int max) {
    Set<String> none = new HashSet<>();
    if (!job.view.reliable()) {
      return job.decided(none, ProtectionReason.PROTECTED_UNPROVED);
    }
    if (job.view.overdue()) {
      return job.decided(none, ProtectionReason.PROTECTED_OVERDUE);
    }
    if (taken.size() >= max) {
      return job.decided(none, ProtectionReason.PROTECTED_MAX_NODES);
    }
    int started = job.view.started();
    Keeping since = keeping.get(job.view.id());
    if (since == null || since.started < started) {
      since = new Keeping(started, nowMs);
    } else if (nowMs - since.sinceMs > job.stockMs) {
      return job.decided(none, ProtectionReason.PROTECTED_TOO_LONG);
    }
    Set<String> nodes = nodes(job, estimates, freeMb, taken, max - taken.size());
    if (nodes.isEmpty()) {
      return job.decided(none, ProtectionReason.PROTECTED_NO_ROOM);
    }
    keeping.put(job.view.id(), since);
    return job.decided(nodes, ProtectionReason.PROTECTED);
  }

  private Set<String> nodes(
      LateJob job, Estimates estimates, Map<String, Long> freeMb, Set<String> taken, int max) {
    Set<String> nodes = new LinkedHashSet<>();
    for (JobDemandView.Group group : job.view.groups()) {
      long lack = Math.min(group.waiting, stock.started(job.view.id(), group) - group.started);
      Map<String, Long> rooms = estimates.roomsMs(job.view.id(), group.memoryMb, group.vcores);
      List<String> first = new ArrayList<>(rooms.keySet());
      first.sort(Comparator.comparing((String node) -> rooms.get(node)).thenComparing(n -> n));
      for (String node : first) {
        if (lack <= 0 || nodes.size() >= max) {
          break;
        }
        if (!taken.contains(node) && nodes.add(node)) {
          lack -= Math.max(1, freeMb.get(node) / group.memoryMb);
        }
      }
    }
    return nodes;
  }
}
