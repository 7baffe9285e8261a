// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.actuation;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.NodeTask;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.nm.tasks.TaskRegistry;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.actuation.SpareCpuPolicy;

/**
 * Writes the CPU shares of one node's containers: the CPU amount of each, multiplied by the factor
 * of {@link SpareCpuPolicy} for tasks that take spare CPU. Not thread-safe.
 */
final class CpuWeights {
  private static final Logger LOG = LoggerFactory.getLogger(CpuWeights.class);

  private final String node;
  private final TaskRegistry tasks;
  private final CgroupManager cgroups;
  private final NodeOrchestratorMetrics metrics;
  private Set<String> applications = Collections.emptySet();

  /** Factor from a task's CPU amount to its share, if the task takes spare CPU; 1 or more. */
  private double weight = 1;

  CpuWeights(
      String node, TaskRegistry tasks, CgroupManager cgroups, NodeOrchestratorMetrics metrics) {
    this.node = node;
    this.tasks = tasks;
    this.cgroups = cgroups;
    this.metrics = metrics;
  }

  /** See {@link Actuator#giveSpareTo}. */
  void spread(Set<String> ofApplications) {
    applications = ofApplications;
    weigh();
  }

  private boolean takesSpare(NodeTask task) {
    return task.container().mayTakeSpare() && applications.contains(task.container().application());
  }

  /** Divides spare CPU again after a change of the containers or their amounts. */
  void weigh() {
    double own = 0;
    double others = 0;
    for (NodeTask task : tasks.all()) {
      double has = task.allocated(ResourceKind.CPU);
      own += takesSpare(task) ? has : 0;
      others += takesSpare(task) || task.container().isStarved() ? 0 : has;
    }
    Decision<Double> next = SpareCpuPolicy.weight(tasks.room(ResourceKind.CPU), own, others);
    if (applications.isEmpty()) {
      weight = 1;
    } else if (SpareCpuPolicy.isWorthIt(weight, next.value())) {
      weight = next.value();
      metrics.weighed(node, next);
    }
    if (!metrics.applies()) {
      return;
    }
    Map<NodeTask, Long> shares = new LinkedHashMap<>();
    for (NodeTask task : tasks.all()) {
      long share = weighed(task, task.allocated(ResourceKind.CPU));
      if (task.container().mayTakeSpare() && share != task.weight()) {
        shares.put(task, share);
      }
    }
    announceShares(shares);
    shares.forEach((task, share) -> tasks.attempt("weigh", task, () -> write(task, share)));
  }

  /**
   * Announces the shares that are about to be written.
   *
   * @param amounts amounts by task, in millicores
   */
  void announce(Map<NodeTask, Double> amounts) {
    Map<NodeTask, Long> shares = new LinkedHashMap<>();
    amounts.forEach((task, amount) -> shares.put(task, weighed(task, amount)));
    announceShares(shares);
  }

  private void announceShares(Map<NodeTask, Long> shares) {
    Map<ContainerCgroup, Long> byGroup = new LinkedHashMap<>();
    shares.forEach((task, share) -> byGroup.put(task.container().group(), share));
    try {
      cgroups.values().announceCpuShares(byGroup);
    } catch (IOException | IllegalArgumentException e) {
      LOG.debug("Each write of a share is logged by itself", e);
    }
  }

  /** Writes a container's amount, in millicores. */
  void give(NodeTask task, double amount) throws IOException {
    if (task.isOwed(ResourceKind.CPU) && task.container().hasOwnGroup()) {
      // Its token may have been replaced: the new entitlement becomes the value to restore.
      settle(task.container());
    }
    write(task, weighed(task, amount));
  }

  /**
   * Writes the token's amount as the value to which the container's share is restored from now on.
   */
  void settle(TaskContainer container) throws IOException {
    cgroups.values().settleCpuShare(container.group(), share(container.entitled(ResourceKind.CPU)));
  }

  private void write(NodeTask task, long share) throws IOException {
    cgroups.values().setCpuShare(task.container().group(), share);
    task.setShare(share);
  }

  private long weighed(NodeTask task, double amount) {
    return share(takesSpare(task) ? amount * weight : amount);
  }

  /** Returns the CPU share for an amount in millicores; 1 or more. */
  static long share(double millicores) {
    return Math.max(1, Math.round(millicores));
  }

  /** Resets all weights to 1 until spare CPU is divided again. */
  void stop() {
    applications = Collections.emptySet();
    weight = 1;
  }
}
