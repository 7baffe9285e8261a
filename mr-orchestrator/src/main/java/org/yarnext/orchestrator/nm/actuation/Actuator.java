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
 * Writes what is planned for the containers of one node to their cgroups (Algorithm 1, at the
 * node). What fails for one container is counted and leaves the others alone. Not thread-safe.
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

  /** Random at first, so that a number of before a restart is not taken for a current one. */
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

  /** A number that changes whenever the amount of a container changes. */
  public long grants() {
    return grants;
  }

  /** A container has this from now on. */
  public void allocate(ResourceKind kind, NodeTask task, double amount) {
    grants += task.allocated(kind) == amount ? 0 : 1;
    task.allocate(kind, amount);
  }

  /**
   * Takes a step towards the approved amounts, if the resource is steered.
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

  /**
   * Gives containers that need more than they have to stay alive what their tokens say, at once.
   */
  public void keepAlive() {
    steered.forEach(this::keepAlive);
  }

  private void keepAlive(ResourceKind kind) {
    boolean isGiven = false;
    for (NodeTask task : tasks.all()) {
      double least = Math.min(task.minimum(kind, floors), task.container().entitled(kind));
      if (task.allocated(kind) < least || task.isOwed(kind)) {
        isGiven |= task.allocated(kind) < least;
        giveBack(kind, task, least);
      }
    }
    if (isGiven) {
      // Other containers lose what they were lent.
      planAsItIs(kind);
    }
  }

  /**
   * Adapts to other containers or another capacity of the node: takes back what was given beyond
   * what there is now, and divides shares of CPU anew.
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
   * Gives CPU that no container asked for to the tasks of these applications from now on, if CPU is
   * steered; to all containers if there are none.
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

  /** Before anybody else loses anything, for that may fail. */
  private void giveBack(ResourceKind kind, NodeTask task, double least) {
    double has = task.allocated(kind);
    double entitled = task.container().entitled(kind);
    metrics.explain(
        task.container().id(),
        Decision.of(
                entitled, task.isOwed(kind) ? PlanReason.PLAN_PUT_BACK : PlanReason.PLAN_KEPT_ALIVE)
            .with("kind", kind)
            .with("allocated", has)
            .with("entitled", entitled)
            .with("floor", least));
    set("give " + kind + " back to", kind, task, entitled);
  }

  /**
   * Takes over a replaced token: of a resource of which it says something else, the container has
   * just that to begin with.
   */
  public void update(NodeTask task, ContainerEntitlement rights) {
    TaskContainer before = task.container();
    task.become(before.with(rights));
    for (ResourceKind kind : ResourceKind.values()) {
      TaskContainer now = task.container();
      double entitled = now.entitled(kind);
      // An executor writes all that the token says, also what the one before said; but not at a
      // resize, which leaves its bounds as they were.
      if (!now.hasOwnGroup() || entitled != before.entitled(kind) || !now.has(kind)) {
        double had = task.allocated(kind);
        allocate(kind, task, entitled);
        if (!tasks.attempt("update the " + kind + " of", task, () -> startAnew(kind, now))) {
          allocate(kind, task, had);
          task.owe(kind);
        }
      }
    }
    // An executor writes the share after this, also over ours if that is written before.
    task.weighAnew();
  }

  /**
   * With what its new token says. The share of an executor's group is that executor's to set; where
   * it is steered the same is written, so that it is put back to that whoever comes first.
   */
  private void startAnew(ResourceKind kind, TaskContainer container) throws IOException {
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
              container.guaranteed(),
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

  /** Another container gets nothing beyond its token while one that must shrink has not. */
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

  /** The amount, or more if the task has come to use more since it was planned. */
  private double memoryThatCanBeTaken(NodeTask task, double amount) throws IOException {
    double has = task.allocated(ResourceKind.MEMORY);
    if (amount >= has) {
      return amount;
    }
    double used = cgroups.values().memoryUsage(task.container().group()).workingSetBytes();
    return Math.min(has, Math.max(amount, task.minMemory(used, floors)));
  }

  /**
   * Bounds a container's memory. The limit above which the kernel kills is never below stock's: a
   * task that grows between two measurements would be killed that lives without us. For less than
   * the token says, the kernel is only asked to take memory back.
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

  /** What an executor has bounded is not steered: it has what its token says. */
  public void leaveCpu(NodeTask task) {
    putBack(ResourceKind.CPU, task);
    task.become(task.container().withCpuBounded());
  }

  /**
   * Every container has what its token says, at once. One for which that fails is owed it, and gets
   * it when that can be done.
   */
  public void putBack() {
    boolean isAllBack = cgroups.putBackAll() == 0;
    for (NodeTask task : tasks.all()) {
      for (ResourceKind kind : ResourceKind.values()) {
        if (isAllBack) {
          isBack(kind, task);
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
      isBack(kind, task);
    } else {
      task.owe(kind);
    }
  }

  private void isBack(ResourceKind kind, NodeTask task) {
    double entitled = task.container().entitled(kind);
    allocate(kind, task, entitled);
    if (kind == ResourceKind.CPU) {
      task.weigh(CpuWeights.share(entitled));
    }
  }
}
