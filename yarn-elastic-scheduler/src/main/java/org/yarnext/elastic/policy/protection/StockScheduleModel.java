// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * Simulates the schedule that stock would make with the same nodes and jobs, if each task had all
 * its memory and ran as long as its profile says. Reads what is new in the cluster, lets {@link
 * StockPlacer} place tasks, and simulates a copy ahead for jobs whose tasks still wait.
 *
 * <p>The cost depends on the changes since the last call. Each task that ended or started in this
 * schedule costs O(waiting jobs), and new requests cost O(nodes). Not thread-safe.
 */
final class StockScheduleModel {
  static final long UNKNOWN = -1;

  /** How long a schedule simulated ahead is used, in ms: shares and run times change. */
  private static final long AHEAD_VALID_MS = 10_000;

  /**
   * Maximum number of jobs that wait here but have ended in the cluster. As long as the cluster
   * does more than stock would, they become more.
   */
  static final int MAX_ENDED = 1_000;

  private final JobOrder order;
  private final StockClusterState cluster;
  private final StockReservationLedger reservations;
  private final StockPlacer placer;

  /** This schedule simulated ahead, as of {@link #aheadSinceMs}; null if unknown. */
  private StockScheduleModel ahead;

  private long aheadSinceMs;

  /**
   * Creates an empty schedule.
   *
   * @param order default order of the jobs in a queue: fair in the FairScheduler, first in, first
   *     out in the CapacityScheduler
   */
  StockScheduleModel(JobOrder order) {
    this(order, new StockClusterState());
  }

  private StockScheduleModel(JobOrder order, StockClusterState cluster) {
    this.order = order;
    this.cluster = cluster;
    this.reservations = new StockReservationLedger(cluster, order);
    this.placer = new StockPlacer(cluster, order, reservations);
  }

  /**
   * Advances the schedule to now.
   *
   * @param nowMs never before an earlier call's
   * @param nodes all nodes
   * @param jobs all jobs that wait or run in the cluster; one that has ended there continues here
   * @param maxReserved number of nodes that stock lets one job reserve at a time
   */
  void advance(
      long nowMs,
      Collection<NodeCapacityView> nodes,
      Collection<JobDemandView> jobs,
      int maxReserved) {
    cluster.clockMs = nowMs;
    reservations.maxReserved = maxReserved;
    placer.endTasks();
    placer.offerAllLater();
    readNodes(nodes);
    boolean more = readJobs(jobs);
    cluster.joinQueues();
    for (StockNodeState node : cluster.nodes.values()) {
      if (more || node.reservedFor != null && node.reservedFor.left() <= 0) {
        placer.offerLater(node);
      }
    }
    placer.placeTasks();
    if (more || nowMs - aheadSinceMs >= AHEAD_VALID_MS) {
      ahead = null;
    }
  }

  private void readNodes(Collection<NodeCapacityView> views) {
    Map<String, StockNodeState> before = new HashMap<>(cluster.nodes);
    cluster.nodes.clear();
    for (NodeCapacityView view : views) {
      StockNodeState known = before.remove(view.name);
      StockNodeState node = known == null ? new StockNodeState() : known;
      if (view.memoryMb > node.memoryMb || view.vcores > node.vcores) {
        placer.offerLater(node);
      }
      node.memoryMb = view.memoryMb;
      node.vcores = view.vcores;
      cluster.nodes.put(view.name, node);
    }
    for (StockNodeState gone : before.values()) { // its tasks end as if it had stayed
      gone.present = false;
      placer.removeNode(gone);
    }
  }

  /** Reads the jobs; returns whether there is anything new to place. */
  private boolean readJobs(Collection<JobDemandView> views) {
    boolean more = false;
    Set<JobId> present = new LinkedHashSet<>();
    for (JobDemandView view : views) {
      present.add(view.id());
      more |= readJob(view);
    }
    for (StockJobState job : cluster.jobs.values()) {
      if (job.view != null && !present.contains(job.id)) {
        for (JobDemandView.Group never : job.view.groups()) {
          StockTaskGroup group = job.group(never);
          if (group != null) {
            group.total -= never.waiting; // such tasks will not start
          }
        }
        job.view = null;
      }
    }
    forgetOldest();
    cluster.jobs.values().removeIf(job -> job.view == null && !job.isActive());
    return more;
  }

  /** Lets the oldest ended jobs start no more tasks if there are too many that wait. */
  private void forgetOldest() {
    long ended = cluster.jobs.values().stream().filter(StockScheduleModel::hasEnded).count();
    Iterator<StockJobState> oldest = cluster.jobs.values().iterator();
    while (ended > MAX_ENDED) {
      StockJobState job = oldest.next();
      if (hasEnded(job)) {
        job.groups.forEach(group -> group.total = group.placed);
        ended--;
      }
    }
  }

  private static boolean hasEnded(StockJobState job) {
    return job.view == null && job.waits();
  }

  private boolean readJob(JobDemandView view) {
    StockJobState job =
        cluster.jobs.computeIfAbsent(view.id(), id -> new StockJobState(id, cluster.clockMs));
    job.view = view;
    job.share = view.queue();
    job.slowdown = Math.max(job.slowdown, view.slowdown());
    job.isPartlySimulated = false;
    forget(job);
    boolean more = false;
    for (JobDemandView.Group seen : view.groups()) {
      StockTaskGroup group = job.group(seen);
      if (group == null) {
        job.isPartlySimulated = true;
        continue;
      }
      group.runMs = seen.runMs;
      int before = group.total;
      long total = (long) group.forgotten + seen.started + seen.waiting;
      group.total = (int) Math.min(Integer.MAX_VALUE, Math.max(before, total));
      more |= group.total > before;
    }
    return more;
  }

  /** Removes the groups that are not in the job's view any more, once they have ended here too. */
  private void forget(StockJobState job) {
    for (Iterator<StockTaskGroup> groups = job.groups.iterator(); groups.hasNext(); ) {
      StockTaskGroup group = groups.next();
      if (!job.view.has(group.priority, group.memoryMb, group.vcores)) {
        group.forgotten = group.total;
        if (!cluster.needs(group)) {
          groups.remove();
        }
      }
    }
  }

  /** Returns when the job arrived, in ms; {@link #UNKNOWN} if the job is unknown. */
  long arrivedMs(JobId id) {
    StockJobState job = cluster.jobs.get(id);
    return job == null ? UNKNOWN : job.arrivedMs;
  }

  /**
   * Returns when the job ends; {@link #UNKNOWN} before its last task has started, and if some of
   * its requests are not simulated.
   */
  long finishMs(JobId id) {
    StockJobState job = cluster.jobs.get(id);
    if (job == null || job.isPartlySimulated || job.waits() || job.groups.isEmpty()) {
      return UNKNOWN;
    }
    return job.groups.stream().mapToLong(g -> g.endMs(g.lastStartMs)).max().orElse(UNKNOWN);
  }

  /**
   * Returns when the job ends if no new requests arrive; {@link #UNKNOWN} if its last task has not
   * started by the given time. Simulates the schedule up to that time, unless that was done since
   * the last change.
   *
   * @param untilMs on this schedule's clock
   * @param maxStarts maximum number of tasks that start meanwhile, 1 or more
   */
  long finishMs(JobId id, long untilMs, int maxStarts) {
    long known = finishMs(id);
    if (known != UNKNOWN) {
      return known;
    }
    if (ahead == null) {
      ahead = new StockScheduleModel(order, cluster.copy());
      ahead.reservations.maxReserved = reservations.maxReserved;
      aheadSinceMs = cluster.clockMs;
    }
    ahead.simulateUntil(untilMs, cluster.started + maxStarts);
    return ahead.finishMs(id);
  }

  /**
   * Returns a time at which a job whose end {@link #finishMs(JobId, long, int)} has just not found
   * has not ended; {@link #UNKNOWN} if some of its requests are not simulated.
   */
  long unfinishedUntilMs(JobId id) {
    StockJobState job = cluster.jobs.get(id);
    return job == null || job.isPartlySimulated || job.groups.isEmpty()
        ? UNKNOWN
        : ahead.cluster.clockMs;
  }

  private void simulateUntil(long untilMs, long maxStarted) {
    while (cluster.started < maxStarted
        && !cluster.waiting.isEmpty()
        && !cluster.runs.isEmpty()
        && cluster.runs.peek().endMs <= untilMs) {
      cluster.clockMs = cluster.runs.peek().endMs;
      if (placer.endTasks()) {
        cluster.joinQueues();
      }
      placer.placeTasks();
    }
  }

  /**
   * Returns the number of a group's tasks that have started in this schedule, including ended tasks
   * but not forgotten ones; below 0 while some of the forgotten ones still wait.
   */
  int started(JobId id, JobDemandView.Group like) {
    StockJobState job = cluster.jobs.get(id);
    StockTaskGroup group = job == null ? null : job.group(like);
    return group == null ? 0 : group.placed - group.forgotten;
  }

  /** Returns the memory that runs on a node, in MB. */
  long usedMb(String node) {
    return cluster.nodes.get(node).usedMb;
  }
}
