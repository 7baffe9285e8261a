// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;
import org.yarnext.orchestrator.nm.actuation.Actuator;
import org.yarnext.orchestrator.nm.cgroup.CgroupGoneException;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.CgroupValues;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.NodeTask;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.nm.tasks.TaskRegistry;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;

/**
 * Measures the running containers of one node, and finds the cgroups that a container executor has
 * created for them. Not thread-safe.
 */
final class TaskSampler {
  private final TaskRegistry tasks;
  private final CgroupManager cgroups;
  private final Set<ResourceKind> steered;
  private final Supplier<UsageHistory> histories;
  private final Actuator actuator;
  private final NodeOrchestratorMetrics metrics;

  /**
   * @param steered the resources that a cgroup must have to be complete
   * @param histories supplies empty histories
   */
  TaskSampler(
      TaskRegistry tasks,
      CgroupManager cgroups,
      Set<ResourceKind> steered,
      Supplier<UsageHistory> histories,
      Actuator actuator,
      NodeOrchestratorMetrics metrics) {
    this.tasks = tasks;
    this.cgroups = cgroups;
    this.steered = steered;
    this.histories = histories;
    this.actuator = actuator;
    this.metrics = metrics;
  }

  /** Measures every container once; a failure of one container does not affect the others. */
  void sample(long nowNanos) {
    tasks.release();
    for (NodeTask task : tasks.all()) {
      task.keepShareUnknown();
      if (task.countUnseen()) {
        task.recordAttempt(null, nowNanos, nowNanos, histories);
      }
      if (!tasks.attempt("measure", task, () -> sample(task, nowNanos))) {
        task.dropMeasurement();
      }
    }
  }

  private void sample(NodeTask task, long nowNanos) throws IOException {
    if (task.awaitsGroup()) {
      adopt(task);
    }
    if (task.container().group() != null) {
      measure(task, nowNanos);
    }
  }

  private void adopt(NodeTask task) throws IOException {
    TaskContainer container = task.container();
    try {
      ContainerCgroup found = cgroups.find(container.id(), steered);
      task.setContainer(container.in(found));
      if (found.has(ResourceKind.MEMORY) && cgroups.values().isMemoryLimitSet(found)) {
        // The memory limit from before a restart is in use and could not be lowered yet.
        actuator.allocate(ResourceKind.MEMORY, task, cgroups.values().memoryLimit(found));
        task.owe(ResourceKind.MEMORY);
      }
    } catch (CgroupGoneException e) {
      if (task.countMiss()) {
        metrics.failed("find the cgroup to be created for " + container.id(), e);
      }
    }
  }

  private void measure(NodeTask task, long nowNanos) throws IOException {
    ContainerCgroup group = task.container().group();
    CgroupValues values = cgroups.values();
    if (!values.isInhabited(group)) {
      task.markAbsent();
      return;
    }
    if (hasBecomeBounded(task.container())) {
      actuator.leaveCpu(task);
    }
    task.measured(
        group.has(ResourceKind.CPU) ? values.cpuUsage(group) : null,
        group.has(ResourceKind.MEMORY) ? values.memoryUsage(group) : null,
        nowNanos);
    metrics.sampled();
  }

  /** Returns whether the executor has set a CPU quota since it made the cgroup. */
  private boolean hasBecomeBounded(TaskContainer container) throws IOException {
    return !container.hasOwnGroup()
        && !container.isCpuBounded()
        && container.group().has(ResourceKind.CPU)
        && cgroups.values().hasCpuQuota(container.group());
  }
}
