// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;

/**
 * Orders the tasks of one phase by their projected total run times. The totals are compared, and
 * not the remaining times, because the tasks of a phase start in waves.
 *
 * <p>Projections are based on progress if any is known, otherwise on a task's use relative to the
 * median. Immutable.
 */
final class PhaseProjection {
  private final List<TaskProjection> latestFirst = new ArrayList<>();
  private final Map<String, TaskProjection> byContainer = new HashMap<>();

  PhaseProjection(ResourceKind kind, List<TaskView> tasks, double minAgeMs) {
    List<TaskView> grown = new ArrayList<>();
    boolean progressKnown = false;
    for (TaskView task : tasks) {
      if (task.elapsedMs() >= minAgeMs) {
        grown.add(task);
        progressKnown |= !Double.isNaN(task.totalMs());
      }
    }
    if (progressKnown) {
      byProgress(grown);
    } else {
      byUse(kind, grown);
    }
    latestFirst.sort(
        Comparator.comparingDouble(TaskProjection::total)
            .reversed()
            .thenComparing(projection -> projection.task().container()));
    latestFirst.forEach(projection -> byContainer.put(projection.task().container(), projection));
  }

  private void byProgress(List<TaskView> tasks) {
    for (TaskView task : tasks) {
      double total = task.totalMs();
      if (!Double.isNaN(total)) {
        latestFirst.add(new TaskProjection(task, task.elapsedMs(), total - task.elapsedMs()));
      }
    }
  }

  private void byUse(ResourceKind kind, List<TaskView> tasks) {
    double typical =
        new Median().evaluate(tasks.stream().mapToDouble(t -> t.share(kind).used()).toArray());
    for (TaskView task : tasks) {
      double used = task.share(kind).used();
      if (used > 0) {
        latestFirst.add(new TaskProjection(task, 0, typical / used));
      }
    }
  }

  List<TaskProjection> latestFirst() {
    return Collections.unmodifiableList(latestFirst);
  }

  /** Returns a task's projection; null if unknown. */
  TaskProjection of(TaskView task) {
    return byContainer.get(task.container());
  }

  /** Returns the total of the latest task except this one; 0 if there is no other. */
  double latestBut(TaskView task) {
    for (TaskProjection projection : latestFirst) {
      if (!projection.task().container().equals(task.container())) {
        return projection.total();
      }
    }
    return 0;
  }
}
