// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import static java.util.Arrays.asList;
import static java.util.Collections.emptyList;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ContainerViews;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

public class NodeQueueTest {
  private static final ResourceVector NODE = ResourceVector.of(4096, 4);
  private static final ResourceVector ONE = ResourceVector.of(1024, 1);

  private final NodeQueue queue =
      new NodeQueue(
          new FifoOrder(),
          new NewestFirstVictims(),
          new LastToRunShedding(),
          new NodeQueueLimits(3, 1000, 0.5, 2000),
          0);

  private static NodeView used(long gb) {
    return ContainerViews.node(10, NODE, ResourceVector.of(gb * 1024, gb));
  }

  private void assertDecides(
      MercuryReason reason, List<String> value, Decision<List<String>> decision) {
    assertEquals(reason, decision.reason());
    assertEquals(value, decision.value());
  }

  @Test
  public void admissionCountsContainersQueuedElsewhere() {
    assertTrue(queue.toAdmit(2).value());
    assertEquals(MercuryReason.QUEUE_ACCEPTED, queue.toAdmit(2).reason());
    assertFalse(queue.toAdmit(3).value());
    queue.enqueue(ContainerViews.waiting("a", 1));
    assertFalse(queue.toAdmit(2).value());
    assertEquals(MercuryReason.QUEUE_FULL, queue.toAdmit(2).reason());
    assertTrue(queue.toAdmit(1).value());
  }

  @Test
  public void endOfALimitResetsTheSheddingDelay() {
    NodeQueue patient =
        new NodeQueue(
            new FifoOrder(),
            new NewestFirstVictims(),
            new LastToRunShedding(),
            new NodeQueueLimits(3, 1000, 0.5, 2000).withShedDelay(100),
            0);
    patient.enqueue(ContainerViews.waiting("a", 1));
    patient.enqueue(ContainerViews.waiting("b", 1));
    SheddingLimits limit = new SheddingLimits(1, -1);
    assertDecides(MercuryReason.SHED_DELAYED, emptyList(), patient.toShed(limit, at(0)));
    assertDecides(
        MercuryReason.SHED_NOT_NEEDED, emptyList(), patient.toShed(SheddingLimits.NONE, at(50)));
    assertDecides(MercuryReason.SHED_DELAYED, emptyList(), patient.toShed(limit, at(100)));
    assertDecides(MercuryReason.SHED_LENGTH_LIMIT, asList("b"), patient.toShed(limit, at(200)));
  }

  private static NodeView at(long nowMs) {
    return ContainerViews.node(nowMs, NODE, ResourceVector.NONE);
  }

  @Test
  public void repeatedEventAndStrangerChangeNothing() {
    for (String id : asList("a", "b", "c", "d", "e")) {
      queue.enqueue(ContainerViews.waiting(id, 1));
    }
    queue.enqueue(ContainerViews.waiting("a", 1));
    assertEquals(5, queue.size());
    queue.onStarted(queue.get("a"), 1);
    queue.onShed("b");
    queue.onPromoted("c", 1);
    queue.onFinished("d", 1);
    assertEquals(asList("e"), ContainerViews.ids(queue.waiting(1)));
    assertEquals(asList("a"), ContainerViews.ids(queue.running()));
    queue.onStarted(queue.get("a"), 2);
    queue.onFinished("a", 3);
    queue.onShed("b");
    queue.onPromoted("c", 1);
    queue.onFinished("d", 1);
    queue.onFinished("stranger", 1);
    assertEquals(asList("e"), ContainerViews.ids(queue.waiting(1)));
    assertTrue(queue.running().isEmpty());
    assertNull(queue.get("a"));
  }

  @Test
  public void containersStartInOrderAndNoneBehindTheFirstThatDoesNotFit() {
    queue.enqueue(ContainerViews.waiting("a", ContainerViews.JOB, 0, 1024, 1, 10, 1));
    queue.enqueue(ContainerViews.waiting("large", ContainerViews.JOB, 0, 3072, 3, 10, 2));
    queue.enqueue(ContainerViews.waiting("small", ContainerViews.JOB, 0, 256, 1, 10, 3));
    assertDecides(MercuryReason.START_IN_ORDER, asList("a"), queue.toStart(used(1)));
    assertDecides(MercuryReason.START_IN_ORDER, asList("a", "large"), queue.toStart(used(0)));
    assertDecides(MercuryReason.WAIT_NO_ROOM, emptyList(), queue.toStart(used(4)));
  }

  @Test
  public void containerLargerThanTheNodeIsRefusedAndBlocksNoOther() {
    ContainerView large = ContainerViews.waiting("large", ContainerViews.JOB, 0, 1024, 5, 10, 1);
    Decision<Boolean> admitted = queue.toAdmit(large, used(0), 0);
    assertFalse(admitted.value());
    assertEquals("QUEUE_LARGER_THAN_NODE{nodeMemoryMb=4096, nodeVcores=4}", admitted.toString());
    assertFalse(queue.toAdmitDemoted(large, used(0)).value());
    ContainerView whole = ContainerViews.waiting("whole", ContainerViews.JOB, 0, 4096, 4, 10, 1);
    assertTrue(queue.toAdmit(whole, used(4), 0).value());
    // The node becomes smaller.
    queue.enqueue(whole);
    queue.enqueue(ContainerViews.waiting("small", 2));
    assertTrue(queue.toReject(used(0)).value().isEmpty());
    NodeView shrunk = ContainerViews.node(10, ResourceVector.of(4096, 3), ResourceVector.NONE);
    assertDecides(MercuryReason.START_IN_ORDER, asList("small"), queue.toStart(shrunk));
    assertDecides(MercuryReason.QUEUE_LARGER_THAN_NODE, asList("whole"), queue.toReject(shrunk));
  }

  @Test
  public void startOfAnAgedContainerHasItsReason() {
    queue.enqueue(ContainerViews.waiting("a", 0));
    NodeView later = ContainerViews.node(1000, NODE, ResourceVector.NONE);
    assertDecides(MercuryReason.START_AGED, asList("a"), queue.toStart(later));
  }

  @Test
  public void guaranteedContainersAndTheStockQueueStartFirst() {
    queue.enqueue(ContainerViews.waiting("a", 1));
    assertDecides(
        MercuryReason.WAIT_GUARANTEED_FIRST,
        emptyList(),
        queue.toStart(new NodeView(1, NODE, ResourceVector.NONE, ONE, 0)));
    assertDecides(
        MercuryReason.WAIT_STOCK_QUEUE,
        emptyList(),
        queue.toStart(new NodeView(1, NODE, ResourceVector.NONE, ResourceVector.NONE, 1)));
    queue.onFinished("a", 1);
    assertDecides(MercuryReason.QUEUE_EMPTY, emptyList(), queue.toStart(used(0)));
  }

  @Test
  public void onlyTheMissingRoomIsReclaimed() {
    queue.onStarted(ContainerViews.running("a", 1024, 1, 10, 1), 1);
    queue.onStarted(ContainerViews.running("b", 1024, 1, 10, 2), 2);
    assertDecides(MercuryReason.RECLAIM_NOT_NEEDED, emptyList(), queue.toReclaim(ONE, used(3)));
    assertDecides(MercuryReason.RECLAIM_NEWEST_FIRST, asList("b"), queue.toReclaim(ONE, used(4)));
    assertDecides(
        MercuryReason.RECLAIM_IMPOSSIBLE,
        emptyList(),
        queue.toReclaim(ResourceVector.of(3072, 3), used(4)));
  }

  @Test
  public void containerBeingKilledCountsAsFreedAndIsNotKilledAgain() {
    queue.onStarted(ContainerViews.running("a", 1024, 1, 10, 1), 1);
    queue.onStarted(ContainerViews.running("b", 1024, 1, 10, 2), 2);
    queue.onStopping("b");
    assertDecides(MercuryReason.RECLAIM_NOT_NEEDED, emptyList(), queue.toReclaim(ONE, used(4)));
    NodeView othersWait = new NodeView(9, NODE, used(4).used(), ONE, 0);
    assertDecides(
        MercuryReason.RECLAIM_NEWEST_FIRST, asList("a"), queue.toReclaim(ONE, othersWait));
    queue.onStopping("stranger");
    queue.onFinished("b", 5);
    assertDecides(MercuryReason.RECLAIM_NEWEST_FIRST, asList("a"), queue.toReclaim(ONE, used(4)));
  }

  @Test
  public void promotedContainerIsNotAVictim() {
    queue.onStarted(ContainerViews.running("a", 1024, 1, 10, 1), 1);
    queue.onPromoted("a", 1);
    assertDecides(MercuryReason.RECLAIM_IMPOSSIBLE, emptyList(), queue.toReclaim(ONE, used(4)));
  }

  @Test
  public void promotedContainerRanUntilItsPromotion() {
    queue.onStarted(ContainerViews.running("a", 1024, 1, 10, 1), 1);
    queue.onPromoted("a", 5_000);
    assertEquals(2_000, queue.waitSnapshot(used(4)).at(7_000).sinceLastMs(), 0);
    queue.onPromoted("stranger", 6_000);
    assertEquals(2_000, queue.waitSnapshot(used(4)).at(7_000).sinceLastMs(), 0);
  }

  @Test
  public void candidatesAreOrderedByStartTimeInAnyInsertionOrder() {
    queue.onStarted(ContainerViews.running("second", 1024, 1, 10, 20), 20);
    queue.onStarted(ContainerViews.running("third", 1024, 1, 10, 30), 30);
    queue.onStarted(ContainerViews.running("first", 1024, 1, 10, 10), 10);
    NodeView now = ContainerViews.node(100, NODE, ResourceVector.of(4096, 4));
    assertEquals(
        asList("third", "second"), queue.toReclaim(ResourceVector.of(2048, 2), now).value());
  }

  @Test
  public void sheddingIsBoundedByTheShareOfAStep() {
    for (String id : asList("a", "b", "c", "d")) {
      queue.enqueue(ContainerViews.waiting(id, id.charAt(0)));
    }
    Decision<List<String>> d = queue.toShed(new SheddingLimits(0, -1), used(4));
    assertDecides(MercuryReason.SHED_LENGTH_LIMIT, asList("d", "c"), d);
    queue.onShed("d");
    queue.onShed("c");
    queue.onShed("b");
    assertEquals(
        "one may always go", asList("a"), queue.toShed(new SheddingLimits(0, -1), used(4)).value());
  }

  @Test
  public void waitLimitBelowTheMinimumIsRaised() {
    // 10 s of work of a quarter of the node: 2,500 ms.
    queue.enqueue(ContainerViews.waiting("a", 1));
    NodeView now = new NodeView(10, NODE, ResourceVector.NONE, ResourceVector.NONE, 1);
    queue.onChanged(ContainerViews.waiting("a", ContainerViews.JOB, 0, 1024, 1, 8_000, 1));
    assertEquals(2_000, queue.waitSnapshot(now).at(10).queuedMs(), 1e-6);
    // Tl adds 10 ms, so use a queue that just ran.
    queue.onStarted(ContainerViews.running("r", 1, 0, 10, 1), 1);
    queue.onFinished("r", 10);
    assertEquals(emptyList(), queue.toShed(new SheddingLimits(-1, 0), now).value());
    queue.onChanged(ContainerViews.waiting("a", ContainerViews.JOB, 0, 1024, 1, 8_100, 1));
    assertEquals(asList("a"), queue.toShed(new SheddingLimits(-1, 0), now).value());
  }

  @Test
  public void noContainerIsShedWithoutLimitsOrQueue() {
    assertDecides(
        MercuryReason.SHED_NOT_NEEDED,
        emptyList(),
        queue.toShed(new SheddingLimits(0, 0), used(4)));
    queue.enqueue(ContainerViews.waiting("a", 1));
    assertDecides(
        MercuryReason.SHED_NOT_NEEDED, emptyList(), queue.toShed(SheddingLimits.NONE, used(4)));
  }

  @Test
  public void changedContainerStaysQueuedOrRunning() {
    queue.enqueue(ContainerViews.waiting("a", 1));
    queue.onStarted(ContainerViews.running("b", 1024, 1, 10, 1), 1);
    queue.onChanged(ContainerViews.waiting("a", ContainerViews.JOB, 0, 2048, 2, 10, 1));
    queue.onChanged(ContainerViews.running("b", 512, 1, 10, 1));
    queue.onChanged(ContainerViews.waiting("stranger", 1));
    assertEquals(asList("a"), ContainerViews.ids(queue.waiting(1)));
    assertEquals(ResourceVector.of(2048, 2), queue.get("a").resources());
    assertEquals(ResourceVector.of(512, 1), queue.get("b").resources());
    assertNull(queue.get("stranger"));
    assertEquals(1, queue.running().size());
  }

  @Test
  public void timeSinceTheLastRunStartsAtItsEnd() {
    NodeView fullOfGuaranteed = ContainerViews.node(500, NODE, NODE);
    assertEquals(500, queue.waitSnapshot(fullOfGuaranteed).at(500).sinceLastMs(), 0);
    queue.onStarted(ContainerViews.running("a", 1024, 1, 10, 1), 1);
    queue.onFinished("a", 400);
    assertEquals(100, queue.waitSnapshot(fullOfGuaranteed).at(500).sinceLastMs(), 0);
  }

  private static NodeQueue ordered(QueueOrder order) {
    return new NodeQueue(
        order,
        new NewestFirstVictims(),
        new LastToRunShedding(),
        new NodeQueueLimits(3, 1000, 0.5, 2000),
        0);
  }

  /** The pack's own policies say that they never block; an operator's may say so, too. */
  @Test
  public void callsNeedADeadlineIfAPolicyMayBlock() {
    assertTrue(queue.isShort());
    assertFalse("no word about it", ordered((a, b) -> 0).isShort());
    QueueOrder prompt =
        new QueueOrder() {
          @Override
          public int compare(ContainerView a, ContainerView b) {
            return 0;
          }

          @Override
          public boolean mayBlock() {
            return false;
          }
        };
    assertTrue(ordered(prompt).isShort());
  }
}
