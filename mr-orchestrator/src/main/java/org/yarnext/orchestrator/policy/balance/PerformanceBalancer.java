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
 * Approves requests that are in step with the concurrent tasks of the same phase and job on other
 * nodes (section III, performance balancer; the example of section II-B): a task gets more only if
 * its phase ends earlier for it, and only from tasks whose own phase then does not end later.
 *
 * <p>A phase ends with its latest task. So its tasks are helped from the latest on, as long as each
 * of them can be helped; from the first that cannot, no other one's help brings the end forward,
 * and help already found for tasks that end about as late is given back. Stateless and thread-safe.
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
   * Judges the wishes of one epoch for one resource.
   *
   * @param nodes what each node has left; a node that is missing has nothing
   * @param tasks all running tasks
   * @param requests at most one a task, in the order in which they may take what is there; their
   *     tasks are among {@code tasks}
   * @param hogging the containers that take more than their peers
   * @return a decision for each request and, after them, for each task that gives
   */
  public List<Decision<AllocationChange>> decide(
      ResourceKind kind,
      Collection<NodeHeadroom> nodes,
      Collection<TaskView> tasks,
      List<AllocationRequest> requests,
      Set<String> hogging) {
    Map<String, AllocationRequest> byContainer = new LinkedHashMap<>();
    requests.forEach(request -> byContainer.put(request.task().container(), request));
    Map<JobPhase, PhaseProjection> courses = courses(kind, tasks);
    Map<String, NodeBudget> books = new LinkedHashMap<>();
    Map<String, Double> free = new HashMap<>();
    nodes.forEach(node -> free.put(node.node(), node.free(kind)));
    for (AllocationRequest request : requests) {
      String node = request.task().node();
      books.computeIfAbsent(
          node,
          n ->
              new NodeBudget(
                  kind, rules, free.getOrDefault(n, 0.0), task -> courses.get(task.phase())));
    }
    for (TaskView task : tasks) {
      NodeBudget book = books.get(task.node());
      if (book != null && !byContainer.containsKey(task.container())) {
        book.add(task, hogging.contains(task.container()));
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
                new PhaseBalance(kind, rules, courses.get(phase), books).judge(wishes)));
    List<Decision<AllocationChange>> decisions = new ArrayList<>();
    byContainer.keySet().forEach(container -> decisions.add(verdicts.get(container)));
    books.values().forEach(book -> book.givers().forEach(d -> decisions.add(given(kind, d))));
    return decisions;
  }

  private Map<JobPhase, PhaseProjection> courses(ResourceKind kind, Collection<TaskView> tasks) {
    Map<JobPhase, List<TaskView>> byPhase = new HashMap<>();
    tasks.forEach(task -> byPhase.computeIfAbsent(task.phase(), p -> new ArrayList<>()).add(task));
    Map<JobPhase, PhaseProjection> courses = new HashMap<>();
    byPhase.forEach(
        (phase, peers) -> courses.put(phase, new PhaseProjection(kind, peers, rules.minAgeMs())));
    return courses;
  }

  private static Decision<AllocationChange> given(ResourceKind kind, NodeBudget.Donor donor) {
    double has = donor.task.share(kind).allocated();
    return Decision.of(
            new AllocationChange(donor.task, kind, has - donor.taken()),
            donor.hogging ? BalanceReason.BALANCE_GIVES_HOGGED : BalanceReason.BALANCE_GIVES_EXCESS)
        .with("kind", kind)
        .with("allocated", has)
        .with("used", donor.task.share(kind).used())
        .with("given", donor.taken());
  }

  /** Judges the wishes for the tasks of one phase, from the task that ends last on. Used once. */
  private static final class PhaseBalance {
    private final ResourceKind kind;
    private final BalanceLimits rules;
    private final PhaseProjection phase;
    private final Map<String, NodeBudget> books;
    private final Map<String, Decision<AllocationChange>> verdicts = new HashMap<>();
    private final Map<TaskProjection, NodeBudget.Grant> found = new LinkedHashMap<>();

    /** The latest end of those that are helped, with that help. */
    private double helpedUntil;

    private PhaseBalance(
        ResourceKind kind,
        BalanceLimits rules,
        PhaseProjection phase,
        Map<String, NodeBudget> books) {
      this.kind = kind;
      this.rules = rules;
      this.phase = phase;
      this.books = books;
    }

    /** A verdict for each wish, by container. */
    Map<String, Decision<AllocationChange>> judge(List<AllocationRequest> requests) {
      Map<String, AllocationRequest> open = new LinkedHashMap<>();
      for (AllocationRequest request : requests) {
        if (phase.of(request.task()) == null) {
          refuse(request, BalanceReason.BALANCE_PROGRESS_UNKNOWN, null);
        } else {
          open.put(request.task().container(), request);
        }
      }
      for (TaskProjection course : phase.latestFirst()) {
        if (open.isEmpty() && found.isEmpty()) {
          break;
        }
        if (!found.isEmpty() && course.total() <= helpedUntil) {
          open.values().forEach(r -> refuse(r, BalanceReason.BALANCE_OVERTAKEN, course));
          break;
        }
        AllocationRequest request = open.remove(course.task().container());
        if (request == null || !help(request, course)) {
          open.values().forEach(r -> refuse(r, BalanceReason.BALANCE_NOT_IN_STEP, course));
          giveBackUpTo(course);
          break;
        }
      }
      found.forEach(this::approve);
      return verdicts;
    }

    private boolean help(AllocationRequest request, TaskProjection course) {
      double has = request.task().share(kind).allocated();
      if (request.wanted() <= has) {
        refuse(request, BalanceReason.BALANCE_HAS_ENOUGH, course);
        return false;
      }
      NodeBudget.Grant grant = books.get(request.task().node()).take(request);
      if (grant == null) {
        refuse(request, BalanceReason.BALANCE_NOTHING_TO_GIVE, course);
        return false;
      }
      found.put(course, grant);
      helpedUntil = Math.max(helpedUntil, totalWith(course, grant));
      return true;
    }

    private double totalWith(TaskProjection course, NodeBudget.Grant grant) {
      double has = course.task().share(kind).allocated();
      return course.totalWith(has / (has + grant.amount()));
    }

    /** This one is not helped: to have helped those that end hardly later is of no use. */
    private void giveBackUpTo(TaskProjection latest) {
      found
          .entrySet()
          .removeIf(
              each -> {
                boolean useless = !rules.isLater(each.getKey().total(), latest.total());
                if (useless) {
                  books.get(each.getKey().task().node()).undo(each.getValue());
                  refuse(each.getValue().request(), BalanceReason.BALANCE_NOT_IN_STEP, latest);
                }
                return useless;
              });
    }

    private void approve(TaskProjection course, NodeBudget.Grant grant) {
      double has = course.task().share(kind).allocated();
      verdict(
          grant.request(),
          Decision.of(
                  new AllocationChange(course.task(), kind, has + grant.amount()),
                  BalanceReason.BALANCE_APPROVED)
              .with("kind", kind)
              .with("allocated", has)
              .with("wanted", grant.request().wanted())
              .with("granted", grant.amount())
              .with("of", String.join(" ", grant.donors()))
              .with("total", course.total())
              .with("newTotal", totalWith(course, grant)));
    }

    /**
     * @param bound the course that decides when the phase ends; null if none does
     */
    private void refuse(AllocationRequest request, BalanceReason reason, TaskProjection bound) {
      double has = request.task().share(kind).allocated();
      Decision<AllocationChange> refusal =
          Decision.of(new AllocationChange(request.task(), kind, has), reason)
              .with("kind", kind)
              .with("allocated", has)
              .with("wanted", request.wanted());
      TaskProjection own = phase.of(request.task());
      verdict(
          request,
          own == null || bound == null
              ? refusal
              : refusal
                  .with("total", own.total())
                  .with("bound", bound.task().container())
                  .with("boundTotal", bound.total()));
    }

    private void verdict(AllocationRequest request, Decision<AllocationChange> decision) {
      verdicts.put(request.task().container(), decision);
    }
  }
}
