// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.FinishTimeEstimator;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.balance.AllocationChange;
import org.yarnext.orchestrator.policy.balance.AllocationPolicy;
import org.yarnext.orchestrator.policy.contention.ContentionDetector;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.tools.simulate.world.steering.cpu.CpuContainer;

/**
 * Simulates the orchestrator in the ResourceManager, the global resource manager of section III.
 */
final class SimulatedClusterOrchestrator {
  private final AllocationPolicy round;
  private final ContentionDetector detector;
  private final Function<String, CpuContainer> running;
  private final Map<String, ReceivedReport> reportsByNode = new LinkedHashMap<>();
  private final SortedMap<String, Long> reasons = new TreeMap<>();
  private Map<String, ProgressReport> lastProgress = new HashMap<>();
  private SteeringDecision latest = new SteeringDecision();
  private long rounds;

  /** A node's report. */
  private static final class ReceivedReport {
    private final NodeHeadroom node;
    private final List<TaskView> tasks;
    private final long grants;
    private final long atMs;

    private ReceivedReport(NodeHeadroom node, List<TaskView> tasks, long grants, long atMs) {
      this.node = node;
      this.tasks = tasks;
      this.grants = grants;
      this.atMs = atMs;
    }
  }

  /** The progress of a task that its application reported. */
  private static final class ProgressReport {
    private final double progress;
    private final long atMs;

    private ProgressReport(double progress, long atMs) {
      this.progress = progress;
      this.atMs = atMs;
    }
  }

  /**
   * @param running returns a container by its id; null once it has ended
   */
  SimulatedClusterOrchestrator(SteeringSettings model, Function<String, CpuContainer> running) {
    this.round = model.keys.newPolicy();
    this.detector = model.newDetector();
    this.running = running;
  }

  /**
   * Stores a report and returns the latest round's answer.
   *
   * @param grants version of the allocations, which changes with every allocation
   */
  SteeringDecision exchange(NodeHeadroom node, List<TaskView> tasks, long grants, long nowMs) {
    reportsByNode.put(node.node(), new ReceivedReport(node, tasks, grants, nowMs));
    return latest;
  }

  /** Decides on the reports, and asks applications for the progress of their tasks. */
  void decide(long nowMs) {
    List<NodeHeadroom> nodes = new ArrayList<>();
    List<TaskView> tasks = new ArrayList<>();
    for (ReceivedReport each : reportsByNode.values()) {
      nodes.add(each.node);
      for (TaskView task : each.tasks) {
        double elapsedMs = task.elapsedMs() + (nowMs - each.atMs);
        tasks.add(task.at(elapsedMs, progress(task.container(), elapsedMs, nowMs)));
      }
    }
    AllocationPolicy.Result result = round.decide(nodes, tasks);
    latest = answer(result, tasks);
    reportsByNode.forEach((node, each) -> latest.grants.put(node, each.grants));
    rounds++;
    result.adjustments().forEach(this::count);
    result.kept().forEach(this::count);
    count(tasks);
    lastProgress = poll(tasks, nowMs);
  }

  private double progress(String container, double elapsedMs, long nowMs) {
    ProgressReport last = lastProgress.get(container);
    return last == null
        ? Double.NaN
        : FinishTimeEstimator.progressNow(
            last.progress, elapsedMs - (nowMs - last.atMs), elapsedMs);
  }

  private Map<String, ProgressReport> poll(List<TaskView> tasks, long nowMs) {
    Map<String, ProgressReport> reports = new HashMap<>();
    for (TaskView task : tasks) {
      CpuContainer now = running.apply(task.container());
      if (now != null) {
        reports.put(task.container(), new ProgressReport(now.progress(), nowMs));
      }
    }
    return reports;
  }

  private static SteeringDecision answer(AllocationPolicy.Result result, List<TaskView> tasks) {
    SteeringDecision answer = new SteeringDecision();
    Map<JobPhase, List<TaskView>> byPhase = new HashMap<>();
    for (TaskView task : tasks) {
      byPhase.computeIfAbsent(task.phase(), p -> new ArrayList<>()).add(task);
      if (!Double.isNaN(task.totalMs())) {
        answer.totals.put(task.container(), task.totalMs());
      }
    }
    byPhase.forEach((phase, peers) -> answer.phases.put(phase, PhaseUsage.of(peers)));
    for (AllocationChange each : result.approved()) {
      answer.approved.put(each.task().container(), each.amount());
    }
    return answer;
  }

  /** Counts the contention status of all tasks, including those that a round does not report. */
  private void count(List<TaskView> tasks) {
    Map<JobPhase, List<TaskView>> byPhase = new LinkedHashMap<>();
    for (TaskView task : tasks) {
      byPhase.computeIfAbsent(task.phase(), p -> new ArrayList<>()).add(task);
    }
    byPhase.values().forEach(all -> detector.detect(ResourceKind.CPU, all).forEach(this::count));
  }

  private void count(Decision<?> decision) {
    reasons.merge(decision.reason().code(), 1L, Long::sum);
  }

  /** Returns how often each reason was given. */
  SortedMap<String, Long> reasons() {
    return reasons;
  }

  long rounds() {
    return rounds;
  }
}
