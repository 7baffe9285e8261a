// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * One container in the plan for a node that {@link ActuationPlanner} is making: its target at the
 * end of the epoch, and the amount planned so far.
 */
final class PlanEntry {
  final CurrentAllocation holding;

  /** Null if nothing is approved. */
  private final Double approved;

  /** Target at the end of this epoch, within the floor and the maximum step. */
  final double goal;

  /** Amount in the plan so far. */
  double amount;

  /** Reason, if the amounts alone do not imply it; null otherwise. */
  PlanReason why;

  PlanEntry(CurrentAllocation holding, Double approved, PlanLimits rules) {
    this.holding = holding;
    this.approved = approved;
    double has = holding.allocated();
    double wish = approved == null ? holding.entitled() : Math.floor(approved);
    if (approved != null && !rules.isWorthIt(has, wish)) {
      wish = has;
    }
    double step = rules.step(has);
    goal = Math.max(holding.floor(), Math.min(has + step, Math.max(has - step, wish)));
    // A decrease frees resources for others at once; an increase must find room first.
    amount = Math.min(goal, has);
  }

  boolean isBelowFloor() {
    return holding.allocated() < holding.floor();
  }

  /** Returns how far a guaranteed container is below its entitlement; 0 otherwise. */
  double gap() {
    return holding.isGuaranteed() ? Math.max(0, holding.entitled() - amount) : 0;
  }

  /** Returns the amount above both the entitlement and the floor, which can be taken at once. */
  double surplus() {
    return Math.max(0, amount - Math.max(holding.entitled(), holding.floor()));
  }

  Decision<PlannedAllocation> decision(ResourceKind kind, double capacity) {
    Decision<PlannedAllocation> decision =
        Decision.of(new PlannedAllocation(holding, amount), reason())
            .with("kind", kind)
            .with(kind.input("allocated"), holding.allocated())
            .with(kind.input("entitled"), holding.entitled())
            .with(kind.input("floor"), holding.floor())
            .with(kind.input("amount"), amount)
            .with(kind.input("capacity"), capacity);
    return approved == null ? decision : decision.with(kind.input("approved"), approved);
  }

  private PlanReason reason() {
    double has = holding.allocated();
    if (why != null && amount != has) {
      return why;
    }
    if (amount != has) {
      return approved == null
          ? PlanReason.PLAN_PUT_BACK
          : amount > has ? PlanReason.PLAN_RAISED : PlanReason.PLAN_LOWERED;
    }
    if (goal > has) {
      return PlanReason.PLAN_NO_ROOM;
    }
    boolean wantedLess = (approved == null ? holding.entitled() : approved) < has;
    return wantedLess && holding.floor() >= has
        ? PlanReason.PLAN_AT_FLOOR
        : PlanReason.PLAN_UNCHANGED;
  }
}
