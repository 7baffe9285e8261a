// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static java.util.Arrays.asList;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.Test;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;

/** Containers that are promoted, demoted or resized. */
public class ContainerUpdateTest extends MercurySchedulerTestBase {
  // ---- promotion and demotion -----------------------------------------------------------------

  @Test
  public void queuedContainerPromotedOnAFullNodeReclaimsRoom() {
    on();
    List<FakeContainer> c = opportunistic(5, 1024);
    FakeContainer promoted = c.get(4);
    promoted.update(ExecutionType.GUARANTEED);
    node.drain();
    assertEquals(1, node.metrics.promoted.value());
    assertEquals(1, node.metrics.victims.value());
    assertWaits(promoted);
    FakeContainer victim = c.stream().filter(x -> !x.alive()).findFirst().get();
    node.die(victim);
    assertLaunched(promoted);
  }

  @Test
  public void promotedRunningContainerIsNotAVictim() {
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
  public void demotedRunningContainerMayBeAVictim() {
    on();
    FakeContainer running = node.guaranteed(4096);
    running.update(ExecutionType.OPPORTUNISTIC);
    node.drain();
    FakeContainer guaranteed = node.guaranteed(4096);
    assertEquals(1, node.metrics.victims.value());
    node.die(running);
    assertLaunched(guaranteed);
  }

  @Test
  public void demotedHeldContainerWaitsInTheQueue() {
    on();
    FakeContainer running = node.opportunistic(4096);
    FakeContainer first = node.opportunistic(4096);
    FakeContainer demoted = node.guaranteed(4096);
    demoted.update(ExecutionType.OPPORTUNISTIC);
    node.drain();
    assertEquals(0, node.metrics.guaranteedWaiting());
    assertEquals(2, node.metrics.held());
    node.die(running);
    assertLaunched(first);
    assertWaits(demoted);
  }

  @Test
  public void demotedHeldContainerIsKeptInAFullQueue() {
    setup.limits = new NodeQueueLimits(1, 120_000, 1, 0);
    on();
    FakeContainer running = node.opportunistic(4096);
    FakeContainer first = node.opportunistic(4096);
    FakeContainer demoted = node.guaranteed(4096);
    demoted.update(ExecutionType.OPPORTUNISTIC);
    node.drain();
    assertWaits(first, demoted);
    assertEquals(2, node.metrics.held());
    assertEquals("QUEUE_DEMOTED", node.metrics.ring().recent(1).get(0).reason().code());
    assertTrue("nobody else gets in", killOf(node.opportunistic(4096)).contains("QUEUE_FULL"));
    node.die(running);
    node.finish(first);
    assertLaunched(demoted);
  }

  @Test
  public void shrunkQueuedContainerStartsIfItFits() {
    on();
    node.opportunistic(3072);
    FakeContainer waiting = node.opportunistic(2048);
    waiting.update(ExecutionType.OPPORTUNISTIC, Resource.newInstance(1024, 1));
    node.drain();
    assertLaunched(waiting);
  }

  @Test
  public void queuedContainerEnlargedBeyondTheNodeIsRejected() {
    on();
    final FakeContainer running = node.opportunistic(4096);
    final FakeContainer enlarged = node.opportunistic(1024);
    final FakeContainer next = node.opportunistic(1024);
    enlarged.update(ExecutionType.OPPORTUNISTIC, Resource.newInstance(8192, 1));
    node.drain();
    assertTrue(killOf(enlarged).contains("QUEUE_LARGER_THAN_NODE"));
    node.die(enlarged);
    node.finish(running);
    assertLaunched(next);
  }

  // ---- re-initialisation ----------------------------------------------------------------------

  @Test
  public void containerAwaitingItsRelaunchIsNotAVictim() {
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
    // Its room goes to the one that waits in stock's queue, and the queue here is made again.
    again.reInitialize();
    node.drain();
    assertLaunched(inStock, again);
    assertEquals("the other waits for its second launch", 1, node.metrics.held());
    node.guaranteed(1024);
    assertEquals(asList(id(small), id(inStock)), candidates);
    node.die(inStock);
    node.finish(small);
    assertEquals(2, again.launches);
    candidates.clear();
    node.guaranteed(1024);
    assertEquals("it runs again", asList(id(again)), candidates);
  }
}
