// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.CurrentAllocation;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.actuation.PlannedAllocation;
import org.yarnext.orchestrator.policy.actuation.SpareCpuPolicy;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.policy.estimate.UsageEstimator;
import org.yarnext.tools.simulate.world.steering.cpu.CpuContainer;
import org.yarnext.tools.simulate.world.steering.cpu.CpuNode;

/** Simulates the orchestrator on one node, the local resource manager of section III. */
final class SimulatedNodeOrchestrator {
  private final CpuNode node;
  private final SteeringSettings model;
  private final UsageEstimator estimator;
  private final ActuationPlanner planner;
  private final MinimumResources floors;
  private final Map<String, ContainerUsage> watched = new LinkedHashMap<>();
  private Map<JobPhase, PhaseUsage> phases = Collections.emptyMap();
  private double weight = 1;
  private long raised;
  private long lowered;

  SimulatedNodeOrchestrator(CpuNode node, SteeringSettings model) {
    this.node = node;
    this.model = model;
    this.estimator = model.newEstimator();
    this.planner = model.keys.newPlanner();
    this.floors = model.keys.floors();
  }

  void started(CpuContainer container) {
    watched.put(container.id, new ContainerUsage(container, model.keys.newHistory()));
    weigh();
  }

  void ended(CpuContainer container) {
    watched.remove(container.id);
    weigh();
  }

  void sample(long nowMs) {
    node.containers();
    watched.values().forEach(each -> each.measure(nowMs));
  }

  /** Returns the node's headroom. */
  NodeHeadroom left() {
    double left = room();
    for (ContainerUsage each : watched.values()) {
      left -= each.allocated;
    }
    return new NodeHeadroom(node.host(), left, 0);
  }

  private double room() {
    double entitled = 0;
    for (ContainerUsage each : watched.values()) {
      entitled += each.entitled();
    }
    return Math.max(1_000.0 * node.vcores(), entitled);
  }

  /** Reports the tasks that have been measured. */
  List<TaskView> report(long nowMs) {
    List<TaskView> views = new ArrayList<>();
    for (ContainerUsage each : watched.values()) {
      if (each.isTask() && each.isMeasured()) {
        JobPhase phase = each.container.task.phase();
        each.report(model.reportsPressure);
        views.add(
            new TaskView(
                each.container.id,
                node.host(),
                phase.job(),
                phase,
                true,
                each.elapsedMs(nowMs),
                each.progress(nowMs),
                cpu(each, phases.getOrDefault(phase, PhaseUsage.unknown())),
                ResourceShare.of(0, 0)));
      }
    }
    return views;
  }

  private ResourceShare cpu(ContainerUsage task, PhaseUsage phase) {
    Double need =
        estimator.estimate(ResourceKind.CPU, task.history, phase, model.keys.epochMs()).value();
    return ResourceShare.of(task.used(), task.entitled())
        .allocated(task.allocated)
        .minimum(task.minimum(floors))
        .estimated(need == null ? Double.NaN : need)
        .pressure(task.pressure());
  }

  /**
   * Takes a step towards the approved amounts, unless allocations have changed since the report
   * that the decision is based on.
   */
  void act(SteeringDecision answer) {
    phases = answer.phases.isEmpty() ? phases : answer.phases;
    boolean isDecided = Long.valueOf(grants()).equals(answer.grants.get(node.host()));
    Map<String, Double> approved = new HashMap<>();
    List<CurrentAllocation> holdings = new ArrayList<>();
    for (ContainerUsage each : watched.values()) {
      each.totalMs = answer.totals.getOrDefault(each.container.id, each.totalMs);
      holdings.add(each.holding(floors));
      if (each.isTask() && answer.approved.containsKey(each.container.id)) {
        approved.put(each.container.id, answer.approved.get(each.container.id));
      }
    }
    if (!isDecided) {
      return;
    }
    for (Decision<PlannedAllocation> each :
        planner.plan(ResourceKind.CPU, room(), holdings, approved)) {
      watched.get(each.value().container()).allocated = each.value().amount();
      raised += each.value().change() > 0 ? 1 : 0;
      lowered += each.value().change() < 0 ? 1 : 0;
    }
    weigh();
  }

  /** Divides spare CPU again and sets the containers' weights. */
  void weigh() {
    double tasks = 0;
    double others = 0;
    for (ContainerUsage each : watched.values()) {
      tasks += each.isTask() ? each.allocated : 0;
      others += each.isTask() ? 0 : each.allocated;
    }
    if (model.keys.spareToTasks()) {
      double next = SpareCpuPolicy.weight(room(), tasks, others).value();
      weight = SpareCpuPolicy.isWorthIt(weight, next) ? next : weight;
    }
    Map<JobPhase, double[]> left =
        model.system.isClairvoyant() ? leftByPhase() : Collections.emptyMap();
    for (ContainerUsage each : watched.values()) {
      double has = each.allocated * (each.isTask() ? weight : 1);
      double[] of = each.isTask() ? left.get(each.container.task.phase()) : null;
      if (of != null && of[0] > 0) {
        has = weight * of[1] * each.container.leftMs() / of[0];
      }
      each.container.weight = Math.max(1, Math.round(has));
    }
    node.reweigh();
  }

  /** Returns the remaining work and the granted amounts of the tasks of each phase on this node. */
  private Map<JobPhase, double[]> leftByPhase() {
    node.containers();
    Map<JobPhase, double[]> left = new HashMap<>();
    for (ContainerUsage each : watched.values()) {
      if (each.isTask()) {
        double[] of = left.computeIfAbsent(each.container.task.phase(), p -> new double[2]);
        of[0] += each.container.leftMs();
        of[1] += each.allocated;
      }
    }
    return left;
  }

  /** Returns the version of the allocations, which changes with every allocation. */
  long grants() {
    return raised + lowered;
  }

  /** Returns the number of increases. */
  long raised() {
    return raised;
  }

  /** Returns the number of decreases. */
  long lowered() {
    return lowered;
  }
}
