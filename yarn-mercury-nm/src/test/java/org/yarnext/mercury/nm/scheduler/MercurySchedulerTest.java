// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static java.util.Arrays.asList;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerStatus;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.guard.GuardState;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.queue.JobSubmissionOrder;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.queue.ShortestFirstOrder;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/** Single situations on a node of 4 GB and 4 cores, in which a container of 1 GB has 1 core. */
public class MercurySchedulerTest {
  private static final ResourceVector NODE = ResourceVector.of(4096, 4);

  private final FakeNode.Setup setup = new FakeNode.Setup();
  private FakeNode node;

  @After
  public void tearDown() {
    if (node != null) {
      node.close();
    }
  }

  private FakeNode on() {
    node = new FakeNode(NODE, 100, false).on(setup);
    return node;
  }

  private List<FakeContainer> opportunistic(int count, long memoryMb) {
    List<FakeContainer> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      some.add(node.opportunistic(memoryMb));
    }
    return some;
  }

  private static void assertLaunched(FakeContainer... containers) {
    for (FakeContainer c : containers) {
      assertEquals(c.toString(), 1, c.launches);
    }
  }

  private static void assertWaits(FakeContainer... containers) {
    for (FakeContainer c : containers) {
      assertTrue(c.toString(), c.waits());
    }
  }

  private static String killOf(FakeContainer c) {
    assertEquals(c.toString(), 1, c.schedulerKills.size());
    return c.schedulerKills.get(0);
  }

  // ---- the queue ------------------------------------------------------------------------------

  @Test
  public void startsWhatFitsAndQueuesTheRestHereNotInStock() {
    on();
    List<FakeContainer> c = opportunistic(6, 1024);
    assertLaunched(c.get(0), c.get(1), c.get(2), c.get(3));
    assertWaits(c.get(4), c.get(5));
    assertEquals(0, node.stock.getNumQueuedOpportunisticContainers());
    assertEquals(2, node.journal.held());
    node.finish(c.get(1));
    assertLaunched(c.get(4));
    assertWaits(c.get(5));
  }

  @Test
  public void followsItsOrder() {
    setup.order = new JobSubmissionOrder();
    on();
    FakeContainer full = node.opportunistic(4096);
    FakeContainer late = node.arrive(ExecutionType.OPPORTUNISTIC, 1024, 4, 7, 0, none());
    FakeContainer early = node.arrive(ExecutionType.OPPORTUNISTIC, 1024, 4, 2, 0, none());
    node.drain();
    node.finish(full);
    assertLaunched(early);
    assertWaits(late);
  }

  private static Set<String> runs(long ms) {
    return Collections.singleton(RunTimeHint.tag(ms));
  }

  private static Set<String> none() {
    return FakeContainer.noTags();
  }

  @Test
  public void whatIsLargerThanTheNodeIsRefused() {
    on();
    FakeContainer large = node.opportunistic(5120);
    assertTrue(killOf(large), killOf(large).contains("QUEUE_LARGER_THAN_NODE"));
    node.die(large);
    assertLaunched(node.opportunistic(1024));
    assertEquals(1, node.journal.rejected.value());
  }

  @Test
  public void aNodeThatBecomesSmallerTurnsAwayWhatItCannotStartAnyMore() {
    on();
    FakeContainer running = node.opportunistic(2048);
    FakeContainer large = node.opportunistic(4096);
    FakeContainer small = node.opportunistic(2048);
    assertWaits(large, small);
    node.resize(ResourceVector.of(3072, 3));
    node.finish(running);
    assertTrue(killOf(large), killOf(large).contains("QUEUE_LARGER_THAN_NODE"));
    assertLaunched(small);
    node.die(large);
    assertEquals(1, node.journal.rejected.value());
    assertEquals(0, node.journal.held());
  }

  @Test
  public void aFullQueueRefuses() {
    setup.limits = new NodeQueueLimits(1, 120_000, 1, 0);
    on();
    List<FakeContainer> c = opportunistic(3, 4096);
    assertWaits(c.get(1));
    assertTrue(
        killOf(c.get(2)), killOf(c.get(2)).startsWith("Opportunistic container queue is full."));
    assertTrue(killOf(c.get(2)), killOf(c.get(2)).contains("QUEUE_FULL"));
    assertEquals(1, node.journal.rejected.value());
    node.die(c.get(2));
    node.finish(c.get(0));
    assertLaunched(c.get(1));
    assertEquals("a refused one did not leave the queue", 0, node.journal.left.value());
    assertEquals(
        "known to a restarted NodeManager",
        Collections.singleton(c.get(2).getContainerId()),
        node.storedKilled);
  }

  @Test
  public void oneKilledWhileItWaitsIsNotStarted() {
    on();
    List<FakeContainer> c = opportunistic(3, 4096);
    c.get(1).killByMaster();
    node.finish(c.get(0));
    assertEquals(0, c.get(1).launches);
    node.die(c.get(1));
    node.tick();
    node.drain();
    assertLaunched(c.get(2));
    assertEquals(1, node.journal.left.value());
  }

  @Test
  public void shedsFromTheTailAndSaysWhy() {
    on();
    List<FakeContainer> c = opportunistic(5, 4096);
    node.limits(2, -1);
    node.drain();
    assertWaits(c.get(1), c.get(2));
    for (FakeContainer shed : asList(c.get(3), c.get(4))) {
      assertTrue(
          killOf(shed),
          killOf(shed).startsWith("Container De-queued to meet NM queuing limits. SHED_LENGTH_"));
    }
    assertEquals(2, node.journal.shed.value());
  }

  @Test
  public void limitsAreTakenAtAHeartbeatNotAtATick() {
    on();
    List<FakeContainer> c = opportunistic(2, 4096);
    node.runtime.limits(new SheddingLimits(0, -1));
    node.tick();
    node.drain();
    assertWaits(c.get(1));
  }

  @Test
  public void onePromotedWhoseUpdateIsOnItsWayIsNotShed() {
    on();
    List<FakeContainer> c = opportunistic(2, 2048);
    FakeContainer waiting = node.opportunistic(2048);
    node.limits(0, -1);
    waiting.update(ExecutionType.GUARANTEED);
    node.drain();
    assertEquals(Collections.emptyList(), waiting.schedulerKills);
    node.die(c.get(1));
    assertLaunched(waiting);
  }

  @Test
  public void whatWaitsIsReestimatedAsItsKindIsLearnt() {
    setup.order = new ShortestFirstOrder();
    on();
    FakeContainer first = node.arrive(ExecutionType.OPPORTUNISTIC, 4096, 4, 1, 0, none());
    FakeContainer same = node.arrive(ExecutionType.OPPORTUNISTIC, 4096, 4, 1, 0, none());
    FakeContainer declared = node.arrive(ExecutionType.OPPORTUNISTIC, 4096, 4, 2, 0, runs(15_000));
    node.drain();
    // The default estimate of 10 s would have put the other first.
    node.pass(60_000);
    node.finish(first);
    assertLaunched(declared);
    assertWaits(same);
  }

  @Test
  public void learnsFromGoodEndsOnly() {
    on();
    FakeContainer good = node.opportunistic(1024);
    FakeContainer bad = node.opportunistic(1024);
    FakeContainer killed = node.opportunistic(1024);
    node.pass(3_000);
    bad.done(1);
    killed.done(-104);
    node.drain();
    assertEquals(0, node.estimates.applications());
    node.finish(good);
    String app = good.getContainerId().getApplicationAttemptId().getApplicationId().toString();
    assertEquals(Long.valueOf(3_000), node.estimates.learntMs(app, 0));
  }

  @Test
  public void learnsNothingFromMasters() {
    on();
    FakeContainer master = node.guaranteed(1024);
    master.becomesMaster();
    node.pass(3_000);
    node.finish(master);
    assertEquals(0, node.estimates.applications());
    assertEquals(Collections.emptyList(), master.diagnostics);
  }

  @Test
  public void tellsTheApplicationsSideHowLongAContainerRan() {
    on();
    FakeContainer good = node.opportunistic(1024);
    good.environment.put(RunTimeHint.ENVIRONMENT_VARIABLE, "500");
    FakeContainer guaranteed = node.guaranteed(1024);
    FakeContainer bad = node.opportunistic(1024);
    node.pass(3_000);
    bad.done(1);
    node.drain();
    node.finish(good);
    node.finish(guaranteed);
    assertEquals(
        Collections.singletonList("\nyarnext.mercury: ran 3000 ms, declared 500 ms\n"),
        good.diagnostics);
    assertEquals(
        Collections.singletonList("\nyarnext.mercury: ran 3000 ms\n"), guaranteed.diagnostics);
    assertEquals(Collections.emptyList(), bad.diagnostics);
  }

  // ---- guaranteed containers ------------------------------------------------------------------

  @Test
  public void aGuaranteedOneThatFitsStartsAtOnceAheadOfTheQueue() {
    on();
    FakeContainer running = node.opportunistic(3072);
    FakeContainer waiting = node.opportunistic(2048);
    FakeContainer guaranteed = node.guaranteed(1024);
    assertLaunched(running, guaranteed);
    assertWaits(waiting);
  }

  @Test
  public void aGuaranteedOneOnAFullNodeStopsVictimsAndNobodyTakesTheirRoom() {
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
    assertEquals(2, node.journal.victims.value());
    node.die(c.get(3));
    assertWaits(guaranteed, c.get(4));
    node.die(c.get(2));
    assertLaunched(guaranteed);
    assertWaits(c.get(4));
    assertEquals(1, node.journal.guaranteedHeld.value());
    assertEquals(0, node.journal.guaranteedTimedOut.value());
  }

  @Test
  public void aSecondGuaranteedOneStopsNoMoreThanItNeeds() {
    on();
    List<FakeContainer> c = opportunistic(4, 1024);
    node.guaranteed(1024);
    node.guaranteed(1024);
    assertEquals(2, c.stream().filter(x -> !x.alive()).count());
  }

  @Test
  public void oneThatIsDyingAlreadyCountsAsFreed() {
    on();
    List<FakeContainer> c = opportunistic(4, 1024);
    c.get(0).killByMaster();
    FakeContainer guaranteed = node.guaranteed(1024);
    assertEquals(0, node.journal.victims.value());
    assertTrue(c.get(1).alive() && c.get(2).alive() && c.get(3).alive());
    node.die(c.get(0));
    assertLaunched(guaranteed);
  }

  @Test
  public void victimsAreFoundWhateverTheirIdsReadAs() {
    on();
    node.countingDown = true;
    List<FakeContainer> c = opportunistic(4, 1024);
    FakeContainer guaranteed = node.guaranteed(1024);
    assertWaits(guaranteed);
    assertEquals(1, c.stream().filter(one -> !one.alive()).count());
    assertEquals(1, node.journal.victims.value());
  }

  @Test
  public void aRunningOneThatIsBeingPromotedIsNoVictim() {
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
  public void whatNobodyCanMakeRoomForIsStocksAffair() {
    on();
    node.guaranteed(3072);
    FakeContainer opportunistic = node.opportunistic(1024);
    FakeContainer guaranteed = node.guaranteed(2048);
    assertEquals(0, node.journal.guaranteedHeld.value());
    assertEquals(1, node.stock.getNumQueuedGuaranteedContainers());
    // Stock stops what it can.
    assertEquals("Container Killed to make room for Guaranteed Container.", killOf(opportunistic));
    assertWaits(guaranteed);
  }

  @Test
  public void aKilledGuaranteedOneNoLongerHoldsUpTheQueue() {
    on();
    FakeContainer running = node.opportunistic(4096);
    FakeContainer guaranteed = node.guaranteed(4096);
    FakeContainer waiting = node.opportunistic(1024);
    guaranteed.killByMaster();
    node.die(running);
    node.die(guaranteed);
    assertLaunched(waiting);
    assertEquals(0, node.journal.guaranteedWaiting());
  }

  @Test
  public void nobodyIsStoppedForAGuaranteedOneThatIsBeingKilled() {
    on();
    List<FakeContainer> c = opportunistic(5, 1024);
    FakeContainer guaranteed = node.arrive(ExecutionType.GUARANTEED, 1024, 1);
    guaranteed.killByMaster();
    node.drain();
    assertEquals(0, node.journal.victims.value());
    c.forEach(each -> assertEquals(Collections.emptyList(), each.schedulerKills));
    node.die(guaranteed);
    assertEquals(0, node.journal.guaranteedWaiting());
    node.finish(c.get(0));
    assertLaunched(c.get(4));
  }

  @Test
  public void victimsThatDoNotGoAreLeftToStock() {
    setup.reclaimTimeoutMs = 5_000;
    setup.victims = new NewestFirstVictims();
    on();
    List<FakeContainer> c = opportunistic(4, 1024);
    FakeContainer guaranteed = node.guaranteed(1024);
    node.pass(5_000);
    node.tick();
    node.drain();
    assertEquals("not yet", 0, node.journal.guaranteedTimedOut.value());
    node.pass(1);
    node.tick();
    node.drain();
    assertEquals(1, node.journal.guaranteedTimedOut.value());
    assertEquals(1, node.stock.getNumQueuedGuaranteedContainers());
    assertEquals(0, node.journal.guaranteedWaiting());
    node.die(c.get(0));
    assertLaunched(guaranteed);
  }

  @Test
  public void theyAreLeftToStockThoughTheClockIsSetBackMeanwhile() {
    setup.reclaimTimeoutMs = 5_000;
    on();
    opportunistic(4, 1024);
    node.guaranteed(1024);
    node.pass(-100_000);
    node.tick();
    node.drain();
    assertEquals(1, node.journal.guaranteedWaiting());
    node.pass(5_001);
    node.tick();
    node.drain();
    assertEquals(1, node.journal.guaranteedTimedOut.value());
    assertEquals(1, node.stock.getNumQueuedGuaranteedContainers());
  }

  @Test
  public void oneLeftToStockTakesTheOthersAlongSinceStockWouldTakeTheirRoom() {
    setup.reclaimTimeoutMs = 5_000;
    on();
    opportunistic(4, 1024);
    node.guaranteed(1024);
    node.pass(4_000);
    node.guaranteed(1024);
    node.pass(1_001);
    node.tick();
    node.drain();
    assertEquals(1, node.journal.guaranteedTimedOut.value());
    assertEquals(2, node.stock.getNumQueuedGuaranteedContainers());
    assertEquals(0, node.journal.guaranteedWaiting());
  }

  @Test
  public void inPauseModeStockChoosesAndPauses() {
    node = new FakeNode(NODE, 100, true).on(setup);
    List<FakeContainer> c = opportunistic(4, 1024);
    FakeContainer guaranteed = node.guaranteed(1024);
    assertEquals(1, c.stream().filter(x -> x.pauses == 1).count());
    assertEquals(0, node.journal.victims.value());
    assertEquals(0, node.journal.guaranteedHeld.value());
    assertEquals(1, node.stock.getNumQueuedGuaranteedContainers());
    assertWaits(guaranteed);
  }

  @Test
  public void withContainersInStocksQueueStockMakesTheRoom() {
    boolean[] fails = new boolean[1];
    setup.order = failing(fails);
    on();
    List<FakeContainer> c = opportunistic(4, 1024);
    fails[0] = true;
    FakeContainer inStock = node.opportunistic(512);
    fails[0] = false;
    assertEquals(1, node.stock.getNumQueuedOpportunisticContainers());
    FakeContainer guaranteed = node.guaranteed(1024);
    assertEquals(0, node.journal.guaranteedHeld.value());
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
  public void whatFitsInStocksQueueIsNotForgottenThereWhenItsHeadIsKilled() {
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
  public void stockIsNotMadeToStartWhatIsOnItsWayOutOfItsQueue() {
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
  public void stocksQueueIsLookedAtWhenTheNodeGrows() {
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
  public void whatStockHadQueuedBeforeARestartIsNotStartedBeforeItIsTold() {
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

  // ---- promotion and demotion -----------------------------------------------------------------

  @Test
  public void aWaitingOnePromotedOnAFullNodeGetsTheRoomOfAVictim() {
    on();
    List<FakeContainer> c = opportunistic(5, 1024);
    FakeContainer promoted = c.get(4);
    promoted.update(ExecutionType.GUARANTEED);
    node.drain();
    assertEquals(1, node.journal.promoted.value());
    assertEquals(1, node.journal.victims.value());
    assertWaits(promoted);
    FakeContainer victim = c.stream().filter(x -> !x.alive()).findFirst().get();
    node.die(victim);
    assertLaunched(promoted);
  }

  @Test
  public void aRunningOnePromotedIsSafe() {
    setup.victims = new NewestFirstVictims();
    on();
    List<FakeContainer> c = opportunistic(4, 1024);
    c.get(3).update(ExecutionType.GUARANTEED);
    node.drain();
    node.guaranteed(1024);
    assertTrue(c.get(3).alive());
    assertFalse(c.get(2).alive());
  }

  @Test
  public void aRunningOneDemotedCanBeAVictim() {
    on();
    FakeContainer running = node.guaranteed(4096);
    running.update(ExecutionType.OPPORTUNISTIC);
    node.drain();
    FakeContainer guaranteed = node.guaranteed(4096);
    assertEquals(1, node.journal.victims.value());
    node.die(running);
    assertLaunched(guaranteed);
  }

  @Test
  public void aHeldGuaranteedOneDemotedWaitsInTheQueue() {
    on();
    FakeContainer running = node.opportunistic(4096);
    FakeContainer first = node.opportunistic(4096);
    FakeContainer demoted = node.guaranteed(4096);
    demoted.update(ExecutionType.OPPORTUNISTIC);
    node.drain();
    assertEquals(0, node.journal.guaranteedWaiting());
    assertEquals(2, node.journal.held());
    node.die(running);
    assertLaunched(first);
    assertWaits(demoted);
  }

  @Test
  public void aHeldGuaranteedOneDemotedIsKeptThoughTheQueueIsFull() {
    setup.limits = new NodeQueueLimits(1, 120_000, 1, 0);
    on();
    FakeContainer running = node.opportunistic(4096);
    FakeContainer first = node.opportunistic(4096);
    FakeContainer demoted = node.guaranteed(4096);
    demoted.update(ExecutionType.OPPORTUNISTIC);
    node.drain();
    assertWaits(first, demoted);
    assertEquals(2, node.journal.held());
    assertEquals("QUEUE_DEMOTED", node.journal.ring().recent(1).get(0).reason().code());
    assertTrue("nobody else gets in", killOf(node.opportunistic(4096)).contains("QUEUE_FULL"));
    node.die(running);
    node.finish(first);
    assertLaunched(demoted);
  }

  @Test
  public void aWaitingOneThatShrinksMayFit() {
    on();
    node.opportunistic(3072);
    FakeContainer waiting = node.opportunistic(2048);
    waiting.update(ExecutionType.OPPORTUNISTIC, Resource.newInstance(1024, 1));
    node.drain();
    assertLaunched(waiting);
  }

  // ---- re-initialisation ----------------------------------------------------------------------

  @Test
  public void oneThatWaitsToBeLaunchedAnewIsNoCandidate() {
    boolean[] fails = new boolean[1];
    setup.order = failing(fails);
    List<String> candidates = Collections.synchronizedList(new ArrayList<>());
    setup.victims =
        (from, need, nowMs) -> {
          from.forEach(v -> candidates.add(v.id()));
          return new NewestFirstVictims().decide(from, need, nowMs);
        };
    on();
    FakeContainer again = node.opportunistic(3072);
    FakeContainer small = node.opportunistic(1024);
    fails[0] = true;
    FakeContainer inStock = node.opportunistic(3072);
    fails[0] = false;
    node.pass(1_000);
    // Its room goes to the one that waits in stock's queue, and the queue here is made anew.
    again.reInitialize();
    node.drain();
    assertLaunched(inStock, again);
    assertEquals("the other waits for its second launch", 1, node.journal.held());
    node.guaranteed(1024);
    assertEquals(asList(id(small), id(inStock)), candidates);
    node.die(inStock);
    node.finish(small);
    assertEquals(2, again.launches);
    candidates.clear();
    node.guaranteed(1024);
    assertEquals("it runs again", asList(id(again)), candidates);
  }

  private static String id(FakeContainer c) {
    return c.getContainerId().toString();
  }

  // ---- recovery -------------------------------------------------------------------------------

  private FakeContainer recovered(long memoryMb) {
    FakeContainer c = node.unresumed(memoryMb);
    node.send(new ContainerSchedulerEvent(c, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    return c;
  }

  @Test
  public void aRecoveredRunningOneIsResumedWithoutAskingForRoom() {
    on();
    FakeContainer c = recovered(3072);
    setup.recovered.running.add(c.getContainerId());
    node.drain();
    assertLaunched(c);
    assertEquals("counted once", ResourceVector.of(3072, 3), node.used());
    assertEquals(1, node.journal.recoveredRunning.value());
    assertEquals("it did not queue", 0, node.journal.arrived.value());
    // It is a candidate and its end is noticed like that of any other.
    FakeContainer guaranteed = node.guaranteed(4096);
    assertEquals(1, node.journal.victims.value());
    node.die(c);
    assertLaunched(guaranteed);
  }

  @Test
  public void howLongOneRanThatRanBeforeIsNotKnown() {
    on();
    FakeContainer before = recovered(3072);
    before.environment.put(RunTimeHint.ENVIRONMENT_VARIABLE, "600000");
    setup.recovered.running.add(before.getContainerId());
    node.drain();
    node.pass(3_000);
    node.finish(before);
    assertEquals(Collections.emptyList(), before.diagnostics);
    assertEquals(0, node.estimates.applications());
    FakeContainer since = node.opportunistic(1024);
    node.pass(3_000);
    node.finish(since);
    assertEquals(1, since.diagnostics.size());
    assertEquals(1, node.estimates.applications());
  }

  @Test
  public void howLongOneRunsThatIsLaunchedAnewAfterwardsIsKnown() {
    on();
    FakeContainer again = recovered(3072);
    setup.recovered.running.add(again.getContainerId());
    node.drain();
    node.pass(1_000);
    again.reInitialize();
    node.drain();
    node.pass(3_000);
    node.finish(again);
    assertEquals(Collections.singletonList("\nyarnext.mercury: ran 3000 ms\n"), again.diagnostics);
  }

  @Test
  public void aRecoveredOneThatWasToldToStopSparesTheOthers() {
    on();
    FakeContainer ending = recovered(2048);
    FakeContainer other = recovered(2048);
    setup.recovered.running.addAll(Arrays.asList(ending.getContainerId(), other.getContainerId()));
    setup.recovered.killed.add(ending.getContainerId());
    node.drain();
    FakeContainer guaranteed = node.guaranteed(2048);
    assertEquals("its victim is on its way out already", 0, node.journal.victims.value());
    assertWaits(guaranteed);
    node.die(ending);
    assertLaunched(guaranteed, other);
  }

  @Test
  public void noVictimIsChosenBeforeAllThatRanAreResumed() {
    on();
    FakeContainer first = node.unresumed(2048);
    FakeContainer second = node.unresumed(2048);
    setup.recovered.running.addAll(Arrays.asList(first.getContainerId(), second.getContainerId()));
    FakeContainer guaranteed = node.guaranteed(2048);
    node.send(new ContainerSchedulerEvent(first, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    node.drain();
    assertWaits(guaranteed);
    assertEquals(0, node.stock.getNumQueuedGuaranteedContainers());
    assertEquals(0, node.journal.victims.value());
    node.send(new ContainerSchedulerEvent(second, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    node.drain();
    assertEquals(1, node.journal.victims.value());
    node.die(first.isMarkedForKilling() ? first : second);
    assertLaunched(guaranteed);
  }

  @Test
  public void oneThatRanAndEndsUnresumedHoldsNobodyUp() {
    on();
    FakeContainer ended = node.unresumed(4096);
    setup.recovered.running.add(ended.getContainerId());
    FakeContainer guaranteed = node.guaranteed(4096);
    assertWaits(guaranteed);
    node.finish(ended);
    assertLaunched(guaranteed);
  }

  /** Why {@code resume} exists; if this fails, stock was mended and it can go. */
  @Test
  public void stockAloneLeavesARecoveredRunningOneUnwatched() {
    node = new FakeNode(NODE, 100, false);
    FakeContainer c = recovered(3072);
    node.drain();
    assertEquals(0, c.launches);
  }

  // ---- failure --------------------------------------------------------------------------------

  private static QueueOrder failing(boolean[] fails) {
    return (a, b) -> {
      if (fails[0]) {
        throw new IllegalStateException("as the test wants it");
      }
      return 0;
    };
  }

  @Test
  public void aFailureHandsEverythingToStockInOrderAndTheNextArrivalStartsAfresh() {
    boolean[] fails = new boolean[1];
    setup.order = failing(fails);
    on();
    List<FakeContainer> c = opportunistic(3, 4096);
    fails[0] = true;
    FakeContainer last = node.opportunistic(4096);
    fails[0] = false;
    assertEquals(3, node.journal.handedBack.value());
    assertEquals(0, node.journal.held());
    assertEquals(3, node.stock.getNumQueuedOpportunisticContainers());
    assertEquals(GuardState.HEALTHY, node.guard.state());
    node.finish(c.get(0));
    assertLaunched(c.get(1));
    FakeContainer next = node.opportunistic(1024);
    assertEquals("held here again", 1, node.journal.held());
    node.finish(c.get(1));
    node.finish(c.get(2));
    node.finish(last);
    assertLaunched(c.get(2), last, next);
  }

  @Test
  public void aFailureWhilePromotingGivesTheGuaranteedOneToStockFirst() {
    boolean[] fails = new boolean[1];
    QueueOrder shortest = new ShortestFirstOrder();
    setup.order = (a, b) -> failing(fails).compare(a, b) + shortest.compare(a, b);
    on();
    FakeContainer running = node.opportunistic(3072);
    FakeContainer filler = node.opportunistic(1024);
    // Stock, which serves by arrival, would start this one in the room that is left.
    FakeContainer small = node.arrive(ExecutionType.OPPORTUNISTIC, 1024, 1, 1, 0, runs(9_000));
    FakeContainer head = node.arrive(ExecutionType.OPPORTUNISTIC, 2048, 1, 1, 0, runs(1_000));
    FakeContainer promoted = node.arrive(ExecutionType.OPPORTUNISTIC, 2048, 1, 1, 0, runs(5_000));
    node.drain();
    node.finish(filler);
    assertWaits(small, head, promoted);
    promoted.update(ExecutionType.GUARANTEED);
    fails[0] = true;
    node.drain();
    assertEquals(2, node.journal.handedBack.value());
    assertWaits(promoted, head, small);
    node.die(running);
    assertLaunched(promoted, small);
  }

  @Test
  public void enoughFailuresTripTheGuardAndStockTakesOver() {
    boolean[] fails = {true};
    setup.order = failing(fails);
    setup.guard = setup.guard.withFailures(2, Duration.ofMinutes(1));
    on();
    List<FakeContainer> c = opportunistic(2, 2048);
    assertEquals(GuardState.TRIPPED, node.guard.state());
    assertLaunched(c.get(0), c.get(1));
    fails[0] = false;
    FakeContainer inStock = node.opportunistic(1024);
    assertEquals(1, node.stock.getNumQueuedOpportunisticContainers());
    node.pass(61_000);
    FakeContainer here = node.opportunistic(1024);
    assertEquals(GuardState.HEALTHY, node.guard.state());
    assertEquals(1, node.journal.held());
    node.finish(c.get(0));
    assertLaunched(inStock, here);
  }

  @Test
  public void admissionCountsWhatWaitsInStock() {
    boolean[] fails = {true};
    setup.order = failing(fails);
    setup.limits = new NodeQueueLimits(2, 120_000, 1, 0);
    on();
    List<FakeContainer> c = opportunistic(2, 4096);
    fails[0] = false;
    FakeContainer held = node.opportunistic(4096);
    assertEquals(1, node.stock.getNumQueuedOpportunisticContainers());
    assertWaits(c.get(1), held);
    assertTrue(killOf(node.opportunistic(4096)).contains("QUEUE_FULL{queued=2"));
  }

  @Test
  public void aPolicyThatHangsCostsOneDeadlineAndThenNothing() {
    CountDownLatch never = new CountDownLatch(1);
    setup.order =
        (a, b) -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            // It hangs on even when told to stop, as a loop would.
            awaitUninterruptibly(never);
          }
          return 0;
        };
    setup.guard = setup.guard.withDeadline(Duration.ofMillis(100));
    on();
    try {
      long start = System.nanoTime();
      FakeContainer first = node.opportunistic(2048);
      assertLaunched(first);
      assertEquals(GuardState.TRIPPED, node.guard.state());
      assertEquals(1, node.guard.counters().timeouts());
      List<FakeContainer> more = opportunistic(50, 2048);
      long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertLaunched(more.get(0));
      assertEquals("tried once only", 1, node.guard.counters().timeouts());
      assertTrue("took " + tookMs + " ms", tookMs < 30_000);
      assertEquals(51, node.journal.handedBack.value());
    } finally {
      never.countDown();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean done = false;
    while (!done) {
      try {
        latch.await();
        done = true;
      } catch (InterruptedException e) {
        // Go on waiting.
      }
    }
  }

  @Test
  public void aPolicyThatCannotEvenBeMadeNeverReachesTheNodeManager() {
    node = new FakeNode(NODE, 100, false);
    node.withQueues(
        setup,
        lastRanMs -> {
          throw new IllegalStateException("as the test wants it");
        });
    List<FakeContainer> c = opportunistic(2, 4096);
    FakeContainer guaranteed = node.guaranteed(4096);
    node.limits(5, 5);
    node.tick();
    node.drain();
    assertLaunched(c.get(0));
    assertWaits(c.get(1), guaranteed);
    node.die(c.get(0));
    assertLaunched(guaranteed);
    assertTrue(node.guard.counters().failures() > 0);
  }

  @Test
  public void whatStockThrowsIsStocksOwn() {
    RuntimeException own = new IllegalStateException("stock's own");
    node = new FakeNode(NODE, 100, false);
    node.inFrontOf(
        setup,
        event -> {
          throw own;
        });
    FakeContainer c = node.arrive(ExecutionType.OPPORTUNISTIC, 1024, 1);
    assertSame(own, assertThrows(IllegalStateException.class, () -> node.drain()));
    assertEquals("it is not blamed on us", 0, node.guard.counters().failures());
    assertEquals(0, c.launches);
  }

  // ---- reports --------------------------------------------------------------------------------

  @Test
  public void theReportedWaitIsThatOfTheQueue() {
    on();
    assertEquals(0, node.journal.waitAt(node.now()).totalMs(), 0);
    // Two of 4 GB, 10 s each by default: one runs, one waits.
    opportunistic(2, 4096);
    assertEquals(20_000, node.journal.waitAt(node.now()).totalMs(), 1e-6);
    assertEquals(16_000, node.journal.waitAt(node.now() + 4_000).totalMs(), 1e-6);
  }

  @Test
  public void theTimeSinceOneLastRanOutlivesAFallback() {
    boolean[] fails = new boolean[1];
    setup.order = failing(fails);
    on();
    FakeContainer ran = node.opportunistic(1024);
    node.pass(10_000);
    node.finish(ran);
    long end = node.now();
    node.guaranteed(4096);
    node.pass(30_000);
    fails[0] = true;
    node.opportunistic(512);
    node.pass(30_000);
    node.tick();
    node.drain();
    assertEquals(60_000, node.now() - end);
    assertEquals(60_000, node.journal.waitAt(node.now()).sinceLastMs(), 0);
  }

  @Test
  public void theTimeSinceOneLastRanBeginsWhenARunningOneIsPromoted() {
    on();
    FakeContainer promoted = node.opportunistic(1024);
    node.pass(10_000);
    promoted.update(ExecutionType.GUARANTEED);
    node.drain();
    node.guaranteed(3072);
    node.pass(30_000);
    node.opportunistic(1024);
    assertEquals(30_000, node.journal.waitAt(node.now()).sinceLastMs(), 0);
  }

  @Test
  public void whatStockStartsByItselfIsReported() {
    boolean[] fails = new boolean[1];
    setup.order = failing(fails);
    on();
    FakeContainer guaranteed = node.guaranteed(4096);
    fails[0] = true;
    List<FakeContainer> c = opportunistic(2, 2048);
    assertEquals(2, node.stock.getNumQueuedOpportunisticContainers());
    assertEquals(0, node.journal.waitAt(node.now()).runningMs(), 0);
    node.die(guaranteed);
    assertEquals(0, node.stock.getNumQueuedOpportunisticContainers());
    // Two of 2 GB and 10 s each.
    assertEquals(10_000, node.journal.waitAt(node.now()).totalMs(), 1e-6);
    c.forEach(node::finish);
    node.guaranteed(4096);
    node.pass(7_000);
    assertEquals(7_000, node.journal.waitAt(node.now()).totalMs(), 0);
  }

  @Test
  public void whatStockStartsByItselfIsReportedWhileOthersWaitHere() {
    boolean[] fails = new boolean[1];
    setup.order = failing(fails);
    on();
    FakeContainer first = node.opportunistic(4096);
    fails[0] = true;
    FakeContainer inStock = node.opportunistic(4096);
    fails[0] = false;
    FakeContainer here = node.opportunistic(4096);
    node.die(first);
    assertLaunched(inStock);
    assertWaits(here);
    // Two of 4 GB, 10 s each: one runs, one waits.
    assertEquals(20_000, node.journal.waitAt(node.now()).totalMs(), 1e-6);
  }

  @Test
  public void aNodeOfGuaranteedContainersAloneIsNotReadAtEveryEvent() {
    int[] made = new int[1];
    node = new FakeNode(NODE, 100, false);
    node.withQueues(
        setup,
        lastRanMs -> {
          made[0]++;
          return new NodeQueue(setup.order, setup.victims, setup.shedding, setup.limits, lastRanMs);
        });
    for (int i = 0; i < 100; i++) {
      node.finish(node.guaranteed(4096));
    }
    assertEquals(1, made[0]);
    node.guaranteed(4096);
    node.pass(7_000);
    assertEquals(0, node.journal.held());
    assertEquals("nobody ever ran", 7_000, node.journal.waitAt(node.now()).sinceLastMs(), 0);
  }

  @Test
  public void everyDecisionIsExplained() {
    on();
    opportunistic(2, 4096);
    List<String> codes = new ArrayList<>();
    node.journal.ring().recent(10).forEach(e -> codes.add(e.reason().code()));
    assertEquals(asList("QUEUE_ACCEPTED", "START_IN_ORDER", "QUEUE_ACCEPTED"), codes);
  }

  @Test
  public void oldestStartIsKnownAfterAFallbackToo() {
    boolean[] fails = new boolean[1];
    setup.order = failing(fails);
    setup.victims = new NewestFirstVictims();
    on();
    FakeContainer full = node.opportunistic(4096);
    FakeContainer large = node.opportunistic(3072);
    FakeContainer urgent = node.create(ExecutionType.OPPORTUNISTIC, 1024, 1, 1, 0, none());
    fails[0] = true;
    node.tick();
    node.finish(full);
    node.pass(5_000);
    fails[0] = false;
    // The higher id started earlier: urgent is scheduled after large but id decides nothing.
    node.send(new ContainerSchedulerEvent(urgent, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    node.drain();
    assertLaunched(large, urgent);
    node.guaranteed(1024);
    assertFalse(urgent.alive());
    assertTrue(large.alive());
  }

  /** Keeps the view of a test honest: what a policy sees is what the NodeManager knows. */
  @Test
  public void policiesSeeTagsSizesAndTimes() {
    List<ContainerView> seen = Collections.synchronizedList(new ArrayList<>());
    setup.order =
        (a, b) -> {
          seen.add(a);
          return 0;
        };
    on();
    FakeContainer c = node.arrive(ExecutionType.OPPORTUNISTIC, 1024, 2, 9, 3, runs(777));
    node.drain();
    ContainerView view = seen.get(0);
    assertEquals(c.getContainerId().toString(), view.id());
    assertEquals("1_9", view.job().toString());
    assertEquals(3, view.priority());
    assertEquals(ResourceVector.of(1024, 2), view.resources());
    assertEquals(777, view.estimatedRunMs());
    assertEquals(c.getContainerStartTime(), view.arrivedAtMs());
  }
}
