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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.nm.actuation.Actuator;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.NodeTask;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.nm.tasks.TaskRegistry;
import org.yarnext.orchestrator.nm.tasks.TezAttemptLogs;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.policy.estimate.UsageEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TezAttemptId;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.orchestrator.rpc.NodeUsageReport;

/**
 * The local resource manager of one node (section III): measures its containers, reports what their
 * tasks need, and gives them what is planned. It holds the lock over all that is known of the
 * node's containers; what fails for one of them is counted and leaves the others alone.
 * Thread-safe; reading and writing wait for the kernel.
 */
final class NodeTaskManager {
  private final String node;
  private final UsageEstimator estimator;
  private final Supplier<UsageHistory> histories;
  private final MinimumResources floors;
  private final NodeOrchestratorMetrics metrics;
  private final TaskRegistry tasks;
  private final Actuator actuator;
  private final TaskSampler sampler;

  // As of the last change: whoever shows them does not wait for the kernel.
  private volatile int watched;
  private volatile int ending;
  private volatile int outside;

  /**
   * @param steered the resources that are changed; the others are only watched, as far as they can
   *     be
   */
  NodeTaskManager(
      String node,
      CgroupManager cgroups,
      Set<ResourceKind> steered,
      UsageEstimator estimator,
      Supplier<UsageHistory> histories,
      MinimumResources floors,
      ActuationPlanner planner,
      NodeCapacity capacity,
      NodeOrchestratorMetrics metrics) {
    this.node = node;
    this.estimator = estimator;
    this.histories = histories;
    this.floors = floors;
    this.metrics = metrics;
    tasks = new TaskRegistry(cgroups, capacity, metrics);
    actuator = new Actuator(node, steered, tasks, cgroups, floors, planner, metrics);
    sampler = new TaskSampler(tasks, cgroups, steered, histories, actuator, metrics);
  }

  /**
   * Groups that an earlier process made stay until it is known whether their containers have ended:
   * one that queues is not told of before the NodeManager has recovered, and has no process yet.
   */
  synchronized void keep(Set<String> containers) {
    tasks.keep(containers);
  }

  /**
   * A container is to start: in its group, or in one that its executor will make. It may localise
   * and queue for long; until {@link #launched} it neither counts nor is measured.
   */
  synchronized void placed(TaskContainer container) {
    tasks.await(new NodeTask(container, histories.get(), 0));
  }

  /** One that was placed starts. Unknown ones, and those that run already, are ignored. */
  synchronized void launched(String container, long nowNanos) {
    if (tasks.start(container, nowNanos)) {
      containersChanged();
    }
  }

  /**
   * A container runs: in its group, or in one that its executor is about to make.
   *
   * @param startNanos when it started, of a monotonic clock, as everywhere here
   */
  synchronized void started(TaskContainer container, long startNanos) {
    tasks.add(new NodeTask(container, histories.get(), startNanos));
    containersChanged();
  }

  /** Where a container logs that may run several tasks, one after the other; others are ignored. */
  synchronized void logsIn(String container, Path directory) {
    NodeTask task = tasks.known(container);
    if (task != null && task.container().task() != null && task.container().task().isOfSeveral()) {
      task.logsIn(new TezAttemptLogs(task.container().application(), directory));
    }
  }

  /** Of those that run and may run several tasks, by container. */
  synchronized Map<String, TezAttemptLogs> logs() {
    Map<String, TezAttemptLogs> logs = new LinkedHashMap<>();
    for (NodeTask task : tasks.all()) {
      if (task.logs() != null) {
        logs.put(task.container().id(), task.logs());
      }
    }
    return logs;
  }

  /**
   * Which of several tasks a container was seen to run. Unknown ones are ignored.
   *
   * @param attempt null if none is known
   */
  synchronized void runs(String container, TezAttemptId attempt, long begunNanos, long nowNanos) {
    NodeTask task = tasks.get(container);
    if (task != null) {
      task.runs(attempt, begunNanos, nowNanos, histories);
    }
  }

  /**
   * A container's token was replaced by another: of a resource of which that says something else it
   * has just that to begin with. Unknown ones are ignored.
   */
  synchronized void updated(String container, ContainerEntitlement rights) {
    NodeTask task = tasks.known(container);
    if (task != null) {
      actuator.update(task, rights);
    }
  }

  /** A container ended; what it had is put back. Unknown ones are ignored. */
  synchronized void ended(String container) {
    tasks.end(container);
    containersChanged();
  }

  /**
   * Ends containers of whose ends nothing was heard: those that have been missing since the last
   * call.
   *
   * @param living the ids of all containers that have not ended; asked for without any lock that a
   *     container needs to tell of itself
   */
  synchronized void endMissing(Set<String> living) {
    tasks.endMissing(living);
    publish();
  }

  /** What the node has may be changed while it runs. */
  synchronized void hasCapacity(NodeCapacity now) {
    tasks.hasCapacity(now);
  }

  /** Measures every container once, and finds the groups that executors have made since. */
  synchronized void sample(long nowNanos) {
    sampler.sample(nowNanos);
    containersChanged();
  }

  private void containersChanged() {
    actuator.containersChanged();
    publish();
  }

  private void publish() {
    watched = tasks.size();
    ending = tasks.ending();
    outside = tasks.outside();
  }

  /**
   * How long a task runs from start to end as far as is known, in ms; it goes on as it did.
   *
   * @param attempt of which that was told; null if it was not told
   */
  synchronized void total(String container, String attempt, double totalMs) {
    NodeTask task = tasks.get(container);
    if (task != null && task.isOf(attempt)) {
      task.total(totalMs);
    }
  }

  /**
   * Reports what the tasks of this node use and are estimated to need (section III, the estimator's
   * side), all as of one time. Tasks that have not been measured yet are left out.
   *
   * @param id of this node
   * @param phases what the ResourceManager last told of each phase
   * @param aheadMs how far ahead the need is estimated, in ms
   */
  synchronized NodeUsageReport report(
      String id, Map<JobPhase, PhaseUsage> phases, double aheadMs, long nowNanos) {
    List<TaskView> views = new ArrayList<>();
    Map<String, String> attempts = new HashMap<>();
    for (NodeTask task : tasks.all()) {
      TaskIdentity identity = task.container().task();
      if (identity != null && identity.attempt() != null) {
        attempts.put(task.container().id(), identity.attempt());
      }
      if (identity != null && task.isMeasured()) {
        PhaseUsage phase = phases.getOrDefault(identity.phase(), PhaseUsage.unknown());
        views.add(view(task, phase, aheadMs, nowNanos));
      }
    }
    NodeHeadroom left = left();
    return new NodeUsageReport(
        new NodeHeadroom(id, left.free(ResourceKind.CPU), left.free(ResourceKind.MEMORY)),
        views,
        attempts,
        grants());
  }

  private TaskView view(NodeTask task, PhaseUsage phase, double aheadMs, long nowNanos) {
    task.report();
    TaskContainer container = task.container();
    return new TaskView(
        container.id(),
        node,
        container.application(),
        container.task().phase(),
        container.guaranteed(),
        task.elapsedMs(nowNanos),
        task.progress(nowNanos),
        share(ResourceKind.CPU, task, phase, aheadMs),
        share(ResourceKind.MEMORY, task, phase, aheadMs));
  }

  /** Null if it does not take part. */
  private ResourceShare share(ResourceKind kind, NodeTask task, PhaseUsage phase, double aheadMs) {
    if (!task.container().has(kind)) {
      return null;
    }
    Decision<Double> need = estimator.estimate(kind, task.history(), phase, aheadMs);
    metrics.count(need);
    return ResourceShare.of(task.used(kind), task.container().entitled(kind))
        .allocated(task.allocated(kind))
        .minimum(task.minimum(kind, floors))
        .estimated(need.value() == null ? Double.NaN : need.value())
        .pressure(task.pressure(kind));
  }

  /** Another number after each change of what containers are granted. */
  synchronized long grants() {
    return actuator.grants();
  }

  /** What this node has left. */
  synchronized NodeHeadroom left() {
    return new NodeHeadroom(node, tasks.left(ResourceKind.CPU), tasks.left(ResourceKind.MEMORY));
  }

  /**
   * Goes a step towards what the ResourceManager approved, if the resource is steered; towards the
   * containers' tokens if that is nothing.
   *
   * @param approved what containers are to have, by container
   */
  synchronized void actuate(ResourceKind kind, Map<String, Double> approved) {
    actuator.actuate(kind, approved);
    publish();
  }

  /**
   * The same with what the ResourceManager told. A container that has gone on to another task since
   * it was asked keeps what was to be changed for the one before.
   */
  synchronized void actuate(ResourceKind kind, NodeAnswer answer) {
    Map<String, Double> approved = new HashMap<>(answer.approved(kind));
    for (Map.Entry<String, Double> each : approved.entrySet()) {
      NodeTask task = tasks.get(each.getKey());
      String attempt = answer.attempt(each.getKey());
      if (task != null && attempt != null && !task.isOf(attempt)) {
        each.setValue(task.allocated(kind));
      }
    }
    actuate(kind, approved);
  }

  /**
   * Between two epochs: those that would not stay alive with what they have get what their tokens
   * say, at once.
   */
  synchronized void keepAlive() {
    actuator.keepAlive();
  }

  /**
   * From now on CPU that no container asked for goes to tasks of these applications, if CPU is
   * steered; to all containers if there are none.
   */
  synchronized void giveSpareTo(Set<String> applications) {
    actuator.giveSpareTo(applications);
  }

  /** Every container has what its token says, at once; does not throw. */
  synchronized void putBack() {
    try {
      actuator.putBack();
    } catch (RuntimeException e) {
      metrics.failed("put back what was changed", e);
    }
  }

  /** The ids of all that have not ended as far as it is known. */
  synchronized Set<String> containers() {
    return tasks.containers();
  }

  /** How many ended containers have not left their groups yet. */
  int ending() {
    return ending;
  }

  /** How many containers have no process in a group of theirs. */
  int outside() {
    return outside;
  }

  int watched() {
    return watched;
  }
}
