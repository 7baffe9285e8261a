// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Plans the amount of a resource that each container of one node has in the next epoch: a step
 * towards the amount that the ResourceManager approved, or back to that of its token.
 *
 * <p>The following holds for any approved amounts. No container is lowered below the minimum that
 * keeps it alive. Planned amounts do not exceed the node's capacity; amounts beyond tokens are
 * taken back at once if a new container needs them. An application's guaranteed containers together
 * never have less than their tokens say, unless other containers could otherwise not live. Steps
 * are bounded, except where one of these rules requires more. Stateless and thread-safe.
 */
public final class ActuationPlanner {
  private final PlanLimits rules;

  public ActuationPlanner(PlanLimits rules) {
    this.rules = rules;
  }

  /**
   * Plans one epoch for one resource.
   *
   * @param capacity the node's capacity for containers, in millicores or bytes, 0 or more
   * @param holdings the allocations of all containers of the node
   * @param approved the amounts that the ResourceManager approved; containers without an entry
   *     return to their tokens
   * @return a decision for each container, decreases before increases: written in this order, the
   *     sum never exceeds the capacity
   */
  public List<Decision<PlannedAllocation>> plan(
      ResourceKind kind,
      double capacity,
      List<CurrentAllocation> holdings,
      Map<String, Double> approved) {
    List<PlanEntry> entries = new ArrayList<>();
    double free = capacity;
    for (CurrentAllocation holding : holdings) {
      entries.add(new PlanEntry(holding, validOrNull(approved.get(holding.container())), rules));
      free -= holding.allocated();
    }
    entries.sort(Comparator.comparing(entry -> entry.holding.container()));
    PlanHeadroom room = new PlanHeadroom(entries, free);
    room.takeBackOverdraft();
    for (PlanEntry entry : entries) {
      if (entry.isBelowFloor()) {
        room.require(entry, entry.holding.floor() - entry.amount, PlanReason.PLAN_KEPT_ALIVE);
      }
    }
    entries.forEach(entry -> room.give(entry, Math.min(entry.goal - entry.amount, entry.gap())));
    entries.forEach(
        entry -> room.give(entry, Math.min(entry.goal, entry.holding.entitled()) - entry.amount));
    entries.forEach(entry -> room.give(entry, entry.goal - entry.amount));
    keepEntitlements(entries, room);
    entries.sort(Comparator.comparing(entry -> entry.amount >= entry.holding.allocated()));
    List<Decision<PlannedAllocation>> decisions = new ArrayList<>();
    entries.forEach(entry -> decisions.add(entry.decision(kind, capacity)));
    return decisions;
  }

  /** Treats an impossible amount as not approved. */
  private static Double validOrNull(Double approved) {
    return approved == null || !(approved >= 0) || approved.isInfinite() ? null : approved;
  }

  private static void keepEntitlements(List<PlanEntry> entries, PlanHeadroom room) {
    Map<String, List<PlanEntry>> byApplication = new TreeMap<>();
    for (PlanEntry entry : entries) {
      if (entry.holding.isGuaranteed()) {
        byApplication
            .computeIfAbsent(entry.holding.application(), a -> new ArrayList<>())
            .add(entry);
      }
    }
    for (List<PlanEntry> own : byApplication.values()) {
      double lacks = 0;
      for (PlanEntry entry : own) {
        lacks += entry.holding.entitled() - entry.amount;
      }
      for (PlanEntry entry : own) {
        double part = Math.min(lacks, entry.gap());
        if (part > 0) {
          lacks -= room.require(entry, part, PlanReason.PLAN_ENTITLED);
        }
      }
    }
  }
}
