// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.Test;
import org.yarnext.elastic.policy.timeline.queue.FluidEndEstimator;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;
import org.yarnext.elastic.policy.timeline.queue.QueueShares;

/** Tasks that a layout does not place are extrapolated. */
public class TimelineExtrapolationTest extends TimelineTestBase {
  @Test
  public void remainderIsExtrapolatedWhenNoBlocksAreLeft() {
    book(JobOrder.FIFO, 0, 20);
    nodes(2, 10_000);
    queue(A, tasks(1_000, 5_000, 60));
    TimelineEstimates estimates = estimates();
    assertTrue(estimates.isExtrapolated());
    assertEquals(at(15_000), estimates.endMs(A), 120_000);
    queue(B, tasks(200, 5_000, 60));
    assertEquals(at(18_000), estimates().endMs(B), 120_000);
  }

  @Test
  public void remainderOfEachQueueIsExtrapolatedByItsShare() {
    book(JobOrder.FIFO, 0, 20);
    nodes(2, 10_000);
    queue(B, tasks(20, 5_000, 60));
    assertEnds(B, 300);
    timeline.jobInQueue(A, new QueueShare("a", 1));
    timeline.jobInQueue(B, new QueueShare("b", 1));
    queue(A, tasks(10_000, 5_000, 60));
    TimelineEstimates estimates = estimates();
    assertTrue(estimates.isExtrapolated());
    assertEquals(at(600), estimates.endMs(B), 60_000);
    assertEquals(at(10_020 * 60 / 4), estimates.endMs(A), 120_000);
    timeline.jobInQueue(A, new QueueShare("a", 3));
    assertEquals(at(1_200), estimates().endMs(B), 120_000);
    book(JobOrder.FAIR, 0, 20);
    nodes(2, 10_000);
    timeline.jobInQueue(A, new QueueShare("a", 3));
    timeline.jobInQueue(B, new QueueShare("b", 1));
    queue(B, tasks(20, 5_000, 60));
    queue(A, tasks(10_000, 5_000, 60));
    assertEquals(at(1_200), estimates().endMs(B), 120_000);
  }

  @Test
  public void finishedQueueLeavesItsShareToTheOthers() {
    Map<JobId, QueueShare> queues = new HashMap<>();
    queues.put(A, new QueueShare("a", 1));
    queues.put(B, new QueueShare("b", 2));
    double[] ms =
        FluidEndEstimator.msToEnd(
            new QueueShares(queues, JobOrder.FIFO),
            new int[] {1, 2, 2},
            new double[] {20, 0, 30},
            new double[] {100, 30, 0},
            3);
    // b does 2 a ms until all its 60 are done at 30, and a does 1, and then 3.
    assertEquals(30 + 90 / 3.0, ms[0], 1e-9);
    assertEquals(30, ms[1], 1e-9);
    assertEquals(30, ms[2], 1e-9);
  }

  @Test
  public void layoutStopsAtTheRequestedTime() {
    nodes(2, 10_000);
    queue(A, tasks(1_000, 5_000, 60));
    queue(B, tasks(1, 1_000, 90));
    TimelineEstimates some = timeline.snapshot().estimates(NOW, at(100));
    assertTrue(some.isExtrapolated());
    assertEquals(at(90), some.endMs(B));
    assertEquals(at(15_000), some.endMs(A), 120_000);
    assertTrue("two waves: " + some.blocks(), some.blocks() <= 6);
    TimelineEstimates all = timeline.snapshot().estimates(NOW, at(20_000));
    assertFalse(all.isExtrapolated());
    assertEquals(estimates().endMs(A), all.endMs(A));
  }

  @Test
  public void extrapolationAccountsForFragmentation() {
    book(JobOrder.FAIR, 0, 20);
    nodes(2, 10_000);
    queue(A, tasks(1_000, 6_000, 60));
    assertEquals(at(30_000), estimates().endMs(A), 120_000);
  }

  @Test
  public void allMemoryCountsWhenNothingIsLaidOut() {
    book(JobOrder.FAIR, 0, 1);
    nodes(10, 10_000);
    queue(A, tasks(200, 5_000, 60));
    assertEquals(at(600), estimates().endMs(A), 60_000);
    queue(A, tasks(3, 5_000, 60));
    assertEnds(A, 60);
  }
}
