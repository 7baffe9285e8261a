// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import org.yarnext.orchestrator.policy.TaskView;

/**
 * Projected run time of a task from start to end: its elapsed time, and its remaining time by
 * equations (1) and (2). If no progress is known, the unit is the median task's run time.
 * Immutable.
 */
final class TaskProjection {
  private final TaskView task;
  private final double passed;
  private final double left;

  TaskProjection(TaskView task, double passed, double left) {
    this.task = task;
    this.passed = passed;
    this.left = left;
  }

  TaskView task() {
    return task;
  }

  /** Returns the name of a decision's input in this projection's unit. */
  String input(String name) {
    return name + (Double.isNaN(task.totalMs()) ? "Ratio" : "Ms");
  }

  double total() {
    return passed + left;
  }

  /** Returns the total if the remaining work takes {@code alpha} times as long (equation 2). */
  double totalWith(double alpha) {
    return passed + alpha * left;
  }

  /** Returns the factor by which the remaining work may slow down for this total; 1 or more. */
  double alphaUntil(double total) {
    return left > 0 && total > total() ? (total - passed) / left : 1;
  }
}
