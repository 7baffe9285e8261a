// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
 * Tracks what can still be granted to tasks of one node in this round: free resources, and what
 * other tasks there can give without ending later than their own peers.
 *
 * <p>A guaranteed container of another application keeps the amount of its token. Free resources
 * are given first, then those of hogging tasks, then those that other tasks are not expected to
 * need. Amounts are whole numbers, so that the sums are exact. Not thread-safe.
 */
final class NodeBudget {
  /** Minimum grant, as a share of the task's current amount. */
  private static final double MIN_GRANT = 0.01;

  private final ResourceKind kind;
  private final BalanceLimits rules;
  private final Function<TaskView, PhaseProjection> projections;
  private final List<Donor> donors = new ArrayList<>();
  private final Map<String, Donor> byContainer = new HashMap<>();
  private double free;

  /** A task that resources may be taken from. */
  static final class Donor {
    final TaskView task;
    final boolean hogging;
    private double taken;

    private Donor(TaskView task, boolean hogging) {
      this.task = task;
      this.hogging = hogging;
    }

    /** Returns the amount taken in millicores or bytes. */
    double taken() {
      return taken;
    }
  }

  /** The amount granted to one task in this round, and its sources. */
  static final class Grant {
    private final AllocationRequest request;
    private final Map<String, Double> takenFrom = new LinkedHashMap<>();
    private double fromFree;
    private double amount;

    private Grant(AllocationRequest request) {
      this.request = request;
    }

    AllocationRequest request() {
      return request;
    }

    /** Returns the granted amount in millicores or bytes. */
    double amount() {
      return amount;
    }

    /** Returns the containers that give, in the order in which they were used. */
    Set<String> donors() {
      return takenFrom.keySet();
    }
  }

  /**
   * @param free the node's headroom, in millicores or bytes
   * @param projections returns the projection of a task's phase
   */
  NodeBudget(
      ResourceKind kind,
      BalanceLimits rules,
      double free,
      Function<TaskView, PhaseProjection> projections) {
    this.kind = kind;
    this.rules = rules;
    this.free = free;
    this.projections = projections;
  }

  void add(TaskView task, boolean hogging) {
    Donor donor = new Donor(task, hogging);
    donors.add(donor);
    byContainer.put(task.container(), donor);
  }

  /**
   * Takes as much as is wanted and available.
   *
   * @return null if that is less than the minimum grant
   */
  Grant take(AllocationRequest request) {
    TaskView gainer = request.task();
    double has = gainer.share(kind).allocated();
    double need = Math.min(request.wanted() - has, rules.maxStep() * has);
    Grant grant = new Grant(request);
    double fromFree = Math.floor(Math.min(free, need));
    if (fromFree > 0) {
      grant.fromFree = fromFree;
      grant.amount += fromFree;
    }
    donors.sort(
        Comparator.comparing((Donor donor) -> !donor.hogging)
            .thenComparing(donor -> -givable(donor, gainer))
            .thenComparing(donor -> donor.task.container()));
    for (Donor donor : donors) {
      double part = Math.floor(Math.min(givable(donor, gainer), need - grant.amount));
      if (part > 0) {
        grant.takenFrom.put(donor.task.container(), part);
        grant.amount += part;
      }
    }
    if (grant.amount <= MIN_GRANT * has) {
      return null;
    }
    book(grant, 1);
    return grant;
  }

  /** Returns a grant to its sources. */
  void undo(Grant grant) {
    book(grant, -1);
  }

  private void book(Grant grant, int sign) {
    free -= sign * grant.fromFree;
    grant.takenFrom.forEach((donor, part) -> byContainer.get(donor).taken += sign * part);
  }

  /** Returns the donors that gave something. */
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
    if (task.isGuaranteed() && !task.application().equals(gainer.application())) {
      keeps = Math.max(keeps, share.entitled());
    }
    if (!donor.hogging) {
      double expected = Double.isNaN(share.estimated()) ? share.used() : share.estimated();
      keeps = Math.max(keeps, expected);
    }
    if (kind == ResourceKind.CPU) {
      keeps = Math.max(keeps, cpuKeepingHalfTheLead(task));
    }
    return Math.max(0, share.allocated() - donor.taken - keeps);
  }

  /**
   * Returns the CPU that a task needs to keep half of its lead over the latest of its peers, which
   * may be the task that is helped. (More memory than the minimum does not change an end.)
   */
  private double cpuKeepingHalfTheLead(TaskView task) {
    PhaseProjection phase = projections.apply(task);
    TaskProjection projection = phase.of(task);
    double needs = granted(task.share(kind));
    if (projection == null) {
      return needs;
    }
    double lead = Math.max(0, phase.latestBut(task) - projection.total());
    return needs / projection.alphaUntil(projection.total() + lead / 2);
  }

  /**
   * Returns the amount to grant so that the task receives its current use: on a full node the
   * kernel gives less than it grants.
   */
  private static double granted(ResourceShare share) {
    return share.pressure() == ResourcePressure.NONE
        ? share.used()
        : Math.max(share.used(), share.allocated());
  }
}
