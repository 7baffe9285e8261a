// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.job;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.world.TaskFitValidator;

/**
 * Tasks of one stage with the same size, which are requested together. Each waiting task is either
 * not requested yet, outstanding at a scheduler, or has a container that its Application Master has
 * not received yet.
 */
public final class TaskSizeGroup {
  private final int stage;
  private final int priority;
  private final ResourceVector size;
  private final Long declaredMs;
  private final List<SimTask> tasks = new ArrayList<>();
  private final Deque<SimTask> waiting = new ArrayDeque<>();
  private long requestedMs;
  final RequestKey key;

  /** Number of waiting tasks without a request. */
  int unasked;

  int pendingGuaranteed;
  int pendingOpportunistic;

  /** Number of pending guaranteed containers that are divided again later. */
  int undecided;

  private TaskSizeGroup(int stage, int priority, ResourceVector size, Long declaredMs) {
    this.stage = stage;
    this.priority = priority;
    this.size = size;
    this.key = RequestKey.of(priority, stage, size.toString());
    this.declaredMs = declaredMs;
  }

  /**
   * Returns the kinds of tasks of a job, the most urgent first.
   *
   * @param stepMb containers have a multiple of this memory, in MB
   * @param startMs time from the start of a container to that of its task
   * @param declaredFactor declared run times relative to the true ones; NaN if none are declared
   */
  public static List<TaskSizeGroup> of(
      SimJob job, int stepMb, long startMs, double declaredFactor) {
    List<TaskSizeGroup> kinds = new ArrayList<>();
    for (int s = 0; s < job.stages().size(); s++) {
      kinds.addAll(ofStage(s, job.stages().get(s), stepMb, startMs, declaredFactor));
    }
    kinds.sort((a, b) -> Integer.compare(a.priority, b.priority));
    return kinds;
  }

  private static List<TaskSizeGroup> ofStage(
      int s, SimStage stage, int stepMb, long startMs, double declaredFactor) {
    Map<ResourceVector, List<SimTask>> bySize = new LinkedHashMap<>();
    ResourceVector lastSize = null;
    List<SimTask> last = null;
    for (SimTask task : stage.tasks()) {
      long mb = TaskFitValidator.rounded(task.memoryMb(), stepMb);
      if (lastSize == null || lastSize.memoryMb() != mb || lastSize.vcores() != task.vcores()) {
        lastSize = ResourceVector.of(mb, task.vcores());
        last = bySize.computeIfAbsent(lastSize, size -> new ArrayList<>());
      }
      last.add(task);
    }
    List<TaskSizeGroup> kinds = new ArrayList<>();
    bySize.forEach(
        (size, tasks) -> {
          double meanMs = tasks.stream().mapToLong(SimTask::durationMs).average().orElse(0);
          Long declaredMs =
              Double.isNaN(declaredFactor)
                  ? null
                  : Long.valueOf(Math.max(1, Math.round((meanMs + startMs) * declaredFactor)));
          TaskSizeGroup kind = new TaskSizeGroup(s, stage.priority(), size, declaredMs);
          kind.tasks.addAll(tasks);
          kinds.add(kind);
        });
    return kinds;
  }

  /** Returns the index of the stage. */
  public int stage() {
    return stage;
  }

  public int priority() {
    return priority;
  }

  /** Returns the size of each container. */
  public ResourceVector size() {
    return size;
  }

  /** Returns the declared run time of the tasks in ms; null if none is declared. */
  public Long declaredMs() {
    return declaredMs;
  }

  /** Returns when the tasks were first requested, in ms. */
  public long requestedMs() {
    return requestedMs;
  }

  /** Returns the number of outstanding opportunistic containers. */
  public int pendingOpportunistic() {
    return pendingOpportunistic;
  }

  /** Takes an outstanding opportunistic container. */
  public void takeOpportunistic() {
    pendingOpportunistic--;
  }

  /** Adds all tasks to the waiting ones. */
  void begin(long nowMs) {
    waiting.addAll(tasks);
    unasked += tasks.size();
    requestedMs = nowMs;
  }

  /** Takes the next waiting task. */
  SimTask next() {
    return waiting.removeFirst();
  }

  /** Puts a task that lost its container before the other waiting ones. */
  void again(SimTask task) {
    waiting.addFirst(task);
    unasked++;
  }
}
