// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * Plays stock's schedule beside the cluster: the same nodes and jobs, where each task has all its
 * memory and runs as long as its profile says then. A free node goes to the queue that uses the
 * smallest part of its share, and there to the first job in order that has a task with room or may
 * reserve the node. The default order tells the schedulers apart, whose reservations differ.
 *
 * <p>Costs what has changed since the last call: for each task that ended or started here, a look
 * at each waiting job; for new requests, at each node. Not thread-safe.
 */
final class StockScheduleModel {
  static final long UNKNOWN = -1;

  /** How long a schedule that was played on is used, in ms: shares and run times change. */
  private static final long AHEAD_VALID_MS = 10_000;

  private final JobOrder order;
  private final Map<String, StockNodeState> nodes = new TreeMap<>();
  private final Map<JobId, StockJobState> jobs = new LinkedHashMap<>();
  private final PriorityQueue<StockTaskRun> runs = new PriorityQueue<>();
  private final Set<StockNodeState> toOffer = new LinkedHashSet<>();
  private List<StockTaskGroup> waiting = new ArrayList<>();
  private int maxReserved;
  private long clockMs;

  private long clusterMb;
  private long usedMb;
  private long reservedMb;

  /** Number of tasks that have started so far. */
  private long started;

  /** This schedule played on, as of {@link #aheadSinceMs}; null if it is not known. */
  private StockScheduleModel ahead;

  private long aheadSinceMs;

  /**
   * Creates an empty schedule.
   *
   * @param order of the jobs of a queue that has none of its own: fair in the FairScheduler, first
   *     in, first out in the CapacityScheduler
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
    offer();
    if (more || clockMs - aheadSinceMs >= AHEAD_VALID_MS) {
      ahead = null;
    }
  }

  private void offer() {
    while (!toOffer.isEmpty()) {
      StockNodeState node = toOffer.iterator().next();
      toOffer.remove(node);
      if (offer(node)) {
        toOffer.add(node);
      }
    }
  }

  /** Ends tasks; returns whether a job ended. */
  private boolean end() {
    boolean ended = false;
    while (!runs.isEmpty() && runs.peek().endMs <= clockMs) {
      StockTaskRun run = runs.poll();
      if (run.group.endMs(run.startMs) > clockMs) {
        // Slower than was known when it started.
        runs.add(new StockTaskRun(run.number, run.startMs, run.group, run.node));
        continue;
      }
      run.node.usedMb -= run.group.memoryMb;
      run.node.usedVcores -= run.group.vcores;
      usedMb -= run.group.memoryMb;
      StockJobState job = run.group.job;
      job.usedMb -= run.group.memoryMb;
      job.queue.usedMb -= run.group.memoryMb;
      job.running--;
      ended |= !job.isActive();
      if (run.node.present) {
        toOffer.add(run.node);
      }
    }
    if (!toOffer.isEmpty() && order == JobOrder.FIFO) { // what was at the limit may go on
      nodes.values().stream().filter(n -> n.reservedFor == null).forEach(toOffer::add);
    }
    return ended;
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

  private void drop(StockNodeState node) {
    if (node.reservedFor != null) {
      node.reservedFor.job.reserved--;
      node.reservedFor.job.reservedMb -= node.reservedFor.memoryMb;
      reservedMb -= node.reservedFor.memoryMb;
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
    jobs.values().removeIf(job -> job.view == null && !job.isActive());
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
    clusterMb = nodes.values().stream().mapToLong(node -> node.memoryMb).sum();
    for (StockJobState job : jobs.values()) {
      String name = job.share == null ? "" : job.share.name();
      double share = job.share == null ? 1 : job.share.share();
      job.queue = queues.computeIfAbsent(name, n -> new StockQueueState(share));
      job.queue.usedMb += job.usedMb;
      job.queue.jobs += job.isActive() ? 1 : 0;
      for (StockTaskGroup group : job.groups) {
        if (group.left() > 0) {
          waiting.add(group);
        }
      }
    }
    double shares = queues.values().stream().mapToDouble(queue -> queue.share).sum();
    queues.values().forEach(queue -> queue.shareMb = clusterMb * queue.share / shares);
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
    StockTaskGroup next = null;
    for (StockTaskGroup group : waiting) {
      if (node.couldFit(group)
          && (node.fits(group) || mayReserve(group) || isAtLimit(group))
          && group.isBefore(next, order)) {
        next = group;
      }
    }
    if (next == null || isAtLimit(next)) {
      return false;
    }
    if (node.fits(next)) {
      dropFor(next);
      place(next, node);
      return true;
    }
    node.reservedFor = next;
    next.job.reserved++;
    next.job.reservedMb += next.memoryMb;
    reservedMb += next.memoryMb;
    return false;
  }

  /**
   * Returns whether stock lets the group's job reserve one more node: in the FairScheduler while it
   * uses less than its share, in the CapacityScheduler for each waiting task.
   */
  private boolean mayReserve(StockTaskGroup group) {
    StockJobState job = group.job;
    return order == JobOrder.FAIR
        ? job.reserved < maxReserved && job.usedMb < job.queue.jobShareMb()
        : job.reserved < Math.min(maxReserved, group.left()) && group.memoryMb <= freeMb();
  }

  /**
   * Returns whether the CapacityScheduler, to which reserved memory is used, is at its limit: it
   * gives the node to no job behind this one then.
   */
  private boolean isAtLimit(StockTaskGroup group) {
    return order == JobOrder.FIFO && group.memoryMb > freeMb() + group.job.reservedMb;
  }

  private long freeMb() {
    return clusterMb - usedMb - reservedMb;
  }

  /** Gives up a reservation of the CapacityScheduler that a task elsewhere makes superfluous. */
  private void dropFor(StockTaskGroup group) {
    boolean superfluous =
        order != JobOrder.FAIR && (group.memoryMb > freeMb() || group.job.reserved >= group.left());
    if (superfluous && group.job.reserved > 0) {
      for (StockNodeState node : nodes.values()) {
        if (node.reservedFor != null && node.reservedFor.job == group.job) {
          drop(node);
          toOffer.add(node);
          return;
        }
      }
    }
  }

  private void place(StockTaskGroup group, StockNodeState node) {
    node.usedMb += group.memoryMb;
    node.usedVcores += group.vcores;
    usedMb += group.memoryMb;
    group.job.usedMb += group.memoryMb;
    group.job.queue.usedMb += group.memoryMb;
    group.job.running++;
    group.placed++;
    group.lastStartMs = clockMs;
    runs.add(new StockTaskRun(++started, clockMs, group, node));
    if (group.left() <= 0) {
      waiting.remove(group);
      nodes.values().stream().filter(other -> other.reservedFor == group).forEach(toOffer::add);
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

  /**
   * Returns when the job ends if nothing new comes; {@link #UNKNOWN} if its last task has not
   * started by a time. Plays the schedule on to then, unless that was done since the last change.
   *
   * @param untilMs of this schedule's clock
   * @param maxStarts maximum number of tasks that start meanwhile, 1 or more
   */
  long finishMs(JobId id, long untilMs, int maxStarts) {
    long known = finishMs(id);
    if (known != UNKNOWN) {
      return known;
    }
    if (ahead == null) {
      ahead = copy();
      aheadSinceMs = clockMs;
    }
    while (ahead.started - started < maxStarts
        && !ahead.waiting.isEmpty()
        && !ahead.runs.isEmpty()
        && ahead.runs.peek().endMs <= untilMs) {
      ahead.clockMs = ahead.runs.peek().endMs;
      if (ahead.end()) {
        ahead.joinQueues();
      }
      ahead.offer();
    }
    return ahead.finishMs(id);
  }

  private StockScheduleModel copy() {
    StockScheduleModel copy = new StockScheduleModel(order);
    copy.clockMs = clockMs;
    copy.maxReserved = maxReserved;
    copy.started = started;
    copy.usedMb = usedMb;
    copy.reservedMb = reservedMb;
    Map<StockTaskGroup, StockTaskGroup> groups = new IdentityHashMap<>();
    jobs.forEach((id, job) -> copy.jobs.put(id, job.copy(groups)));
    Map<StockNodeState, StockNodeState> states = new IdentityHashMap<>();
    for (StockTaskRun run : runs) {
      StockNodeState node = states.computeIfAbsent(run.node, n -> n.copy(groups));
      copy.runs.add(new StockTaskRun(run.number, run.startMs, groups.get(run.group), node));
    }
    nodes.forEach(
        (name, node) -> copy.nodes.put(name, states.computeIfAbsent(node, n -> n.copy(groups))));
    copy.joinQueues();
    return copy;
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
