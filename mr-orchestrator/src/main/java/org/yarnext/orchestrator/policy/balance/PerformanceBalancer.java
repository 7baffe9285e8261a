// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskView;

/**
 * Approves requests that keep tasks in step with the concurrent tasks of the same phase and job on
 * other nodes (section III, performance balancer; the example of section II-B). A task gets more
 * only if its phase then ends earlier, and only from tasks whose own phase does not end later for
 * it.
 *
 * <p>A phase ends with its latest task. So its tasks are helped in descending order of their
 * projected end, until one cannot be helped. Helping tasks that end earlier than that one would not
 * shorten the phase, and grants to tasks that end about as late as it are returned. Stateless and
 * thread-safe.
 */
public final class PerformanceBalancer {
  private final BalanceLimits rules;

  public PerformanceBalancer(BalanceLimits rules) {
    this.rules = rules;
  }

  BalanceLimits rules() {
    return rules;
  }

  /**
   * Decides the requests of one epoch for one resource.
   *
   * @param nodes the headroom of each node; a missing node has none
   * @param tasks all running tasks
   * @param requests at most one per task, in the order in which they may take resources; their
   *     tasks are among {@code tasks}
   * @param hogging the containers that take more than their peers
   * @return a decision for each request and, after them, for each donor
   */
  public List<Decision<AllocationChange>> decide(
      ResourceKind kind,
      Collection<NodeHeadroom> nodes,
      Collection<TaskView> tasks,
      List<AllocationRequest> requests,
      Set<String> hogging) {
    Map<String, AllocationRequest> byContainer = new LinkedHashMap<>();
    requests.forEach(request -> byContainer.put(request.task().container(), request));
    Map<JobPhase, PhaseProjection> projections = projections(kind, tasks);
    Map<String, NodeBudget> budgets = new LinkedHashMap<>();
    Map<String, Double> free = new HashMap<>();
    nodes.forEach(node -> free.put(node.node(), node.free(kind)));
    for (AllocationRequest request : requests) {
      String node = request.task().node();
      budgets.computeIfAbsent(
          node,
          n ->
              new NodeBudget(
                  kind, rules, free.getOrDefault(n, 0.0), task -> projections.get(task.phase())));
    }
    for (TaskView task : tasks) {
      NodeBudget budget = budgets.get(task.node());
      if (budget != null && !byContainer.containsKey(task.container())) {
        budget.add(task, hogging.contains(task.container()));
      }
    }
    Map<String, Decision<AllocationChange>> verdicts = new HashMap<>();
    Map<JobPhase, List<AllocationRequest>> byPhase = new LinkedHashMap<>();
    byContainer
        .values()
        .forEach(r -> byPhase.computeIfAbsent(r.task().phase(), p -> new ArrayList<>()).add(r));
    byPhase.forEach(
        (phase, wishes) ->
            verdicts.putAll(
                new PhaseBalance(kind, rules, projections.get(phase), budgets).judge(wishes)));
    List<Decision<AllocationChange>> decisions = new ArrayList<>();
    byContainer.keySet().forEach(container -> decisions.add(verdicts.get(container)));
    budgets.values().forEach(budget -> budget.givers().forEach(d -> decisions.add(given(kind, d))));
    return decisions;
  }

  private Map<JobPhase, PhaseProjection> projections(
      ResourceKind kind, Collection<TaskView> tasks) {
    Map<JobPhase, List<TaskView>> byPhase = new HashMap<>();
    tasks.forEach(task -> byPhase.computeIfAbsent(task.phase(), p -> new ArrayList<>()).add(task));
    Map<JobPhase, PhaseProjection> projections = new HashMap<>();
    byPhase.forEach(
        (phase, peers) ->
            projections.put(phase, new PhaseProjection(kind, peers, rules.minAgeMs())));
    return projections;
  }

  private static Decision<AllocationChange> given(ResourceKind kind, NodeBudget.Donor donor) {
    double has = donor.task.share(kind).allocated();
    return Decision.of(
            new AllocationChange(donor.task, kind, has - donor.taken()),
            donor.hogging ? BalanceReason.BALANCE_GIVES_HOGGED : BalanceReason.BALANCE_GIVES_EXCESS)
        .with("kind", kind)
        .with(kind.input("allocated"), has)
        .with(kind.input("used"), donor.task.share(kind).used())
        .with(kind.input("given"), donor.taken());
  }

  /** Decides the requests of the tasks of one phase, the latest task first. Used once. */
  private static final class PhaseBalance {
    private final ResourceKind kind;
    private final BalanceLimits rules;
    private final PhaseProjection phase;
    private final Map<String, NodeBudget> budgets;
    private final Map<String, Decision<AllocationChange>> verdicts = new HashMap<>();
    private final Map<TaskProjection, NodeBudget.Grant> found = new LinkedHashMap<>();

    /** The latest end of the helped tasks, with the help. */
    private double helpedUntil;

    private PhaseBalance(
        ResourceKind kind,
        BalanceLimits rules,
        PhaseProjection phase,
        Map<String, NodeBudget> budgets) {
      this.kind = kind;
      this.rules = rules;
      this.phase = phase;
      this.budgets = budgets;
    }

    /** Returns a decision for each request, by container. */
    Map<String, Decision<AllocationChange>> judge(List<AllocationRequest> requests) {
      Map<String, AllocationRequest> open = new LinkedHashMap<>();
      for (AllocationRequest request : requests) {
        if (phase.of(request.task()) == null) {
          refuse(request, BalanceReason.BALANCE_PROGRESS_UNKNOWN, null);
        } else {
          open.put(request.task().container(), request);
        }
      }
      for (TaskProjection projection : phase.latestFirst()) {
        if (open.isEmpty() && found.isEmpty()) {
          break;
        }
        if (!found.isEmpty() && projection.total() <= helpedUntil) {
          open.values().forEach(r -> refuse(r, BalanceReason.BALANCE_OVERTAKEN, projection));
          break;
        }
        AllocationRequest request = open.remove(projection.task().container());
        if (request == null || !help(request, projection)) {
          open.values().forEach(r -> refuse(r, BalanceReason.BALANCE_NOT_IN_STEP, projection));
          revokeUseless(projection);
          break;
        }
      }
      found.forEach(this::approve);
      return verdicts;
    }

    private boolean help(AllocationRequest request, TaskProjection projection) {
      double has = request.task().share(kind).allocated();
      if (request.wanted() <= has) {
        refuse(request, BalanceReason.BALANCE_HAS_ENOUGH, projection);
        return false;
      }
      NodeBudget.Grant grant = budgets.get(request.task().node()).take(request);
      if (grant == null) {
        refuse(request, BalanceReason.BALANCE_NOTHING_TO_GIVE, projection);
        return false;
      }
      found.put(projection, grant);
      helpedUntil = Math.max(helpedUntil, totalWith(projection, grant));
      return true;
    }

    private double totalWith(TaskProjection projection, NodeBudget.Grant grant) {
      double has = projection.task().share(kind).allocated();
      return projection.totalWith(has / (has + grant.amount()));
    }

    /**
     * Revokes the grants of tasks that end hardly later than a task that cannot be helped: they are
     * useless.
     */
    private void revokeUseless(TaskProjection latest) {
      found
          .entrySet()
          .removeIf(
              each -> {
                boolean useless = !rules.isLater(each.getKey().total(), latest.total());
                if (useless) {
                  budgets.get(each.getKey().task().node()).undo(each.getValue());
                  refuse(each.getValue().request(), BalanceReason.BALANCE_NOT_IN_STEP, latest);
                }
                return useless;
              });
    }

    private void approve(TaskProjection projection, NodeBudget.Grant grant) {
      double has = projection.task().share(kind).allocated();
      String donors = String.join(" ", grant.donors());
      verdict(
          grant.request(),
          Decision.of(
                  new AllocationChange(projection.task(), kind, has + grant.amount()),
                  BalanceReason.BALANCE_APPROVED)
              .with("kind", kind)
              .with(kind.input("allocated"), has)
              .with(kind.input("wanted"), grant.request().wanted())
              .with(kind.input("granted"), grant.amount())
              .with("donors", donors.isEmpty() ? "none" : donors)
              .with(projection.input("total"), projection.total())
              .with(projection.input("newTotal"), totalWith(projection, grant)));
    }

    /**
     * @param bound the task that determines the phase's end; null if none does
     */
    private void refuse(AllocationRequest request, BalanceReason reason, TaskProjection bound) {
      double has = request.task().share(kind).allocated();
      Decision<AllocationChange> refusal =
          Decision.of(new AllocationChange(request.task(), kind, has), reason)
              .with("kind", kind)
              .with(kind.input("allocated"), has)
              .with(kind.input("wanted"), request.wanted());
      TaskProjection own = phase.of(request.task());
      verdict(
          request,
          own == null || bound == null
              ? refusal
              : refusal
                  .with(own.input("total"), own.total())
                  .with("bound", bound.task().container())
                  .with(bound.input("boundTotal"), bound.total()));
    }

    private void verdict(AllocationRequest request, Decision<AllocationChange> decision) {
      verdicts.put(request.task().container(), decision);
    }
  }
}
