// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.timeline.TimelineEstimates;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * Protects jobs from delays by tasks with less memory, their own and those of other jobs, relative
 * to {@link StockScheduleModel}, the simulated schedule of stock.
 *
 * <p>YARN-ME's Algorithm 1 (section 3.3) lets tasks with less memory run until their job's expected
 * end. This policy allows more while tasks wait for more memory than the nodes have: then the tasks
 * of a job that is not late may run until the job would end under stock. A task that may run longer
 * needs less memory.
 *
 * <p>A job is late if it is expected to end later than under stock by more than {@link
 * ProtectionLimits} allow. Its tasks with less memory must end by the latest allowed end of the
 * job. If stock would have started more of its tasks by now, nodes are kept for these tasks: those
 * that have room first. Tasks with less memory must then end no later than the tasks on the kept
 * nodes.
 *
 * <p>Nodes are kept for a job only if its run times are known and proved, and none of its tasks is
 * overdue. If no task starts on them for as long as the job takes under stock, they are given up.
 * Not thread-safe; reads no clock.
 */
public final class ProtectionPolicy {
  /**
   * How far stock's schedule is simulated ahead, in multiples of the longest run time of a task.
   */
  private static final int RUN_TIMES_AHEAD = 4;

  private final StockScheduleModel stock;
  private final int maxStarts;
  private final boolean mayEndWithStock;
  private final Map<JobId, ProtectionPeriod> keeping = new HashMap<>();

  /** Since when nodes have been kept for a job, with no task started meanwhile. */
  private static final class ProtectionPeriod {
    final int started;
    final long sinceMs;

    ProtectionPeriod(int started, long sinceMs) {
      this.started = started;
      this.sinceMs = sinceMs;
    }
  }

  /** A waiting job with its expected end, and its time under stock or a lower bound of that. */
  private static final class ExpectedJob {
    final JobDemandView view;
    final long arrivedMs;
    final long stockMs;
    final long endMs;
    final long allowedMs;

    ExpectedJob(JobDemandView view, long arrivedMs, long stockMs, long endMs, long allowedMs) {
      this.view = view;
      this.arrivedMs = arrivedMs;
      this.stockMs = stockMs;
      this.endMs = endMs;
      this.allowedMs = allowedMs;
    }

    boolean isLate() {
      return endMs > allowedMs;
    }

    double ratio() {
      return (endMs - arrivedMs) / (double) stockMs;
    }

    Decision<ProtectionView> decided(ProtectionView view, ProtectionReason reason) {
      return Decision.of(view, reason)
          .with("stockMs", stockMs)
          .with("expectedMs", endMs - arrivedMs)
          .with("endByMs", view.endByMs())
          .with("nodes", view.nodes().size());
    }

    Decision<ProtectionView> until(long endByMs, ProtectionReason reason) {
      return decided(new ProtectionView(Collections.emptySet(), endByMs), reason);
    }
  }

  /**
   * Creates a policy.
   *
   * @param order default order of the jobs in a queue
   * @param maxStarts maximum number of tasks that start while stock's schedule is simulated ahead,
   *     1 or more
   * @param mayEndWithStock whether, while many tasks wait, the tasks of a job that is not late may
   *     run until it would end under stock
   */
  public ProtectionPolicy(JobOrder order, int maxStarts, boolean mayEndWithStock) {
    stock = new StockScheduleModel(order);
    this.maxStarts = maxStarts;
    this.mayEndWithStock = mayEndWithStock;
  }

  /**
   * Decides the protection of each waiting job until the next call.
   *
   * @param nowMs never before an earlier call's
   * @param nodes all nodes without a label
   * @param jobs all jobs that wait or run there
   * @param maxReserved number of nodes that stock lets one job reserve at a time
   * @param estimates of this moment
   * @return the decision for each waiting job whose end is estimated, with and without stock, the
   *     latest job first
   */
  public Map<JobId, Decision<ProtectionView>> decide(
      long nowMs,
      ProtectionLimits limits,
      Collection<NodeCapacityView> nodes,
      Collection<JobDemandView> jobs,
      int maxReserved,
      TimelineEstimates estimates) {
    stock.advance(nowMs, nodes, jobs, maxReserved);
    Map<JobId, Decision<ProtectionView>> decisions = new LinkedHashMap<>();
    Set<String> kept = new HashSet<>();
    int max = limits.maxNodes(nodes.size());
    boolean isBacklogged = isBacklogged(nodes, jobs);
    Set<JobId> late = new HashSet<>();
    for (ExpectedJob job : expected(nowMs, jobs, limits, estimates)) {
      Decision<ProtectionView> decision;
      if (!job.isLate()) {
        decision = inTime(job, isBacklogged);
      } else if (!lacks(job.view)) {
        decision = job.until(job.allowedMs, ProtectionReason.PROTECTED_END);
      } else {
        late.add(job.view.id());
        decision = decide(nowMs, job, estimates, kept, max);
      }
      decisions.put(job.view.id(), decision);
      kept.addAll(decision.value().nodes());
    }
    keeping.keySet().retainAll(late);
    return decisions;
  }

  /** Returns whether more memory is waited for than the nodes have. */
  private static boolean isBacklogged(
      Collection<NodeCapacityView> nodes, Collection<JobDemandView> jobs) {
    long waitingMb = jobs.stream().mapToLong(JobDemandView::waitingMb).sum();
    return waitingMb > nodes.stream().mapToLong(node -> node.memoryMb).sum();
  }

  private Decision<ProtectionView> inTime(ExpectedJob job, boolean isBacklogged) {
    long stockEndMs = job.arrivedMs + job.stockMs;
    boolean isUsed =
        mayEndWithStock && isBacklogged && job.view.isReliable() && !job.view.isOverdue();
    return job.until(
        isUsed ? Math.max(job.endMs, stockEndMs) : job.endMs, ProtectionReason.IN_TIME);
  }

  private List<ExpectedJob> expected(
      long nowMs,
      Collection<JobDemandView> jobs,
      ProtectionLimits limits,
      TimelineEstimates estimates) {
    List<ExpectedJob> expected = new ArrayList<>();
    long longestMs = jobs.stream().mapToLong(JobDemandView::longestMs).max().orElse(0);
    long untilMs = nowMs + RUN_TIMES_AHEAD * longestMs;
    for (JobDemandView view : jobs) {
      long endMs = estimates.endMs(view.id());
      if (endMs >= 0 && view.waits()) {
        long finishMs = stock.finishMs(view.id(), untilMs, maxStarts);
        boolean known = finishMs >= 0;
        long atLeastMs = known ? finishMs : stock.unfinishedUntilMs(view.id());
        if (atLeastMs >= 0) {
          long arrivedMs = stock.arrivedMs(view.id());
          long stockMs = Math.max(1, Math.max(atLeastMs - arrivedMs, view.longestMs()));
          long allowedMs = known ? arrivedMs + limits.allowedMs(stockMs) : Long.MAX_VALUE;
          expected.add(new ExpectedJob(view, arrivedMs, stockMs, endMs, allowedMs));
        }
      }
    }
    expected.sort(Comparator.comparingDouble(ExpectedJob::ratio).reversed());
    return expected;
  }

  private boolean lacks(JobDemandView job) {
    return job.groups().stream().anyMatch(group -> lack(job, group) > 0);
  }

  private Decision<ProtectionView> decide(
      long nowMs, ExpectedJob job, TimelineEstimates estimates, Set<String> taken, int max) {
    if (!job.view.isReliable()) {
      return job.decided(ProtectionView.NONE, ProtectionReason.PROTECTED_UNPROVED);
    }
    if (job.view.isOverdue()) {
      return job.decided(ProtectionView.NONE, ProtectionReason.PROTECTED_OVERDUE);
    }
    if (taken.size() >= max) {
      return job.decided(ProtectionView.NONE, ProtectionReason.PROTECTED_MAX_NODES);
    }
    int started = job.view.started();
    ProtectionPeriod since = keeping.get(job.view.id());
    if (since == null || since.started < started) {
      since = new ProtectionPeriod(started, nowMs);
    } else if (nowMs - since.sinceMs > job.stockMs) {
      return job.decided(ProtectionView.NONE, ProtectionReason.PROTECTED_TOO_LONG);
    }
    ProtectionView view = keep(job, estimates, taken, max - taken.size());
    if (view.nodes().isEmpty()) {
      return job.decided(ProtectionView.NONE, ProtectionReason.PROTECTED_NO_ROOM);
    }
    keeping.put(job.view.id(), since);
    return job.decided(view, ProtectionReason.PROTECTED);
  }

  /** Returns how many of a group's waiting tasks stock would have started. */
  private long lack(JobDemandView job, JobDemandView.Group group) {
    return Math.min(group.waiting, stock.started(job.id(), group) - group.started);
  }

  /**
   * Keeps nodes; the job's tasks with less memory must end no later than the last task on these
   * nodes.
   */
  private ProtectionView keep(
      ExpectedJob job, TimelineEstimates estimates, Set<String> taken, int max) {
    Set<String> nodes = new LinkedHashSet<>();
    long endByMs = job.allowedMs;
    for (JobDemandView.Group group : job.view.groups()) {
      long lack = lack(job.view, group);
      Iterator<TimelineEstimates.NodeRoom> rooms =
          lack <= 0
              ? Collections.emptyIterator()
              : estimates.roomsInOrder(group.memoryMb, group.vcores).iterator();
      while (lack > 0 && nodes.size() < max && rooms.hasNext()) {
        TimelineEstimates.NodeRoom room = rooms.next();
        if (!room.isReservedForOther(job.view.id())
            && !taken.contains(room.node())
            && nodes.add(room.node())) {
          lack -= Math.max(1, room.freeMb() / group.memoryMb);
          endByMs = Math.max(endByMs, room.atMs() + group.runMs);
        }
      }
    }
    return new ProtectionView(nodes, endByMs);
  }
}
