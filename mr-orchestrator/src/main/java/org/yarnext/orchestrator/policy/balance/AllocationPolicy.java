/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
 * Decides once an epoch, from the view of the whole cluster, which tasks get how much (Algorithm
 * 1): finds who gets too little and who too much, wishes for the former what they are estimated to
 * need, lets the balancer judge, and keeps what helps already. Stateless and thread-safe.
 */
public final class AllocationPolicy {
  private final ControlMode mode;
  private final ContentionDetector detector;
  private final PerformanceBalancer balancer;
  private final RetainedAllocations kept;

  public AllocationPolicy(
      ControlMode mode, ContentionDetector detector, PerformanceBalancer balancer) {
    this.mode = mode;
    this.detector = detector;
    this.balancer = balancer;
    this.kept = new RetainedAllocations(balancer.rules());
  }

  /** What a round came to. Immutable. */
  public static final class Result {
    private final List<Decision<Adjustment>> adjustments;
    private final List<Decision<Adjustment>> kept;
    private final Map<TaskView, List<Decision<ContentionStatus>>> standings;

    private Result(
        List<Decision<Adjustment>> adjustments,
        List<Decision<Adjustment>> kept,
        Map<TaskView, List<Decision<ContentionStatus>>> standings) {
      this.adjustments = Collections.unmodifiableList(adjustments);
      this.kept = Collections.unmodifiableList(kept);
      this.standings = Collections.unmodifiableMap(standings);
    }

    /** One for each wish, refused or not, and for each task that gives; at most one a resource. */
    public List<Decision<Adjustment>> adjustments() {
      return adjustments;
    }

    /** One for each task that keeps what it was given or gave earlier, refused a wish or not. */
    public List<Decision<Adjustment>> kept() {
      return kept;
    }

    /** What is in force from now on; a task without one returns to what its token says. */
    public List<Adjustment> approved() {
      List<Adjustment> approved = new ArrayList<>();
      for (Decision<Adjustment> each : adjustments) {
        if (each.value().change() != 0) {
          approved.add(each.value());
        }
      }
      kept.forEach(each -> approved.add(each.value()));
      return approved;
    }

    /** Of the tasks that are in deficit or hog; the others are left out. */
    public Map<TaskView, List<Decision<ContentionStatus>>> standings() {
      return standings;
    }
  }

  /**
   * @param nodes what each node has left
   * @param tasks all running tasks of which fresh reports are there
   */
  public Result decide(Collection<NodeHeadroom> nodes, Collection<TaskView> tasks) {
    List<Decision<Adjustment>> adjustments = new ArrayList<>();
    List<Decision<Adjustment>> keeping = new ArrayList<>();
    Map<TaskView, List<Decision<ContentionStatus>>> standings = new LinkedHashMap<>();
    for (ResourceKind kind : ResourceKind.values()) {
      if (mode.controls(kind)) {
        List<TaskView> own = tasks.stream().filter(t -> t.has(kind)).collect(Collectors.toList());
        Map<JobPhase, List<TaskView>> byPhase = new LinkedHashMap<>();
        own.forEach(
            task -> byPhase.computeIfAbsent(task.phase(), p -> new ArrayList<>()).add(task));
        List<AllocationRequest> requests = new ArrayList<>();
        Set<String> hogging = new HashSet<>();
        byPhase.values().forEach(peers -> detect(kind, peers, requests, hogging, standings));
        List<Decision<Adjustment>> judged = balancer.decide(kind, nodes, own, requests, hogging);
        adjustments.addAll(judged);
        keeping.addAll(kept.decide(kind, own, hogging, requests, judged));
      }
    }
    return new Result(adjustments, keeping, standings);
  }

  private void detect(
      ResourceKind kind,
      List<TaskView> peers,
      List<AllocationRequest> requests,
      Set<String> hogging,
      Map<TaskView, List<Decision<ContentionStatus>>> standings) {
    List<Decision<ContentionStatus>> found = detector.detect(kind, peers);
    double mean = Double.NaN;
    for (int i = 0; i < found.size(); i++) {
      Decision<ContentionStatus> standing = found.get(i);
      TaskView task = peers.get(i);
      if (standing.value() == ContentionStatus.BALANCED) {
        continue;
      }
      standings.computeIfAbsent(task, t -> new ArrayList<>()).add(standing);
      if (standing.value() == ContentionStatus.HOGGING) {
        hogging.add(task.container());
      } else {
        mean = Double.isNaN(mean) ? PhaseUsage.of(peers).mean(kind) : mean;
        requests.add(new AllocationRequest(task, wanted(kind, task.share(kind), mean)));
      }
    }
  }

  /** What the task is to be granted so as to get what it is estimated to need. */
  private static double wanted(ResourceKind kind, ResourceShare share, double mean) {
    double need = Double.isNaN(share.estimated()) ? mean : share.estimated();
    if (kind == ResourceKind.MEMORY) {
      return Math.max(need, mean);
    }
    // On a full node the kernel gives less than what is granted, in proportion to it.
    double gets = Math.min(share.used(), share.allocated());
    return gets > 0
        ? Math.min(need * share.allocated() / gets, Double.MAX_VALUE)
        : Math.max(need, 2 * share.allocated());
  }
}
