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
package org.yarnext.tools.profile;

import org.yarnext.elastic.policy.model.RunMeasurement;
import org.yarnext.tools.history.SizedTasks;
import org.yarnext.tools.history.TaskRun;

/** The tasks of one run of a job that had one size. Immutable. */
final class MeasuredRun {
  private final TaskRun run;
  private final SizedTasks tasks;
  private final long memoryMb;

  /**
   * @param nonHeapMb what of a container of full size is not heap. An under-sized container loses
   *     heap alone, so the size that counts for a task is its heap and this, whatever the job of
   *     this run had beside its heap
   */
  MeasuredRun(TaskRun run, SizedTasks tasks, long nonHeapMb) {
    this.run = run;
    this.tasks = tasks;
    this.memoryMb = Math.max(1, run.heapMb() - tasks.lostMb() + nonHeapMb);
  }

  TaskRun run() {
    return run;
  }

  SizedTasks tasks() {
    return tasks;
  }

  /** In MB; above 0. */
  long memoryMb() {
    return memoryMb;
  }

  double ms() {
    return tasks.ms();
  }

  /** What tells runs on more data from runs on less, in MB. */
  double dataMb() {
    return tasks.inputMb();
  }

  /** As a model takes it. */
  RunMeasurement point() {
    return new RunMeasurement(memoryMb, tasks.ms());
  }
}
