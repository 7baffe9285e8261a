// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import org.junit.Test;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/** Order of jobs, groups and reservations. */
public class TimelineOrderTest extends TimelineTestBase {
  @Test
  public void fairOrderPrefersTheJobWithLeastMemory() {
    oneNodeAndTwoJobs();
    assertEnds(A, 180);
    assertEnds(B, 60);
    book(JobOrder.FIFO, 0, 1_000);
    oneNodeAndTwoJobs();
    assertEnds(A, 120);
    assertEnds(B, 180);
  }

  private void oneNodeAndTwoJobs() {
    nodes(1, 10_000);
    queue(A, tasks(4, 5_000, 60));
    queue(B, tasks(1, 5_000, 60));
  }

  @Test
  public void runningTasksCountForFairness() {
    nodes(2, 10_000);
    run("n0", A, 10_000, 30);
    queue(A, tasks(1, 10_000, 60));
    queue(B, tasks(1, 10_000, 60));
    assertEnds(B, 60);
    assertEnds(A, 90);
  }

  @Test
  public void groupsOfAJobAreTakenInItsOrder() {
    nodes(1, 10_000);
    queue(A, tasks(1, 6_000, 60), tasks(1, 4_000, 100), tasks(1, 5_000, 20));
    assertEnds(A, 100);
    queue(A, tasks(1, 6_000, 60), tasks(1, 5_000, 20), tasks(1, 4_000, 100));
    assertEnds(A, 160);
  }

  @Test
  public void smallerNextGroupUsesRoomTheFirstCannot() {
    nodes(2, 10_000);
    run("n0", B, 7_000, 500);
    queue(A, tasks(1, 10_000, 60), tasks(1, 3_000, 10));
    assertEnds(A, 60);
  }

  @Test
  public void nextGroupOfFewerCoresUsesRoomTheFirstCannot() {
    events.nodeAdded("n0", 10_000, 4);
    events.nodeAdded("n1", 10_000, 16);
    events.taskStarted("n1", "c", B, 1_000, 8, at(500));
    queue(A, new TaskGroup(1, 1_000, 8, 60_000), tasks(1, 1_000, 10));
    assertEnds(A, 60);
  }

  @Test
  public void reservationIsForOneTask() {
    nodes(1, 10_000);
    run("n0", B, 6_000, 100);
    events.reservationMade("n0", A, 5_000, 1);
    queue(A, tasks(2, 5_000, 60));
    queue(B, tasks(1, 5_000, 60));
    assertEnds(B, 160);
    assertEnds(A, 220);
  }

  @Test
  public void reservedNodeWaitsForItsTask() {
    nodes(1, 10_000);
    run("n0", B, 5_000, 100);
    queue(A, tasks(1, 10_000, 60));
    queue(B, tasks(1, 5_000, 200));
    assertEnds(A, 260);
    events.reservationMade("n0", A, 10_000, 1);
    assertEnds(A, 160);
    assertEnds(B, 360);
    events.reservationDropped("n0");
    assertEnds(A, 260);
  }

  @Test
  public void reservationOfAJobThatNoLongerWaitsIsDropped() {
    nodes(1, 10_000);
    events.reservationMade("n0", A, 10_000, 1);
    queue(B, tasks(1, 5_000, 60));
    assertEnds(B, 60);
    queue(A, tasks(1, 9_000, 60));
    assertEnds(A, 60);
  }

  @Test
  public void layoutReservesNodesAsTheSchedulerDoes() {
    book(JobOrder.FAIR, 1, 1_000);
    nodes(2, 10_000);
    run("n0", B, 5_000, 100);
    run("n1", B, 5_000, 300);
    queue(A, tasks(2, 10_000, 60));
    queue(B, tasks(3, 5_000, 50));
    // A keeps n0, all of B goes to n1; the second of A follows where room is first.
    assertEnds(A, 220);
    assertEnds(B, 300);
  }

  @Test
  public void noMoreNodesAreReservedThanTasksWait() {
    book(JobOrder.FAIR, 2, 1_000);
    nodes(2, 10_000);
    run("n0", C, 5_000, 100);
    run("n1", C, 5_000, 300);
    queue(A, tasks(1, 10_000, 60));
    queue(B, tasks(1, 5_000, 50));
    assertEnds(A, 160);
    assertEnds(B, 50);
  }

  @Test
  public void jobMayReserveAgainOnceItsReservationIsServed() {
    book(JobOrder.FIFO, 1, 1_000);
    nodes(2, 10_000);
    run("n0", C, 5_000, 100);
    run("n1", C, 5_000, 110);
    queue(A, tasks(2, 10_000, 60));
    queue(B, tasks(20, 5_000, 30));
    assertEnds(A, 180);
  }

  @Test
  public void reservedNodesAreFreedWhenTheJobNoLongerWaits() {
    book(JobOrder.FAIR, 2, 1_000);
    nodes(2, 10_000);
    run("n0", B, 5_000, 100);
    run("n1", B, 5_000, 300);
    events.reservationMade("n0", A, 10_000, 1);
    events.reservationMade("n1", A, 10_000, 1);
    queue(A, tasks(1, 10_000, 60));
    queue(B, tasks(1, 5_000, 250));
    assertEnds(A, 160);
    assertEnds(B, 350);
  }
}
