// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.metrics.FeatureMetrics;
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
 * Local resource manager of one node (section III): measures its containers, reports the needs of
 * their tasks, and applies planned amounts. Its lock guards all state about the node's containers.
 * A failure for one container is counted and does not affect the others. Thread-safe; reads and
 * writes wait for the kernel.
 */
public final class NodeTaskManager {
  private final String node;
  private final UsageEstimator estimator;
  private final Supplier<UsageHistory> histories;
  private final MinimumResources floors;
  private final NodeOrchestratorMetrics metrics;
  private final TaskRegistry tasks;
  private final Actuator actuator;
  private final TaskSampler sampler;

  // Copies as of the last change, so that readers of metrics do not wait for the kernel.
  private volatile int watched;
  private volatile int ending;
  private volatile int outside;

  /**
   * @param steered the resources that are controlled; the others are only measured where possible
   */
  public NodeTaskManager(
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

  /** Declares the gauges of the containers. */
  public void show(FeatureMetrics feature) {
    feature.gauge("Containers", "Containers watched now", this::watched);
    feature.gauge("GroupsEnding", "Ended containers whose cgroups still exist", this::ending);
    feature.gauge(
        "ContainersOutside",
        "Containers without a process in their cgroup: not launched yet, or running outside it",
        this::outside);
  }

  /**
   * Keeps cgroups that an earlier process made until their containers are known to have ended. A
   * queued container has no process yet, and is announced only when the NodeManager has recovered.
   */
  public synchronized void keep(Set<String> containers) {
    tasks.keep(containers);
  }

  /**
   * Adds a container that is about to start, in its cgroup or in one that its executor will make.
   * It may localize and queue for long; until {@link #launched} it is neither counted nor measured.
   */
  public synchronized void placed(TaskContainer container) {
    tasks.addWaiting(new NodeTask(container, histories.get(), 0));
  }

  /** Starts a container that was placed. Ignores unknown containers and those that run already. */
  public synchronized void launched(String container, long nowNanos) {
    if (tasks.start(container, nowNanos)) {
      containersChanged();
    }
  }

  /**
   * Adds a container that runs, in its cgroup or in one that its executor is about to make.
   *
   * @param startNanos start time on the monotonic clock, like all times in this class
   */
  public synchronized void started(TaskContainer container, long startNanos) {
    tasks.add(new NodeTask(container, histories.get(), startNanos));
    containersChanged();
  }

  /**
   * Sets the log directory of a container that may run several tasks one after another; ignores
   * others.
   *
   * @return whether there are logs to look at
   */
  public synchronized boolean setLogDirectory(String container, Path directory) {
    NodeTask task = tasks.known(container);
    boolean isOfSeveral =
        task != null && task.container().task() != null && task.container().task().isOfSeveral();
    if (isOfSeveral) {
      task.setLogs(new TezAttemptLogs(task.container().application(), directory));
    }
    return isOfSeveral;
  }

  /** Returns the logs of the running containers that may run several tasks, by container id. */
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
   * Records which task attempt a container runs. Ignores unknown containers.
   *
   * @param attempt null if unknown
   */
  synchronized void recordAttempt(
      String container, TezAttemptId attempt, long begunNanos, long nowNanos) {
    NodeTask task = tasks.get(container);
    if (task != null) {
      task.recordAttempt(attempt, begunNanos, nowNanos, histories);
    }
  }

  /**
   * Replaces a container's token. Each resource whose amount differs in the new token starts at
   * that amount. Ignores unknown containers.
   */
  public synchronized void updated(String container, ContainerEntitlement rights) {
    NodeTask task = tasks.known(container);
    if (task != null) {
      actuator.update(task, rights);
    }
  }

  /** Ends a container and restores its cgroup. Ignores unknown containers. */
  public synchronized void ended(String container) {
    tasks.end(container);
    containersChanged();
  }

  /**
   * Ends containers whose end was not reported: those missing in this call and the previous one.
   *
   * @param living the ids of all containers that have not ended, obtained without holding a lock
   *     that a container event needs
   */
  public synchronized void endMissing(Set<String> living) {
    tasks.endMissing(living);
    publish();
  }

  /** Sets the node's capacity, which may change while the node runs. */
  public synchronized void setCapacity(NodeCapacity now) {
    tasks.setCapacity(now);
  }

  /** Measures every container once, and finds the cgroups that executors have made since. */
  public synchronized void sample(long nowNanos) {
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
   * Sets the expected run time of a task from start to end, in ms. Ignores unknown containers and
   * containers that run another attempt.
   *
   * @param attempt the attempt that the estimate is for; null if unknown
   */
  synchronized void setTotalMs(String container, String attempt, double totalMs) {
    NodeTask task = tasks.get(container);
    if (task != null && task.isOf(attempt)) {
      task.setTotalMs(totalMs);
    }
  }

  /**
   * Reports the usage and the estimated need of the tasks of this node, all as of one time (section
   * III, the estimator's side). Leaves out tasks that have not been measured yet.
   *
   * @param id this node's id
   * @param phases the latest usage of each phase, as the ResourceManager sent it
   * @param aheadMs how far ahead the need is estimated, in ms
   */
  public synchronized NodeUsageReport report(
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
        container.isGuaranteed(),
        task.elapsedMs(nowNanos),
        task.progress(nowNanos),
        share(ResourceKind.CPU, task, phase, aheadMs),
        share(ResourceKind.MEMORY, task, phase, aheadMs));
  }

  /** Returns null if the container does not take part for this resource. */
  private ResourceShare share(ResourceKind kind, NodeTask task, PhaseUsage phase, double aheadMs) {
    if (!task.container().has(kind)) {
      return null;
    }
    Decision<Double> need = estimator.estimate(kind, task.history(), phase, aheadMs);
    metrics.count(need);
    double entitled = task.container().entitled(kind);
    double allocated = task.allocated(kind);
    return ResourceShare.of(task.used(kind), entitled)
        .allocated(allocated)
        // A command may state a heap that no machine has; the report would be refused for it.
        .minimum(Math.min(task.minimum(kind, floors), Math.max(entitled, allocated)))
        .estimated(need.value() == null ? Double.NaN : need.value())
        .pressure(task.pressure(kind));
  }

  /** Returns the version of the allocations; it changes whenever an allocation changes. */
  public synchronized long grants() {
    return actuator.grants();
  }

  /** Returns this node's headroom. */
  public synchronized NodeHeadroom left() {
    return new NodeHeadroom(node, tasks.left(ResourceKind.CPU), tasks.left(ResourceKind.MEMORY));
  }

  /**
   * Takes a step towards the approved amounts, if the resource is controlled; towards the
   * containers' tokens if nothing is approved.
   *
   * @param approved approved amounts by container, in millicores or bytes
   */
  public synchronized void actuate(ResourceKind kind, Map<String, Double> approved) {
    actuator.actuate(kind, approved);
    publish();
  }

  /**
   * Takes a step towards the amounts in an answer of the ResourceManager. A container that has
   * since begun another task keeps its current amount.
   */
  public synchronized void actuate(ResourceKind kind, NodeAnswer answer) {
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
   * Raises containers that would not survive with their current amounts to their tokens, at once.
   * Runs between epochs.
   */
  public synchronized void keepAlive() {
    actuator.keepAlive();
  }

  /**
   * Gives CPU that no container has requested to tasks of these applications from now on, if CPU is
   * controlled; to all containers if the set is empty.
   */
  public synchronized void giveSpareTo(Set<String> applications) {
    actuator.giveSpareTo(applications);
  }

  /** Restores every container to its token at once; does not throw. */
  public synchronized void putBack() {
    try {
      actuator.putBack();
    } catch (RuntimeException e) {
      metrics.failed("restore the changed values", e);
    }
  }

  /** Returns whether the node has no containers, and no cgroups of ended ones. */
  public synchronized boolean isIdle() {
    return tasks.containers().isEmpty() && tasks.ending() == 0;
  }

  /** Returns the ids of all containers that are not known to have ended. */
  public synchronized Set<String> containers() {
    return tasks.containers();
  }

  /** Returns the number of ended containers whose processes have not left their cgroups yet. */
  public int ending() {
    return ending;
  }

  /** Returns the number of containers without a process in a cgroup of their own. */
  public int outside() {
    return outside;
  }

  public int watched() {
    return watched;
  }
}
