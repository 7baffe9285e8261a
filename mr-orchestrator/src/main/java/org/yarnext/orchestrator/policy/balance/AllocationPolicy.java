// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ControlMode;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.contention.ContentionDetector;
import org.yarnext.orchestrator.policy.contention.ContentionStatus;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;

/**
 * Policy that allocates CPU and memory to all tasks of the cluster once an epoch (Algorithm 1). It
 * detects contention, requests the estimated needs of tasks in deficit, lets the balancer judge the
 * requests, and retains effective allocations of earlier epochs. Stateless and thread-safe.
 */
public final class AllocationPolicy {
  private final ControlMode mode;
  private final ContentionDetector detector;
  private final PerformanceBalancer balancer;
  private final RetainedAllocations retained;

  public AllocationPolicy(
      ControlMode mode, ContentionDetector detector, PerformanceBalancer balancer) {
    this.mode = mode;
    this.detector = detector;
    this.balancer = balancer;
    this.retained = new RetainedAllocations(balancer.rules());
  }

  /** The decisions of one round. Immutable. */
  public static final class Result {
    private final List<Decision<AllocationChange>> adjustments = new ArrayList<>();
    private final List<Decision<AllocationChange>> kept = new ArrayList<>();
    private final Map<TaskView, List<Decision<ContentionStatus>>> contention =
        new LinkedHashMap<>();

    private Result() {}

    /**
     * One decision for each request, granted or refused, and for each donor; at most one per task
     * and resource.
     */
    public List<Decision<AllocationChange>> adjustments() {
      return Collections.unmodifiableList(adjustments);
    }

    /** One decision for each task that keeps an amount of an earlier round. */
    public List<Decision<AllocationChange>> kept() {
      return Collections.unmodifiableList(kept);
    }

    /** Returns the changes in force from now on; a task without one returns to its token. */
    public List<AllocationChange> approved() {
      List<AllocationChange> approved = new ArrayList<>();
      for (Decision<AllocationChange> each : adjustments) {
        if (each.value().change() != 0) {
          approved.add(each.value());
        }
      }
      kept.forEach(each -> approved.add(each.value()));
      return approved;
    }

    /** Returns the tasks in deficit or hogging, with the reasons; balanced tasks are left out. */
    public Map<TaskView, List<Decision<ContentionStatus>>> contention() {
      return Collections.unmodifiableMap(contention);
    }
  }

  /**
   * Decides one round.
   *
   * @param nodes the headroom of each node
   * @param tasks all running tasks with fresh reports
   */
  public Result decide(Collection<NodeHeadroom> nodes, Collection<TaskView> tasks) {
    Result result = new Result();
    for (ResourceKind kind : ResourceKind.values()) {
      if (mode.controls(kind)) {
        decide(kind, nodes, tasks, result);
      }
    }
    return result;
  }

  private void decide(
      ResourceKind kind,
      Collection<NodeHeadroom> nodes,
      Collection<TaskView> tasks,
      Result result) {
    List<TaskView> own = tasks.stream().filter(t -> t.has(kind)).collect(Collectors.toList());
    List<AllocationRequest> requests = new ArrayList<>();
    Set<String> hogging = new HashSet<>();
    Map<JobPhase, List<TaskView>> byPhase = new LinkedHashMap<>();
    own.forEach(task -> byPhase.computeIfAbsent(task.phase(), p -> new ArrayList<>()).add(task));
    byPhase.values().forEach(peers -> detect(kind, peers, requests, hogging, result));
    List<Decision<AllocationChange>> judged = balancer.decide(kind, nodes, own, requests, hogging);
    result.adjustments.addAll(judged);
    result.kept.addAll(retained.decide(kind, own, hogging, requests, judged));
  }

  private void detect(
      ResourceKind kind,
      List<TaskView> peers,
      List<AllocationRequest> requests,
      Set<String> hogging,
      Result result) {
    List<Decision<ContentionStatus>> found = detector.detect(kind, peers);
    double mean = Double.NaN;
    for (int i = 0; i < found.size(); i++) {
      Decision<ContentionStatus> status = found.get(i);
      TaskView task = peers.get(i);
      if (status.value() == ContentionStatus.BALANCED) {
        continue;
      }
      result.contention.computeIfAbsent(task, t -> new ArrayList<>()).add(status);
      if (status.value() == ContentionStatus.HOGGING) {
        hogging.add(task.container());
      } else {
        mean = Double.isNaN(mean) ? PhaseUsage.of(peers).mean(kind) : mean;
        requests.add(new AllocationRequest(task, wanted(kind, task.share(kind), mean)));
      }
    }
  }

  /** Returns the amount to grant so that the task receives its estimated need. */
  private static double wanted(ResourceKind kind, ResourceShare share, double mean) {
    double need = Double.isNaN(share.estimated()) ? mean : share.estimated();
    if (kind == ResourceKind.MEMORY) {
      return Math.max(need, mean);
    }
    // On a full node the kernel gives less than the grant, in proportion to it.
    double received = Math.min(share.used(), share.allocated());
    return received > 0
        ? Math.min(need * share.allocated() / received, Double.MAX_VALUE)
        : Math.max(need, 2 * share.allocated());
  }
}
