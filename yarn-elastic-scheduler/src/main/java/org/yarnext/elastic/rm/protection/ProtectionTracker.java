// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.protection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardState;
import org.yarnext.elastic.policy.protection.JobDemandView;
import org.yarnext.elastic.policy.protection.NodeCapacityView;
import org.yarnext.elastic.policy.protection.ProtectionLimits;
import org.yarnext.elastic.policy.protection.ProtectionPolicy;
import org.yarnext.elastic.policy.protection.ProtectionReason;
import org.yarnext.elastic.policy.protection.ProtectionView;
import org.yarnext.elastic.policy.timeline.TimelineEstimates;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.metrics.ElasticMetrics;
import org.yarnext.elastic.rm.timeline.ClusterSnapshot;
import org.yarnext.elastic.rm.timeline.JobEndCache;
import org.yarnext.elastic.rm.timeline.JobEndEstimates;
import org.yarnext.elastic.rm.timeline.KeptNodes;
import org.yarnext.elastic.rm.timeline.TimelineWriter;

/**
 * Calls one {@link ProtectionPolicy} with each estimate of the jobs' ends, and adds its decisions
 * to that estimate: the nodes kept for late jobs, and the times by which jobs' smaller tasks must
 * end. Thread-safe.
 */
public final class ProtectionTracker implements JobEndCache.Estimator {
  private static final String HOOK = "elastic.protect";

  private final JobEndCache.Estimator estimator;
  private final SchedulerRules rules;
  private final Supplier<ProtectionLimits> limits;
  private final int maxBlocks;
  private final boolean mayEndWithStock;
  private final Guard guard;
  private final ElasticMetrics metrics;
  private final Map<ApplicationId, JobDemandReader> demands = new HashMap<>();
  private final Map<JobId, DecisionReason> reasons = new HashMap<>();
  private ProtectionPolicy policy;

  /**
   * Creates a tracker.
   *
   * @param estimator of the jobs' ends
   * @param rules of the scheduler, as stock has them
   * @param limits current bounds
   * @param maxBlocks maximum number of tasks that start while stock's schedule is simulated ahead
   * @param mayEndWithStock see {@link ProtectionPolicy}
   */
  public ProtectionTracker(
      JobEndCache.Estimator estimator,
      SchedulerRules rules,
      Supplier<ProtectionLimits> limits,
      int maxBlocks,
      boolean mayEndWithStock,
      Guard guard,
      ElasticMetrics metrics) {
    this.estimator = estimator;
    this.rules = rules;
    this.limits = limits;
    this.maxBlocks = maxBlocks;
    this.mayEndWithStock = mayEndWithStock;
    this.guard = guard;
    this.metrics = metrics;
  }

  @Override
  public JobEndEstimates estimate(ClusterSnapshot cluster, long nowMs) {
    JobEndEstimates ends = estimator.estimate(cluster, nowMs);
    return protect(cluster, ends, nowMs);
  }

  private static final class ProtectedEnds implements JobEndEstimates {
    private final JobEndEstimates ends;
    private final KeptNodes kept;
    private final Map<ApplicationId, Long> endByMs;

    ProtectedEnds(JobEndEstimates ends, KeptNodes kept, Map<ApplicationId, Long> endByMs) {
      this.ends = ends;
      this.kept = kept;
      this.endByMs = endByMs;
    }

    /** Returns the time by which the job's tasks with less memory must end. */
    @Override
    public long endMs(ApplicationId job) {
      Long byMs = endByMs.get(job);
      return byMs == null ? ends.endMs(job) : byMs;
    }

    @Override
    public TimelineEstimates estimates() {
      return ends.estimates();
    }

    @Override
    public KeptNodes kept() {
      return kept;
    }
  }

  /** Forgets stock's schedule, which begins again with the next estimate. */
  private void clear() {
    policy = null;
    demands.clear();
    reasons.clear();
  }

  private synchronized JobEndEstimates protect(
      ClusterSnapshot cluster, JobEndEstimates ends, long nowMs) {
    try {
      ProtectionLimits now = limits.get();
      if (now.isOff() || guard.state() == GuardState.TRIPPED) {
        clear();
        return ends;
      }
      policy =
          policy == null ? new ProtectionPolicy(rules.order(), maxBlocks, mayEndWithStock) : policy;
      Map<JobId, ApplicationId> ids = new HashMap<>();
      cluster.waiting().forEach(w -> ids.put(TimelineWriter.job(w.job()), w.job()));
      Map<String, NodeId> nodes = new HashMap<>();
      cluster.nodes().forEach(node -> nodes.put(node.id().toString(), node.id()));
      Map<JobId, Decision<ProtectionView>> decisions =
          policy.decide(
              nowMs,
              now,
              capacities(cluster),
              demands(cluster, nowMs),
              rules.maxReserved(cluster.nodes().size()),
              ends.estimates());
      explain(decisions, ids);
      return decisions.isEmpty() ? ends : protectedEnds(ends, decisions, ids, nodes);
    } catch (Throwable t) {
      clear();
      guard.recordFailure(HOOK, t);
      return ends;
    }
  }

  private void explain(
      Map<JobId, Decision<ProtectionView>> decisions, Map<JobId, ApplicationId> ids) {
    decisions.forEach(
        (job, decision) -> {
          if (decision.reason() != reasons.get(job)) {
            metrics.log().explain(metrics.wallMs(), ids.get(job).toString(), decision);
          } else if (decision.reason() != ProtectionReason.IN_TIME) {
            metrics.log().count(decision);
          }
        });
    reasons.clear();
    decisions.forEach((job, decision) -> reasons.put(job, decision.reason()));
  }

  private static JobEndEstimates protectedEnds(
      JobEndEstimates ends,
      Map<JobId, Decision<ProtectionView>> decisions,
      Map<JobId, ApplicationId> ids,
      Map<String, NodeId> nodes) {
    Map<NodeId, ApplicationId> kept = new HashMap<>();
    Map<ApplicationId, Long> endByMs = new HashMap<>();
    decisions.forEach(
        (job, decision) -> {
          ProtectionView view = decision.value();
          view.nodes().forEach(node -> kept.put(nodes.get(node), ids.get(job)));
          if (view.endByMs() >= 0) {
            endByMs.put(ids.get(job), view.endByMs());
          }
        });
    return new ProtectedEnds(ends, kept.isEmpty() ? KeptNodes.NONE : new KeptNodes(kept), endByMs);
  }

  /** Returns the nodes without a label, less what masters and unknown tasks use there. */
  private static Collection<NodeCapacityView> capacities(ClusterSnapshot cluster) {
    Map<NodeId, long[]> free = new LinkedHashMap<>();
    for (ClusterSnapshot.Node node : cluster.nodes()) {
      if (node.partition().isEmpty()) {
        free.put(node.id(), new long[] {node.memoryMb(), node.vcores()});
      }
    }
    for (ClusterSnapshot.Task task : cluster.tasks()) {
      long[] node = free.get(task.node());
      if (node != null && !JobDemandReader.canSimulate(task.request())) {
        node[0] -= task.memoryMb();
        node[1] -= task.vcores();
      }
    }
    List<NodeCapacityView> views = new ArrayList<>();
    free.forEach(
        (id, room) -> views.add(new NodeCapacityView(id.toString(), room[0], (int) room[1])));
    return views;
  }

  private Collection<JobDemandView> demands(ClusterSnapshot cluster, long nowMs) {
    for (ClusterSnapshot.Task task : cluster.tasks()) {
      if (JobDemandReader.canSimulate(task.request())) {
        demands.computeIfAbsent(task.job(), JobDemandReader::new).addRunning(task, nowMs);
      }
    }
    for (ClusterSnapshot.Waiting waiting : cluster.waiting()) {
      if (JobDemandReader.canSimulate(waiting)) {
        demands.computeIfAbsent(waiting.job(), JobDemandReader::new).addWaiting(waiting);
      }
    }
    List<JobDemandView> views = new ArrayList<>();
    demands.values().removeIf(JobDemandReader::isIdle);
    demands.values().forEach(job -> views.add(job.read(cluster.queues().get(job.id()))));
    return views;
  }
}
