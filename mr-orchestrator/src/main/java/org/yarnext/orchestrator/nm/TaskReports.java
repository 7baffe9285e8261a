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
package org.yarnext.orchestrator.nm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.policy.estimate.UsageEstimator;

/**
 * Tells what the tasks of one node use and are estimated to need (section III, the estimator's
 * side). Thread-safe as far as its estimator is.
 */
final class TaskReports {
  private final String node;
  private final UsageEstimator estimator;
  private final MinimumResources floors;
  private final NodeOrchestratorMetrics journal;

  TaskReports(
      String node,
      UsageEstimator estimator,
      MinimumResources floors,
      NodeOrchestratorMetrics journal) {
    this.node = node;
    this.estimator = estimator;
    this.floors = floors;
    this.journal = journal;
  }

  /** Those that have not been measured yet, or run no known task, are left out. */
  List<TaskView> views(
      List<NodeTask> tasks, Map<JobPhase, PhaseUsage> phases, double aheadMs, long nowNanos) {
    List<TaskView> views = new ArrayList<>();
    for (NodeTask task : tasks) {
      TaskContainer launched = task.launched();
      if (launched.task() != null && task.isMeasured()) {
        task.report();
        PhaseUsage phase = phases.getOrDefault(launched.task().phase(), PhaseUsage.unknown());
        views.add(
            new TaskView(
                launched.container(),
                node,
                launched.application(),
                launched.task().phase(),
                launched.guaranteed(),
                task.elapsedMs(nowNanos),
                task.progress(nowNanos),
                share(ResourceKind.CPU, task, phase, aheadMs),
                share(ResourceKind.MEMORY, task, phase, aheadMs)));
      }
    }
    return views;
  }

  /** Null if it does not take part. */
  private ResourceShare share(ResourceKind kind, NodeTask task, PhaseUsage phase, double aheadMs) {
    if (!task.launched().has(kind)) {
      return null;
    }
    Decision<Double> need = estimator.estimate(kind, task.history(), phase, aheadMs);
    journal.count(need);
    return ResourceShare.of(task.used(kind), task.launched().entitled(kind))
        .allocated(task.allocated(kind))
        .least(task.least(kind, floors))
        .estimated(need.value() == null ? Double.NaN : need.value())
        .pressure(task.pressure(kind));
  }

  /** By which applications know the tasks of their containers, as far as it is known. */
  static Map<String, String> attempts(List<NodeTask> tasks) {
    Map<String, String> attempts = new HashMap<>();
    for (NodeTask task : tasks) {
      TaskContainer launched = task.launched();
      if (launched.task() != null && launched.task().attempt() != null) {
        attempts.put(launched.container(), launched.task().attempt());
      }
    }
    return attempts;
  }
}
