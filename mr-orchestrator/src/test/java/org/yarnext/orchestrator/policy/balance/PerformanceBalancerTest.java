// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.yarnext.orchestrator.policy.TaskBuilder.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskBuilder;
import org.yarnext.orchestrator.policy.TaskView;

public class PerformanceBalancerTest {
  /** A step is a quarter; a tenth later is later. */
  private final PerformanceBalancer balancer =
      new PerformanceBalancer(new BalanceLimits(20_000, 0.1, 0.25));

  private final List<TaskView> tasks = new ArrayList<>();
  private final List<NodeHeadroom> nodes = new ArrayList<>();
  private final Set<String> hogging = new HashSet<>();

  private TaskView add(TaskBuilder builder) {
    TaskView view = builder.view();
    tasks.add(view);
    return view;
  }

  /** Returns a share with 600 millicores more than in the token, all in use. */
  private static ResourceShare hog() {
    return ResourceShare.of(1500, 1000).allocated(1600);
  }

  /** The decisions by container, such as {@code NOT_IN_STEP 1000}. */
  private Map<String, String> decide(ResourceKind kind, AllocationRequest... requests) {
    Map<String, String> decisions = new TreeMap<>();
    for (Decision<AllocationChange> each :
        balancer.decide(kind, nodes, tasks, Arrays.asList(requests), hogging)) {
      String code = each.reason().code().replace("BALANCE_", "");
      String amount = Long.toString(Math.round(each.value().amount()));
      assertEquals(
          "decided once",
          null,
          decisions.put(each.value().task().container(), code + " " + amount));
    }
    return decisions;
  }

  private Map<String, String> decide(AllocationRequest... requests) {
    return decide(ResourceKind.CPU, requests);
  }

  private static Map<String, String> expected(String... containersAndVerdicts) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < containersAndVerdicts.length; i += 2) {
      map.put(containersAndVerdicts[i], containersAndVerdicts[i + 1]);
    }
    return map;
  }

  /**
   * The example of section II-B: node 1 runs MA1 and MB1, node 2 MB2 and MC2, node 3 MC3 and MA3.
   * MB1 hogs CPU of MA1.
   */
  private AllocationRequest threeNodes(double ma3TotalMs) {
    TaskView ma1 = add(task("MA1").of("A").on("N1").cpuUsed(300).total(200_000));
    add(task("MB1").of("B").on("N1").cpu(hog()).total(100_000));
    add(task("MB2").of("B").on("N2").cpuUsed(900).total(150_000));
    add(task("MC2").of("C").on("N2").cpuUsed(900).total(150_000));
    add(task("MC3").of("C").on("N3").cpu(hog()).total(100_000));
    add(task("MA3").of("A").on("N3").cpuUsed(300).total(ma3TotalMs));
    hogging.add("MB1");
    return new AllocationRequest(ma1, 2000);
  }

  private TaskView byName(String container) {
    return tasks.stream().filter(t -> t.container().equals(container)).findAny().get();
  }

  @Test
  public void noCpuIsTakenFromMb1IfMa3EndsAsLate() {
    AllocationRequest ma1 = threeNodes(200_000);
    assertEquals(expected("MA1", "NOT_IN_STEP 1000"), decide(ma1));
  }

  @Test
  public void cpuIsTakenFromMb1IfMa3EndsEarlier() {
    AllocationRequest ma1 = threeNodes(120_000);
    assertEquals(expected("MA1", "APPROVED 1250", "MB1", "GIVES_HOGGED 1350"), decide(ma1));
  }

  @Test
  public void gainerNamesItsDonorAndAmountsHaveUnits() {
    AllocationRequest ma1 = threeNodes(120_000);
    List<Decision<AllocationChange>> decisions =
        balancer.decide(ResourceKind.CPU, nodes, tasks, Arrays.asList(ma1), hogging);
    assertEquals(
        "BALANCE_GIVES_HOGGED{kind=CPU, allocatedMillicores=1600.0, usedMillicores=1500.0,"
            + " givenMillicores=250.0}",
        decisions.get(1).toString());
    assertEquals("MB1", decisions.get(0).inputs().get("donors"));
  }

  @Test
  public void cpuIsTakenFromMb1IfMa3IsHelpedToo() {
    AllocationRequest ma1 = threeNodes(200_000);
    hogging.add("MC3");
    assertEquals(
        expected(
            "MA1", "APPROVED 1250",
            "MA3", "APPROVED 1250",
            "MB1", "GIVES_HOGGED 1350",
            "MC3", "GIVES_HOGGED 1350"),
        decide(ma1, new AllocationRequest(byName("MA3"), 2000)));
  }

  @Test
  public void noCpuIsTakenFromMb1IfMa3CannotBeHelped() {
    AllocationRequest ma1 = threeNodes(200_000);
    // MC3 does not hog: it is expected to need what it uses.
    tasks.remove(byName("MC3"));
    add(task("MC3").of("C").on("N3").cpuUsed(1000).total(100_000));
    assertEquals(
        expected("MA1", "NOT_IN_STEP 1000", "MA3", "NOTHING_TO_GIVE 1000"),
        decide(ma1, new AllocationRequest(byName("MA3"), 2000)));
  }

  @Test
  public void taskIsHelpedOnlyIfItIsClearlyLate() {
    assertEquals(expected("MA1", "NOT_IN_STEP 1000"), decide(threeNodes(182_000)));
    tasks.clear();
    assertEquals("APPROVED 1250", decide(threeNodes(181_000)).get("MA1"));
  }

  @Test
  public void latestTaskOfADonorJobGivesOnlyUnusedCpu() {
    AllocationRequest ma1 = threeNodes(120_000);
    tasks.remove(byName("MB1"));
    ResourceShare couldUseMore = hog().pressure(ResourcePressure.NONE);
    add(task("MB1").of("B").on("N1").cpu(couldUseMore).total(160_000));
    assertEquals(expected("MA1", "APPROVED 1100", "MB1", "GIVES_HOGGED 1500"), decide(ma1));
  }

  @Test
  public void latestTaskKeepsItsAllocationIfThePressureIsUnknown() {
    AllocationRequest ma1 = threeNodes(120_000);
    tasks.remove(byName("MB1"));
    add(task("MB1").of("B").on("N1").cpu(hog()).total(160_000));
    assertEquals(expected("MA1", "NOTHING_TO_GIVE 1000"), decide(ma1));
  }

  @Test
  public void guaranteedContainerOfAnotherApplicationKeepsItsToken() {
    AllocationRequest ma1 = threeNodes(120_000);
    tasks.remove(byName("MB1"));
    add(task("MB1").of("B").on("N1").cpuUsed(1000).total(100_000));
    assertEquals(expected("MA1", "NOTHING_TO_GIVE 1000"), decide(ma1));
    tasks.remove(byName("MB1"));
    add(task("MB1").of("B").on("N1").cpuUsed(1000).total(100_000).opportunistic());
    assertEquals(expected("MA1", "APPROVED 1250", "MB1", "GIVES_HOGGED 750"), decide(ma1));
  }

  @Test
  public void tasksOfOneApplicationShareTheirTokens() {
    TaskView late = add(task("a1").cpuUsed(400).total(200_000));
    add(task("a2").cpuUsed(1000).total(100_000));
    hogging.add("a2");
    assertEquals(
        expected("a1", "APPROVED 1250", "a2", "GIVES_HOGGED 750"),
        decide(new AllocationRequest(late, 1500)));
  }

  @Test
  public void freeResourcesAreUsedFirst() {
    TaskView late = add(task("a1").cpuUsed(400).total(200_000));
    add(task("a2").cpuUsed(1000).total(100_000));
    hogging.add("a2");
    nodes.add(new NodeHeadroom("n1", 200, 0));
    assertEquals(
        expected("a1", "APPROVED 1250", "a2", "GIVES_HOGGED 950"),
        decide(new AllocationRequest(late, 1500)));
    nodes.set(0, new NodeHeadroom("n1", 5000, 0));
    assertEquals(expected("a1", "APPROVED 1250"), decide(new AllocationRequest(late, 1500)));
    nodes.set(0, new NodeHeadroom("n1", -5000, 0));
    assertEquals(
        "more is granted than there is",
        expected("a1", "APPROVED 1250", "a2", "GIVES_HOGGED 750"),
        decide(new AllocationRequest(late, 1500)));
  }

  @Test
  public void excessIsTakenAfterHoggedResources() {
    TaskView late = add(task("a1").cpuUsed(400).total(200_000));
    add(task("a2").cpuUsed(1000).total(100_000));
    add(task("a3").cpu(ResourceShare.of(100, 1000).estimated(850)).total(100_000));
    hogging.add("a2");
    nodes.add(new NodeHeadroom("n1", 0, 0));
    assertEquals("GIVES_HOGGED 750", decide(new AllocationRequest(late, 1250)).get("a2"));
    hogging.clear();
    assertEquals(
        expected("a1", "APPROVED 1150", "a3", "GIVES_EXCESS 850"),
        decide(new AllocationRequest(late, 1250)));
  }

  @Test
  public void memoryIsTakenDownToTheMinimumOfItsDonor() {
    TaskView late = add(task("a1").memory(ResourceShare.of(990, 1000)).total(200_000));
    add(task("a2").memory(ResourceShare.of(500, 1000).minimum(900)).total(100_000));
    hogging.add("a2");
    assertEquals(
        expected("a1", "APPROVED 1100", "a2", "GIVES_HOGGED 900"),
        decide(ResourceKind.MEMORY, new AllocationRequest(late, 2000)));
  }

  @Test
  public void earlierTaskThatEndsBeforeTheHelpedTaskIsNotHelped() {
    TaskView latest = add(task("a1").on("n1").cpuUsed(300).total(300_000));
    TaskView next = add(task("a2").on("n2").cpuUsed(300).total(210_000));
    nodes.add(new NodeHeadroom("n1", 1000, 0));
    nodes.add(new NodeHeadroom("n2", 1000, 0));
    // 60 s and 240 s / 1.25 are 252 s: a2 ends earlier in any case.
    assertEquals(
        expected("a1", "APPROVED 1250", "a2", "OVERTAKEN 1000"),
        decide(new AllocationRequest(next, 2000), new AllocationRequest(latest, 2000)));
  }

  @Test
  public void latestTaskIsChosenByUsageWithoutProgress() {
    TaskView lowest = add(task("a1").on("n1").cpuUsed(200).since(60_000));
    add(task("a2").on("n2").cpuUsed(800).since(60_000));
    add(task("a3").on("n1").cpuUsed(900).since(60_000));
    hogging.add("a3");
    assertEquals(
        expected("a1", "APPROVED 1180", "a3", "GIVES_HOGGED 820"),
        decide(new AllocationRequest(lowest, 1180)));
    add(task("a4").on("n3").cpuUsed(210).since(60_000));
    assertEquals(expected("a1", "NOT_IN_STEP 1000"), decide(new AllocationRequest(lowest, 1180)));
  }

  @Test
  public void taskWithoutProgressIsNotHelped() {
    TaskView unknown = add(task("a1").cpuUsed(200).since(60_000));
    add(task("a2").on("n2").cpuUsed(800).total(100_000));
    nodes.add(new NodeHeadroom("n1", 1000, 0));
    assertEquals(
        expected("a1", "PROGRESS_UNKNOWN 1000"), decide(new AllocationRequest(unknown, 2000)));
  }

  @Test
  public void lateTaskWithEnoughResourcesKeepsThemAndStopsTheOthers() {
    TaskView late = add(task("a1").cpuUsed(200).total(200_000));
    TaskView next = add(task("a2").on("n2").cpuUsed(200).total(190_000));
    nodes.add(new NodeHeadroom("n1", 1000, 0));
    nodes.add(new NodeHeadroom("n2", 1000, 0));
    assertEquals(
        expected("a1", "HAS_ENOUGH 1000", "a2", "NOT_IN_STEP 1000"),
        decide(new AllocationRequest(late, 900), new AllocationRequest(next, 2000)));
  }

  @Test
  public void inputsAreRelativeToTheTypicalTaskWithoutProgress() {
    TaskView slow = add(task("a1").cpuUsed(200).total(Double.NaN));
    add(task("a2").on("n2").cpuUsed(800).total(Double.NaN));
    nodes.add(new NodeHeadroom("n1", 1000, 500));
    Decision<AllocationChange> decision =
        balancer
            .decide(
                ResourceKind.CPU,
                nodes,
                tasks,
                Collections.singletonList(new AllocationRequest(slow, 2000)),
                hogging)
            .get(0);
    assertEquals(decision.toString(), 2.5, decision.inputs().get("totalRatio"));
  }

  @Test
  public void decisionContainsItsInputs() {
    AllocationRequest ma1 = threeNodes(200_000);
    Decision<AllocationChange> decision =
        balancer
            .decide(ResourceKind.CPU, nodes, tasks, Collections.singletonList(ma1), hogging)
            .get(0);
    assertEquals(
        "[kind, allocatedMillicores, wantedMillicores, totalMs, bound, boundTotalMs]",
        decision.inputs().keySet().toString());
    assertEquals("MA3", decision.inputs().get("bound"));
    assertEquals(0, decision.value().change(), 0);
    assertTrue(decision.reason().text().length() > 20);
  }

  @Test
  public void invalidLimitsAndRequestsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new BalanceLimits(-1, 0.1, 0.2));
    assertThrows(IllegalArgumentException.class, () -> new BalanceLimits(1, -0.1, 0.2));
    assertThrows(IllegalArgumentException.class, () -> new BalanceLimits(1, 0.1, 1));
    TaskView any = task("a").view();
    assertThrows(IllegalArgumentException.class, () -> new AllocationRequest(any, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> new AllocationRequest(any, -1));
  }
}
