// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import static java.util.Arrays.asList;
import static java.util.Collections.emptyList;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ContainerViews;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.policing.StaticCeilingPolicy;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;

public class NodeQueuePolicingTest {
  private static final ResourceVector NODE = ResourceVector.of(8192, 8);
  private static final long HOLD_MS = 60_000;

  /** Ceiling for guaranteed containers that will need all but 1 GB and 1 core in ten seconds. */
  private static final CeilingPolicy SOON =
      (node, guaranteed, horizonMs) ->
          horizonMs >= 10_000 ? ResourceVector.of(1024, 1) : node.total();

  private static NodeQueue queue(CeilingPolicy ceiling) {
    return new NodeQueue(
        new FifoOrder(),
        new NewestFirstVictims(),
        new LastToRunShedding(),
        ceiling,
        new NodeQueueLimits(10, 30_000, 1, 0).withPolicingMaxWait(HOLD_MS),
        0);
  }

  private static ContainerView waiting(String id, long gb, long runMs, long arrivedAtMs) {
    return ContainerViews.waiting(id, ContainerViews.JOB, 0, gb * 1024, gb, runMs, arrivedAtMs);
  }

  private static NodeView used(long nowMs, long gb) {
    return ContainerViews.node(nowMs, NODE, ResourceVector.of(gb * 1024, gb));
  }

  private static void assertDecides(
      MercuryReason reason, List<String> value, Decision<List<String>> decision) {
    assertEquals(reason, decision.reason());
    assertEquals(value, decision.value());
  }

  @Test
  public void staticCeilingHoldsTheFirstContainerBeyondItAndAllAfterIt() {
    NodeQueue queue = queue(new StaticCeilingPolicy(50, 100));
    queue.enqueue(waiting("a", 3, 9_000, 1));
    queue.enqueue(waiting("b", 2, 9_000, 2));
    queue.enqueue(waiting("c", 1, 1_000, 3));
    assertDecides(MercuryReason.START_IN_ORDER, asList("a"), queue.toStart(used(5, 0)));
    queue.onStarted(queue.get("a"), 5);
    assertDecides(MercuryReason.WAIT_CEILING, emptyList(), queue.toStart(used(6, 3)));
    assertDecides(MercuryReason.WAIT_NO_ROOM, emptyList(), queue.toStart(used(6, 8)));
    queue.onFinished("a", 7);
    assertDecides(MercuryReason.START_IN_ORDER, asList("b", "c"), queue.toStart(used(8, 0)));
  }

  @Test
  public void ceilingAppliesToTheScarcerResource() {
    NodeQueue queue = queue(new StaticCeilingPolicy(100, 25));
    queue.enqueue(waiting("a", 2, 9_000, 1));
    queue.enqueue(waiting("b", 1, 9_000, 2));
    assertDecides(MercuryReason.START_IN_ORDER, asList("a"), queue.toStart(used(5, 0)));
  }

  @Test
  public void onlyShorterContainersPassAContainerHeldByExpectation() {
    NodeQueue queue = queue(SOON);
    queue.enqueue(waiting("long", 2, 20_000, 1));
    queue.enqueue(waiting("small but as long", 1, 20_000, 2));
    queue.enqueue(waiting("short", 2, 9_000, 3));
    assertDecides(MercuryReason.START_IN_ORDER, asList("short"), queue.toStart(used(5, 0)));
    queue.onFinished("short", 6);
    assertDecides(MercuryReason.WAIT_CEILING, emptyList(), queue.toStart(used(7, 0)));
  }

  @Test
  public void containerThatDoesNotFitIsNotPassed() {
    NodeQueue queue = queue(SOON);
    queue.enqueue(waiting("large", 4, 20_000, 1));
    queue.enqueue(waiting("short", 1, 9_000, 2));
    assertDecides(MercuryReason.WAIT_NO_ROOM, emptyList(), queue.toStart(used(5, 5)));
  }

  @Test
  public void containersThatEndInTimeLeaveRoomForLongContainers() {
    NodeQueue queue = queue(SOON);
    queue.onStarted(waiting("short", 6, 9_000, 0), 0);
    queue.enqueue(waiting("long", 1, 20_000, 1));
    queue.enqueue(waiting("longer", 1, 30_000, 2));
    assertDecides(MercuryReason.START_IN_ORDER, asList("long"), queue.toStart(used(5, 6)));
  }

  @Test
  public void onlyThePresentCeilingCountsAfterTheHoldLimit() {
    NodeQueue queue = queue(SOON);
    queue.enqueue(waiting("long", 2, 20_000, 1));
    assertDecides(MercuryReason.WAIT_CEILING, emptyList(), queue.toStart(used(HOLD_MS, 0)));
    assertDecides(MercuryReason.START_AGED, asList("long"), queue.toStart(used(HOLD_MS + 1, 0)));
  }

  @Test
  public void containerThatCanNeverStartIsRefused() {
    NodeQueue queue = queue(new StaticCeilingPolicy(50, 50));
    NodeView node = used(1, 0);
    assertTrue(queue.toAdmit(waiting("a", 4, 1, 1), node, 0).value());
    Decision<Boolean> refused = queue.toAdmit(waiting("b", 5, 1, 1), node, 0);
    assertFalse(refused.value());
    assertEquals(MercuryReason.QUEUE_OVER_CEILING, refused.reason());
    assertEquals(MercuryReason.QUEUE_FULL, queue.toAdmit(waiting("a", 4, 1, 1), node, 10).reason());
    assertTrue(queue(SOON).toAdmit(waiting("b", 8, 1, 1), node, 0).value());
  }

  @Test
  public void containerAboveALoweredCeilingIsRejected() {
    NodeQueue queue = queue(new StaticCeilingPolicy(50, 50));
    queue.enqueue(waiting("large", 5, 9_000, 1));
    queue.enqueue(waiting("small", 4, 9_000, 2));
    assertDecides(MercuryReason.QUEUE_OVER_CEILING, asList("large"), queue.toReject(used(5, 0)));
  }

  @Test
  public void waitCountsTheCeilingAsTheCapacity() {
    NodeQueue queue = queue(new StaticCeilingPolicy(25, 50));
    queue.enqueue(waiting("a", 2, 8_000, 1));
    queue.enqueue(waiting("b", 2, 8_000, 1));
    queue.observe(used(1, 0));
    assertEquals(16_000, queue.waitSnapshot(used(1, 0)).at(1).queuedMs(), 1e-6);
    NodeQueue busy = queue(new StaticCeilingPolicy(25, 25));
    busy.onStarted(waiting("r", 2, 8_000, 0), 0);
    busy.observe(used(1, 2));
    assertEquals("no room for one more", 7_999, busy.waitSnapshot(used(1, 2)).at(1).totalMs(), 1);
  }

  @Test
  public void reclaimingIgnoresTheCeiling() {
    NodeQueue queue = queue(new StaticCeilingPolicy(25, 25));
    queue.onStarted(waiting("r", 2, 8_000, 0), 0);
    assertDecides(
        MercuryReason.RECLAIM_NEWEST_FIRST,
        asList("r"),
        queue.toReclaim(ResourceVector.of(1024, 1), used(5, 8)));
  }

  @Test
  public void demandIsTheUseAndTheWaitOfGuaranteedContainers() {
    List<ResourceVector> seen = new ArrayList<>();
    CeilingPolicy watching =
        new CeilingPolicy() {
          @Override
          public ResourceVector allowed(NodeView node, ResourceVector guaranteed, long horizonMs) {
            seen.add(guaranteed);
            return node.total();
          }

          @Override
          public void observe(NodeView node, ResourceVector guaranteed) {
            seen.add(guaranteed);
          }
        };
    NodeQueue queue = queue(watching);
    queue.onStarted(waiting("r", 3, 8_000, 0), 0);
    ResourceVector two = ResourceVector.of(2048, 2);
    queue.observe(new NodeView(5, NODE, ResourceVector.of(5120, 5), two, 0));
    ResourceVector asked = ResourceVector.of(4096, 4);
    assertEquals(asList(asked, asked), seen);
  }
}
