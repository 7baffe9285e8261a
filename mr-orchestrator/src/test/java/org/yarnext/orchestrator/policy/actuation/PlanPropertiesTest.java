// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Properties of plans on every node and over many epochs. Containers come as tokens are given out,
 * never more than the node has; each trial is one made from its seed, which a failure tells.
 */
@RunWith(JUnitQuickcheck.class)
public class PlanPropertiesTest {
  private static final double STEP = 0.25;

  private final ActuationPlanner planner = new ActuationPlanner(new PlanLimits(STEP, 0.02));

  @Property(trials = 300, shrink = false)
  public void planKeepsCapacityStepsAndTokensForAnyApproval(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    double capacity = 8000;
    Map<String, CurrentAllocation> node = new HashMap<>();
    int next = 0;
    for (int epoch = 0; epoch < 40; epoch++) {
      node.values().removeIf(h -> random.nextInt(10) == 0);
      double entitled = 100 * (1 + random.nextInt(15));
      if (node.values().stream().mapToDouble(CurrentAllocation::entitled).sum() + entitled
          <= capacity) {
        String id = "c" + next++;
        String app = "ABC".charAt(random.nextInt(3)) + "";
        node.put(id, new CurrentAllocation(id, app, random.nextInt(4) > 0, entitled, entitled, 0));
      }
      List<CurrentAllocation> holdings = new ArrayList<>();
      for (CurrentAllocation h : node.values()) {
        holdings.add(withMinimum(h, random.nextInt(5) == 0 ? random.nextInt(2000) : 50));
      }
      Map<String, Double> approved = new HashMap<>();
      for (String id : node.keySet()) {
        if (random.nextBoolean()) {
          approved.put(id, (double) random.nextInt(3000));
        }
      }
      List<Decision<PlannedAllocation>> plan =
          planner.plan(ResourceKind.CPU, capacity, holdings, approved);
      check(capacity, holdings, plan);
      for (CurrentAllocation h : holdings) {
        node.put(h.container(), with(h, amount(plan, h.container())));
      }
    }
  }

  private static CurrentAllocation withMinimum(CurrentAllocation h, double minimum) {
    return new CurrentAllocation(
        h.container(), h.application(), h.isGuaranteed(), h.allocated(), h.entitled(), minimum);
  }

  private static CurrentAllocation with(CurrentAllocation h, double allocated) {
    return new CurrentAllocation(
        h.container(), h.application(), h.isGuaranteed(), allocated, h.entitled(), 0);
  }

  private static double amount(List<Decision<PlannedAllocation>> plan, String container) {
    return plan.stream()
        .filter(d -> d.value().container().equals(container))
        .mapToDouble(d -> d.value().amount())
        .sum();
  }

  private static void check(
      double capacity, List<CurrentAllocation> holdings, List<Decision<PlannedAllocation>> plan) {
    assertEquals(holdings.size(), plan.size());
    double before = holdings.stream().mapToDouble(CurrentAllocation::allocated).sum();
    double granted = before;
    double max = Math.max(before, capacity);
    for (Decision<PlannedAllocation> each : plan) {
      granted += each.value().change();
      assertTrue("at any time, written in this order", granted <= max);
    }
    for (CurrentAllocation h : holdings) {
      assertTrue(
          h.container() + " has more than its token where there is no room for it",
          granted <= capacity || amount(plan, h.container()) <= Math.max(h.entitled(), h.floor()));
    }
    Map<String, Double> lack = new HashMap<>();
    for (CurrentAllocation h : holdings) {
      double now = amount(plan, h.container());
      PlanReason reason = reason(plan, h.container());
      if (now < h.allocated()) {
        assertTrue(h.container() + " is lowered below what it lives on", now >= h.floor());
      }
      boolean atOnce =
          reason == PlanReason.PLAN_KEPT_ALIVE
              || reason == PlanReason.PLAN_ENTITLED
              || reason == PlanReason.PLAN_TAKEN_BACK;
      double step = Math.max(1, STEP * h.allocated());
      assertTrue(atOnce || Math.abs(now - h.allocated()) <= step);
      if (h.isGuaranteed()) {
        lack.merge(h.application(), h.entitled() - now, Double::sum);
      }
    }
    boolean canGive = granted < capacity;
    for (CurrentAllocation h : holdings) {
      boolean spare = amount(plan, h.container()) > Math.max(h.entitled(), h.floor());
      canGive |= spare && (!h.isGuaranteed() || lack.get(h.application()) < 0);
    }
    for (Map.Entry<String, Double> each : lack.entrySet()) {
      assertTrue(
          each + " lacks what others have beyond their tokens", each.getValue() <= 0 || !canGive);
    }
  }

  private static PlanReason reason(List<Decision<PlannedAllocation>> plan, String container) {
    return (PlanReason)
        plan.stream().filter(d -> d.value().container().equals(container)).findAny().get().reason();
  }

  @Property(trials = 100, shrink = false)
  public void containersWithoutApprovalReturnToTheirTokens(@When(seed = 2) long seed) {
    Random random = new Random(seed);
    List<CurrentAllocation> holdings = new ArrayList<>();
    double capacity = 0;
    for (int i = 0; i < 1 + random.nextInt(20); i++) {
      double entitled = 100 + random.nextInt(2000);
      capacity += entitled;
      holdings.add(
          new CurrentAllocation(
              "c" + i, "A" + i % 3, random.nextBoolean(), 20 + random.nextInt(100), entitled, 20));
    }
    // The first one has the amount that the others lack.
    double sum = holdings.stream().mapToDouble(CurrentAllocation::allocated).sum();
    CurrentAllocation first = holdings.get(0);
    holdings.set(0, with(first, first.allocated() + Math.max(0, capacity - sum)));
    for (int epoch = 0; epoch < 60; epoch++) {
      List<Decision<PlannedAllocation>> plan =
          planner.plan(ResourceKind.CPU, capacity, holdings, Collections.emptyMap());
      holdings.replaceAll(h -> with(h, amount(plan, h.container())));
    }
    for (CurrentAllocation h : holdings) {
      assertEquals(h.entitled(), h.allocated(), 0);
    }
  }
}
