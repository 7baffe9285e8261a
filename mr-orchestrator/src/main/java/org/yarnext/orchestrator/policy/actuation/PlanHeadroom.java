// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

import java.util.List;

/**
 * Tracks how much of a node's CPU or memory {@link ActuationPlanner} can still give to containers
 * of the plan.
 */
final class PlanHeadroom {
  private final List<PlanEntry> entries;
  private double free;

  /**
   * @param free the unallocated amount; negative if more is granted than the node has
   */
  PlanHeadroom(List<PlanEntry> entries, double free) {
    this.entries = entries;
    this.free = Math.floor(free);
    for (PlanEntry entry : entries) {
      this.free += entry.holding.allocated() - entry.amount;
    }
  }

  /** Takes back amounts beyond the tokens while more is granted than the node has. */
  void takeBackOverdraft() {
    for (PlanEntry entry : entries) {
      double part = Math.min(-free, entry.surplus());
      if (part > 0) {
        free += part;
        entry.amount -= part;
        entry.why = PlanReason.PLAN_TAKEN_BACK;
      }
    }
  }

  /** Gives up to the wanted amount of the free resources. */
  void give(PlanEntry entry, double wanted) {
    double part = Math.min(free, wanted);
    if (part > 0) {
      free -= part;
      entry.amount += part;
    }
  }

  /**
   * Gives the required amount, if necessary by taking back amounts beyond the tokens of others.
   *
   * @return the amount given; less than required only if the others need all they have
   */
  double require(PlanEntry entry, double required, PlanReason why) {
    double before = entry.amount;
    give(entry, required);
    takeBack(entry, before + required, true);
    if (why == PlanReason.PLAN_KEPT_ALIVE) {
      takeBack(entry, before + required, false);
    }
    if (entry.amount > before && entry.why == null) {
      entry.why = why;
    }
    return entry.amount - before;
  }

  /**
   * @param keepsEntitlements whether the guaranteed containers of each other application keep the
   *     sum of their tokens
   */
  private void takeBack(PlanEntry entry, double target, boolean keepsEntitlements) {
    for (PlanEntry other : entries) {
      double part = other == entry ? 0 : Math.min(target - entry.amount, other.surplus());
      if (keepsEntitlements && other.holding.isGuaranteed()) {
        part = Math.min(part, surplusOf(other.holding.application()));
      }
      if (part > 0) {
        other.amount -= part;
        other.why = PlanReason.PLAN_TAKEN_BACK;
        entry.amount += part;
      }
    }
  }

  /**
   * Returns by how much the guaranteed containers of an application exceed the sum of their tokens.
   */
  private double surplusOf(String application) {
    double surplus = 0;
    for (PlanEntry entry : entries) {
      if (entry.holding.isGuaranteed() && entry.holding.application().equals(application)) {
        surplus += entry.amount - entry.holding.entitled();
      }
    }
    return surplus;
  }
}
