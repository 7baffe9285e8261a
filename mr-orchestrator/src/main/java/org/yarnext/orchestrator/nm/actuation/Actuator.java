// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.actuation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.CgroupValues;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.NodeTask;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.nm.tasks.TaskRegistry;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.CurrentAllocation;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.actuation.PlanReason;
import org.yarnext.orchestrator.policy.actuation.PlannedAllocation;

/**
 * Writes the planned amounts of one node's containers to their cgroups (Algorithm 1, at the node).
 * A failure for one container is counted and does not affect the others. Not thread-safe.
 */
public final class Actuator {
  private final Set<ResourceKind> steered;
  private final TaskRegistry tasks;
  private final CgroupManager cgroups;
  private final MinimumResources floors;
  private final ActuationPlanner planner;
  private final CpuWeights weights;
  private final ParentCpuShare parentShare;
  private final NodeOrchestratorMetrics metrics;

  /**
   * Version of the allocations. Random at first, so that no version of an earlier process looks
   * current.
   */
  private long grants = ThreadLocalRandom.current().nextLong();

  /**
   * @param node the id of this node
   * @param steered the resources that are written; others are left alone
   */
  public Actuator(
      String node,
      Set<ResourceKind> steered,
      TaskRegistry tasks,
      CgroupManager cgroups,
      MinimumResources floors,
      ActuationPlanner planner,
      NodeOrchestratorMetrics metrics) {
    this.steered = steered;
    this.tasks = tasks;
    this.cgroups = cgroups;
    this.floors = floors;
    this.planner = planner;
    this.weights = new CpuWeights(node, tasks, cgroups, metrics);
    this.parentShare = new ParentCpuShare(tasks, cgroups, metrics);
    this.metrics = metrics;
  }

  /**
   * Returns the version of the allocations, which changes whenever the amount of a container
   * changes.
   */
  public long grants() {
    return grants;
  }

  /** Records a container's new amount, in millicores or bytes. */
  public void allocate(ResourceKind kind, NodeTask task, double amount) {
    grants += task.allocated(kind) == amount ? 0 : 1;
    task.allocate(kind, amount);
  }

  /**
   * Takes a step towards the approved amounts, if the resource is controlled.
   *
   * @param approved amounts by container, in millicores or bytes; containers without an entry
   *     return to their tokens
   */
  public void actuate(ResourceKind kind, Map<String, Double> approved) {
    if (!steered.contains(kind)) {
      return;
    }
    Map<String, Double> steerable = new HashMap<>(approved);
    steerable.keySet().removeIf(container -> !isSteerable(kind, tasks.get(container)));
    plan(kind, steerable);
  }

  private static boolean isSteerable(ResourceKind kind, NodeTask task) {
    return task != null
        && task.container().task() != null
        && task.container().has(kind)
        && task.isInside();
  }

  /** Restores the tokens' amounts, at once, of containers that would not survive with less. */
  public void keepAlive() {
    steered.forEach(this::keepAlive);
  }

  private void keepAlive(ResourceKind kind) {
    boolean isGiven = false;
    for (NodeTask task : tasks.all()) {
      double required = Math.min(task.minimum(kind, floors), task.container().entitled(kind));
      if (task.allocated(kind) < required || task.isOwed(kind)) {
        isGiven |= task.allocated(kind) < required;
        giveBack(kind, task, required);
      }
    }
    if (isGiven) {
      // Takes lent amounts back from other containers.
      planAsItIs(kind);
    }
  }

  /**
   * Adapts to a change of the containers or of the node's capacity: takes back amounts that exceed
   * what the node has left, and divides CPU shares again.
   */
  public void containersChanged() {
    parentShare.follow();
    for (ResourceKind kind : steered) {
      if (tasks.left(kind) < 0) {
        planAsItIs(kind);
      }
    }
    if (steered.contains(ResourceKind.CPU)) {
      weights.weigh();
    }
  }

  /**
   * Gives CPU that no container has requested to the tasks of these applications from now on, if
   * CPU is controlled; to all containers if the set is empty.
   */
  public void giveSpareTo(Set<String> applications) {
    if (steered.contains(ResourceKind.CPU)) {
      weights.spread(applications);
    }
  }

  private void planAsItIs(ResourceKind kind) {
    Map<String, Double> asItIs = new HashMap<>();
    for (NodeTask task : tasks.all()) {
      asItIs.put(task.container().id(), task.allocated(kind));
    }
    plan(kind, asItIs);
  }

  /**
   * Restores one container to its token. Called before any other container is shrunk, for a write
   * may fail.
   */
  private void giveBack(ResourceKind kind, NodeTask task, double required) {
    double has = task.allocated(kind);
    double entitled = task.container().entitled(kind);
    metrics.explain(
        task.container().id(),
        Decision.of(
                entitled, task.isOwed(kind) ? PlanReason.PLAN_PUT_BACK : PlanReason.PLAN_KEPT_ALIVE)
            .with("kind", kind)
            .with(kind.input("allocated"), has)
            .with(kind.input("entitled"), entitled)
            .with(kind.input("floor"), required));
    set("give " + kind + " back to", kind, task, entitled);
  }

  /**
   * Applies a replaced token. Each resource whose amount differs in the new token starts at that
   * amount.
   */
  public void update(NodeTask task, ContainerEntitlement rights) {
    TaskContainer before = task.container();
    task.setContainer(before.with(rights));
    for (ResourceKind kind : ResourceKind.values()) {
      TaskContainer now = task.container();
      double entitled = now.entitled(kind);
      // An executor writes everything in the new token, including unchanged values, except at a
      // resize, which leaves its limits as they were.
      if (!now.hasOwnGroup() || entitled != before.entitled(kind) || !now.has(kind)) {
        double had = task.allocated(kind);
        allocate(kind, task, entitled);
        if (!tasks.attempt("update the " + kind + " of", task, () -> applyToken(kind, now))) {
          allocate(kind, task, had);
          task.owe(kind);
        }
      }
    }
    // The executor writes the CPU share after this call, and may overwrite ours.
    task.markShareUnknown();
  }

  /**
   * Writes the amounts of a new token. The executor sets the CPU share of its own cgroups; where
   * CPU is controlled the same value is written here, so that it is the value to restore, whichever
   * process writes first.
   */
  private void applyToken(ResourceKind kind, TaskContainer container) throws IOException {
    if (container.group() == null || !container.group().has(kind)) {
      return;
    }
    if (kind == ResourceKind.MEMORY) {
      cgroups.values().putBack(container.group(), kind);
    } else if (container.hasOwnGroup()
        || (steered.contains(ResourceKind.CPU) && container.mayTakeSpare() && metrics.applies())) {
      weights.settle(container);
    }
  }

  private void plan(ResourceKind kind, Map<String, Double> approved) {
    List<CurrentAllocation> holdings = new ArrayList<>();
    for (NodeTask task : tasks.all()) {
      TaskContainer container = task.container();
      holdings.add(
          new CurrentAllocation(
              container.id(),
              container.application(),
              container.isGuaranteed(),
              task.allocated(kind),
              container.entitled(kind),
              task.minimum(kind, floors)));
    }
    List<Decision<PlannedAllocation>> plan =
        planner.plan(kind, tasks.room(kind), holdings, approved);
    if (kind == ResourceKind.CPU) {
      announce(plan);
    }
    for (Decision<PlannedAllocation> each : plan) {
      if (each.value().change() != 0) {
        give(kind, each);
      }
    }
    if (kind == ResourceKind.CPU) {
      weights.weigh();
    }
  }

  private void announce(List<Decision<PlannedAllocation>> plan) {
    Map<NodeTask, Double> amounts = new LinkedHashMap<>();
    for (Decision<PlannedAllocation> each : plan) {
      NodeTask task = tasks.get(each.value().container());
      if (metrics.applies()
          && each.value().change() != 0
          && task.container().has(ResourceKind.CPU)) {
        amounts.put(task, each.value().amount());
      }
    }
    weights.announce(amounts);
  }

  private void give(ResourceKind kind, Decision<PlannedAllocation> planned) {
    NodeTask task = tasks.get(planned.value().container());
    metrics.explain(planned.value().container(), planned);
    if (task == null || !metrics.applies() || isTaken(kind, task, planned.value())) {
      return;
    }
    set("give " + kind + " to", kind, task, planned.value().amount());
  }

  /**
   * Returns whether an increase beyond the token must wait because another container has not shrunk
   * yet.
   */
  private boolean isTaken(ResourceKind kind, NodeTask task, PlannedAllocation planned) {
    return planned.change() > Math.max(0, tasks.left(kind))
        && planned.amount() > task.container().entitled(kind);
  }

  private void set(String what, ResourceKind kind, NodeTask task, double amount) {
    tasks.attempt(
        what,
        task,
        () -> {
          double has = task.allocated(kind);
          double now = kind == ResourceKind.CPU ? amount : memoryThatCanBeTaken(task, amount);
          if (now == has && !(task.isOwed(kind) && now == amount)) {
            return;
          }
          write(kind, task, now);
          allocate(kind, task, now);
          if (now != has) {
            metrics.written(now - has);
          }
        });
  }

  private void write(ResourceKind kind, NodeTask task, double amount) throws IOException {
    if (kind == ResourceKind.CPU) {
      weights.give(task, amount);
    } else {
      giveMemory(task, amount);
    }
  }

  /** Returns the amount in bytes, or more if the task's usage has grown since the plan. */
  private double memoryThatCanBeTaken(NodeTask task, double amount) throws IOException {
    double has = task.allocated(ResourceKind.MEMORY);
    if (amount >= has) {
      return amount;
    }
    double used = cgroups.values().memoryUsage(task.container().group()).workingSetBytes();
    return Math.min(has, Math.max(amount, task.minMemory(used, floors)));
  }

  /**
   * Writes a container's memory limits. The hard limit is never below stock's, so that a task that
   * grows between two measurements is not killed where it would survive without the orchestrator.
   * For amounts below the token only the soft limit is set, which makes the kernel reclaim memory.
   */
  private void giveMemory(NodeTask task, double amount) throws IOException {
    CgroupValues values = cgroups.values();
    ContainerCgroup group = task.container().group();
    double entitled = task.container().entitled(ResourceKind.MEMORY);
    if (amount < entitled) {
      values.putBackMemoryLimit(group);
      values.setMemoryHigh(group, (long) amount);
    } else if (amount == entitled || amount <= values.originalMemoryLimit(group)) {
      values.putBack(group, ResourceKind.MEMORY);
    } else {
      values.putBackMemoryHigh(group);
      values.setMemoryLimit(group, (long) amount);
    }
  }

  /**
   * Stops controlling CPU of a container whose executor has set a quota: it gets what its token
   * says.
   */
  public void leaveCpu(NodeTask task) {
    putBack(ResourceKind.CPU, task);
    task.setContainer(task.container().withCpuBounded());
  }

  /**
   * Restores every container to its token, at once. A container for which that fails is marked as
   * owed and restored later.
   */
  public void putBack() {
    boolean isAllBack = cgroups.putBackAll() == 0;
    for (NodeTask task : tasks.all()) {
      for (ResourceKind kind : ResourceKind.values()) {
        if (isAllBack) {
          recordRestored(kind, task);
        } else {
          putBack(kind, task);
        }
      }
    }
    weights.stop();
  }

  private void putBack(ResourceKind kind, NodeTask task) {
    TaskContainer container = task.container();
    boolean has = container.group() != null && container.group().has(kind);
    if (!has
        || tasks.attempt(
            "put back the " + kind + " of",
            task,
            () -> cgroups.values().putBack(container.group(), kind))) {
      recordRestored(kind, task);
    } else {
      task.owe(kind);
    }
  }

  private void recordRestored(ResourceKind kind, NodeTask task) {
    double entitled = task.container().entitled(kind);
    allocate(kind, task, entitled);
    if (kind == ResourceKind.CPU) {
      task.setShare(CpuWeights.share(entitled));
    }
  }
}
