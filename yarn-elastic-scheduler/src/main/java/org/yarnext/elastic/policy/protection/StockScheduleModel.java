// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.yarnext.elastic.policy.timeline.JobId;
import org.yarnext.elastic.policy.timeline.JobOrder;

/**
 * Plays stock's schedule beside the cluster: the same nodes and jobs, where each task has all its
 * memory and runs as long as its profile says then. A free node goes to the queue that uses the
 * smallest part of its share, and there to the job whose turn it is; a task without room may
 * reserve the node.
 *
 * <p>Costs what has changed since the last call: for each task that ended or started here, a look
 * at each waiting job; for new requests, at each node. Not thread-safe.
 */
final class StockScheduleModel {
  static final long UNKNOWN = -1;

  private final JobOrder order;
  private final Map<String, StockNodeState> nodes = new TreeMap<>();
  private final Map<JobId, StockJobState> jobs = new LinkedHashMap<>();
  private final PriorityQueue<StockTaskRun> runs = new PriorityQueue<>();
  private final Set<StockNodeState> toOffer = new LinkedHashSet<>();
  private List<StockTaskGroup> waiting = new ArrayList<>();
  private int maxReserved;
  private long clockMs;

  /**
   * Creates an empty schedule.
   *
   * @param order of the jobs of a queue that has none of its own
   */
  StockScheduleModel(JobOrder order) {
    this.order = order;
  }

  /**
   * Advances the schedule to now.
   *
   * @param nowMs never before an earlier call's
   * @param nodesNow all nodes
   * @param jobsNow all jobs that wait or run in the cluster; one that has ended there goes on here
   * @param reservable number of nodes that stock lets one job reserve at a time
   */
  void advance(
      long nowMs,
      Collection<NodeCapacityView> nodesNow,
      Collection<JobDemandView> jobsNow,
      int reservable) {
    clockMs = nowMs;
    maxReserved = reservable;
    end();
    read(nodesNow);
    boolean more = readJobs(jobsNow);
    joinQueues();
    for (StockNodeState node : nodes.values()) {
      if (more || node.reservedFor != null && node.reservedFor.left() <= 0) {
        toOffer.add(node);
      }
    }
    while (!toOffer.isEmpty()) {
      StockNodeState node = toOffer.iterator().next();
      toOffer.remove(node);
      if (offer(node)) {
        toOffer.add(node);
      }
    }
  }

  private void end() {
    while (!runs.isEmpty() && runs.peek().endMs <= clockMs) {
      StockTaskRun run = runs.poll();
      if (run.group.endMs(run.startMs) > clockMs) {
        // Slower than was known when it started.
        runs.add(new StockTaskRun(run.startMs, run.group, run.node));
        continue;
      }
      run.node.usedMb -= run.group.memoryMb;
      run.node.usedVcores -= run.group.vcores;
      run.group.job.usedMb -= run.group.memoryMb;
      run.group.job.running--;
      if (run.node.present) {
        toOffer.add(run.node);
      }
    }
  }

  private void read(Collection<NodeCapacityView> now) {
    Map<String, StockNodeState> before = new HashMap<>(nodes);
    nodes.clear();
    for (NodeCapacityView view : now) {
      StockNodeState known = before.remove(view.name);
      StockNodeState node = known == null ? new StockNodeState() : known;
      if (view.memoryMb > node.memoryMb || view.vcores > node.vcores) {
        toOffer.add(node);
      }
      node.memoryMb = view.memoryMb;
      node.vcores = view.vcores;
      nodes.put(view.name, node);
    }
    for (StockNodeState gone : before.values()) { // its tasks end as if it had stayed
      gone.present = false;
      toOffer.remove(gone);
      drop(gone);
    }
  }

  private static void drop(StockNodeState node) {
    if (node.reservedFor != null) {
      node.reservedFor.job.reserved--;
      node.reservedFor = null;
    }
  }

  /** Reads the jobs; returns whether there is anything new to place. */
  private boolean readJobs(Collection<JobDemandView> now) {
    boolean more = false;
    Set<JobId> present = new LinkedHashSet<>();
    for (JobDemandView view : now) {
      present.add(view.id());
      StockJobState job = jobs.computeIfAbsent(view.id(), id -> new StockJobState(id, clockMs));
      job.view = view;
      job.share = view.queue();
      job.slowdown = Math.max(job.slowdown, view.slowdown());
      for (JobDemandView.Group seen : view.groups()) {
        more |= read(job, seen);
      }
    }
    for (StockJobState job : jobs.values()) {
      if (job.view != null && !present.contains(job.id)) {
        for (JobDemandView.Group never : job.view.groups()) {
          job.group(never).total -= never.waiting; // such tasks will not start
        }
        job.view = null;
      }
    }
    jobs.values().removeIf(job -> job.view == null && job.running == 0 && !job.waits());
    return more;
  }

  private static boolean read(StockJobState job, JobDemandView.Group seen) {
    StockTaskGroup group = job.group(seen);
    group.runMs = seen.runMs;
    int before = group.total;
    group.total = Math.max(before, seen.started + seen.waiting);
    return group.total > before;
  }

  private void joinQueues() {
    Map<String, StockQueueState> queues = new HashMap<>();
    waiting = new ArrayList<>();
    for (StockJobState job : jobs.values()) {
      String name = job.share == null ? "" : job.share.name();
      double share = job.share == null ? 1 : job.share.share();
      job.queue = queues.computeIfAbsent(name, n -> new StockQueueState(share));
      job.queue.usedMb += job.usedMb;
      for (StockTaskGroup group : job.groups) {
        if (group.left() > 0) {
          waiting.add(group);
        }
      }
    }
  }

  /** Gives the node to the job whose turn it is; returns whether it may have room for another. */
  private boolean offer(StockNodeState node) {
    if (node.reservedFor != null) {
      StockTaskGroup group = node.reservedFor;
      if (group.left() > 0 && !node.fits(group)) {
        return false;
      }
      drop(node);
      if (group.left() > 0) {
        place(group, node);
      }
      return true;
    }
    if (!node.hasFree()) {
      return false;
    }
    StockTaskGroup first = null;
    StockTaskGroup fitting = null;
    for (StockTaskGroup group : waiting) {
      if (node.couldFit(group)) {
        first = group.isBefore(first, order) ? group : first;
        fitting = node.fits(group) && group.isBefore(fitting, order) ? group : fitting;
      }
    }
    if (first != fitting && first.job.reserved < Math.min(maxReserved, first.left())) {
      node.reservedFor = first;
      first.job.reserved++;
      return false;
    }
    if (fitting != null) {
      place(fitting, node);
    }
    return fitting != null;
  }

  private void place(StockTaskGroup group, StockNodeState node) {
    node.usedMb += group.memoryMb;
    node.usedVcores += group.vcores;
    group.job.usedMb += group.memoryMb;
    group.job.queue.usedMb += group.memoryMb;
    group.job.running++;
    group.placed++;
    group.lastStartMs = clockMs;
    runs.add(new StockTaskRun(clockMs, group, node));
    if (group.left() <= 0) {
      waiting.remove(group);
    }
  }

  /** Returns when the job came, in ms; {@link #UNKNOWN} if it is not known. */
  long arrivedMs(JobId id) {
    StockJobState job = jobs.get(id);
    return job == null ? UNKNOWN : job.arrivedMs;
  }

  /** Returns when the job ends; {@link #UNKNOWN} before its last task has started. */
  long finishMs(JobId id) {
    StockJobState job = jobs.get(id);
    if (job == null || job.waits() || job.groups.isEmpty()) {
      return UNKNOWN;
    }
    return job.groups.stream().mapToLong(g -> g.endMs(g.lastStartMs)).max().orElse(UNKNOWN);
  }

  /** Returns the number of a group's tasks that have started here, those that ended included. */
  int started(JobId id, JobDemandView.Group like) {
    StockJobState job = jobs.get(id);
    return job == null ? 0 : job.group(like).placed;
  }

  /** Returns the memory that runs on a node, in MB. */
  long usedMb(String node) {
    return nodes.get(node).usedMb;
  }
}
