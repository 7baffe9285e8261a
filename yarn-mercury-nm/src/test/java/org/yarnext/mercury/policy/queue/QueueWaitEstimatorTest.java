// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import static java.util.Arrays.asList;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.Test;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ContainerViews;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.OverallocationView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.reclaim.LeastWorkLostVictims;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;

/** Examples worked out by hand, on a node of 8 GB and 8 cores unless said otherwise. */
public class QueueWaitEstimatorTest {
  private static final ResourceVector NODE = ResourceVector.of(8192, 8);
  private static final List<ContainerView> NONE_RUN = Collections.emptyList();

  private final OpportunisticQueue queue = new OpportunisticQueue(new FifoOrder(), 1_000_000);

  private void queued(int count, long memoryMb, long vcores, long runMs) {
    for (int i = 0; i < count; i++) {
      queue.add(ContainerViews.waiting("q" + i, ContainerViews.JOB, 0, memoryMb, vcores, runMs, 0));
    }
  }

  private QueueWaitEstimator wait(
      List<ContainerView> running, ResourceVector guaranteed, long lastRanMs, NodeView node) {
    return QueueWaitEstimator.estimate(
        queue.work(), running, guaranteed, lastRanMs, node, node.total());
  }

  private static ResourceVector gb(long gb) {
    return ResourceVector.of(gb * 1024, gb);
  }

  @Test
  public void idleNodeHasNoWait() {
    QueueWaitEstimator wait = wait(NONE_RUN, gb(0), 0, ContainerViews.node(60_000, NODE, gb(0)));
    assertEquals(0, wait.totalMs(), 0);
    assertEquals("idle is not starved", 0, wait.sinceLastMs(), 0);
  }

  @Test
  public void nodeWithRoomHasNoWaitWhileContainersRun() {
    List<ContainerView> one = asList(ContainerViews.running("r", 1024, 1, 1_000_000, 0));
    assertEquals(0, wait(one, gb(0), 0, ContainerViews.node(0, NODE, gb(1))).totalMs(), 0);
  }

  @Test
  public void queuedWorkDrainsInParallel() {
    // 16 containers of 1 GB and 1 core, 10 s each, eight at a time: 20 s.
    queued(16, 1024, 1, 10_000);
    QueueWaitEstimator wait = wait(NONE_RUN, gb(0), 0, ContainerViews.node(0, NODE, gb(0)));
    assertEquals(20_000, wait.queuedMs(), 1e-6);
    assertEquals(20_000, wait.totalMs(), 1e-6);
  }

  @Test
  public void queuedWorkDrainsAtTheScarcerResource() {
    // 8 containers of 1 GB and 4 cores, 10 s each: two at a time by cores, 40 s.
    queued(8, 1024, 4, 10_000);
    assertEquals(
        40_000, wait(NONE_RUN, gb(0), 0, ContainerViews.node(0, NODE, gb(0))).queuedMs(), 1e-6);
  }

  @Test
  public void guaranteedContainersReduceTheCapacity() {
    // Half of the node is guaranteed: four at a time instead of eight.
    queued(16, 1024, 1, 10_000);
    assertEquals(
        40_000, wait(NONE_RUN, gb(4), 0, ContainerViews.node(0, NODE, gb(4))).queuedMs(), 1e-6);
  }

  @Test
  public void nodeFullOfGuaranteedContainersServesOneAtATime() {
    queued(3, 1024, 1, 10_000);
    QueueWaitEstimator wait = wait(NONE_RUN, gb(8), 4_000, ContainerViews.node(5_000, NODE, gb(8)));
    assertEquals(30_000, wait.queuedMs(), 1e-6);
    assertEquals("none runs and none could", 1_000, wait.sinceLastMs(), 0);
    assertEquals(31_000, wait.totalMs(), 1e-6);
  }

  @Test
  public void nodeFullOfGuaranteedContainersWaitsSinceTheLastRun() {
    QueueWaitEstimator wait =
        wait(NONE_RUN, gb(8), 4_000, ContainerViews.node(64_000, NODE, gb(8)));
    assertEquals(60_000, wait.totalMs(), 0);
    QueueWaitEstimator clockSteppedBack =
        wait(NONE_RUN, gb(8), 4_000, ContainerViews.node(3_000, NODE, gb(8)));
    assertEquals(0, clockSteppedBack.totalMs(), 0);
  }

  @Test
  public void runningWorkIsTheWaitOnAFullNode() {
    // Two of 4 GB and 4 cores; 10 s estimated, 4 s and 6 s done: 6 s and 4 s remain, 5 s to drain.
    List<ContainerView> running =
        asList(
            ContainerViews.running("a", 4096, 4, 10_000, 6_000),
            ContainerViews.running("b", 4096, 4, 10_000, 4_000));
    QueueWaitEstimator wait = wait(running, gb(0), 0, ContainerViews.node(10_000, NODE, gb(8)));
    assertEquals(5_000, wait.runningMs(), 1e-6);
    assertEquals("one runs", 0, wait.sinceLastMs(), 0);
  }

  @Test
  public void overdueContainerIsExpectedToRunAsLongAgain() {
    // Estimated 10 s, runs for 13 s: 3 s late, so 3 s more.
    List<ContainerView> running = asList(ContainerViews.running("a", 8192, 8, 10_000, 0));
    assertEquals(
        3_000, wait(running, gb(0), 0, ContainerViews.node(13_000, NODE, gb(8))).runningMs(), 1e-6);
    assertEquals(
        0, wait(running, gb(0), 0, ContainerViews.node(10_000, NODE, gb(8))).runningMs(), 1e-6);
  }

  @Test
  public void runningWorkCountsWhenContainersAreQueued() {
    queued(1, 1024, 1, 8_000);
    List<ContainerView> running = asList(ContainerViews.running("a", 4096, 4, 10_000, 0));
    QueueWaitEstimator wait = wait(running, gb(0), 0, ContainerViews.node(0, NODE, gb(4)));
    assertEquals(1_000, wait.queuedMs(), 1e-6);
    assertEquals(5_000, wait.runningMs(), 1e-6);
  }

  @Test
  public void roomForGuaranteedContainersOrTheStockQueueIsNotFree() {
    List<ContainerView> one = asList(ContainerViews.running("r", 4096, 4, 8_000, 0));
    NodeView promised = new NodeView(0, NODE, gb(4), gb(4), 0);
    assertEquals(4_000, wait(one, gb(0), 0, promised).totalMs(), 1e-6);
    NodeView stockFirst = new NodeView(0, NODE, gb(4), gb(0), 1);
    assertEquals(4_000, wait(one, gb(0), 0, stockFirst).totalMs(), 1e-6);
  }

  @Test
  public void integerWaitSaturates() {
    queued(1, 8192, 8, Long.MAX_VALUE / 2);
    QueueWaitEstimator wait = wait(NONE_RUN, gb(0), 0, ContainerViews.node(0, NODE, gb(0)));
    assertEquals(Integer.MAX_VALUE, wait.totalMsAsInt());
    assertEquals(0, QueueWaitEstimator.ZERO.totalMsAsInt());
  }

  @Test
  public void nodeWithoutResourcesHasNoWait() {
    QueueWaitEstimator wait =
        wait(NONE_RUN, gb(0), 0, ContainerViews.node(0, ResourceVector.NONE, ResourceVector.NONE));
    assertEquals(0, wait.totalMs(), 0);
    assertEquals(0, wait.totalMsAsInt());
  }

  /** Any sizes, as long as the node can give each of them its room. */
  @Test
  public void moreQueuedWorkNeverReducesTheWait() {
    Random random = new Random(42);
    for (int world = 0; world < 200; world++) {
      OpportunisticQueue growing = new OpportunisticQueue(new FifoOrder(), 1000);
      ResourceVector guaranteed = ResourceVector.of(random.nextInt(4096), random.nextInt(5));
      ContainerView running =
          ContainerViews.running("r", 1 + random.nextInt(4096), 1 + random.nextInt(4), 10_000, 0);
      ResourceVector used = guaranteed.plus(running.resources());
      NodeView node = ContainerViews.node(random.nextInt(20_000), NODE, used);
      double before = 0;
      for (int i = 0; i < 20; i++) {
        long memoryMb = 1 + random.nextInt(4096);
        long vcores = 1 + random.nextInt(4);
        int runMs = random.nextInt(50_000);
        growing.add(
            ContainerViews.waiting("c" + i, ContainerViews.JOB, 0, memoryMb, vcores, runMs, 0));
        double after =
            QueueWaitEstimator.estimate(growing.work(), asList(running), guaranteed, 0, node, NODE)
                .totalMs();
        assertTrue(after + " after " + before + " in world " + world, after >= before);
        before = after;
      }
    }
  }

  private static OverallocationView beyond(long roomGb, ContainerView... running) {
    return new OverallocationView(gb(roomGb), asList(running), 1_000_000);
  }

  @Test
  public void roomBeyondTheAllocationIsNoWait() {
    NodeView full = ContainerViews.node(64_000, NODE, gb(8));
    assertEquals(0, wait(NONE_RUN, gb(8), 4_000, full.with(beyond(2))).totalMs(), 0);
    NodeView old = full.with(new OverallocationView(gb(2), NONE_RUN, 64_000));
    assertEquals("too old", 60_000, wait(NONE_RUN, gb(8), 4_000, old).totalMs(), 0);
    NodeView held = new NodeView(64_000, NODE, gb(8), gb(1), 0).with(beyond(2));
    assertEquals("guaranteed first", 60_000, wait(NONE_RUN, gb(8), 4_000, held).totalMs(), 0);
    NodeView behind = new NodeView(64_000, NODE, gb(8), gb(0), 1).with(beyond(2));
    assertEquals("behind stock's", 60_000, wait(NONE_RUN, gb(8), 4_000, behind).totalMs(), 0);
  }

  @Test
  public void ceilingThatHoldsAContainerBackHoldsItBeyondTheAllocationToo() {
    List<ContainerView> one = asList(ContainerViews.running("r", 1024, 1, 10_000, 0));
    NodeView node = ContainerViews.node(0, NODE, gb(4)).with(beyond(2));
    QueueWaitEstimator wait = QueueWaitEstimator.estimate(queue.work(), one, gb(3), 0, node, gb(1));
    assertEquals(10_000, wait.runningMs(), 1e-6);
  }

  @Test
  public void whatRunsBeyondTheAllocationAndItsRoomDrainTheQueue() {
    // Two beyond with 5 s left each, room for two more, four waiting of 10 s: four at a time.
    queued(4, 1024, 1, 10_000);
    OverallocationView beyond =
        beyond(
            2,
            ContainerViews.running("a", 1024, 1, 10_000, 0),
            ContainerViews.running("b", 1024, 1, 10_000, 0));
    NodeView node = ContainerViews.node(5_000, NODE, gb(8)).with(beyond);
    QueueWaitEstimator wait = wait(NONE_RUN, gb(8), 0, node);
    assertEquals(gb(4), wait.capacity());
    assertEquals(10_000, wait.queuedMs(), 1e-6);
    assertEquals(2_500, wait.runningMs(), 1e-6);
    assertEquals("two run", 0, wait.sinceLastMs(), 0);
  }

  @Test
  public void roomThatIsTooSmallDrainsNothing() {
    queued(2, 4096, 4, 10_000);
    NodeView node = ContainerViews.node(0, NODE, gb(8)).with(beyond(2));
    assertEquals(20_000, wait(NONE_RUN, gb(8), 0, node).queuedMs(), 1e-6);
    assertEquals(gb(4), wait(NONE_RUN, gb(8), 0, node).capacity());
  }

  @Test
  public void arrivingContainersTakeTheRoomBeyondTheAllocation() {
    WaitSnapshot full =
        new WaitSnapshot(
            queue.work(),
            NONE_RUN,
            gb(8),
            0,
            ContainerViews.node(0, NODE, gb(8)).with(beyond(2)),
            NODE);
    List<ContainerView> arriving = new ArrayList<>();
    arriving.add(ContainerViews.waiting("a", ContainerViews.JOB, 0, 1024, 1, 10_000, 0));
    assertEquals("room for one more", 0, full.at(100, arriving).totalMs(), 0);
    arriving.add(ContainerViews.waiting("b", ContainerViews.JOB, 0, 1024, 1, 10_000, 0));
    assertEquals("they run", 10_000, full.at(100, arriving).totalMs(), 1e-6);
    arriving.add(ContainerViews.waiting("c", ContainerViews.JOB, 0, 1024, 1, 10_000, 0));
    assertEquals("it waits for them", 15_000, full.at(100, arriving).totalMs(), 1e-6);
  }

  @Test
  public void waitSnapshotAges() {
    NodeQueue node =
        new NodeQueue(
            new FifoOrder(),
            new NewestFirstVictims(),
            new LastToRunShedding(),
            new NodeQueueLimits(10, 1000, 1, 0),
            0);
    node.onStarted(ContainerViews.running("a", 8192, 8, 10_000, 0), 0);
    WaitSnapshot snapshot = node.waitSnapshot(ContainerViews.node(0, NODE, gb(8)));
    assertEquals(10_000, snapshot.at(0).totalMs(), 1e-6);
    assertEquals(4_000, snapshot.at(6_000).totalMs(), 1e-6);
    assertEquals(1, snapshot.running());
  }

  @Test
  public void arrivingContainersWaitOnlyWithoutRoom() {
    NodeQueue queue =
        new NodeQueue(
            new FifoOrder(),
            new LeastWorkLostVictims(),
            new LastToRunShedding(),
            new NodeQueueLimits(100, 120_000, 1.0, 0),
            0);
    WaitSnapshot idle = queue.waitSnapshot(ContainerViews.node(0, NODE, gb(0)));
    List<ContainerView> arriving = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      arriving.add(ContainerViews.waiting("a" + i, ContainerViews.JOB, 0, 1024, 1, 10_000, 0));
    }
    assertEquals("room for one more", 0, idle.at(100, arriving).totalMs(), 0);
    for (int i = 7; i < 16; i++) {
      arriving.add(ContainerViews.waiting("a" + i, ContainerViews.JOB, 0, 1024, 1, 10_000, 0));
    }
    QueueWaitEstimator wait = idle.at(100, arriving);
    assertEquals(10_000, wait.runningMs(), 1e-6);
    assertEquals(10_000, wait.queuedMs(), 1e-6);

    queue.enqueue(ContainerViews.waiting("large", ContainerViews.JOB, 0, 8192, 8, 10_000, 0));
    WaitSnapshot waits = queue.waitSnapshot(ContainerViews.node(0, NODE, gb(0)));
    assertEquals(
        "behind the one that waits",
        20_000,
        waits.at(100, arriving.subList(0, 8)).queuedMs(),
        1e-6);
    assertEquals(waits.at(100).totalMs(), waits.at(100, Collections.emptyList()).totalMs(), 0);
  }
}
