// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerStatus;
import org.junit.Test;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;

/** Guaranteed containers start at once; opportunistic ones are stopped for them. */
public class GuaranteedContainerTest extends MercurySchedulerTestBase {
  // ---- guaranteed containers ------------------------------------------------------------------

  @Test
  public void guaranteedContainerThatFitsStartsAheadOfTheQueue() {
    on();
    FakeContainer running = node.opportunistic(3072);
    FakeContainer waiting = node.opportunistic(2048);
    FakeContainer guaranteed = node.guaranteed(1024);
    assertLaunched(running, guaranteed);
    assertWaits(waiting);
  }

  @Test
  public void guaranteedContainerOnAFullNodeGetsTheRoomOfItsVictims() {
    setup.victims = new NewestFirstVictims();
    on();
    List<FakeContainer> c = opportunistic(5, 1024);
    FakeContainer guaranteed = node.guaranteed(2048);
    assertWaits(guaranteed, c.get(4));
    assertTrue(c.get(0).alive() && c.get(1).alive());
    String why = killOf(c.get(3));
    assertTrue(
        why,
        why.startsWith(
            "Container Killed to make room for Guaranteed Container. "
                + guaranteed.getContainerId()
                + ": RECLAIM_NEWEST_FIRST"));
    assertEquals(2, node.metrics.victims.value());
    node.die(c.get(3));
    assertWaits(guaranteed, c.get(4));
    node.die(c.get(2));
    assertLaunched(guaranteed);
    assertWaits(c.get(4));
    assertEquals(1, node.metrics.guaranteedHeld.value());
    assertEquals(0, node.metrics.guaranteedTimedOut.value());
  }

  @Test
  public void secondGuaranteedContainerKillsNoMoreThanNeeded() {
    on();
    List<FakeContainer> c = opportunistic(4, 1024);
    node.guaranteed(1024);
    node.guaranteed(1024);
    assertEquals(2, c.stream().filter(x -> !x.alive()).count());
  }

  @Test
  public void victimBeingKilledCountsAsFreed() {
    on();
    List<FakeContainer> c = opportunistic(4, 1024);
    c.get(0).killByMaster();
    FakeContainer guaranteed = node.guaranteed(1024);
    assertEquals(0, node.metrics.victims.value());
    assertTrue(c.get(1).alive() && c.get(2).alive() && c.get(3).alive());
    node.die(c.get(0));
    assertLaunched(guaranteed);
  }

  @Test
  public void victimsAreFoundWithAnyContainerIds() {
    on();
    node.countingDown = true;
    List<FakeContainer> c = opportunistic(4, 1024);
    FakeContainer guaranteed = node.guaranteed(1024);
    assertWaits(guaranteed);
    assertEquals(1, c.stream().filter(one -> !one.alive()).count());
    assertEquals(1, node.metrics.victims.value());
  }

  @Test
  public void containerBeingPromotedIsNotAVictim() {
    setup.victims = new NewestFirstVictims();
    on();
    List<FakeContainer> c = opportunistic(4, 1024);
    FakeContainer guaranteed = node.arrive(ExecutionType.GUARANTEED, 1024, 1);
    c.get(3).update(ExecutionType.GUARANTEED);
    node.drain();
    assertTrue(c.get(3).alive());
    assertFalse(c.get(2).alive());
    node.die(c.get(2));
    assertLaunched(guaranteed);
  }

  @Test
  public void containerThatCannotGetRoomIsLeftToStock() {
    on();
    node.guaranteed(3072);
    FakeContainer opportunistic = node.opportunistic(1024);
    FakeContainer guaranteed = node.guaranteed(2048);
    assertEquals(0, node.metrics.guaranteedHeld.value());
    assertEquals(1, node.stock.getNumQueuedGuaranteedContainers());
    // Stock stops what it can.
    assertEquals("Container Killed to make room for Guaranteed Container.", killOf(opportunistic));
    assertWaits(guaranteed);
  }

  @Test
  public void killedGuaranteedContainerDoesNotBlockTheQueue() {
    on();
    FakeContainer running = node.opportunistic(4096);
    FakeContainer guaranteed = node.guaranteed(4096);
    FakeContainer waiting = node.opportunistic(1024);
    guaranteed.killByMaster();
    node.die(running);
    node.die(guaranteed);
    assertLaunched(waiting);
    assertEquals(0, node.metrics.guaranteedWaiting());
  }

  @Test
  public void noVictimIsKilledForAContainerBeingKilled() {
    on();
    List<FakeContainer> c = opportunistic(5, 1024);
    FakeContainer guaranteed = node.arrive(ExecutionType.GUARANTEED, 1024, 1);
    guaranteed.killByMaster();
    node.drain();
    assertEquals(0, node.metrics.victims.value());
    c.forEach(each -> assertEquals(Collections.emptyList(), each.schedulerKills));
    node.die(guaranteed);
    assertEquals(0, node.metrics.guaranteedWaiting());
    node.finish(c.get(0));
    assertLaunched(c.get(4));
  }

  @Test
  public void guaranteedContainerIsLeftToStockAfterTheTimeout() {
    setup.reclaimTimeoutMs = 5_000;
    setup.victims = new NewestFirstVictims();
    on();
    List<FakeContainer> c = opportunistic(4, 1024);
    FakeContainer guaranteed = node.guaranteed(1024);
    node.pass(5_000);
    node.tick();
    node.drain();
    assertEquals("not yet", 0, node.metrics.guaranteedTimedOut.value());
    node.pass(1);
    node.tick();
    node.drain();
    assertEquals(1, node.metrics.guaranteedTimedOut.value());
    assertEquals(1, node.stock.getNumQueuedGuaranteedContainers());
    assertEquals(0, node.metrics.guaranteedWaiting());
    node.die(c.get(0));
    assertLaunched(guaranteed);
  }

  @Test
  public void reclaimTimeoutHoldsWhenTheClockIsSetBack() {
    setup.reclaimTimeoutMs = 5_000;
    on();
    opportunistic(4, 1024);
    node.guaranteed(1024);
    node.pass(-100_000);
    node.tick();
    node.drain();
    assertEquals(1, node.metrics.guaranteedWaiting());
    node.pass(5_001);
    node.tick();
    node.drain();
    assertEquals(1, node.metrics.guaranteedTimedOut.value());
    assertEquals(1, node.stock.getNumQueuedGuaranteedContainers());
  }

  @Test
  public void timeoutHandsAllHeldGuaranteedContainersToStock() {
    setup.reclaimTimeoutMs = 5_000;
    on();
    opportunistic(4, 1024);
    node.guaranteed(1024);
    node.pass(4_000);
    node.guaranteed(1024);
    node.pass(1_001);
    node.tick();
    node.drain();
    assertEquals(1, node.metrics.guaranteedTimedOut.value());
    assertEquals(2, node.stock.getNumQueuedGuaranteedContainers());
    assertEquals(0, node.metrics.guaranteedWaiting());
  }

  @Test
  public void stockSelectsAndPausesVictimsInPauseMode() {
    node = new FakeNode(NODE, 100, true).on(setup);
    List<FakeContainer> c = opportunistic(4, 1024);
    FakeContainer guaranteed = node.guaranteed(1024);
    assertEquals(1, c.stream().filter(x -> x.pauses == 1).count());
    assertEquals(0, node.metrics.victims.value());
    assertEquals(0, node.metrics.guaranteedHeld.value());
    assertEquals(1, node.stock.getNumQueuedGuaranteedContainers());
    assertWaits(guaranteed);
  }

  @Test
  public void stockReclaimsRoomWhenItsQueueHoldsContainers() {
    boolean[] fails = new boolean[1];
    setup.order = failing(fails);
    on();
    List<FakeContainer> c = opportunistic(4, 1024);
    fails[0] = true;
    FakeContainer inStock = node.opportunistic(512);
    fails[0] = false;
    assertEquals(1, node.stock.getNumQueuedOpportunisticContainers());
    FakeContainer guaranteed = node.guaranteed(1024);
    assertEquals(0, node.metrics.guaranteedHeld.value());
    for (FakeContainer each : c) {
      if (!each.alive()) {
        node.die(each);
      }
    }
    assertLaunched(guaranteed);
    assertWaits(inStock);
  }

  /** Stock, which sees every arrival, would start the second one at the next. */
  @Test
  public void stockQueueIsServedAfterItsHeadIsKilled() {
    on();
    node.guaranteed(3072);
    FakeContainer large = node.guaranteed(2048);
    FakeContainer small = node.guaranteed(1024);
    assertEquals(2, node.stock.getNumQueuedGuaranteedContainers());
    large.killByMaster();
    node.die(large);
    assertWaits(small);
    FakeContainer held = node.opportunistic(1024);
    assertLaunched(small);
    assertWaits(held);
    assertEquals(0, node.stock.getNumQueuedContainers());
  }

  @Test
  public void killedContainersInTheStockQueueAreNotStarted() {
    on();
    node.guaranteed(3072);
    FakeContainer large = node.guaranteed(2048);
    FakeContainer small = node.guaranteed(1024);
    // Their application has ended.
    large.killByMaster();
    small.killByMaster();
    node.die(large);
    FakeContainer held = node.opportunistic(1024);
    assertEquals(0, small.launches);
    node.die(small);
    node.tick();
    node.drain();
    assertLaunched(held);
  }

  @Test
  public void stockQueueIsServedWhenTheNodeGrows() {
    on();
    node.resize(ResourceVector.of(1024, 1));
    FakeContainer inStock = node.guaranteed(2048);
    FakeContainer held = node.opportunistic(1024);
    assertWaits(inStock, held);
    node.resize(NODE);
    node.tick();
    node.drain();
    assertLaunched(inStock, held);
  }

  @Test
  public void recoveredStockQueueStartsOnlyAfterRecoveryCompletes() {
    on();
    FakeContainer queued = node.recovered(1024, RecoveredContainerStatus.QUEUED);
    setup.recovered.queued.add(queued.getContainerId());
    FakeContainer held = node.opportunistic(1024);
    assertEquals(0, queued.launches);
    assertWaits(held);
    node.send(new ContainerSchedulerEvent(null, ContainerSchedulerEventType.RECOVERY_COMPLETED));
    node.drain();
    assertLaunched(queued, held);
  }
}
