// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.profile.ProfileResolver;

/**
 * Reads the running and waiting tasks from the scheduler's own data, so that none can be missed or
 * counted twice. Takes no lock of the scheduler, only those of single nodes, attempts and queues,
 * each for a short time: a snapshot is not of one instant, which an estimate does not need.
 */
public final class ClusterReader {
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final ProfileResolver profiles;
  private final SchedulerRules rules;
  private final LongSupplier clockMs;
  private final ToLongFunction<RMContainer> startedMs;

  /**
   * Creates a reader.
   *
   * @param clockMs monotonic milliseconds
   * @param startedMs creation time of a container, on the same clock
   */
  public ClusterReader(
      AbstractYarnScheduler<?, ?> scheduler,
      ProfileResolver profiles,
      SchedulerRules rules,
      LongSupplier clockMs,
      ToLongFunction<RMContainer> startedMs) {
    this.clockMs = clockMs;
    this.startedMs = startedMs;
    this.scheduler = scheduler;
    this.profiles = profiles;
    this.rules = rules;
  }

  /** Reads the whole cluster; never returns null. */
  public ClusterSnapshot read() {
    List<ClusterSnapshot.Node> nodes = new ArrayList<>();
    for (SchedulerNode node : scheduler.getNodeTracker().getAllNodes()) {
      nodes.add(read(node, node.getReservedContainer()));
    }
    List<ClusterSnapshot.Task> tasks = new ArrayList<>();
    List<ClusterSnapshot.Waiting> waiting = new ArrayList<>();
    Map<ApplicationId, QueueShare> queues = new HashMap<>();
    Function<Queue, QueueShare> share = rules.shares();
    Map<Queue, QueueShare> shares = new HashMap<>();
    for (SchedulerApplication<?> application : scheduler.getSchedulerApplications().values()) {
      SchedulerApplicationAttempt attempt = application.getCurrentAppAttempt();
      if (attempt != null && !attempt.isStopped()) {
        JobRunTimeEstimator runTimes =
            new JobRunTimeEstimator(
                profiles, attempt.getApplicationId(), ElasticAttemptView.job(attempt));
        readTasks(attempt, runTimes, tasks);
        readWaiting(attempt, runTimes, waiting);
        QueueShare queue = shares.computeIfAbsent(attempt.getQueue(), share);
        if (queue != null) {
          queues.put(attempt.getApplicationId(), queue);
        }
      }
    }
    return new ClusterSnapshot(nodes, tasks, waiting, queues);
  }

  /**
   * Reads a node with its containers, and a job's other reserved nodes without theirs.
   *
   * @param reservation the node's own reservation; null for none
   * @param held reservations on other nodes
   * @param backfill its containers count as staying: no task can be forced to end when its profile
   *     says
   */
  public ClusterSnapshot around(
      SchedulerNode node,
      RMContainer reservation,
      Collection<RMContainer> held,
      BackfillRegistry backfill) {
    List<ClusterSnapshot.Node> nodes = new ArrayList<>();
    nodes.add(read(node, reservation));
    for (RMContainer other : held) {
      SchedulerNode reserved = scheduler.getSchedulerNode(other.getReservedNode());
      if (reserved != null && reserved != node) {
        nodes.add(read(reserved, other));
      }
    }
    List<ClusterSnapshot.Task> tasks = new ArrayList<>();
    for (RMContainer c : node.getCopiedListOfRunningContainers()) {
      if (takesRoom(c)) {
        SchedulerApplicationAttempt attempt =
            scheduler.getApplicationAttempt(c.getApplicationAttemptId());
        boolean stays = backfill.isPlaced(reservation, c.getContainerId());
        JobRunTimeEstimator runTimes =
            new JobRunTimeEstimator(
                profiles,
                c.getApplicationAttemptId().getApplicationId(),
                ElasticAttemptView.job(attempt));
        tasks.add(read(c, runTimes, stays));
      }
    }
    return new ClusterSnapshot(nodes, tasks, Collections.emptyList());
  }

  private ClusterSnapshot.Node read(SchedulerNode node, RMContainer reserved) {
    Resource size = reserved == null ? null : reserved.getReservedResource();
    ApplicationId job = size == null ? null : reserved.getApplicationAttemptId().getApplicationId();
    Resource total = node.getTotalResource();
    return new ClusterSnapshot.Node(
        node.getNodeID(),
        node.getPartition(),
        total.getMemorySize(),
        vcores(total),
        job,
        size == null ? 0 : size.getMemorySize(),
        size == null ? 0 : vcores(size));
  }

  private int vcores(Resource size) {
    return rules.countsVcores() ? size.getVirtualCores() : 0;
  }

  private void readTasks(
      SchedulerApplicationAttempt attempt,
      JobRunTimeEstimator runTimes,
      List<ClusterSnapshot.Task> into) {
    for (RMContainer c : attempt.getLiveContainers()) {
      if (takesRoom(c)) {
        into.add(read(c, runTimes, false));
      }
    }
  }

  /** Returns whether a container counts as in use; stock does not count opportunistic ones. */
  private static boolean takesRoom(RMContainer c) {
    return c.getExecutionType() == ExecutionType.GUARANTEED;
  }

  private ClusterSnapshot.Task read(RMContainer c, JobRunTimeEstimator runTimes, boolean stays) {
    Resource size = c.getAllocatedResource();
    long mb = size.getMemorySize();
    boolean master = c.isAMContainer();
    long runMs = ClusterSnapshot.UNKNOWN;
    boolean reliable = true;
    ClusterSnapshot.Waiting request = null;
    long startMs = startedMs.applyAsLong(c);
    if (!master && !stays && runTimes.jobIsKnown()) {
      long requestedMb = Math.max(mb, UndersizedTag.requestedMb(c.getAllocationTags()));
      int priority = c.getAllocatedSchedulerKey().getPriority().getPriority();
      runMs = runTimes.runMs(priority, requestedMb, mb);
      reliable =
          runTimes.job().runsOneTaskPerContainer()
              && runTimes.isReliable(priority, mb < requestedMb);
      request = runTimes.request(priority, requestedMb, vcores(size), isLabelled(c));
    }
    ClusterSnapshot.TaskRun run =
        new ClusterSnapshot.TaskRun(
            startMs,
            runMs < 0 ? ClusterSnapshot.UNKNOWN : endMs(runTimes.job(), startMs, runMs),
            !reliable,
            runMs >= 0 && runTimes.job().reusesContainers());
    return new ClusterSnapshot.Task(
        c.getContainerId(), c.getAllocatedNode(), mb, vcores(size), master, run, request);
  }

  /** Returns the end of the task that runs now: a reused container may be at a later task. */
  private long endMs(JobDescriptor job, long startMs, long runMs) {
    long pastMs = clockMs.getAsLong() - startMs;
    long earlier = job.reusesContainers() && runMs > 0 && pastMs > 0 ? pastMs / runMs : 0;
    return startMs + (earlier + 1) * runMs;
  }

  private void readWaiting(
      SchedulerApplicationAttempt attempt,
      JobRunTimeEstimator runTimes,
      List<ClusterSnapshot.Waiting> into) {
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      PendingAsk pending = attempt.getPendingAsk(key, ResourceRequest.ANY);
      ElasticAttemptView view = ElasticAttemptView.of(attempt);
      int count = view == null ? pending.getCount() : view.waiting(key);
      if (count > 0 && key.getContainerToUpdate() == null) {
        int priority = key.getPriority().getPriority();
        Resource size = pending.getPerAllocationResource();
        into.add(
            runTimes.waiting(
                priority, size.getMemorySize(), vcores(size), count, isLabelled(attempt, key)));
      }
    }
  }

  private static boolean isLabelled(RMContainer c) {
    return c.getNodeLabelExpression() != null && !c.getNodeLabelExpression().isEmpty();
  }

  private static boolean isLabelled(SchedulerApplicationAttempt attempt, SchedulerRequestKey key) {
    AppPlacementAllocator<?> allocator = attempt.getAppPlacementAllocator(key);
    return allocator != null && !allocator.getPrimaryRequestedNodePartition().isEmpty();
  }
}
