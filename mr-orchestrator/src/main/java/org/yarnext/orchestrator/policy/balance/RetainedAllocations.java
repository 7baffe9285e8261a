// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;

/**
 * Policy that keeps allocations of earlier rounds in force ("continue with the current allocation",
 * Algorithm 1). A task that was helped looks like its peers only because of the help, and would
 * fall behind again without it.
 *
 * <p>A task keeps additional CPU until it is clearly ahead of its peers or takes more than they do.
 * It keeps additional memory as long as it needs more than its token says, by its own estimate or
 * to match its peers' use. A task that gave resources does not get them back as long as a task on
 * the same node has more than its token says. The policy stores nothing: the current allocations
 * are in the view, so that they survive a restart of the ResourceManager. Stateless and
 * thread-safe.
 */
final class RetainedAllocations {
  private final BalanceLimits rules;

  RetainedAllocations(BalanceLimits rules) {
    this.rules = rules;
  }

  /**
   * Decides which tasks keep their amounts.
   *
   * @param tasks all running tasks
   * @param hogging the containers that take more than their peers
   * @param requests the requests of this round
   * @param judged the balancer's decisions about them
   * @return a decision for each task that keeps its amount; without those that the balancer has
   *     changed and those that return to their tokens
   */
  List<Decision<AllocationChange>> decide(
      ResourceKind kind,
      Collection<TaskView> tasks,
      Set<String> hogging,
      List<AllocationRequest> requests,
      List<Decision<AllocationChange>> judged) {
    Map<String, Double> wanted = new HashMap<>();
    requests.forEach(request -> wanted.put(request.task().container(), request.wanted()));
    Set<String> settled = new HashSet<>();
    Set<String> helpedNodes = new HashSet<>();
    for (Decision<AllocationChange> each : judged) {
      if (each.value().change() != 0 || isUseless(each)) {
        settled.add(each.value().task().container());
      }
      if (each.value().change() > 0) {
        helpedNodes.add(each.value().task().node());
      }
    }
    Map<JobPhase, Double> typical = typicalTotals(tasks);
    List<Decision<AllocationChange>> kept = new ArrayList<>();
    for (TaskView task : tasks) {
      ResourceShare share = task.share(kind);
      if (share.allocated() > share.entitled()
          && !settled.contains(task.container())
          && !hogging.contains(task.container())
          && stillNeeds(
              kind, task, wanted.getOrDefault(task.container(), 0.0), typical.get(task.phase()))) {
        kept.add(kept(kind, task, BalanceReason.BALANCE_KEEPS_HELP));
        helpedNodes.add(task.node());
      }
    }
    for (TaskView task : tasks) {
      ResourceShare share = task.share(kind);
      if (share.allocated() < share.entitled()
          && !settled.contains(task.container())
          && helpedNodes.contains(task.node())) {
        kept.add(kept(kind, task, BalanceReason.BALANCE_STAYS_GIVEN));
      }
    }
    return kept;
  }

  private static boolean isUseless(Decision<AllocationChange> refusal) {
    return refusal.reason() == BalanceReason.BALANCE_NOT_IN_STEP
        || refusal.reason() == BalanceReason.BALANCE_OVERTAKEN;
  }

  private boolean stillNeeds(
      ResourceKind kind, TaskView task, double wanted, double typicalTotalMs) {
    ResourceShare share = task.share(kind);
    if (kind == ResourceKind.MEMORY) {
      // A task that has enough now would request the amount again once it had lost it.
      return Math.max(share.minimum(), wanted) > share.entitled()
          || share.estimated() > share.entitled();
    }
    // False as well if one of the two is unknown.
    return !rules.isLater(typicalTotalMs, task.totalMs());
  }

  private static Map<JobPhase, Double> typicalTotals(Collection<TaskView> tasks) {
    Map<JobPhase, List<TaskView>> byPhase = new HashMap<>();
    tasks.forEach(task -> byPhase.computeIfAbsent(task.phase(), p -> new ArrayList<>()).add(task));
    Map<JobPhase, Double> totals = new HashMap<>();
    byPhase.forEach((phase, peers) -> totals.put(phase, PhaseUsage.of(peers).typicalTotalMs()));
    return totals;
  }

  private static Decision<AllocationChange> kept(
      ResourceKind kind, TaskView task, BalanceReason why) {
    ResourceShare share = task.share(kind);
    return Decision.of(new AllocationChange(task, kind, share.allocated()), why)
        .with("kind", kind)
        .with(kind.input("allocated"), share.allocated())
        .with(kind.input("entitled"), share.entitled())
        .with(kind.input("used"), share.used());
  }
}
