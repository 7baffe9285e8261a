// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.tez.policy.estimate.RunTimeEstimateReason;

/** Tasks that request opportunistic containers. */
public class ExecutionTypePolicyTest {
  private static final ExecutionTypePolicy TEN_SECONDS = new ExecutionTypePolicy(10_000, 80, 0.9);

  private static final ContainerSupply FULL = ContainerSupply.UNKNOWN;

  private static ExecutionTypePolicy.TaskRequest task(
      double ms, long before, int lost, double progress) {
    return new ExecutionTypePolicy.TaskRequest(true, ms, before, lost, false, progress);
  }

  private static void expect(
      RunTimeEstimateReason reason, boolean opportunistic, ExecutionTypePolicy.TaskRequest t) {
    expect(reason, opportunistic, t, FULL);
  }

  private static void expect(
      RunTimeEstimateReason reason,
      boolean opportunistic,
      ExecutionTypePolicy.TaskRequest t,
      ContainerSupply supply) {
    Decision<Boolean> decision = TEN_SECONDS.decide(t, supply);
    assertEquals(decision.toString(), reason, decision.reason());
    assertEquals(opportunistic, decision.value());
  }

  @Test
  public void shortTaskIsOpportunisticAndLongTaskIsGuaranteed() {
    expect(RunTimeEstimateReason.CONTAINER_SHORT, true, task(9_999, 1, 0, 0));
    expect(RunTimeEstimateReason.CONTAINER_LONG, false, task(10_000, 1, 0, 0));
  }

  @Test
  public void taskOfUnknownRunTimeIsGuaranteed() {
    expect(
        RunTimeEstimateReason.CONTAINER_UNKNOWN,
        false,
        new ExecutionTypePolicy.TaskRequest(false, 10, 1, 0, false, 0));
  }

  @Test
  public void taskThatLostItsContainerIsGuaranteed() {
    expect(RunTimeEstimateReason.CONTAINER_LOST_BEFORE, false, task(10, 1, 1, 0));
  }

  private static ExecutionTypePolicy.TaskRequest behind(
      boolean known, double ms, int lost, double progress) {
    return new ExecutionTypePolicy.TaskRequest(known, ms, 0, lost, true, progress);
  }

  @Test
  public void taskThatWaitsForOpportunisticTasksIsOpportunistic() {
    expect(RunTimeEstimateReason.CONTAINER_EARLY, true, behind(true, 10, 0, 0));
    expect(RunTimeEstimateReason.CONTAINER_EARLY, true, behind(true, 1e9, 0, 0));
    expect(RunTimeEstimateReason.CONTAINER_EARLY, true, behind(false, 10, 0, 0));
    expect(RunTimeEstimateReason.CONTAINER_EARLY, true, behind(true, 10, 0, 0.95));
    expect(RunTimeEstimateReason.CONTAINER_LOST_BEFORE, false, behind(true, 10, 1, 0));
    assertFalse(new ExecutionTypePolicy(0, 80, 1).decide(behind(true, 10, 0, 0), FULL).value());
  }

  @Test
  public void taskIsGuaranteedWhileThereIsRoom() {
    ContainerSupply ten = ContainerSupply.UNKNOWN.withRoom(10);
    expect(RunTimeEstimateReason.CONTAINER_ROOM, false, task(10, 1, 0, 0), ten.withRequested(9));
    expect(RunTimeEstimateReason.CONTAINER_SHORT, true, task(10, 1, 0, 0), ten.withRequested(10));
    expect(RunTimeEstimateReason.CONTAINER_SHORT, true, task(10, 1, 0, 0), ten.withRequested(99));
    expect(RunTimeEstimateReason.CONTAINER_EARLY, true, behind(true, 10, 0, 0), ten);
    expect(RunTimeEstimateReason.CONTAINER_LONG, false, task(10_000, 1, 0, 0), ten);
  }

  @Test
  public void taskGuaranteedForRoomDoesNotCountForThePercentage() {
    ContainerSupply one = FULL.withRoom(1);
    Decision<Boolean> decision = TEN_SECONDS.decide(task(10, 1, 0, 0), one);
    assertFalse(ExecutionTypePolicy.isByPercentage(decision));
    assertFalse("it may run in a used one", ExecutionTypePolicy.needsGuaranteed(decision, one));
  }

  @Test
  public void taskIsGuaranteedIfItsOwnContainerComesSooner() {
    ContainerSupply five = FULL.withOpportunistic(5_000, false);
    expect(
        RunTimeEstimateReason.CONTAINER_OWN_SOONER,
        false,
        task(10, 1, 0, 0),
        five.withOwnContainers(2, 10, 1e3));
    expect(
        RunTimeEstimateReason.CONTAINER_SHORT,
        true,
        task(10, 1, 0, 0),
        five.withOwnContainers(2, 11, 1e3));
    expect(
        RunTimeEstimateReason.CONTAINER_SHORT,
        true,
        task(10, 1, 0, 0),
        five.withOwnContainers(0, 1, 1));
    expect(
        RunTimeEstimateReason.CONTAINER_SHORT,
        true,
        task(10, 1, 0, 0),
        FULL.withOwnContainers(2, 1, 1));
    expect(
        RunTimeEstimateReason.CONTAINER_EARLY,
        true,
        behind(true, 10, 0, 0),
        five.withOwnContainers(2, 10, 1e3));
  }

  @Test
  public void taskIsGuaranteedIfNoOpportunisticContainerStarts() {
    ContainerSupply none = FULL.withOpportunistic(Double.NaN, true);
    expect(RunTimeEstimateReason.CONTAINER_NONE_STARTS, false, task(10, 1, 0, 0), none);
    expect(RunTimeEstimateReason.CONTAINER_EARLY, true, behind(true, 10, 0, 0), none);
  }

  @Test
  public void productionTasksAreGuaranteedAndUseNoOtherContainer() {
    ExecutionTypePolicy production = TEN_SECONDS.production();
    for (ExecutionTypePolicy.TaskRequest task :
        new ExecutionTypePolicy.TaskRequest[] {
          task(10, 1, 0, 0), task(10_000, 1, 0, 0), behind(true, 10, 0, 0), behind(false, 10, 0, 0)
        }) {
      Decision<Boolean> decision = production.decide(task, FULL);
      assertEquals(RunTimeEstimateReason.CONTAINER_PRODUCTION, decision.reason());
      assertFalse(decision.value());
      assertTrue(ExecutionTypePolicy.needsGuaranteed(decision, FULL));
      assertFalse(ExecutionTypePolicy.isByPercentage(decision));
    }
  }

  @Test
  public void productionChangesNothingIfAllTasksAreGuaranteed() {
    Decision<Boolean> decision =
        new ExecutionTypePolicy(0, 80, 1).production().decide(task(10, 1, 0, 0), FULL);
    assertEquals(RunTimeEstimateReason.CONTAINER_ALL_GUARANTEED, decision.reason());
    assertFalse(ExecutionTypePolicy.needsGuaranteed(decision, FULL));
  }

  private static boolean needsGuaranteed(
      ExecutionTypePolicy.TaskRequest task, ContainerSupply supply) {
    return ExecutionTypePolicy.needsGuaranteed(TEN_SECONDS.decide(task, supply), supply);
  }

  @Test
  public void onlyTasksWithLossesNeedGuaranteedContainersWithoutRoom() {
    ExecutionTypePolicy.TaskRequest unknown =
        new ExecutionTypePolicy.TaskRequest(false, 10, 1, 0, false, 0);
    ContainerSupply one = FULL.withRoom(1);
    assertTrue(needsGuaranteed(unknown, one));
    assertTrue(needsGuaranteed(task(10_000, 1, 0, 0), one));
    assertTrue(needsGuaranteed(task(10, 1, 1, 0), one));
    assertFalse(needsGuaranteed(unknown, FULL));
    assertFalse(needsGuaranteed(task(10_000, 1, 0, 0), FULL));
    assertTrue(needsGuaranteed(task(10, 1, 1, 0), FULL));
  }

  @Test
  public void lateTasksOfTheDagAreGuaranteed() {
    expect(RunTimeEstimateReason.CONTAINER_SHORT, true, task(10, 1, 0, 0.89));
    expect(RunTimeEstimateReason.CONTAINER_LATE_STAGE, false, task(10, 1, 0, 0.9));
  }

  @Test
  public void lateProgressOfOneDisablesTheLateStage() {
    assertTrue(new ExecutionTypePolicy(10_000, 100, 1).decide(task(10, 0, 0, 1), FULL).value());
  }

  @Test
  public void eightOfAnyTenConsecutiveTasksAreOpportunistic() {
    for (int from = 0; from < 20; from++) {
      int opportunistic = 0;
      for (int i = from; i < from + 10; i++) {
        opportunistic += TEN_SECONDS.decide(task(10, i, 0, 0), FULL).value() ? 1 : 0;
      }
      assertEquals(8, opportunistic);
    }
    expect(RunTimeEstimateReason.CONTAINER_SHORT_BUT_SHARE, false, task(10, 0, 0, 0));
  }

  @Test
  public void allTasksAreGuaranteedWithoutThresholdOrPercentage() {
    for (ExecutionTypePolicy none :
        new ExecutionTypePolicy[] {
          new ExecutionTypePolicy(0, 80, 1), new ExecutionTypePolicy(9, 0, 1)
        }) {
      assertFalse(none.mayChoose());
      Decision<Boolean> decision = none.decide(task(1, 0, 0, 0), FULL);
      assertEquals(RunTimeEstimateReason.CONTAINER_ALL_GUARANTEED, decision.reason());
    }
  }

  @Test
  public void valuesOutOfBoundsAreRefused() {
    new ExecutionTypePolicy(0, 0, 0);
    new ExecutionTypePolicy(Long.MAX_VALUE, 100, 1);
    refused(-1, 50, 1);
    refused(1, -1, 1);
    refused(1, 101, 1);
    refused(1, 50, 1.1);
    refused(1, 50, Double.NaN);
  }

  private static void refused(long ms, int percent, double late) {
    try {
      new ExecutionTypePolicy(ms, percent, late);
    } catch (IllegalArgumentException e) {
      return;
    }
    fail(ms + " " + percent + " " + late + " was taken");
  }
}
