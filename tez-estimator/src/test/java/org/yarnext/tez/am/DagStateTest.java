// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.Set;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.tez.policy.estimate.AttemptRun;
import org.yarnext.tez.policy.estimate.RunTimeEstimateReason;
import org.yarnext.tez.policy.estimate.TaskFeatures;
import org.yarnext.tez.policy.estimate.VertexHistory;
import org.yarnext.tez.policy.estimate.VertexRunSummary;
import org.yarnext.tez.policy.opportunistic.ContainerSupply;

/** The events of one DAG's tasks, and the answers to the task scheduler. */
public class DagStateTest {
  private static final String V = "v";

  private final EstimatorContext parts =
      TezFixture.of(
          "mode", "on",
          "container-start", "2s",
          "default-run-time", "8s",
          "hybrid.threshold", "5s",
          "hybrid.percent", "100");

  private DagState book(boolean reused) {
    return new DagState("dag", parts, Collections.emptyMap(), reused);
  }

  private static void run(DagState book, int task, long from, long to) {
    book.onRequested(V, task, 0);
    book.placed(V, task, false);
    book.started(V, task, TaskFeatures.UNKNOWN, from);
    book.ended(V, task, task, true, false, AttemptRun.UNKNOWN, 100 * task, to);
  }

  /** Chooses for a task of a vertex, which reads from v unless it is v. */
  private static Decision<Boolean> choose(DagState book, String vertex, int task) {
    Set<String> sources = vertex.equals(V) ? Collections.emptySet() : Collections.singleton(V);
    return choose(book, vertex, task, sources, ContainerSupply.UNKNOWN);
  }

  private static Decision<Boolean> choose(
      DagState book, String vertex, int task, Set<String> sources, ContainerSupply supply) {
    return book.choose(vertex, task, task, sources, TaskFeatures.UNKNOWN, 0, supply, 10_000);
  }

  private static Decision<Boolean> choose(DagState book, int task) {
    return choose(book, V, task);
  }

  @Test
  public void firstTasksAreGuaranteedAndLaterShortTasksOpportunistic() {
    DagState book = book(true);
    assertEquals(RunTimeEstimateReason.CONTAINER_UNKNOWN, choose(book, 1).reason());
    run(book, 1, 0, 1_000);
    assertTrue(choose(book, 2).value());
  }

  @Test
  public void firstTasksOfARecurringDagAreOpportunistic() {
    VertexHistory past =
        VertexHistory.NONE.with(new VertexRunSummary(Collections.nCopies(5, 900.0), -1, 0, 0));
    DagState book = new DagState("dag", parts, Collections.singletonMap(V, past), true);
    assertTrue(choose(book, 1).value());
  }

  @Test
  public void chosenTypeHoldsUntilTheAttemptEnds() {
    DagState book = book(true);
    assertFalse("nothing was", book.isOpportunistic(V, 2));
    run(book, 1, 0, 1_000);
    choose(book, 2);
    assertTrue(book.isOpportunistic(V, 2));
    assertFalse("another", book.isOpportunistic(V, 3));
    book.ended(V, 2, 2, false, false, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0);
    assertFalse(book.isOpportunistic(V, 2));
  }

  @Test
  public void guaranteedRequestsOfAllVerticesReduceTheRoom() {
    DagState book = book(true);
    run(book, 1, 0, 1_000);
    book.onRequested("w", 9, 10_000);
    ContainerSupply three = ContainerSupply.UNKNOWN.withRoom(3);
    Set<String> none = Collections.emptySet();
    for (int task = 2; task <= 5; task++) {
      book.onRequested(V, task, 10_000);
      RunTimeEstimateReason reason =
          task <= 3 ? RunTimeEstimateReason.CONTAINER_ROOM : RunTimeEstimateReason.CONTAINER_SHORT;
      assertEquals("task " + task, reason, choose(book, V, task, none, three).reason());
    }
    book.placed("w", 9, false);
    book.onRequested(V, 6, 10_000);
    assertEquals(RunTimeEstimateReason.CONTAINER_ROOM, choose(book, V, 6, none, three).reason());
  }

  @Test
  public void taskTakesNoRoomFromTheOpportunisticTasksItWaitsFor() {
    DagState book = book(true);
    assertEquals(
        "v is guaranteed", RunTimeEstimateReason.CONTAINER_UNKNOWN, choose(book, 1).reason());
    assertEquals(RunTimeEstimateReason.CONTAINER_UNKNOWN, choose(book, "w", 1).reason());
    run(book, 1, 0, 1_000);
    assertTrue(choose(book, 2).value());
    assertEquals(RunTimeEstimateReason.CONTAINER_EARLY, choose(book, "w", 2).reason());
    book.ended(V, 2, 2, true, false, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 500);
    assertEquals(
        "it has ended", RunTimeEstimateReason.CONTAINER_UNKNOWN, choose(book, "w", 3).reason());
  }

  @Test
  public void onlyTheTaskThatLostItsContainerIsGuaranteed() {
    DagState book = book(true);
    run(book, 1, 0, 1_000);
    book.started(V, 77, TaskFeatures.UNKNOWN, 0);
    book.ended(V, 2, 77, false, true, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 500);
    assertEquals(RunTimeEstimateReason.CONTAINER_LOST_BEFORE, choose(book, 2).reason());
    assertTrue(choose(book, 3).value());
  }

  private static Decision<Boolean> chooseWithRoom(DagState book, int task) {
    ContainerSupply room = ContainerSupply.UNKNOWN.withRoom(9);
    return choose(book, V, task, Collections.emptySet(), room);
  }

  @Test
  public void lostLongAndUnknownTasksAvoidUsedOpportunisticContainers() {
    DagState book = book(true);
    assertEquals(RunTimeEstimateReason.CONTAINER_UNKNOWN, chooseWithRoom(book, 1).reason());
    assertTrue(book.needsGuaranteed(V, 1));
    run(book, 1, 0, 1_000);
    assertFalse("it has ended", book.needsGuaranteed(V, 1));
    chooseWithRoom(book, 2);
    assertFalse("a short one", book.needsGuaranteed(V, 2));
    book.ended(V, 2, 2, false, true, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 500);
    assertEquals(RunTimeEstimateReason.CONTAINER_LOST_BEFORE, chooseWithRoom(book, 2).reason());
    assertTrue(book.needsGuaranteed(V, 2));
    run(book, 3, 0, 100_000);
    run(book, 4, 0, 100_000);
    assertEquals(RunTimeEstimateReason.CONTAINER_LONG, chooseWithRoom(book, 5).reason());
    assertTrue(book.needsGuaranteed(V, 5));
    choose(book, 6);
    assertFalse("there is no room", book.needsGuaranteed(V, 6));
  }

  /** Half of the short tasks are opportunistic, whatever becomes of others between them. */
  @Test
  public void percentageCountsOnlyTasksItDecidesOn() {
    EstimatorContext half =
        TezFixture.of("mode", "on", "hybrid.threshold", "5s", "hybrid.percent", "50");
    DagState book = new DagState("dag", half, Collections.emptyMap(), true);
    run(book, 1, 0, 1_000);
    assertEquals(RunTimeEstimateReason.CONTAINER_SHORT_BUT_SHARE, choose(book, 2).reason());
    book.ended(V, 9, 9, false, true, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 500);
    assertEquals(RunTimeEstimateReason.CONTAINER_LOST_BEFORE, choose(book, 9).reason());
    assertEquals(RunTimeEstimateReason.CONTAINER_SHORT, choose(book, 3).reason());
  }

  @Test
  public void tasksOfProductionDagsAreGuaranteed() {
    EstimatorContext some =
        TezFixture.of(
            "mode",
            "on",
            "hybrid.threshold",
            "5s",
            "hybrid.percent",
            "100",
            "hybrid.production-dags",
            "report-*");
    DagState report = new DagState("report-7", some, Collections.emptyMap(), true);
    DagState other = new DagState("any", some, Collections.emptyMap(), true);
    run(report, 1, 0, 1_000);
    run(other, 1, 0, 1_000);
    assertEquals(RunTimeEstimateReason.CONTAINER_PRODUCTION, choose(report, 2).reason());
    assertTrue(report.needsGuaranteed(V, 2));
    assertTrue(choose(other, 2).value());
  }

  @Test
  public void failedTaskMayBeOpportunisticAgain() {
    DagState book = book(true);
    run(book, 1, 0, 1_000);
    book.started(V, 77, TaskFeatures.UNKNOWN, 0);
    book.ended(V, 2, 77, false, false, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 500);
    assertTrue(choose(book, 2).value());
  }

  @Test
  public void containerDeclaresItsShareOfTheWaitingTasks() {
    DagState book = book(true);
    for (int attempt = 1; attempt <= 6; attempt++) {
      book.onRequested(V, attempt, 0);
    }
    book.placed(V, 1, false);
    book.placed(V, 2, false);
    book.placed(V, 2, false);
    assertEquals(
        2_000 + 3 * 8_000, book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0));
  }

  /** Opportunistic ones queue on nodes, so that there is room for all at first. */
  @Test
  public void opportunisticContainersAreExpectedSoonOrNotAtAll() {
    VertexHistory past =
        VertexHistory.NONE.with(new VertexRunSummary(Collections.nCopies(5, 900.0), -1, 0, 0));
    DagState book = new DagState("dag", parts, Collections.singletonMap(V, past), true);
    for (int attempt = 1; attempt <= 6; attempt++) {
      book.onRequested(V, attempt, 0);
      assertTrue(choose(book, attempt).value());
    }
    book.placed(V, 1, false);
    book.placed(V, 2, false);
    assertEquals(
        2_000 + 900, book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 4_999));
    assertEquals(
        2_000 + 3 * 900, book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 5_000));
  }

  /** A walk over all that wait for each container would take minutes. */
  @Test(timeout = 30_000)
  public void vertexOfManyTasksRequestsContainersInReasonableTime() {
    DagState book = book(true);
    int tasks = 100_000;
    for (int attempt = 0; attempt < tasks; attempt++) {
      book.onRequested(V, attempt, 0);
    }
    for (int attempt = 0; attempt < tasks; attempt++) {
      book.placed(V, attempt, false);
      book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0);
    }
    assertEquals(10_000, book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0));
  }

  @Test
  public void containerDeclaresOneTaskWithoutReuse() {
    DagState book = book(false);
    for (int attempt = 1; attempt <= 6; attempt++) {
      book.onRequested(V, attempt, 0);
    }
    book.placed(V, 1, false);
    assertEquals(10_000, book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0));
  }

  @Test
  public void endedAttemptNoLongerWaits() {
    DagState book = book(true);
    book.onRequested(V, 1, 0);
    book.onRequested(V, 2, 0);
    assertNull(book.ended(V, 2, 2, false, false, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0));
    book.placed(V, 1, false);
    assertEquals(10_000, book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0));
    book.placed(V, 2, false);
    assertEquals(
        "a late event changes nothing",
        10_000,
        book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0));
  }

  @Test
  public void containerReportedTooLateServesNoTask() {
    DagState book = book(true);
    for (int attempt = 1; attempt <= 5; attempt++) {
      book.onRequested(V, attempt, 0);
    }
    book.ended(V, 2, 2, false, false, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0);
    book.placed(V, 1, false);
    book.placed(V, 2, false);
    assertEquals(
        "three wait for one",
        2_000 + 4 * 8_000,
        book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0));
  }

  @Test
  public void containerOfAnEndedAttemptServesNoTaskUntilItIsReused() {
    DagState book = book(true);
    for (int attempt = 1; attempt <= 4; attempt++) {
      book.onRequested(V, attempt, 0);
    }
    book.placed(V, 1, false);
    book.placed(V, 2, false);
    assertEquals(
        "two wait for two",
        2_000 + 2 * 8_000,
        book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0));
    book.ended(V, 1, 1, false, false, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0);
    assertEquals(
        "two wait for one",
        2_000 + 3 * 8_000,
        book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0));
    book.ended(V, 3, 3, false, false, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0);
    assertEquals(
        "one waits for one",
        2_000 + 2 * 8_000,
        book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0));
  }

  @Test
  public void bytesLeftForOtherVerticesAreTheMean() {
    DagState book = book(true);
    assertEquals(AttemptRun.UNKNOWN, book.bytesLeft(V));
    run(book, 1, 0, 10);
    run(book, 2, 0, 10);
    assertEquals(150, book.bytesLeft(V));
    assertEquals(AttemptRun.UNKNOWN, book.bytesLeft("another"));
  }

  @Test
  public void successesBeforeAMasterRestartAreLearnt() {
    DagState book = book(true);
    assertFalse(book.knows(V));
    book.recovered(V, 1, TaskFeatures.UNKNOWN, 5_000_000, 5_001_500, 40);
    assertTrue(book.knows(V));
    assertTrue(choose(book, 2).value());
    assertEquals(3_500, book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0));
    assertEquals(40, book.bytesLeft(V));
    assertEquals(1, book.summary().size());
  }

  @Test
  public void containerDeclaresOneFirstTaskAndLaterTasks() {
    VertexRunSummary past = new VertexRunSummary(Collections.nCopies(5, 500.0), -1, 0, 3_000);
    DagState book =
        new DagState(
            "dag", parts, Collections.singletonMap(V, VertexHistory.NONE.with(past)), true);
    for (int attempt = 1; attempt <= 5; attempt++) {
      book.onRequested(V, attempt, 0);
    }
    book.placed(V, 1, false);
    assertEquals(
        2_000 + 3_500 + 4 * 500, book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, 0, 0));
  }
}
