// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.rpc.NodeUsageReport;

/** Snapshot of all fresh reports of the cluster, with their tasks at one time. Immutable. */
final class ReportSnapshot {
  private final Map<String, NodeUsageReport> reports = new HashMap<>();
  private final List<TaskView> tasks;

  /**
   * @param reports one per node
   * @param tasks the tasks of these reports, with their current run time and progress
   */
  ReportSnapshot(Collection<NodeUsageReport> reports, List<TaskView> tasks) {
    reports.forEach(report -> this.reports.put(report.node().node(), report));
    this.tasks = Collections.unmodifiableList(tasks);
  }

  /** Returns the reports by node. */
  Map<String, NodeUsageReport> reports() {
    return Collections.unmodifiableMap(reports);
  }

  /** Returns the headroom of each node. */
  List<NodeHeadroom> nodes() {
    List<NodeHeadroom> nodes = new ArrayList<>();
    reports.values().forEach(report -> nodes.add(report.node()));
    return nodes;
  }

  List<TaskView> tasks() {
    return tasks;
  }

  /**
   * Returns the attempt that a task's container ran when it was reported; it may run another by
   * now.
   *
   * @return null if unknown
   */
  String attempt(TaskView task) {
    return reports.get(task.node()).attempt(task.container());
  }
}
