// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.junit.Test;
import org.yarnext.common.guard.GuardState;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.queue.ShortestFirstOrder;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;

/** Failures hand everything to the stock scheduler. */
public class SchedulerFallbackTest extends MercurySchedulerTestBase {
  @Test
  public void failureHandsTheQueueToStockInOrderUntilTheNextArrival() {
    boolean[] fails = new boolean[1];
    setup.order = failing(fails);
    on();
    List<FakeContainer> c = opportunistic(3, 4096);
    fails[0] = true;
    FakeContainer last = node.opportunistic(4096);
    fails[0] = false;
    assertEquals(3, node.metrics.handedBack.value());
    assertEquals(0, node.metrics.held());
    assertEquals(3, node.stock.getNumQueuedOpportunisticContainers());
    assertEquals(GuardState.HEALTHY, node.guard.state());
    node.finish(c.get(0));
    assertLaunched(c.get(1));
    FakeContainer next = node.opportunistic(1024);
    assertEquals("held here again", 1, node.metrics.held());
    node.finish(c.get(1));
    node.finish(c.get(2));
    node.finish(last);
    assertLaunched(c.get(2), last, next);
  }

  @Test
  public void failureDuringPromotionHandsThePromotedContainerBackFirst() {
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
    assertEquals(2, node.metrics.handedBack.value());
    assertWaits(promoted, head, small);
    node.die(running);
    assertLaunched(promoted, small);
  }

  @Test
  public void repeatedFailuresTripTheGuardAndStockTakesOver() {
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
    assertEquals(1, node.metrics.held());
    node.finish(c.get(0));
    assertLaunched(inStock, here);
  }

  @Test
  public void admissionCountsContainersInTheStockQueue() {
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
  public void hangingPolicyCostsOneDeadlineOnly() {
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
      assertEquals(51, node.metrics.handedBack.value());
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
  public void policyThatCannotBeCreatedDoesNotAffectTheNodeManager() {
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
  public void stockExceptionsPassUnchanged() {
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

  @Test
  public void timeSinceTheLastRunSurvivesAFallback() {
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
    assertEquals(60_000, node.metrics.waitAt(node.now()).sinceLastMs(), 0);
  }

  @Test
  public void timeSinceTheLastRunStartsAtAPromotion() {
    on();
    FakeContainer promoted = node.opportunistic(1024);
    node.pass(10_000);
    promoted.update(ExecutionType.GUARANTEED);
    node.drain();
    node.guaranteed(3072);
    node.pass(30_000);
    node.opportunistic(1024);
    assertEquals(30_000, node.metrics.waitAt(node.now()).sinceLastMs(), 0);
  }

  @Test
  public void containersStartedByStockAreReported() {
    boolean[] fails = new boolean[1];
    setup.order = failing(fails);
    on();
    FakeContainer guaranteed = node.guaranteed(4096);
    fails[0] = true;
    List<FakeContainer> c = opportunistic(2, 2048);
    assertEquals(2, node.stock.getNumQueuedOpportunisticContainers());
    assertEquals(0, node.metrics.waitAt(node.now()).runningMs(), 0);
    node.die(guaranteed);
    assertEquals(0, node.stock.getNumQueuedOpportunisticContainers());
    // Two of 2 GB and 10 s each.
    assertEquals(10_000, node.metrics.waitAt(node.now()).totalMs(), 1e-6);
    c.forEach(node::finish);
    node.guaranteed(4096);
    node.pass(7_000);
    assertEquals(7_000, node.metrics.waitAt(node.now()).totalMs(), 0);
  }

  @Test
  public void containersStartedByStockAreReportedWhileOthersWait() {
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
    assertEquals(20_000, node.metrics.waitAt(node.now()).totalMs(), 1e-6);
  }

  @Test
  public void nodeOfGuaranteedContainersIsNotReadAtEachEvent() {
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
    assertEquals(0, node.metrics.held());
    assertEquals("nobody ever ran", 7_000, node.metrics.waitAt(node.now()).sinceLastMs(), 0);
  }

  @Test
  public void startOrderIsKnownAfterAFallback() {
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
}
