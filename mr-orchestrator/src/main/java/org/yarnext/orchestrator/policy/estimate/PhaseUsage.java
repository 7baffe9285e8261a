// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.estimate;

import java.util.Collection;
import org.apache.commons.math3.stat.descriptive.moment.Mean;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;

/** Mean resource use of the tasks of one phase of one job, and their median run time. Immutable. */
public final class PhaseUsage {
  private final int tasks;
  private final double meanCpu;
  private final double meanMemory;
  private final double typicalTotalMs;

  /**
   * @param tasks number of tasks, 0 or more
   * @param meanCpu in millicores; NaN if there are no tasks
   * @param meanMemory in bytes; NaN if there are no tasks
   * @param typicalTotalMs median run time from start to end; NaN if unknown
   */
  public PhaseUsage(int tasks, double meanCpu, double meanMemory, double typicalTotalMs) {
    this.tasks = tasks;
    this.meanCpu = meanCpu;
    this.meanMemory = meanMemory;
    this.typicalTotalMs = typicalTotalMs;
  }

  /** Returns the usage of the tasks of one phase. */
  public static PhaseUsage of(Collection<TaskView> tasks) {
    return new PhaseUsage(
        tasks.size(),
        mean(tasks, ResourceKind.CPU),
        mean(tasks, ResourceKind.MEMORY),
        new Median()
            .evaluate(
                tasks.stream()
                    .mapToDouble(TaskView::totalMs)
                    .filter(total -> !Double.isNaN(total))
                    .toArray()));
  }

  private static double mean(Collection<TaskView> tasks, ResourceKind kind) {
    return new Mean()
        .evaluate(
            tasks.stream()
                .filter(t -> t.has(kind))
                .mapToDouble(t -> t.share(kind).used())
                .toArray());
  }

  /** Returns the usage of a phase without tasks. */
  public static PhaseUsage unknown() {
    return new PhaseUsage(0, Double.NaN, Double.NaN, Double.NaN);
  }

  /** Returns the number of tasks; 0 or more. */
  public int tasks() {
    return tasks;
  }

  /** Returns the mean in millicores or bytes; NaN if unknown. */
  public double mean(ResourceKind kind) {
    return kind == ResourceKind.CPU ? meanCpu : meanMemory;
  }

  /** Returns the tasks' median run time from start to end, in ms; NaN if unknown. */
  public double typicalTotalMs() {
    return typicalTotalMs;
  }
}
