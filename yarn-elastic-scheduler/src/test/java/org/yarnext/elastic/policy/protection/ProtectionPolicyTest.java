// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.AlgorithmOnePolicy;
import org.yarnext.elastic.policy.timeline.NodeScheduleView;
import org.yarnext.elastic.policy.timeline.TaskGroup;
import org.yarnext.elastic.policy.timeline.Timeline;
import org.yarnext.elastic.policy.timeline.TimelineEstimates;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * Four nodes of 1,000 MB that a large job fills, and a small job that stock would start at once.
 */
public class ProtectionPolicyTest {
  private static final JobId LARGE = JobId.of(1, 1);
  private static final JobId SMALL = JobId.of(1, 2);
  private static final ProtectionLimits LIMITS = new ProtectionLimits(10, 50);

  private final ProtectionPolicy policy = new ProtectionPolicy(JobOrder.FAIR, 1_000, true);

  private static List<NodeCapacityView> nodes() {
    List<NodeCapacityView> nodes = new ArrayList<>();
    for (int n = 1; n <= 4; n++) {
      nodes.add(new NodeCapacityView("n" + n, 1_000, 8));
    }
    return nodes;
  }

  private static JobDemandView job(
      JobId id, long mb, int waiting, int started, long runMs, boolean reliable, boolean overdue) {
    return new JobDemandView(
        id,
        null,
        Collections.singletonList(new JobDemandView.Group(20, mb, 1, waiting, started, runMs)),
        1,
        reliable,
        overdue);
  }

  /**
   * The large job has 700 MB on each node, and a second, smaller task which stock would not run.
   */
  private static TimelineEstimates estimates(long nowMs, int small) {
    Timeline timeline = new Timeline(JobOrder.FAIR, 0, 1_000);
    for (int n = 1; n <= 4; n++) {
      NodeScheduleView node = new NodeScheduleView("n" + n, 1_000, 8);
      node.addTask(LARGE, 700, 1, 900_000);
      node.addTask(LARGE, 300, 1, 100_000 * n);
      timeline.nodeRead(node);
    }
    timeline.tasksQueued(SMALL, Collections.singletonList(new TaskGroup(small, 300, 1, 30_000)));
    return timeline.snapshot().estimates(nowMs);
  }

  private Map<JobId, Decision<ProtectionView>> decide(
      long nowMs, ProtectionLimits limits, int small, int started, boolean reliable, boolean late) {
    return policy.decide(
        nowMs,
        limits,
        nodes(),
        Arrays.asList(
            job(LARGE, 700, 0, 4, 900_000, true, false),
            job(SMALL, 300, small, started, 30_000, reliable, late)),
        0,
        estimates(nowMs, small));
  }

  private static ProtectionReason reason(Map<JobId, Decision<ProtectionView>> decisions) {
    return (ProtectionReason) decisions.get(SMALL).reason();
  }

  @Test
  public void theFirstNodesToHaveRoomAreKeptForTheLateJob() {
    Map<JobId, Decision<ProtectionView>> decisions = decide(1_000, LIMITS, 2, 0, true, false);
    assertEquals(ProtectionReason.PROTECTED, reason(decisions));
    assertEquals(Arrays.asList("n1", "n2"), new ArrayList<>(decisions.get(SMALL).value().nodes()));
    assertEquals(30_000L, decisions.get(SMALL).inputs().get("stockMs"));
    assertEquals("it does not wait", 1, decisions.size());
  }

  @Test
  public void nothingIsKeptForAJobInTime() {
    Decision<ProtectionView> decision =
        decide(1_000, new ProtectionLimits(1_000, 50), 2, 0, true, false).get(SMALL);
    assertEquals(ProtectionReason.IN_TIME, decision.reason());
    assertTrue(decision.value().nodes().isEmpty());
  }

  @Test
  public void noMoreNodesAreKeptThanMayBe() {
    Set<String> kept =
        decide(1_000, new ProtectionLimits(10, 25), 4, 0, true, false).get(SMALL).value().nodes();
    assertEquals(Collections.singleton("n1"), kept);
  }

  @Test
  public void nothingIsKeptForUnprovedRunTimes() {
    assertEquals(
        ProtectionReason.PROTECTED_UNPROVED, reason(decide(1_000, LIMITS, 2, 0, false, false)));
  }

  @Test
  public void nothingIsKeptForAJobWhoseTasksRunLongerThanExpected() {
    assertEquals(
        ProtectionReason.PROTECTED_OVERDUE, reason(decide(1_000, LIMITS, 2, 0, true, true)));
  }

  @Test
  public void nodesAreNotKeptInVainForLongerThanTheJobTakes() {
    assertEquals(ProtectionReason.PROTECTED, reason(decide(1_000, LIMITS, 2, 0, true, false)));
    assertEquals(ProtectionReason.PROTECTED, reason(decide(31_000, LIMITS, 2, 0, true, false)));
    assertEquals(
        ProtectionReason.PROTECTED_TOO_LONG, reason(decide(31_001, LIMITS, 2, 0, true, false)));
  }

  @Test
  public void aStartedTaskGivesTheJobTimeAgain() {
    decide(1_000, LIMITS, 2, 0, true, false);
    decide(31_000, LIMITS, 1, 1, true, false);
    assertEquals(ProtectionReason.PROTECTED, reason(decide(60_000, LIMITS, 1, 1, true, false)));
  }

  @Test
  public void noNodeIsKeptForATaskThatStockWouldNotHaveStarted() {
    // 300 MB are free beside each task of the large job: the fifth small one would wait.
    Map<JobId, Decision<ProtectionView>> decisions =
        decide(1_000, new ProtectionLimits(10, 100), 9, 0, true, false);
    assertEquals(ProtectionReason.PROTECTED, reason(decisions));
    assertEquals(4, decisions.get(SMALL).value().nodes().size());
  }

  @Test
  public void theFinishUnderStockIsKnownBeforeTheLastTaskStartsThere() {
    Decision<ProtectionView> decision =
        decide(1_000, new ProtectionLimits(10, 100), 9, 0, true, false).get(SMALL);
    assertEquals("two rounds", 60_000L, decision.inputs().get("stockMs"));
  }

  @Test
  public void aTaskWithLessMemoryEndsNoLaterThanOneOnTheKeptNodes() {
    // The second node that is kept has room at 200 s.
    Decision<ProtectionView> decision = decide(1_000, LIMITS, 2, 0, true, false).get(SMALL);
    assertEquals(230_000, decision.value().endByMs());
  }

  @Test
  public void aTaskWithLessMemoryMayEndWhenTheJobMay() {
    Decision<ProtectionView> decision =
        decide(1_000, new ProtectionLimits(150, 25), 9, 0, true, false).get(SMALL);
    assertEquals("60 s and one and a half of it", 151_000, decision.value().endByMs());
  }

  @Test
  public void tasksOfAJobThatStockLetsWaitTooEndByTheTimeAtWhichTheJobMayEnd() {
    Decision<ProtectionView> decision =
        decide(1_000, new ProtectionLimits(10, 100), 1, 8, true, false).get(SMALL);
    assertEquals(ProtectionReason.PROTECTED_END, decision.reason());
    assertTrue(decision.value().nodes().isEmpty());
    assertEquals("two rounds of 30 s, and a tenth", 67_000, decision.value().endByMs());
  }

  /** The only node is idle here; the large job, which comes first, would fill it under stock. */
  private static long endByInTime(
      ProtectionPolicy policy, int small, boolean reliable, boolean overdue) {
    Timeline timeline = new Timeline(JobOrder.FAIR, 0, 1_000);
    timeline.nodeRead(new NodeScheduleView("n1", 1_000, 8));
    timeline.tasksQueued(SMALL, Collections.singletonList(new TaskGroup(small, 300, 1, 30_000)));
    Decision<ProtectionView> decision =
        policy
            .decide(
                1_000,
                LIMITS,
                nodes().subList(0, 1),
                Arrays.asList(
                    job(LARGE, 900, 0, 1, 900_000, true, false),
                    job(SMALL, 300, small, 0, 30_000, reliable, overdue)),
                0,
                timeline.snapshot().estimates(1_000))
            .get(SMALL);
    assertEquals(ProtectionReason.IN_TIME, decision.reason());
    return decision.value().endByMs();
  }

  @Test
  public void tasksOfAJobInTimeMayRunUntilItWouldEndUnderStock() {
    assertEquals("after the large job, two rounds", 961_000, endByInTime(policy, 4, true, false));
  }

  @Test
  public void theExpectedEndCountsWhileNoMoreThanTheNodesHaveIsWaitedFor() {
    assertEquals("three tasks in a round", 31_000, endByInTime(policy, 3, true, false));
  }

  @Test
  public void thePapersPolicyUsesTheExpectedEndOnly() {
    boolean mayEndWithStock = new AlgorithmOnePolicy().mayEndWithStock();
    ProtectionPolicy papers = new ProtectionPolicy(JobOrder.FAIR, 1_000, mayEndWithStock);
    assertEquals(61_000, endByInTime(papers, 4, true, false));
  }

  @Test
  public void theExpectedEndCountsWhileRunTimesAreUnknown() {
    assertEquals("unproved", 61_000, endByInTime(policy, 4, false, false));
    assertEquals("overdue", 61_000, endByInTime(policy, 4, true, true));
  }
}
