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
package org.yarnext.orchestrator.policy.actuation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Plans how much of a resource each container of one node has in the next epoch: a step towards
 * what the ResourceManager approved, or back to what its token says.
 *
 * <p>What holds whatever is approved: no container is lowered below what keeps it alive; the node's
 * capacity is not exceeded by anything given here, and what was given is taken back at once where a
 * container that has come since needs the room; an application's guaranteed containers never have
 * less together than their tokens say, unless others could not live without what they were given;
 * and steps are bounded, except where one of these needs more. Stateless and thread-safe.
 */
public final class ActuationPlanner {
  private final PlanLimits rules;

  public ActuationPlanner(PlanLimits rules) {
    this.rules = rules;
  }

  /**
   * Plans one epoch for one resource.
   *
   * @param capacity what the node has for containers, in millicores or bytes, 0 or more
   * @param holdings of all containers of the node
   * @param approved what the ResourceManager wants containers to have; those without an entry
   *     return to what their tokens say
   * @return a decision for each container, those that lose before those that gain: written in this
   *     order, no more is granted at any time than there is
   */
  public List<Decision<PlannedAllocation>> plan(
      ResourceKind kind,
      double capacity,
      List<CurrentAllocation> holdings,
      Map<String, Double> approved) {
    List<PlanEntry> lines = new ArrayList<>();
    double free = capacity;
    for (CurrentAllocation holding : holdings) {
      lines.add(new PlanEntry(holding, sane(approved.get(holding.container())), rules));
      free -= holding.allocated();
    }
    lines.sort(Comparator.comparing(line -> line.holding.container()));
    PlanHeadroom room = new PlanHeadroom(lines, free);
    room.takeBackOverdraft();
    for (PlanEntry line : lines) {
      if (line.isBelowFloor()) {
        room.require(line, line.holding.floor() - line.amount, PlanReason.PLAN_KEPT_ALIVE);
      }
    }
    lines.forEach(line -> room.give(line, Math.min(line.goal - line.amount, line.gap())));
    lines.forEach(
        line -> room.give(line, Math.min(line.goal, line.holding.entitled()) - line.amount));
    lines.forEach(line -> room.give(line, line.goal - line.amount));
    keepEntitlements(lines, room);
    lines.sort(Comparator.comparing(line -> line.amount >= line.holding.allocated()));
    List<Decision<PlannedAllocation>> decisions = new ArrayList<>();
    lines.forEach(line -> decisions.add(line.decision(capacity).with("kind", kind)));
    return decisions;
  }

  /** What is absurd was not approved. */
  private static Double sane(Double approved) {
    return approved == null || !(approved >= 0) || approved.isInfinite() ? null : approved;
  }

  private static void keepEntitlements(List<PlanEntry> lines, PlanHeadroom room) {
    Map<String, List<PlanEntry>> byApplication = new TreeMap<>();
    for (PlanEntry line : lines) {
      if (line.holding.guaranteed()) {
        byApplication.computeIfAbsent(line.holding.application(), a -> new ArrayList<>()).add(line);
      }
    }
    for (List<PlanEntry> own : byApplication.values()) {
      double lacks = 0;
      for (PlanEntry line : own) {
        lacks += line.holding.entitled() - line.amount;
      }
      for (PlanEntry line : own) {
        double part = Math.min(lacks, line.gap());
        if (part > 0) {
          lacks -= room.require(line, part, PlanReason.PLAN_ENTITLED);
        }
      }
    }
  }
}
