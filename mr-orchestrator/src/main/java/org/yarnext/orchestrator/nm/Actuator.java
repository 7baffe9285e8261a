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

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.CurrentAllocation;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.actuation.PlanReason;
import org.yarnext.orchestrator.policy.actuation.PlannedAllocation;

/**
 * Gives the containers of one node what is planned for them (Algorithm 1, at the node). What fails
 * for one container is counted and leaves the others alone. Not thread-safe.
 */
final class Actuator {
  private final TaskRegistry tasks;
  private final CgroupManager door;
  private final MinimumResources floors;
  private final ActuationPlanner planner;
  private final GroupWrites writes;
  private final CpuWeights weights;
  private final MemoryBounds memory;
  private final NodeOrchestratorMetrics journal;

  /** From anywhere, so that one of before a restart is not taken for it. */
  private long grants = ThreadLocalRandom.current().nextLong();

  Actuator(
      TaskRegistry tasks,
      CgroupManager door,
      MinimumResources floors,
      ActuationPlanner planner,
      GroupWrites writes,
      CpuWeights weights,
      NodeOrchestratorMetrics journal) {
    this.tasks = tasks;
    this.door = door;
    this.floors = floors;
    this.planner = planner;
    this.writes = writes;
    this.weights = weights;
    this.memory = new MemoryBounds(door, floors);
    this.journal = journal;
  }

  /** See {@link NodeTaskManager#grants}. */
  long grants() {
    return grants;
  }

  /** A container has this from now on. */
  void allocate(ResourceKind kind, NodeTask task, double amount) {
    grants += task.allocated(kind) == amount ? 0 : 1;
    task.allocate(kind, amount);
  }

  /** See {@link NodeTaskManager#actuate}. */
  void actuate(ResourceKind kind, Map<String, Double> approved) {
    Map<String, Double> steerable = new HashMap<>(approved);
    steerable.keySet().removeIf(container -> !isSteerable(kind, tasks.get(container)));
    plan(kind, steerable);
  }

  private static boolean isSteerable(ResourceKind kind, NodeTask task) {
    return task != null
        && task.launched().task() != null
        && task.launched().has(kind)
        && task.isInside();
  }

  /** See {@link NodeTaskManager#keepAlive}. */
  void keepAlive(ResourceKind kind) {
    boolean isGiven = false;
    for (NodeTask task : tasks.all()) {
      double least = Math.min(task.least(kind, floors), task.launched().entitled(kind));
      if (task.allocated(kind) < least || task.isOwed(kind)) {
        isGiven |= task.allocated(kind) < least;
        giveBack(kind, task, least);
      }
    }
    if (isGiven) {
      // What was lent to others is theirs no longer.
      planAsItIs(kind);
    }
  }

  /** Where a container has come, or the node has less, since more was given than there is now. */
  void takeBackOverdraft(ResourceKind kind) {
    if (tasks.left(kind) < 0) {
      planAsItIs(kind);
    }
  }

  private void planAsItIs(ResourceKind kind) {
    Map<String, Double> asItIs = new HashMap<>();
    for (NodeTask task : tasks.all()) {
      asItIs.put(task.launched().container(), task.allocated(kind));
    }
    plan(kind, asItIs);
  }

  /** Before anybody else loses anything, for that may fail. */
  private void giveBack(ResourceKind kind, NodeTask task, double least) {
    double has = task.allocated(kind);
    double entitled = task.launched().entitled(kind);
    journal.explain(
        task.launched().container(),
        Decision.of(
                entitled, task.isOwed(kind) ? PlanReason.PLAN_PUT_BACK : PlanReason.PLAN_KEPT_ALIVE)
            .with("kind", kind)
            .with("allocated", has)
            .with("entitled", entitled)
            .with("floor", least));
    set("give " + kind + " back to", kind, task, entitled);
  }

  /** See {@link NodeTaskManager#updated}. */
  void update(NodeTask task, Entitlement rights, boolean steersCpu) {
    TaskContainer before = task.launched();
    task.become(before.with(rights));
    for (ResourceKind kind : ResourceKind.values()) {
      TaskContainer now = task.launched();
      double entitled = now.entitled(kind);
      // An executor writes all that the token says, also what the one before said; but not at a
      // resize, which leaves its bounds as they were.
      if (!now.hasOwnGroup() || entitled != before.entitled(kind) || !now.has(kind)) {
        double had = task.allocated(kind);
        allocate(kind, task, entitled);
        if (!writes.attempt(
            "update the " + kind + " of", task, () -> startAnew(kind, now, steersCpu))) {
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
  private void startAnew(ResourceKind kind, TaskContainer launched, boolean steersCpu)
      throws IOException {
    if (launched.group() == null || !launched.group().has(kind)) {
      return;
    }
    if (kind == ResourceKind.MEMORY) {
      door.values().putBack(launched.group(), kind);
    } else if (launched.hasOwnGroup()
        || (steersCpu && launched.mayTakeSpare() && journal.applies())) {
      weights.settle(launched);
    }
  }

  private void plan(ResourceKind kind, Map<String, Double> approved) {
    List<CurrentAllocation> holdings = new ArrayList<>();
    for (NodeTask task : tasks.all()) {
      TaskContainer launched = task.launched();
      holdings.add(
          new CurrentAllocation(
              launched.container(),
              launched.application(),
              launched.guaranteed(),
              task.allocated(kind),
              launched.entitled(kind),
              task.least(kind, floors)));
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
      if (journal.applies()
          && each.value().change() != 0
          && task.launched().has(ResourceKind.CPU)) {
        amounts.put(task, each.value().amount());
      }
    }
    weights.announce(amounts);
  }

  private void give(ResourceKind kind, Decision<PlannedAllocation> planned) {
    NodeTask task = tasks.get(planned.value().container());
    journal.explain(planned.value().container(), planned);
    if (task == null || !journal.applies() || isTaken(kind, task, planned.value())) {
      return;
    }
    set("give " + kind + " to", kind, task, planned.value().amount());
  }

  /** What one that could not be lowered has kept is not given to another beyond its token. */
  private boolean isTaken(ResourceKind kind, NodeTask task, PlannedAllocation planned) {
    return planned.change() > Math.max(0, tasks.left(kind))
        && planned.amount() > task.launched().entitled(kind);
  }

  private void set(String what, ResourceKind kind, NodeTask task, double amount) {
    writes.attempt(
        what,
        task,
        () -> {
          double has = task.allocated(kind);
          double now = kind == ResourceKind.CPU ? amount : memory.kept(task, amount);
          if (now == has && !(task.isOwed(kind) && now == amount)) {
            return;
          }
          write(kind, task, now);
          allocate(kind, task, now);
          if (now != has) {
            journal.written(now - has);
          }
        });
  }

  private void write(ResourceKind kind, NodeTask task, double amount) throws IOException {
    if (kind == ResourceKind.CPU) {
      weights.give(task, amount);
    } else {
      memory.give(task, amount);
    }
  }

  /** What an executor has bounded is not steered: it has what its token says. */
  void leaveCpu(NodeTask task) {
    putBack(ResourceKind.CPU, task);
    task.become(task.launched().withCpuBounded());
  }

  /**
   * Every container has what its token says, at once. One for which that fails is owed it, and gets
   * it when that can be done.
   */
  void putBack() {
    boolean isAllBack = door.putBackAll() == 0;
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
    TaskContainer launched = task.launched();
    boolean has = launched.group() != null && launched.group().has(kind);
    if (!has
        || writes.attempt(
            "put back the " + kind + " of",
            task,
            () -> door.values().putBack(launched.group(), kind))) {
      isBack(kind, task);
    } else {
      task.owe(kind);
    }
  }

  private void isBack(ResourceKind kind, NodeTask task) {
    double entitled = task.launched().entitled(kind);
    allocate(kind, task, entitled);
    if (kind == ResourceKind.CPU) {
      task.weigh(CpuWeights.share(entitled));
    }
  }
}
