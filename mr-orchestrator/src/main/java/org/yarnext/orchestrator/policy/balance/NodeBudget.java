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
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;

/**
 * The amounts that the tasks of one node can give to another one of them without ending later than
 * their own peers, less what was taken of them in this round.
 *
 * <p>A guaranteed container of another application keeps what its token entitles it to. What is
 * free is given first, then what hogging tasks took, then what others are not expected to need.
 * Whole units are moved, so that the account balances exactly. Not thread-safe.
 */
final class NodeBudget {
  /** A grant below this share of what its task has is not worth a change. */
  private static final double MIN_GRANT = 0.01;

  private final ResourceKind kind;
  private final BalanceLimits rules;
  private final Function<TaskView, PhaseProjection> courses;
  private final List<Donor> donors = new ArrayList<>();
  private final Map<String, Donor> byContainer = new HashMap<>();
  private double free;

  /** A task that may give. */
  static final class Donor {
    final TaskView task;
    final boolean hogging;
    private double taken;

    private Donor(TaskView task, boolean hogging) {
      this.task = task;
      this.hogging = hogging;
    }

    /** In millicores or bytes. */
    double taken() {
      return taken;
    }
  }

  /** The amount that one task is given in this round, and of whom it is taken. */
  static final class Grant {
    private final AllocationRequest request;
    private final Map<String, Double> takenOf = new LinkedHashMap<>();
    private double ofFree;
    private double amount;

    private Grant(AllocationRequest request) {
      this.request = request;
    }

    AllocationRequest request() {
      return request;
    }

    /** In millicores or bytes. */
    double amount() {
      return amount;
    }

    /** The containers that give, in the order taken. */
    Set<String> donors() {
      return takenOf.keySet();
    }
  }

  /**
   * @param free what the node has left, in millicores or bytes
   * @param courses of a task's phase
   */
  NodeBudget(
      ResourceKind kind,
      BalanceLimits rules,
      double free,
      Function<TaskView, PhaseProjection> courses) {
    this.kind = kind;
    this.rules = rules;
    this.free = free;
    this.courses = courses;
  }

  void add(TaskView task, boolean hogging) {
    Donor donor = new Donor(task, hogging);
    donors.add(donor);
    byContainer.put(task.container(), donor);
  }

  /**
   * Takes as much as is wanted and can be had.
   *
   * @return null if that is next to nothing
   */
  Grant take(AllocationRequest request) {
    TaskView gainer = request.task();
    double has = gainer.share(kind).allocated();
    double need = Math.min(request.wanted() - has, rules.maxStep() * has);
    Grant grant = new Grant(request);
    double ofFree = Math.floor(Math.min(free, need));
    if (ofFree > 0) {
      grant.ofFree = ofFree;
      grant.amount += ofFree;
    }
    donors.sort(
        Comparator.comparing((Donor donor) -> !donor.hogging)
            .thenComparing(donor -> -givable(donor, gainer))
            .thenComparing(donor -> donor.task.container()));
    for (Donor donor : donors) {
      double part = Math.floor(Math.min(givable(donor, gainer), need - grant.amount));
      if (part > 0) {
        grant.takenOf.put(donor.task.container(), part);
        grant.amount += part;
      }
    }
    if (grant.amount <= MIN_GRANT * has) {
      return null;
    }
    book(grant, 1);
    return grant;
  }

  /** Gives back what was taken for a grant. */
  void undo(Grant grant) {
    book(grant, -1);
  }

  private void book(Grant grant, int sign) {
    free -= sign * grant.ofFree;
    grant.takenOf.forEach((donor, part) -> byContainer.get(donor).taken += sign * part);
  }

  /** Those that gave something. */
  List<Donor> givers() {
    List<Donor> givers = new ArrayList<>();
    for (Donor donor : donors) {
      if (donor.taken > 0) {
        givers.add(donor);
      }
    }
    return givers;
  }

  private double givable(Donor donor, TaskView gainer) {
    TaskView task = donor.task;
    ResourceShare share = task.share(kind);
    double keeps = Math.max(share.minimum(), (1 - rules.maxStep()) * share.allocated());
    if (task.guaranteed() && !task.application().equals(gainer.application())) {
      keeps = Math.max(keeps, share.entitled());
    }
    if (!donor.hogging) {
      double expected = Double.isNaN(share.estimated()) ? share.used() : share.estimated();
      keeps = Math.max(keeps, expected);
    }
    if (kind == ResourceKind.CPU) {
      keeps = Math.max(keeps, inStep(task));
    }
    return Math.max(0, share.allocated() - donor.taken - keeps);
  }

  /**
   * What the task needs of its CPU so as to keep half of its lead over the latest of its peers, who
   * may be the one that is helped. (Memory above the least changes no end.)
   */
  private double inStep(TaskView task) {
    PhaseProjection phase = courses.apply(task);
    TaskProjection course = phase.of(task);
    double needs = granted(task.share(kind));
    if (course == null) {
      return needs;
    }
    double lead = Math.max(0, phase.latestBut(task) - course.total());
    return needs / course.alphaUntil(course.total() + lead / 2);
  }

  /** What must be granted for the use there is: on a full node the kernel gives less than that. */
  private static double granted(ResourceShare share) {
    return share.pressure() == ResourcePressure.NONE
        ? share.used()
        : Math.max(share.used(), share.allocated());
  }
}
