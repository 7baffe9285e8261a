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
import java.util.List;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.nm.cgroup.CgroupDoor;
import org.yarnext.orchestrator.nm.cgroup.GroupGoneException;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.Floors;
import org.yarnext.orchestrator.policy.actuation.Holding;
import org.yarnext.orchestrator.policy.actuation.Planned;

/**
 * Gives the containers of one node what is planned for them (Algorithm 1, at the node). What fails
 * for one container is counted and leaves the others alone. Not thread-safe.
 */
final class Actuator {
  private final LocalTasks tasks;
  private final CgroupDoor door;
  private final Floors floors;
  private final ActuationPlanner planner;
  private final LocalJournal journal;

  Actuator(
      LocalTasks tasks,
      CgroupDoor door,
      Floors floors,
      ActuationPlanner planner,
      LocalJournal journal) {
    this.tasks = tasks;
    this.door = door;
    this.floors = floors;
    this.planner = planner;
    this.journal = journal;
  }

  /** See {@link LocalManager#actuate}. */
  void actuate(ResourceKind kind, Map<String, Double> approved) {
    Map<String, Double> steerable = new HashMap<>(approved);
    steerable
        .keySet()
        .removeIf(c -> tasks.get(c) == null || tasks.get(c).launched().task() == null);
    plan(kind, steerable);
  }

  /** See {@link LocalManager#keepAlive}. */
  void keepAlive(ResourceKind kind) {
    Map<String, Double> asItIs = new HashMap<>();
    boolean inNeed = false;
    for (LocalTask task : tasks.all()) {
      asItIs.put(task.launched().container(), task.allocated(kind));
      double least = Math.min(task.least(kind, floors), task.launched().entitled(kind));
      inNeed |= task.allocated(kind) < least;
    }
    if (inNeed) {
      plan(kind, asItIs);
    }
  }

  private void plan(ResourceKind kind, Map<String, Double> approved) {
    List<Holding> holdings = new ArrayList<>();
    for (LocalTask task : tasks.all()) {
      Launched launched = task.launched();
      holdings.add(
          new Holding(
              launched.container(),
              launched.application(),
              launched.guaranteed(),
              task.allocated(kind),
              launched.entitled(kind),
              task.least(kind, floors)));
    }
    for (Decision<Planned> each : planner.plan(kind, tasks.room(kind), holdings, approved)) {
      if (each.value().change() != 0) {
        give(kind, each);
      }
    }
  }

  private void give(ResourceKind kind, Decision<Planned> planned) {
    LocalTask task = tasks.get(planned.value().container());
    journal.explain(planned.value().container(), planned);
    if (task == null || !journal.applies() || isTaken(kind, task, planned.value())) {
      return;
    }
    try {
      write(kind, task, planned.value().amount());
      task.allocate(kind, planned.value().amount());
      journal.written(planned.value().change());
    } catch (GroupGoneException e) {
      tasks.end(task.launched().container());
    } catch (IOException | IllegalArgumentException e) {
      journal.failed("give " + kind + " to " + task.launched().container(), e);
    }
  }

  /** What one that could not be lowered has kept is not given to another beyond its token. */
  private boolean isTaken(ResourceKind kind, LocalTask task, Planned planned) {
    return planned.change() > Math.max(0, tasks.left(kind))
        && planned.amount() > task.launched().entitled(kind);
  }

  private void write(ResourceKind kind, LocalTask task, double amount) throws IOException {
    Launched launched = task.launched();
    if (kind == ResourceKind.CPU) {
      door.values().setCpuShare(launched.group(), Math.max(1, Math.round(amount)));
    } else if (amount == launched.entitled(kind)) {
      // Stock bounds nothing, or what LinuxContainerExecutor bounds.
      door.values().putBackMemory(launched.group());
    } else {
      door.values().setMemoryLimit(launched.group(), (long) amount);
    }
  }

  /** Every container has what its token says, at once. */
  void putBack() {
    door.putBackAll();
    for (LocalTask task : tasks.all()) {
      for (ResourceKind kind : ResourceKind.values()) {
        task.allocate(kind, task.launched().entitled(kind));
      }
    }
  }
}
