// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;

public class ActuationPlannerTest {
  /** A step is a quarter; less than a fiftieth is not worth it. */
  private final ActuationPlanner planner = new ActuationPlanner(new PlanLimits(0.25, 0.02));

  private final List<CurrentAllocation> holdings = new ArrayList<>();
  private final Map<String, Double> approved = new HashMap<>();
  private double capacity = 4000;

  private void holds(String container, String application, double allocated, double entitled) {
    holds(container, application, allocated, entitled, 100);
  }

  private void holds(
      String container, String application, double allocated, double entitled, double minimum) {
    holdings.add(new CurrentAllocation(container, application, true, allocated, entitled, minimum));
  }

  private Map<String, String> plan() {
    Map<String, String> plan = new LinkedHashMap<>();
    for (Decision<PlannedAllocation> each :
        planner.plan(ResourceKind.CPU, capacity, holdings, approved)) {
      plan.put(
          each.value().container(),
          each.reason().code().replace("PLAN_", "") + " " + Math.round(each.value().amount()));
    }
    return plan;
  }

  @Test
  public void approvedChangesAreMadeInSteps() {
    holds("a1", "A", 1000, 1000);
    holds("a2", "A", 1000, 1000);
    approved.put("a1", 500.0);
    approved.put("a2", 1500.0);
    assertEquals("{a1=LOWERED 750, a2=RAISED 1250}", plan().toString());
  }

  @Test
  public void overcommittedNodeReclaimsAmountsBeyondTokensAtOnce() {
    holds("a1", "A", 1900, 1000);
    holds("b1", "B", 1000, 1000);
    holds("b2", "B", 1300, 1000);
    approved.put("a1", 1900.0);
    approved.put("b2", 1300.0);
    capacity = 3500;
    assertEquals("{a1=TAKEN_BACK 1200, b1=UNCHANGED 1000, b2=UNCHANGED 1300}", plan().toString());
    capacity = 3000;
    assertEquals("{a1=TAKEN_BACK 1000, b2=TAKEN_BACK 1000, b1=UNCHANGED 1000}", plan().toString());
    capacity = 2500;
    assertEquals("{a1=TAKEN_BACK 1000, b2=TAKEN_BACK 1000, b1=UNCHANGED 1000}", plan().toString());
  }

  @Test
  public void containersWithoutApprovalReturnToTheirTokens() {
    holds("a1", "A", 750, 1000);
    holds("a2", "A", 1250, 1000);
    capacity = 2000;
    assertEquals("{a2=PUT_BACK 1000, a1=ENTITLED 1000}", plan().toString());
    holdings.clear();
    holds("a1", "A", 937, 1000);
    holds("a2", "A", 1000, 1000);
    assertEquals("{a1=PUT_BACK 1000, a2=UNCHANGED 1000}", plan().toString());
  }

  @Test
  public void decreasesArePlannedBeforeIncreases() {
    holds("a1", "A", 1000, 1000);
    holds("z9", "A", 1000, 1000);
    approved.put("a1", 1250.0);
    approved.put("z9", 750.0);
    capacity = 2000;
    assertEquals("{z9=LOWERED 750, a1=RAISED 1250}", plan().toString());
  }

  @Test
  public void capacityIsNotExceeded() {
    holds("a1", "A", 1900, 1900);
    holds("b1", "B", 2000, 2000);
    approved.put("a1", 2300.0);
    assertEquals("{a1=RAISED 2000, b1=UNCHANGED 2000}", plan().toString());
    capacity = 3900;
    assertEquals("{a1=NO_ROOM 1900, b1=UNCHANGED 2000}", plan().toString());
    capacity = 1000;
    assertEquals("less than is granted", "{a1=NO_ROOM 1900, b1=UNCHANGED 2000}", plan().toString());
  }

  @Test
  public void noContainerIsLoweredBelowItsMinimum() {
    holds("a1", "A", 1000, 1000, 900);
    holds("a2", "A", 1000, 1000, 1000);
    holds("a3", "A", 1000, 1000);
    approved.put("a1", 100.0);
    approved.put("a2", 100.0);
    approved.put("a3", 2000.0);
    capacity = 3000;
    assertEquals("{a1=LOWERED 900, a2=AT_FLOOR 1000, a3=RAISED 1100}", plan().toString());
  }

  @Test
  public void containerBelowItsMinimumIsRaisedAtOnce() {
    holds("a1", "A", 400, 1000, 950);
    holds("b1", "B", 1600, 1000);
    approved.put("a1", 400.0);
    approved.put("b1", 1600.0);
    capacity = 2000;
    assertEquals("{b1=TAKEN_BACK 1000, a1=KEPT_ALIVE 1000}", plan().toString());
  }

  @Test
  public void minimumBeyondTheTokenLimitsADecreaseAndAllowsNoIncrease() {
    holds("a1", "A", 1300, 1000, 1250);
    assertEquals("{a1=PUT_BACK 1250}", plan().toString());
    holdings.clear();
    holds("a1", "A", 1000, 1000, 5000);
    assertEquals("no right to more", "{a1=UNCHANGED 1000}", plan().toString());
  }

  @Test
  public void applicationKeepsTheSumOfItsTokens() {
    holds("a1", "A", 1000, 1000);
    holds("b1", "B", 1000, 1000);
    approved.put("a1", 750.0);
    approved.put("b1", 1250.0);
    capacity = 2000;
    assertEquals("{a1=UNCHANGED 1000, b1=UNCHANGED 1000}", planWithoutReasons().toString());
  }

  private Map<String, String> planWithoutReasons() {
    Map<String, String> plan = new LinkedHashMap<>();
    plan().forEach((c, text) -> plan.put(c, text.endsWith(" 1000") ? "UNCHANGED 1000" : text));
    return plan;
  }

  @Test
  public void loweredContainerIsRestoredOnceItsSiblingHasEnded() {
    holds("a1", "A", 500, 1000);
    holds("b1", "B", 1000, 1000);
    capacity = 2000;
    assertEquals("{a1=ENTITLED 1000, b1=UNCHANGED 1000}", plan().toString());
  }

  @Test
  public void opportunisticContainersMayBeLoweredForOthers() {
    holdings.add(new CurrentAllocation("o1", "O", false, 1000, 1000, 100));
    holds("b1", "B", 1000, 1000);
    approved.put("o1", 700.0);
    approved.put("b1", 1250.0);
    capacity = 2000;
    assertEquals("{o1=LOWERED 750, b1=RAISED 1250}", plan().toString());
  }

  @Test
  public void negligibleChangeIsNotPlanned() {
    holds("a1", "A", 1000, 1000);
    approved.put("a1", 1020.0);
    assertEquals("{a1=UNCHANGED 1000}", plan().toString());
    approved.put("a1", 1021.0);
    assertEquals("{a1=RAISED 1021}", plan().toString());
  }

  @Test
  public void invalidApprovalsAreIgnored() {
    holds("a1", "A", 1000, 1000);
    for (double absurd : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY}) {
      approved.put("a1", absurd);
      assertEquals("{a1=UNCHANGED 1000}", plan().toString());
    }
    approved.put("nobody", 5000.0);
    approved.remove("a1");
    assertEquals("{a1=UNCHANGED 1000}", plan().toString());
    assertEquals(
        Collections.emptyList(),
        planner.plan(ResourceKind.CPU, 1, Collections.emptyList(), approved));
  }

  @Test
  public void minimumResourcesAreDerivedFromHeapAndUsage() {
    MinimumResources floors = new MinimumResources(100, 0.25, 64, 128);
    assertEquals(100, floors.cpu(1000), 0);
    assertEquals("it asked for less", 50, floors.cpu(50), 0);
    assertEquals("its heap may grow", 928, floors.memory(500, 800, 1000), 0);
    assertEquals("it uses more beside it", 1064, floors.memory(800, 800, 1000), 0);
    assertEquals("how far it may grow is not known", 1000, floors.memory(10, Double.NaN, 1000), 0);
    assertThrows(IllegalArgumentException.class, () -> new MinimumResources(0, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new MinimumResources(1, -1, 0, 0));
  }

  @Test
  public void invalidLimitsAndAllocationsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new PlanLimits(0, 0));
    assertThrows(IllegalArgumentException.class, () -> new PlanLimits(0.2, 0.2));
    assertThrows(
        IllegalArgumentException.class, () -> new CurrentAllocation("c", "A", true, -1, 1, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> new CurrentAllocation("c", "A", true, 1, Double.NaN, 1));
  }
}
