// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.balance.AllocationChange;
import org.yarnext.orchestrator.policy.balance.AllocationPolicy;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.orchestrator.rpc.NodeUsageReport;
import org.yarnext.orchestrator.rpc.OrchestratorProtocol;

/**
 * Stores the latest report of each node, and answers the next one with the last round's decision
 * for that node (section III, steps 1 and 4). Thread-safe.
 *
 * <p>It may restart or be replaced at any time, because the nodes' next reports restore its state.
 * Nothing is collected until every node has had time to report.
 */
final class ReportExchange implements OrchestratorProtocol {
  private final boolean acts;
  private final ProgressCache progress;
  private final LongSupplier clockMs;
  private final long epochMs;
  private final long staleAfterMs;
  private volatile long decidesFromMs = Long.MAX_VALUE;
  private final Map<String, ReceivedReport> reportsByNode = new ConcurrentHashMap<>();
  private volatile PublishedAnswers latest = new PublishedAnswers(Collections.emptyMap(), 0, 0);

  /** A report and the time of its arrival. */
  private static final class ReceivedReport {
    private final NodeUsageReport report;
    private final long atMs;

    private ReceivedReport(NodeUsageReport report, long atMs) {
      this.report = report;
      this.atMs = atMs;
    }
  }

  /** The answers of a round and its time. */
  private static final class PublishedAnswers {
    private final Map<String, NodeAnswer> byNode;
    private final int tasks;
    private final long atMs;

    private PublishedAnswers(Map<String, NodeAnswer> byNode, int tasks, long atMs) {
      this.byNode = byNode;
      this.tasks = tasks;
      this.atMs = atMs;
    }
  }

  /**
   * @param acts whether nodes receive the decisions
   * @param epochMs how often nodes report, in ms
   * @param clockMs monotonic clock
   */
  ReportExchange(boolean acts, long epochMs, ProgressCache progress, LongSupplier clockMs) {
    this.acts = acts;
    this.progress = progress;
    this.clockMs = clockMs;
    this.epochMs = epochMs;
    staleAfterMs = staleAfterMs(epochMs);
  }

  /**
   * Returns how long a report is valid, in ms: two may be lost, and one may be late by almost an
   * epoch.
   */
  static long staleAfterMs(long epochMs) {
    return 5 * epochMs / 2;
  }

  /**
   * Starts to accept reports. A standby ResourceManager makes this object long before, and may
   * become active only days later.
   */
  void open() {
    decidesFromMs = clockMs.getAsLong() + 2 * epochMs;
  }

  @Override
  public NodeAnswer exchange(NodeUsageReport report) {
    long nowMs = clockMs.getAsLong();
    reportsByNode.put(report.node().node(), new ReceivedReport(report, nowMs));
    PublishedAnswers answers = latest;
    NodeAnswer answer = answers.byNode.get(report.node().node());
    return answer == null || nowMs - answers.atMs > staleAfterMs ? NodeAnswer.nothing() : answer;
  }

  /**
   * Collects all fresh reports; drops the others.
   *
   * @return null while nodes may not have had time to report
   */
  ReportSnapshot collect() {
    long nowMs = clockMs.getAsLong();
    reportsByNode.values().removeIf(each -> nowMs - each.atMs > staleAfterMs);
    progress.evictOld(nowMs);
    if (nowMs < decidesFromMs) {
      return null;
    }
    List<NodeUsageReport> reports = new ArrayList<>();
    List<TaskView> tasks = new ArrayList<>();
    for (ReceivedReport each : reportsByNode.values()) {
      reports.add(each.report);
      for (TaskView task : each.report.tasks()) {
        double elapsedMs = task.elapsedMs() + (nowMs - each.atMs);
        String attempt = each.report.attempt(task.container());
        tasks.add(task.at(elapsedMs, progress.progress(attempt, elapsedMs, nowMs)));
      }
    }
    return new ReportSnapshot(reports, tasks);
  }

  /** Publishes a round's decisions as the answers to the nodes of the snapshot. */
  void publish(ReportSnapshot snapshot, AllocationPolicy.Result result) {
    Map<JobPhase, List<TaskView>> byPhase = new HashMap<>();
    Map<String, NodeAnswer.Builder> answers = new HashMap<>();
    // Nothing was decided for nodes that have reported since.
    snapshot
        .reports()
        .forEach(
            (node, report) -> answers.put(node, new NodeAnswer.Builder(acts).on(report.grants())));
    for (TaskView task : snapshot.tasks()) {
      byPhase.computeIfAbsent(task.phase(), p -> new ArrayList<>()).add(task);
    }
    Map<JobPhase, PhaseUsage> usages = new HashMap<>();
    byPhase.forEach((phase, tasks) -> usages.put(phase, PhaseUsage.of(tasks)));
    for (TaskView task : snapshot.tasks()) {
      NodeAnswer.Builder answer = answers.get(task.node());
      if (answer != null) {
        answer.phase(task.phase(), usages.get(task.phase()));
        if (!Double.isNaN(task.totalMs())) {
          answer.total(task.container(), task.totalMs());
          name(task, snapshot, answer);
        }
      }
    }
    if (acts) {
      for (AllocationChange each : result.approved()) {
        NodeAnswer.Builder answer = answers.get(each.task().node());
        if (answer != null) {
          answer.approve(each.kind(), each.task().container(), each.amount());
          name(each.task(), snapshot, answer);
        }
      }
    }
    Map<String, NodeAnswer> built = new HashMap<>();
    answers.forEach((node, answer) -> built.put(node, answer.build()));
    latest = new PublishedAnswers(built, snapshot.tasks().size(), clockMs.getAsLong());
  }

  /** Names the attempt that the decisions about a container were made for. */
  private static void name(TaskView task, ReportSnapshot snapshot, NodeAnswer.Builder answer) {
    String attempt = snapshot.attempt(task);
    if (attempt != null) {
      answer.attempt(task.container(), attempt);
    }
  }

  /** Returns the stored reports. */
  Collection<NodeUsageReport> reports() {
    List<NodeUsageReport> reports = new ArrayList<>();
    reportsByNode.values().forEach(each -> reports.add(each.report));
    return reports;
  }

  int nodes() {
    return reportsByNode.size();
  }

  /** Returns the number of tasks in the latest round. */
  int tasks() {
    return latest.tasks;
  }
}
