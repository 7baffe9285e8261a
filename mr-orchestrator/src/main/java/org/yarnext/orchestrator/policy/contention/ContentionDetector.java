// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.contention;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.TaskView;

/**
 * Detects the tasks of a phase that get too little of a resource, and those that take too much
 * (section III, contention detector). It compares each task's use with that of its peers, and
 * checks that the task's progress confirms the result. Otherwise a task with more or less work than
 * its peers would count, too.
 *
 * <p>If no progress is known, use alone decides. Stateless and thread-safe.
 */
public final class ContentionDetector {
  private final ContentionLimits rules;

  public ContentionDetector(ContentionLimits rules) {
    this.rules = rules;
  }

  /**
   * Compares the tasks of one phase of one job.
   *
   * @param tasks the tasks of the phase
   * @return a decision for each task, in the same order
   */
  public List<Decision<ContentionStatus>> detect(ResourceKind kind, List<TaskView> tasks) {
    List<TaskView> grown = tasks.stream().filter(this::isGrown).collect(Collectors.toList());
    PeerStatistics uses = peers(grown.stream().mapToDouble(t -> t.share(kind).used()).toArray());
    PeerStatistics totals =
        peers(
            grown.stream()
                .mapToDouble(TaskView::totalMs)
                .filter(total -> !Double.isNaN(total))
                .toArray());
    List<Decision<ContentionStatus>> statuses = new ArrayList<>(tasks.size());
    for (TaskView task : tasks) {
      statuses.add(explained(judge(kind, task, uses, totals), kind, task, uses, totals));
    }
    return statuses;
  }

  private boolean isGrown(TaskView task) {
    return task.elapsedMs() >= rules.minAgeMs();
  }

  private PeerStatistics peers(double[] values) {
    return new PeerStatistics(values, rules.minSpread());
  }

  private ContentionReason judge(
      ResourceKind kind, TaskView task, PeerStatistics uses, PeerStatistics totals) {
    if (!isGrown(task)) {
      return ContentionReason.CONTENTION_TOO_YOUNG;
    }
    if (uses.size() < 2) {
      return ContentionReason.CONTENTION_NO_PEERS;
    }
    double used = task.share(kind).used();
    boolean less = rules.isBelow(uses, used);
    if (!less && !rules.isAbove(uses, used)) {
      return ContentionReason.CONTENTION_BALANCED;
    }
    if (less && task.share(kind).pressure() == ResourcePressure.NONE) {
      return ContentionReason.CONTENTION_NOT_HELD_BACK;
    }
    if (totals.size() == 0) {
      return less
          ? ContentionReason.CONTENTION_DEFICIT_BY_USAGE
          : ContentionReason.CONTENTION_HOGGING_BY_USAGE;
    }
    double total = task.totalMs();
    if (Double.isNaN(total) || totals.size() < 2) {
      return ContentionReason.CONTENTION_PROGRESS_UNKNOWN;
    }
    boolean behind = rules.isAbove(totals, total);
    if (less) {
      return behind ? ContentionReason.CONTENTION_DEFICIT : ContentionReason.CONTENTION_KEEPS_PACE;
    }
    return behind ? ContentionReason.CONTENTION_SKEWED : ContentionReason.CONTENTION_HOGGING;
  }

  private static Decision<ContentionStatus> explained(
      ContentionReason reason,
      ResourceKind kind,
      TaskView task,
      PeerStatistics uses,
      PeerStatistics totals) {
    double used = task.share(kind).used();
    Decision<ContentionStatus> decision =
        Decision.of(status(reason), reason)
            .with("kind", kind)
            .with("peers", uses.size())
            .with(kind.input("used"), used);
    if (uses.size() < 2 || reason == ContentionReason.CONTENTION_TOO_YOUNG) {
      return decision;
    }
    decision =
        decision.with(kind.input("typical"), uses.centre(used)).with("sigmas", uses.sigmas(used));
    double total = task.totalMs();
    return Double.isNaN(total) || totals.size() < 2
        ? decision
        : decision.with("totalMs", total).with("typicalTotalMs", totals.centre(total));
  }

  private static ContentionStatus status(ContentionReason reason) {
    switch (reason) {
      case CONTENTION_DEFICIT:
      case CONTENTION_DEFICIT_BY_USAGE:
        return ContentionStatus.DEFICIT;
      case CONTENTION_HOGGING:
      case CONTENTION_HOGGING_BY_USAGE:
        return ContentionStatus.HOGGING;
      default:
        return ContentionStatus.BALANCED;
    }
  }
}
