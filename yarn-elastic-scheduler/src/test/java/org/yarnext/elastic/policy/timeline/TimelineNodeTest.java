// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import org.junit.Test;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/** Rooms of nodes, and shares of queues. */
public class TimelineNodeTest extends TimelineTestBase {
  @Test
  public void roomOnANodeFollowsFromItsRunningTasks() {
    nodes(1, 10_000);
    run("n0", A, 4_000, 10);
    run("n0", A, 4_000, 50);
    assertEquals(NOW, timeline.roomMs("n0", 2_000, 1, NOW));
    assertEquals(at(10), timeline.roomMs("n0", 2_001, 1, NOW));
    assertEquals(at(50), timeline.roomMs("n0", 10_000, 1, NOW));
    assertEquals(Timeline.UNKNOWN, timeline.roomMs("n0", 10_001, 1, NOW));
    assertEquals(at(10), timeline.roomMs("n0", 1, 15, NOW));
    assertEquals(Timeline.UNKNOWN, timeline.roomMs("nowhere", 1, 1, NOW));
  }

  @Test
  public void roomBesideAnotherTaskIsComputed() {
    nodes(1, 10_000);
    run("n0", A, 4_000, 10);
    run("n0", A, 4_000, 50);
    assertEquals(at(10), timeline.roomMsBeside("n0", 3_000, 1, 2_000, 1, NOW));
    assertEquals("it stays", at(50), timeline.roomMsBeside("n0", 8_000, 1, 2_000, 1, NOW));
    assertEquals(Timeline.UNKNOWN, timeline.roomMsBeside("n0", 8_001, 1, 2_000, 1, NOW));
    assertEquals("cores", Timeline.UNKNOWN, timeline.roomMsBeside("n0", 1, 15, 1, 2, NOW));
  }

  @Test
  public void firstNodesToHaveRoomExcludeReservedNodes() {
    nodes(4, 10_000);
    run("n0", A, 6_000, 30);
    run("n1", A, 6_000, 10);
    run("n2", A, 6_000, 20);
    events.nodeAdded("n3", 1_000, 16);
    events.reservationMade("n1", B, 10_000, 1);
    TimelineEstimates estimates = estimates();
    assertEquals(at(20), estimates.nthRoomMs("", 5_000, 1, 1));
    assertEquals(at(30), estimates.nthRoomMs("", 5_000, 1, 2));
    assertEquals(Long.MAX_VALUE, estimates.nthRoomMs("", 5_000, 1, 3));
    assertEquals(NOW, estimates.nthRoomMs("", 1_000, 1, 3));
  }

  @Test
  public void rereadNodeForgetsItsOldTasksAndReservation() {
    nodes(1, 10_000);
    run("n0", A, 6_000, 40);
    events.reservationMade("n0", B, 10_000, 1);
    assertEquals(1, timeline.reservedBy(B));
    NodeScheduleView page = new NodeScheduleView("n0", 8_000, 16);
    page.addTask(A, 1_000, 1, at(20));
    page.addTask(A, 1_000, 1, at(20));
    timeline.nodeRead(page);
    assertEquals(0, timeline.reservedBy(B));
    assertNull(timeline.reservation("n0"));
    assertEquals(at(20), timeline.roomMs("n0", 7_000, 1, NOW));
    assertEnds(A, 20);
    assertEquals(NOW, timeline.roomMs("n0", 6_000, 1, NOW));
  }

  @Test
  public void resizedNodeKeepsItsTasks() {
    nodes(1, 10_000);
    run("n0", A, 6_000, 40);
    events.nodeAdded("n0", 4_000, 16);
    assertEnds(A, 40);
    assertEquals(at(40), timeline.roomMs("n0", 1_000, 1, NOW));
    queue(B, tasks(2, 4_000, 60));
    assertEnds(B, 160);
  }

  @Test
  public void jobWithoutTasksNoLongerWaits() {
    nodes(1, 10_000);
    queue(A, tasks(1, 10_000, 60));
    assertEnds(A, 60);
    queue(A);
    assertUnknown(A);
  }

  @Test
  public void snapshotIsNotChangedByLaterEvents() {
    nodes(1, 10_000);
    queue(A, tasks(1, 1_000, 60));
    TimelineSnapshot before = timeline.snapshot();
    run("n0", B, 10_000, 100);
    queue(A);
    assertEquals(at(60), before.estimates(NOW).endMs(A));
  }

  @Test
  public void invalidTimelineOrTaskGroupIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Timeline(JobOrder.FAIR, -1, 1));
    assertThrows(IllegalArgumentException.class, () -> new Timeline(JobOrder.FAIR, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new TaskGroup(-1, 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new TaskGroup(1, 0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new TaskGroup(1, 1, -1, 1));
  }

  @Test
  public void queuesShareTheRoomRegardlessOfTheJobOrder() {
    book(JobOrder.FIFO, 0, 1_000);
    nodes(1, 2_000);
    queue(A, tasks(10, 1_000, 10));
    queue(B, tasks(2, 1_000, 10));
    assertEnds(A, 50);
    assertEnds(B, 60);
    timeline.jobInQueue(A, new QueueShare("a", 50));
    timeline.jobInQueue(B, new QueueShare("b", 50));
    assertEnds(A, 60);
    assertEnds(B, 20);
    timeline.jobInQueue(B, null);
    timeline.jobInQueue(A, null);
    assertEnds(B, 60);
  }

  @Test
  public void eachQueueHasItsOwnOrder() {
    for (JobOrder others : JobOrder.values()) {
      for (int maxBlocks : new int[] {1_000, 3}) { // laid out, and extrapolated
        book(others, 0, maxBlocks);
        nodes(1, 2_000);
        queue(A, tasks(40, 1_000, 10));
        queue(B, tasks(10, 1_000, 10));
        inQueue(new QueueShare("q", 1, JobOrder.FIFO));
        assertEquals(at(200), estimates().endMs(A), 10_000);
        assertEquals(at(250), estimates().endMs(B), 10_000);
        inQueue(new QueueShare("q", 1, JobOrder.FAIR));
        assertEquals(at(250), estimates().endMs(A), 10_000);
        assertEquals(at(100), estimates().endMs(B), 10_000);
      }
    }
  }

  private void inQueue(QueueShare queue) {
    timeline.jobInQueue(A, queue);
    timeline.jobInQueue(B, queue);
  }

  @Test
  public void queueWithALargerShareGetsMore() {
    book(JobOrder.FIFO, 0, 1_000);
    nodes(1, 4_000);
    timeline.jobInQueue(A, new QueueShare("a", 0.75));
    timeline.jobInQueue(B, new QueueShare("b", 0.25));
    queue(A, tasks(6, 1_000, 10));
    queue(B, tasks(2, 1_000, 10));
    assertEnds(A, 20);
    assertEnds(B, 20);
    queue(B, tasks(6, 1_000, 10));
    assertEnds(A, 20);
    assertEnds(B, 30);
  }

  @Test
  public void runningTasksOfAJobThatNoLongerWaitsCountForTheQueue() {
    book(JobOrder.FIFO, 0, 1_000);
    nodes(1, 2_000);
    timeline.jobInQueue(A, new QueueShare("a", 1));
    timeline.jobInQueue(B, new QueueShare("b", 1));
    timeline.jobInQueue(C, new QueueShare("a", 1));
    run("n0", C, 1_000, 100);
    queue(A, tasks(2, 1_000, 10));
    queue(B, tasks(2, 1_000, 10));
    assertEnds(B, 20);
    assertEnds(A, 40);
  }
}
