// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import org.yarnext.elastic.policy.heap.Framework;
import org.yarnext.elastic.policy.heap.HeapRules;
import org.yarnext.elastic.policy.model.RunMeasurement;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.record.TaskSizeSummary;

/** Tasks of one run of a job whose containers had the same memory. Immutable. */
final class MeasuredRun {
  private final TaskClassRun run;
  private final TaskSizeSummary tasks;
  private final long memoryMb;
  private final double weight;

  /**
   * @param nonHeapMb part of a full-size container that is not heap. A task's speed depends on its
   *     heap, so its memory counts as its heap plus this, whatever the container of this run had
   *     outside the heap
   * @param weight of the run among others of its size; 0 or more
   */
  MeasuredRun(TaskClassRun run, TaskSizeSummary tasks, long nonHeapMb, double weight) {
    this.run = run;
    this.tasks = tasks;
    long requestedMb = run.requestedMb();
    long lostMb =
        HeapRules.lostHeapMb(
            Framework.ofType(run.framework()),
            run.heapMb(),
            requestedMb,
            requestedMb - tasks.lostMb());
    this.weight = weight;
    this.memoryMb = Math.max(1, run.heapMb() - lostMb + nonHeapMb);
  }

  TaskClassRun run() {
    return run;
  }

  TaskSizeSummary tasks() {
    return tasks;
  }

  /** Returns the memory in MB; above 0. */
  long memoryMb() {
    return memoryMb;
  }

  /** Returns the weight of the run among others of its size; 0 or more. */
  double weight() {
    return weight;
  }

  double ms() {
    return tasks.ms();
  }

  /** Returns the data per task in MB, by which runs are compared. */
  double dataMb() {
    return tasks.inputMb();
  }

  /** Returns the measurement that a model is fitted to. */
  RunMeasurement point() {
    return new RunMeasurement(memoryMb, tasks.ms());
  }
}
