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

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Judges the wishes for the tasks of one phase, from the task that ends last on. Used once. */
final class PhaseSweep {
  private final ResourceKind kind;
  private final BalanceRules rules;
  private final PhaseProjection phase;
  private final Map<String, NodeBudget> books;
  private final Map<String, Decision<Adjustment>> verdicts = new HashMap<>();
  private final Map<TaskProjection, Grant> found = new LinkedHashMap<>();

  /** The latest end of those that are helped, with that help. */
  private double helpedUntil;

  PhaseSweep(
      ResourceKind kind, BalanceRules rules, PhaseProjection phase, Map<String, NodeBudget> books) {
    this.kind = kind;
    this.rules = rules;
    this.phase = phase;
    this.books = books;
  }

  /** A verdict for each wish, by container. */
  Map<String, Decision<Adjustment>> judge(List<AllocationRequest> requests) {
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
    Grant grant = books.get(request.task().node()).take(request);
    if (grant == null) {
      refuse(request, BalanceReason.BALANCE_NOTHING_TO_GIVE, course);
      return false;
    }
    found.put(course, grant);
    helpedUntil = Math.max(helpedUntil, totalWith(course, grant));
    return true;
  }

  private double totalWith(TaskProjection course, Grant grant) {
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

  private void approve(TaskProjection course, Grant grant) {
    double has = course.task().share(kind).allocated();
    verdict(
        grant.request(),
        Decision.of(
                new Adjustment(course.task(), kind, has + grant.amount()),
                BalanceReason.BALANCE_APPROVED)
            .with("kind", kind)
            .with("allocated", has)
            .with("wanted", grant.request().wanted())
            .with("granted", grant.amount())
            .with("of", String.join(" ", grant.takenOf().keySet()))
            .with("total", course.total())
            .with("newTotal", totalWith(course, grant)));
  }

  /**
   * @param bound the course that decides when the phase ends; null if none does
   */
  private void refuse(AllocationRequest request, BalanceReason reason, TaskProjection bound) {
    double has = request.task().share(kind).allocated();
    Decision<Adjustment> refusal =
        Decision.of(new Adjustment(request.task(), kind, has), reason)
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

  private void verdict(AllocationRequest request, Decision<Adjustment> decision) {
    verdicts.put(request.task().container(), decision);
  }
}
