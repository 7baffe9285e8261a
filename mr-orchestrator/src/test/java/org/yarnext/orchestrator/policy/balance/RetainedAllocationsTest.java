// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import static org.junit.Assert.assertEquals;
import static org.yarnext.orchestrator.policy.TaskBuilder.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;

/** Tasks of one phase, of which an earlier round gave c1 more on n1, and c2 there gave it. */
public class RetainedAllocationsTest {
  private final RetainedAllocations policy =
      new RetainedAllocations(new BalanceLimits(20_000, 0.1, 0.25));
  private final List<TaskView> tasks = new ArrayList<>();
  private final Set<String> hogging = new HashSet<>();
  private final List<AllocationRequest> requests = new ArrayList<>();
  private final List<Decision<AllocationChange>> judged = new ArrayList<>();

  private static ResourceShare cpu(double allocated) {
    return ResourceShare.of(500, 1000).allocated(allocated);
  }

  private void peers() {
    tasks.add(task("c3").on("n2").total(100_000).view());
    tasks.add(task("c4").on("n2").total(101_000).view());
  }

  private Set<String> kept(ResourceKind kind) {
    Set<String> kept = new TreeSet<>();
    for (Decision<AllocationChange> each : policy.decide(kind, tasks, hogging, requests, judged)) {
      kept.add(each.value().task().container() + "=" + Math.round(each.value().amount()));
      assertEquals("nothing moves", 0, each.value().change(), 0);
    }
    return kept;
  }

  private void assertKept(String... expected) {
    Set<String> all = new TreeSet<>();
    Collections.addAll(all, expected);
    assertEquals(all, kept(ResourceKind.CPU));
  }

  @Test
  public void taskThatIsNotAheadKeepsItsHelpAndItsDonorStaysLowered() {
    peers();
    tasks.add(task("c1").total(105_000).cpu(cpu(1250)).view());
    tasks.add(task("c2").of("B").total(90_000).cpu(cpu(750)).view());
    assertKept("c1=1250", "c2=750");
  }

  @Test
  public void taskThatIsAheadReturnsItsHelp() {
    peers();
    tasks.add(task("c1").total(80_000).cpu(cpu(1250)).view());
    tasks.add(task("c2").of("B").total(90_000).cpu(cpu(750)).view());
    assertKept();
  }

  @Test
  public void taskThatIsSlightlyAheadKeepsItsHelp() {
    peers();
    tasks.add(task("c1").total(95_000).cpu(cpu(1250)).view());
    assertKept("c1=1250");
  }

  @Test
  public void hoggingTaskReturnsItsHelp() {
    peers();
    tasks.add(task("c1").total(105_000).cpu(cpu(1250)).view());
    hogging.add("c1");
    assertKept();
  }

  @Test
  public void taskWithoutProgressKeepsItsHelpUntilItIsHogging() {
    tasks.add(task("c1").since(60_000).cpu(cpu(1250)).view());
    tasks.add(task("c3").since(60_000).view());
    assertKept("c1=1250");
    hogging.add("c1");
    assertKept();
  }

  @Test
  public void donorOnANodeWithoutHelpedTasksIsRestored() {
    peers();
    tasks.add(task("c2").of("B").on("n2").cpu(cpu(750)).view());
    tasks.add(task("c1").on("n1").total(105_000).cpu(cpu(1250)).view());
    assertKept("c1=1250");
  }

  @Test
  public void allocationsChangedByTheBalancerAreNotRetained() {
    peers();
    TaskView helped = task("c1").total(120_000).cpu(cpu(1250)).view();
    TaskView donor = task("c2").of("B").total(90_000).cpu(cpu(750)).view();
    tasks.add(helped);
    tasks.add(donor);
    judged.add(judged(helped, 1500, BalanceReason.BALANCE_APPROVED));
    assertKept("c2=750");
    judged.add(judged(donor, 500, BalanceReason.BALANCE_GIVES_EXCESS));
    assertKept();
  }

  @Test
  public void uselessHelpIsNotRetained() {
    peers();
    TaskView helped = task("c1").total(120_000).cpu(cpu(1250)).view();
    tasks.add(helped);
    judged.add(judged(helped, 1250, BalanceReason.BALANCE_NOTHING_TO_GIVE));
    assertKept("c1=1250");
    judged.set(0, judged(helped, 1250, BalanceReason.BALANCE_NOT_IN_STEP));
    assertKept();
    judged.set(0, judged(helped, 1250, BalanceReason.BALANCE_OVERTAKEN));
    assertKept();
  }

  private static Decision<AllocationChange> judged(
      TaskView task, double amount, BalanceReason why) {
    return Decision.of(new AllocationChange(task, ResourceKind.CPU, amount), why);
  }

  @Test
  public void memoryIsRetainedWhileItIsNeeded() {
    ResourceShare needed = ResourceShare.of(900, 1000).allocated(1250).minimum(1100);
    tasks.add(task("c1").memory(needed).view());
    tasks.add(task("c2").memory(needed.minimum(0).estimated(1001)).view());
    tasks.add(task("c3").memory(needed.minimum(1000).estimated(1000)).view());
    tasks.add(task("c4").memory(needed.minimum(0)).view());
    assertEquals("[c1=1250, c2=1250]", kept(ResourceKind.MEMORY).toString());
  }

  @Test
  public void memoryThatIsStillRequestedIsRetained() {
    ResourceShare has = ResourceShare.of(200, 1000).allocated(1250).minimum(300).estimated(200);
    for (String container : new String[] {"c1", "c2"}) {
      tasks.add(task(container).memory(has).view());
    }
    requests.add(new AllocationRequest(tasks.get(0), 1200));
    requests.add(new AllocationRequest(tasks.get(1), 1000));
    assertEquals("[c1=1250]", kept(ResourceKind.MEMORY).toString());
  }
}
