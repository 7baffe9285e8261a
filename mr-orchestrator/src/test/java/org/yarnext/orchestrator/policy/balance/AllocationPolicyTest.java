// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.yarnext.orchestrator.policy.TaskBuilder.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ControlMode;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.contention.ContentionDetector;
import org.yarnext.orchestrator.policy.contention.ContentionLimits;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;

/** Five nodes run a task each of jobs A and B; on the last A's gets less CPU than elsewhere. */
public class AllocationPolicyTest {
  private final List<TaskView> tasks = new ArrayList<>();

  @Before
  public void fiveNodes() {
    for (int n = 1; n <= 4; n++) {
      tasks.add(task("a" + n).of("A").on("n" + n).cpuUsed(790 + n).total(100_000 + n).view());
      tasks.add(task("b" + n).of("B").on("n" + n).cpuUsed(790 + n).total(150_000 + n).view());
    }
    ResourceShare little = ResourceShare.of(300, 1000).estimated(600);
    tasks.add(task("a5").of("A").on("n5").cpu(little).total(220_000).view());
    ResourceShare much = ResourceShare.of(1600, 1000).allocated(1500);
    tasks.add(task("b5").of("B").on("n5").cpu(much).total(80_000).view());
  }

  private Map<String, Long> changes(ControlMode mode, List<NodeHeadroom> nodes) {
    Map<String, Long> changes = new TreeMap<>();
    for (Decision<AllocationChange> each : round(mode).decide(nodes, tasks).adjustments()) {
      changes.put(
          each.value().task().container() + " " + each.value().kind(),
          Math.round(each.value().change()));
    }
    return changes;
  }

  private static AllocationPolicy round(ControlMode mode) {
    return new AllocationPolicy(
        mode,
        new ContentionDetector(new ContentionLimits(20_000, 3, 0.3)),
        new PerformanceBalancer(new BalanceLimits(20_000, 0.1, 0.25)));
  }

  @Test
  public void cpuMovesFromTheHoggingTaskToTheTaskInDeficit() {
    assertEquals(
        "{a5 CPU=250, b5 CPU=-250}",
        changes(ControlMode.CPU_AND_MEMORY, Collections.emptyList()).toString());
  }

  @Test
  public void taskWithNegligibleUsageIsStillHelped() {
    tasks.removeIf(task -> task.container().equals("a5"));
    ResourceShare nothing = ResourceShare.of(Double.MIN_VALUE, 1000).estimated(600);
    tasks.add(task("a5").of("A").on("n5").cpu(nothing).total(220_000).view());
    assertEquals(
        "{a5 CPU=250, b5 CPU=-250}",
        changes(ControlMode.CPU_AND_MEMORY, Collections.emptyList()).toString());
  }

  @Test
  public void uncontrolledResourceIsNotChanged() {
    assertEquals("{}", changes(ControlMode.MEMORY, Collections.emptyList()).toString());
  }

  @Test
  public void balancedClusterIsNotChanged() {
    tasks.removeIf(task -> task.node().equals("n5"));
    AllocationPolicy.Result result =
        round(ControlMode.CPU_AND_MEMORY).decide(Collections.emptyList(), tasks);
    assertTrue(result.adjustments().isEmpty());
    assertTrue(result.contention().isEmpty());
  }

  @Test
  public void taskWithOneResourceIsComparedByThatResource() {
    tasks.add(task("a6").of("A").on("n5").cpu(null).total(300_000).view());
    tasks.add(task("a7").of("A").on("n4").memory(null).cpuUsed(790).total(100_000).view());
    assertEquals(
        "{a5 CPU=250, b5 CPU=-250}",
        changes(ControlMode.CPU_AND_MEMORY, Collections.emptyList()).toString());
    PhaseUsage usage = PhaseUsage.of(tasks.subList(10, 12));
    assertEquals(2, usage.tasks());
    assertEquals(790, usage.mean(ResourceKind.CPU), 0);
    assertEquals(500, usage.mean(ResourceKind.MEMORY), 0);
  }

  @Test
  public void onlyUnbalancedTasksAreReported() {
    AllocationPolicy.Result result = round(ControlMode.CPU).decide(Collections.emptyList(), tasks);
    Map<String, String> detected = new TreeMap<>();
    result
        .contention()
        .forEach((task, all) -> detected.put(task.container(), all.get(0).value() + ""));
    assertEquals("{a5=DEFICIT, b5=HOGGING}", detected.toString());
  }

  @Test
  public void requestedMemoryIsThePhaseMean() {
    tasks.clear();
    for (int n = 1; n <= 4; n++) {
      ResourceShare share = ResourceShare.of(900, 1000);
      tasks.add(task("a" + n).of("A").on("n" + n).memory(share).total(100_000 + n).view());
    }
    ResourceShare little = ResourceShare.of(200, 500).estimated(250);
    tasks.add(task("a5").of("A").on("n5").memory(little).total(220_000).view());
    List<NodeHeadroom> nodes = Collections.singletonList(new NodeHeadroom("n5", 0, 10_000));
    AllocationPolicy.Result result = round(ControlMode.MEMORY).decide(nodes, tasks);
    assertEquals(1, result.adjustments().size());
    Decision<AllocationChange> only = result.adjustments().get(0);
    assertEquals(ResourceKind.MEMORY, only.value().kind());
    assertEquals("a step of a quarter", 625, only.value().amount(), 0);
    assertEquals("their mean", 760, (double) only.inputs().get("wantedBytes"), 1e-6);
  }

  @Test
  public void taskWithItsRequestedMemoryKeepsIt() {
    tasks.clear();
    for (int n = 1; n <= 4; n++) {
      ResourceShare share = ResourceShare.of(900, 1000);
      tasks.add(task("a" + n).of("A").on("n" + n).memory(share).total(100_000 + n).view());
    }
    ResourceShare helped = ResourceShare.of(200, 500).estimated(200).allocated(760);
    tasks.add(task("a5").of("A").on("n5").memory(helped).total(220_000).view());
    ResourceShare gave = ResourceShare.of(200, 1000).estimated(200).allocated(740);
    tasks.add(task("r1").of("R").opportunistic().on("n5").memory(gave).total(220_000).view());
    Map<String, Double> inForce = new TreeMap<>();
    for (AllocationChange each :
        round(ControlMode.MEMORY).decide(nothingFree(), tasks).approved()) {
      inForce.put(each.task().container(), each.amount());
    }
    assertEquals("{a5=760.0, r1=740.0}", inForce.toString());
  }

  private static List<NodeHeadroom> nothingFree() {
    return Collections.singletonList(new NodeHeadroom("n5", 0, 0));
  }
}
