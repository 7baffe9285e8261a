// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.Before;
import org.junit.Test;

/** Examples worked out by hand; times in seconds after {@link #NOW}. */
public class TimelineTest {
  private static final long NOW = 5_000_000;
  private static final JobId A = JobId.of(1, 1);
  private static final JobId B = JobId.of(1, 2);
  private static final JobId C = JobId.of(1, 3);

  private Timeline timeline;
  private TimelineEvents events;
  private int containers;

  @Before
  public void fairBook() {
    book(JobOrder.FAIR, 0, 1_000);
  }

  private void book(JobOrder order, int maxReserved, int maxBlocks) {
    timeline = new Timeline(order, maxReserved, maxBlocks);
    events = new TimelineEvents(timeline);
  }

  private static long at(long seconds) {
    return NOW + seconds * 1_000;
  }

  private static TaskGroup tasks(int count, long mb, long seconds) {
    return new TaskGroup(count, mb, 1, seconds < 0 ? Timeline.UNKNOWN : seconds * 1_000);
  }

  private void queue(JobId job, TaskGroup... groups) {
    timeline.tasksQueued(job, Arrays.asList(groups));
  }

  private String run(String node, JobId job, long mb, long untilSeconds) {
    String container = "c" + containers++;
    events.taskStarted(node, container, job, mb, 1, at(untilSeconds));
    return container;
  }

  private Estimates estimates() {
    return timeline.snapshot().estimates(NOW);
  }

  private void assertEnds(JobId job, long seconds) {
    assertEquals(at(seconds), estimates().endMs(job));
  }

  private void assertUnknown(JobId job) {
    assertEquals(Timeline.UNKNOWN, estimates().endMs(job));
  }

  private void nodes(int count, long mb) {
    for (int n = 0; n < count; n++) {
      events.nodeAdded("n" + n, mb, 16);
    }
  }

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
  public void coresLimitToo() {
    events.nodeAdded("n", 10_000, 2);
    queue(A, tasks(3, 100, 60));
    assertEnds(A, 120);
    queue(A, new TaskGroup(99, 100, 0, 60_000));
    assertEnds(A, 60);
  }

  @Test
  public void nodesDiffer() {
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
  public void noNodesOrTasksThatFitNowhereAreUnknownAndHinderNobody() {
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
  public void aGroupWithoutRunTimeMakesItsJobUnknownAndLeavesTheRoom() {
    nodes(1, 10_000);
    queue(A, tasks(1, 10_000, -1));
    queue(B, tasks(1, 10_000, 60));
    assertUnknown(A);
    assertEnds(B, 60);
    queue(A, new TaskGroup(1, 10_000, 1, Long.MAX_VALUE));
    assertUnknown(A);
  }

  @Test
  public void aTaskWithoutEndMakesItsJobUnknownAndIsInNoOthersWay() {
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
  public void aJobOfWhichSomeIsKnownEndsNoEarlierThanThat() {
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
  public void theMasterOfAJobWithUnknownTasksStays() {
    nodes(1, 10_000);
    events.taskStarted("n0", "am", A, 2_000, 1, Timeline.WITH_JOB);
    queue(A, tasks(1, 8_000, 60), tasks(1, 1_000, -1));
    queue(B, tasks(1, 10_000, 60));
    assertEnds(A, 60);
    assertUnknown(B);
  }

  @Test
  public void amongTasksWithoutEndAJobEndsAsOnAnIdleCluster() {
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
  public void tasksPastTheirEndAreTakenToEndInASecond() {
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
  public void aMasterAddsNothingToItsJobsEndAndLeavesWithIt() {
    nodes(1, 10_000);
    events.taskStarted("n0", "am", A, 2_000, 1, Timeline.WITH_JOB);
    queue(A, tasks(2, 8_000, 60));
    queue(B, tasks(1, 10_000, 60));
    assertEnds(A, 120);
    assertEnds(B, 180);
  }

  @Test
  public void aMasterStaysAsLongAsAnyTaskOfItsJobRuns() {
    nodes(2, 10_000);
    events.taskStarted("n0", "am", A, 2_000, 1, Timeline.WITH_JOB);
    run("n1", A, 6_000, 500);
    queue(A, tasks(1, 1_000, 60));
    queue(B, tasks(1, 10_000, 60));
    assertEnds(B, 560);
  }

  @Test
  public void inFairOrderTheJobWithLeastMemoryIsNext() {
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
  public void whatRunsCountsForFairness() {
    nodes(2, 10_000);
    run("n0", A, 10_000, 30);
    queue(A, tasks(1, 10_000, 60));
    queue(B, tasks(1, 10_000, 60));
    assertEnds(B, 60);
    assertEnds(A, 90);
  }

  @Test
  public void aJobsGroupsAreTakenInItsOrder() {
    nodes(1, 10_000);
    queue(A, tasks(1, 6_000, 60), tasks(1, 4_000, 100), tasks(1, 5_000, 20));
    assertEnds(A, 100);
    queue(A, tasks(1, 6_000, 60), tasks(1, 5_000, 20), tasks(1, 4_000, 100));
    assertEnds(A, 160);
  }

  @Test
  public void aSmallerNextGroupFindsRoomWhereTheFirstDidNot() {
    nodes(2, 10_000);
    run("n0", B, 7_000, 500);
    queue(A, tasks(1, 10_000, 60), tasks(1, 3_000, 10));
    assertEnds(A, 60);
  }

  @Test
  public void aNextGroupOfFewerCoresFindsRoomToo() {
    events.nodeAdded("n0", 10_000, 4);
    events.nodeAdded("n1", 10_000, 16);
    events.taskStarted("n1", "c", B, 1_000, 8, at(500));
    queue(A, new TaskGroup(1, 1_000, 8, 60_000), tasks(1, 1_000, 10));
    assertEnds(A, 60);
  }

  @Test
  public void aReservationIsForOneTask() {
    nodes(1, 10_000);
    run("n0", B, 6_000, 100);
    events.reservationMade("n0", A, 5_000, 1);
    queue(A, tasks(2, 5_000, 60));
    queue(B, tasks(1, 5_000, 60));
    assertEnds(B, 160);
    assertEnds(A, 220);
  }

  @Test
  public void aReservedNodeWaitsForItsTask() {
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
  public void aReservationOfAJobThatWaitsNoMoreIsDropped() {
    nodes(1, 10_000);
    events.reservationMade("n0", A, 10_000, 1);
    queue(B, tasks(1, 5_000, 60));
    assertEnds(B, 60);
    queue(A, tasks(1, 9_000, 60));
    assertEnds(A, 60);
  }

  @Test
  public void aSchedulerThatReservesDoesSoInTheLayout() {
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
  public void onceItsReservationIsServedAJobMayReserveAgain() {
    book(JobOrder.FIFO, 1, 1_000);
    nodes(2, 10_000);
    run("n0", C, 5_000, 100);
    run("n1", C, 5_000, 110);
    queue(A, tasks(2, 10_000, 60));
    queue(B, tasks(20, 5_000, 30));
    assertEnds(A, 180);
  }

  @Test
  public void nodesKeptForAJobAreFreeWhenItWaitsNoMore() {
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

  @Test
  public void withoutStepsLeftTheRemainderIsExtrapolated() {
    book(JobOrder.FIFO, 0, 20);
    nodes(2, 10_000);
    queue(A, tasks(1_000, 5_000, 60));
    Estimates estimates = estimates();
    assertTrue(estimates.extrapolated());
    assertEquals(at(15_000), estimates.endMs(A), 120_000);
    queue(B, tasks(200, 5_000, 60));
    assertEquals(at(18_000), estimates().endMs(B), 120_000);
  }

  @Test
  public void theRemainderOfEachQueueIsExtrapolatedByItsShare() {
    book(JobOrder.FIFO, 0, 20);
    nodes(2, 10_000);
    queue(B, tasks(20, 5_000, 60));
    assertEnds(B, 300);
    timeline.jobInQueue(A, new QueueShare("a", 1));
    timeline.jobInQueue(B, new QueueShare("b", 1));
    queue(A, tasks(10_000, 5_000, 60));
    Estimates estimates = estimates();
    assertTrue(estimates.extrapolated());
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
  public void aQueueThatIsDoneLeavesItsShareToTheOthers() {
    Map<JobId, QueueShare> queues = new HashMap<>();
    queues.put(A, new QueueShare("a", 1));
    queues.put(B, new QueueShare("b", 2));
    double[] ms =
        ThroughputEstimator.msToEnd(
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
  public void noMoreIsLaidOutThanIsAskedFor() {
    nodes(2, 10_000);
    queue(A, tasks(1_000, 5_000, 60));
    queue(B, tasks(1, 1_000, 90));
    Estimates some = timeline.snapshot().estimates(NOW, at(100));
    assertTrue(some.extrapolated());
    assertEquals(at(90), some.endMs(B));
    assertEquals(at(15_000), some.endMs(A), 120_000);
    assertTrue("two waves: " + some.blocks(), some.blocks() <= 6);
    Estimates all = timeline.snapshot().estimates(NOW, at(20_000));
    assertFalse(all.extrapolated());
    assertEquals(estimates().endMs(A), all.endMs(A));
  }

  @Test
  public void extrapolationKnowsTheFragmentsThatTheLayoutLeft() {
    book(JobOrder.FAIR, 0, 20);
    nodes(2, 10_000);
    queue(A, tasks(1_000, 6_000, 60));
    assertEquals(at(30_000), estimates().endMs(A), 120_000);
  }

  @Test
  public void withoutAnyStepAllMemoryCounts() {
    book(JobOrder.FAIR, 0, 1);
    nodes(10, 10_000);
    queue(A, tasks(200, 5_000, 60));
    assertEquals(at(600), estimates().endMs(A), 60_000);
    queue(A, tasks(3, 5_000, 60));
    assertEnds(A, 60);
  }

  @Test
  public void roomOnANodeByWhatRunsThere() {
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
  public void roomBesideAnotherTask() {
    nodes(1, 10_000);
    run("n0", A, 4_000, 10);
    run("n0", A, 4_000, 50);
    assertEquals(at(10), timeline.roomMsBeside("n0", 3_000, 1, 2_000, 1, NOW));
    assertEquals("it stays", at(50), timeline.roomMsBeside("n0", 8_000, 1, 2_000, 1, NOW));
    assertEquals(Timeline.UNKNOWN, timeline.roomMsBeside("n0", 8_001, 1, 2_000, 1, NOW));
    assertEquals("cores", Timeline.UNKNOWN, timeline.roomMsBeside("n0", 1, 15, 1, 2, NOW));
  }

  @Test
  public void theFirstNodesToHaveRoomAreThoseNobodyReserved() {
    nodes(4, 10_000);
    run("n0", A, 6_000, 30);
    run("n1", A, 6_000, 10);
    run("n2", A, 6_000, 20);
    events.nodeAdded("n3", 1_000, 16);
    events.reservationMade("n1", B, 10_000, 1);
    Estimates estimates = estimates();
    assertEquals(at(20), estimates.nthRoomMs("", 5_000, 1, 1));
    assertEquals(at(30), estimates.nthRoomMs("", 5_000, 1, 2));
    assertEquals(Long.MAX_VALUE, estimates.nthRoomMs("", 5_000, 1, 3));
    assertEquals(NOW, estimates.nthRoomMs("", 1_000, 1, 3));
  }

  @Test
  public void aNodeThatIsReadAnewHasNothingOfBefore() {
    nodes(1, 10_000);
    run("n0", A, 6_000, 40);
    events.reservationMade("n0", B, 10_000, 1);
    assertEquals(1, timeline.reservedBy(B));
    NodeScheduleView page = new NodeScheduleView("n0", 8_000, 16);
    page.runs(A, 1_000, 1, at(20));
    page.runs(A, 1_000, 1, at(20));
    timeline.nodeRead(page);
    assertEquals(0, timeline.reservedBy(B));
    assertNull(timeline.reservation("n0"));
    assertEquals(at(20), timeline.roomMs("n0", 7_000, 1, NOW));
    assertEnds(A, 20);
    assertEquals(NOW, timeline.roomMs("n0", 6_000, 1, NOW));
  }

  @Test
  public void aResizedNodeKeepsItsTasks() {
    nodes(1, 10_000);
    run("n0", A, 6_000, 40);
    events.nodeAdded("n0", 4_000, 16);
    assertEnds(A, 40);
    assertEquals(at(40), timeline.roomMs("n0", 1_000, 1, NOW));
    queue(B, tasks(2, 4_000, 60));
    assertEnds(B, 160);
  }

  @Test
  public void aJobWithoutTasksWaitsNoMore() {
    nodes(1, 10_000);
    queue(A, tasks(1, 10_000, 60));
    assertEnds(A, 60);
    queue(A);
    assertUnknown(A);
  }

  @Test
  public void aSnapshotIsOfItsMoment() {
    nodes(1, 10_000);
    queue(A, tasks(1, 1_000, 60));
    TimelineSnapshot before = timeline.snapshot();
    run("n0", B, 10_000, 100);
    queue(A);
    assertEquals(at(60), before.estimates(NOW).endMs(A));
  }

  @Test
  public void whatIsNoBookOrGroup() {
    assertThrows(IllegalArgumentException.class, () -> new Timeline(JobOrder.FAIR, -1, 1));
    assertThrows(IllegalArgumentException.class, () -> new Timeline(JobOrder.FAIR, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new TaskGroup(-1, 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new TaskGroup(1, 0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new TaskGroup(1, 1, -1, 1));
  }

  @Test
  public void queuesShareTheRoomWhateverTheirJobsOrder() {
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
  public void aLargerShareGetsMore() {
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
  public void whatRunsCountsForItsQueueAlsoOfJobsThatWaitForNothing() {
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
