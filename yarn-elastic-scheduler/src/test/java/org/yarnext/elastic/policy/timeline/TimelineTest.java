// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/** Waiting and running tasks make the ends of jobs. */
public class TimelineTest extends TimelineTestBase {
  @Test
  public void tasksRunInWavesOfAsManyAsFit() {
    nodes(2, 10_000);
    queue(A, tasks(5, 5_000, 60));
    assertEnds(A, 120);
    queue(A, tasks(4, 5_000, 60));
    assertEnds(A, 60);
    assertEquals("alike tasks are one block a node", 2, estimates().blocks());
  }

  @Test
  public void fragmentedRoomIsNotPooled() {
    nodes(3, 10_000);
    queue(A, tasks(4, 6_000, 60));
    assertEnds(A, 120);
  }

  @Test
  public void coresLimitTheNumberOfTasks() {
    events.nodeAdded("n", 10_000, 2);
    queue(A, tasks(3, 100, 60));
    assertEnds(A, 120);
    queue(A, new TaskGroup(99, 100, 0, 60_000));
    assertEnds(A, 60);
  }

  @Test
  public void nodesMayDifferInSize() {
    events.nodeAdded("large", 9_000, 16);
    events.nodeAdded("small", 2_000, 16);
    queue(A, tasks(4, 3_000, 60));
    assertEnds(A, 120);
    queue(A, tasks(5, 2_000, 60));
    assertEnds(A, 60);
  }

  @Test
  public void runningTasksCountAndFreeTheirRoom() {
    nodes(1, 10_000);
    run("n0", A, 6_000, 40);
    run("n0", B, 4_000, 10);
    queue(B, tasks(2, 5_000, 60));
    assertEnds(A, 40);
    assertEnds(B, 100);
  }

  @Test
  public void jobThatFitsNoNodeIsUnknownAndDelaysNoOther() {
    queue(A, tasks(1, 1_000, 60));
    assertUnknown(A);
    nodes(1, 10_000);
    queue(B, tasks(1, 10_001, 60));
    assertUnknown(B);
    assertEnds(A, 60);
    queue(B, new TaskGroup(1, 1, 17, 60_000));
    assertUnknown(B);
    assertUnknown(JobId.of(9, 9));
  }

  @Test
  public void equalRequestsOfAJobAreOneGroup() {
    nodes(1, 10_000);
    queue(A, tasks(2, 1_000, 60), tasks(1, 1_000, 60), tasks(0, 9, 1), tasks(1, 1_000, 60));
    assertEquals(1, estimates().blocks());
    assertEnds(A, 60);
    assertEquals(Collections.singletonList(tasks(4, 1_000, 60)), timeline.snapshot().queued.get(A));
  }

  /** Each of them would take memory for each queue. */
  @Test
  public void groupsOfAJobAreBounded() {
    book(JobOrder.FAIR, 0, 10_000);
    nodes(1, 10_000);
    TaskGroup[] many = new TaskGroup[100_000];
    for (int g = 0; g < many.length; g++) {
      many[g] = tasks(1, 1 + g % 2, 60);
    }
    queue(A, many);
    assertEquals(Timeline.MAX_GROUPS + 1, timeline.snapshot().queued.get(A).size());
    assertEnds(A, 63 * 60);
    Arrays.fill(many, tasks(1, 1, -1));
    many[99_999] = tasks(1, 1, 60);
    queue(A, many);
    assertEquals(2, timeline.snapshot().queued.get(A).size());
    assertEnds(A, 60);
  }

  @Test
  public void groupWithoutRunTimeMakesItsJobUnknownAndUsesNoRoom() {
    nodes(1, 10_000);
    queue(A, tasks(1, 10_000, -1));
    queue(B, tasks(1, 10_000, 60));
    assertUnknown(A);
    assertEnds(B, 60);
    queue(A, new TaskGroup(1, 10_000, 1, Long.MAX_VALUE));
    assertUnknown(A);
  }

  @Test
  public void taskWithoutEndMakesItsJobUnknownAndDelaysNoOther() {
    nodes(1, 10_000);
    String container = run("n0", A, 6_000, 0);
    events.taskEstimated(container, Timeline.UNKNOWN);
    queue(B, tasks(1, 6_000, 60));
    assertUnknown(A);
    assertEnds(B, 61);
    assertEquals(Timeline.UNKNOWN, timeline.roomMs("n0", 6_000, 1, NOW));
    assertEquals(Long.MAX_VALUE, estimates().nthRoomMs("", 6_000, 1, 1));
    events.taskEstimated(container, at(20));
    assertEnds(A, 20);
    assertEnds(B, 80);
  }

  /** Maps by their profile, while reducers without one wait, run, or fit nowhere. */
  @Test
  public void partlyKnownJobEndsNoEarlierThanItsKnownPart() {
    nodes(1, 10_000);
    queue(A, tasks(1, 10_000, -1), tasks(2, 10_000, 60));
    assertEnds(A, 120);
    queue(A, tasks(1, 10_001, 500), tasks(2, 10_000, 60));
    assertEnds(A, 120);
    queue(A, tasks(2, 6_000, 60));
    events.taskEstimated(run("n0", A, 4_000, 0), Timeline.UNKNOWN);
    assertEnds(A, 120);
    queue(A, tasks(1, 10_000, -1));
    run("n0", A, 1_000, 40);
    assertEnds(A, 40);
    queue(A);
    assertEnds(A, 40);
  }

  @Test
  public void masterOfAJobWithUnknownTasksKeepsItsRoom() {
    nodes(1, 10_000);
    events.taskStarted("n0", "am", A, 2_000, 1, Timeline.WITH_JOB);
    queue(A, tasks(1, 8_000, 60), tasks(1, 1_000, -1));
    queue(B, tasks(1, 10_000, 60));
    assertEnds(A, 60);
    assertUnknown(B);
  }

  @Test
  public void jobAmongTasksWithoutEndEndsAsOnAnIdleCluster() {
    nodes(10, 10_000);
    queue(A, tasks(100, 1_000, 60));
    assertEnds(A, 60);
    for (int n = 0; n < 9; n++) {
      for (int i = 0; i < 10; i++) {
        events.taskEstimated(run("n" + n, B, 1_000, 0), Timeline.UNKNOWN);
      }
    }
    run("n9", B, 1_000, 5);
    assertEnds(A, 65);
  }

  @Test
  public void tasksWithAndWithoutEndLeaveInTheirOrder() {
    nodes(1, 10_000);
    events.taskStarted("n0", "soon", B, 2_000, 1, NOW + 300);
    events.taskStarted("n0", "unknown", B, 2_000, 1, Timeline.UNKNOWN);
    run("n0", B, 6_000, 40);
    queue(A, tasks(1, 2_000, 60));
    assertEquals(NOW + 60_300, estimates().endMs(A));
    queue(A, tasks(1, 4_000, 60));
    assertEnds(A, 61);
    queue(A, tasks(1, 4_001, 60));
    assertEnds(A, 100);
  }

  @Test
  public void overdueTasksAreTakenToEndInASecond() {
    nodes(1, 10_000);
    run("n0", A, 4_000, -500);
    events.taskStarted("n0", "soon", B, 6_000, 1, NOW + 300);
    queue(B, tasks(1, 10_000, 60));
    assertEquals(NOW + 1_000, estimates().endMs(A));
    assertEquals(NOW + 61_000, estimates().endMs(B));
    queue(B, tasks(1, 6_000, 60));
    assertEquals(NOW + 60_300, estimates().endMs(B));
  }

  @Test
  public void masterLeavesWithItsJobAndDoesNotDelayItsEnd() {
    nodes(1, 10_000);
    events.taskStarted("n0", "am", A, 2_000, 1, Timeline.WITH_JOB);
    queue(A, tasks(2, 8_000, 60));
    queue(B, tasks(1, 10_000, 60));
    assertEnds(A, 120);
    assertEnds(B, 180);
  }

  @Test
  public void masterStaysWhileAnyTaskOfItsJobRuns() {
    nodes(2, 10_000);
    events.taskStarted("n0", "am", A, 2_000, 1, Timeline.WITH_JOB);
    run("n1", A, 6_000, 500);
    queue(A, tasks(1, 1_000, 60));
    queue(B, tasks(1, 10_000, 60));
    assertEnds(B, 560);
  }
}
