// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static java.util.Arrays.asList;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.Test;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.mercury.policy.policing.StaticCeilingPolicy;
import org.yarnext.mercury.policy.queue.JobSubmissionOrder;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.ShortestFirstOrder;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/** Opportunistic containers are queued, started, shed and learnt from. */
public class MercurySchedulerTest extends MercurySchedulerTestBase {
  // ---- the queue ------------------------------------------------------------------------------

  @Test
  public void containersThatFitStartAndTheRestIsQueuedOutsideStock() {
    on();
    List<FakeContainer> c = opportunistic(6, 1024);
    assertLaunched(c.get(0), c.get(1), c.get(2), c.get(3));
    assertWaits(c.get(4), c.get(5));
    assertEquals(0, node.stock.getNumQueuedOpportunisticContainers());
    assertEquals(2, node.metrics.held());
    node.finish(c.get(1));
    assertLaunched(c.get(4));
    assertWaits(c.get(5));
  }

  @Test
  public void queueOrderIsFollowed() {
    setup.order = new JobSubmissionOrder();
    on();
    FakeContainer full = node.opportunistic(4096);
    FakeContainer late = node.arrive(ExecutionType.OPPORTUNISTIC, 1024, 4, 7, 0, none());
    FakeContainer early = node.arrive(ExecutionType.OPPORTUNISTIC, 1024, 4, 2, 0, none());
    node.drain();
    node.finish(full);
    assertLaunched(early);
    assertWaits(late);
  }

  // ---- cost -----------------------------------------------------------------------------------

  @Test
  public void workOfAnEventDoesNotGrowWithTheContainers() {
    assertEquals(readsOfAStart(10), readsOfAStart(200));
  }

  @Test
  public void workOfAnEventBelowACeilingDoesNotGrowWithTheContainers() {
    setup.ceiling = new StaticCeilingPolicy(100, 100);
    assertEquals(readsOfAStart(10), readsOfAStart(200));
  }

  /**
   * Returns how often containers are read when one ends, the next one starts and another arrives,
   * on a node that runs some containers of one user and has as many waiting.
   */
  private long readsOfAStart(int count) {
    setup.limits = new NodeQueueLimits(2 * count, 120_000, 1, 0);
    try (FakeNode busy =
        new FakeNode(ResourceVector.of(count * 1024L, count), 2 * count, false).on(setup)) {
      List<FakeContainer> all = new ArrayList<>();
      for (int i = 0; i < 2 * count; i++) {
        all.add(busy.opportunistic(1024));
      }
      assertEquals(count, busy.metrics.held());
      busy.pass(4_000);
      final long before = busy.containerReads;
      busy.finish(all.get(0));
      busy.opportunistic(1024);
      final long reads = busy.containerReads - before;
      assertLaunched(all.get(count));
      assertEquals(count, busy.metrics.held());
      return reads;
    }
  }

  @Test
  public void ownPoliciesRunOnTheDispatcher() {
    on();
    assertLaunched(node.opportunistic(1024));
    assertEquals(0, node.guard.workersAlive());
  }

  @Test
  public void policiesOfAnOperatorRunOnAnotherThread() {
    setup.order = (a, b) -> 0;
    on();
    assertLaunched(node.opportunistic(1024));
    assertEquals(1, node.guard.workersAlive());
  }

  // ---- refusals -------------------------------------------------------------------------------

  @Test
  public void containerLargerThanTheNodeIsRefused() {
    on();
    FakeContainer large = node.opportunistic(5120);
    assertTrue(killOf(large), killOf(large).contains("QUEUE_LARGER_THAN_NODE"));
    node.die(large);
    assertLaunched(node.opportunistic(1024));
    assertEquals(1, node.metrics.rejected.value());
  }

  @Test
  public void shrunkNodeRejectsContainersThatNoLongerFit() {
    on();
    FakeContainer running = node.opportunistic(2048);
    FakeContainer large = node.opportunistic(4096);
    FakeContainer small = node.opportunistic(2048);
    assertWaits(large, small);
    node.resize(ResourceVector.of(3072, 3));
    node.finish(running);
    assertTrue(killOf(large), killOf(large).contains("QUEUE_LARGER_THAN_NODE"));
    assertLaunched(small);
    node.die(large);
    assertEquals(1, node.metrics.rejected.value());
    assertEquals(0, node.metrics.held());
  }

  @Test
  public void fullQueueRefusesContainers() {
    setup.limits = new NodeQueueLimits(1, 120_000, 1, 0);
    on();
    List<FakeContainer> c = opportunistic(3, 4096);
    assertWaits(c.get(1));
    assertTrue(
        killOf(c.get(2)), killOf(c.get(2)).startsWith("Opportunistic container queue is full."));
    assertTrue(killOf(c.get(2)), killOf(c.get(2)).contains("QUEUE_FULL"));
    assertEquals(1, node.metrics.rejected.value());
    node.die(c.get(2));
    node.finish(c.get(0));
    assertLaunched(c.get(1));
    assertEquals("a refused one did not leave the queue", 0, node.metrics.left.value());
    assertEquals(
        "known to a restarted NodeManager",
        Collections.singleton(c.get(2).getContainerId()),
        node.storedKilled);
  }

  @Test
  public void containerKilledInTheQueueIsNotStarted() {
    on();
    List<FakeContainer> c = opportunistic(3, 4096);
    c.get(1).killByMaster();
    node.finish(c.get(0));
    assertEquals(0, c.get(1).launches);
    node.die(c.get(1));
    node.tick();
    node.drain();
    assertLaunched(c.get(2));
    assertEquals(1, node.metrics.left.value());
  }

  @Test
  public void sheddingStartsAtTheTailAndExplainsItself() {
    on();
    List<FakeContainer> c = opportunistic(5, 4096);
    node.limits(2, -1);
    node.drain();
    assertWaits(c.get(1), c.get(2));
    for (FakeContainer shed : asList(c.get(3), c.get(4))) {
      assertTrue(
          killOf(shed),
          killOf(shed).startsWith("Container De-queued to meet NM queuing limits. SHED_LENGTH_"));
    }
    assertEquals(2, node.metrics.shed.value());
  }

  @Test
  public void limitsApplyAtAHeartbeatAndNotAtATick() {
    on();
    List<FakeContainer> c = opportunistic(2, 4096);
    node.runtime.limits(new SheddingLimits(0, -1));
    node.tick();
    node.drain();
    assertWaits(c.get(1));
  }

  @Test
  public void containerBeingPromotedIsNotShed() {
    on();
    List<FakeContainer> c = opportunistic(2, 2048);
    FakeContainer waiting = node.opportunistic(2048);
    node.limits(0, -1);
    waiting.update(ExecutionType.GUARANTEED);
    node.drain();
    assertEquals(Collections.emptyList(), waiting.schedulerKills);
    node.die(c.get(1));
    assertLaunched(waiting);
  }

  @Test
  public void queuedContainersAreReestimatedWithLearntRunTimes() {
    setup.order = new ShortestFirstOrder();
    on();
    FakeContainer first = node.arrive(ExecutionType.OPPORTUNISTIC, 4096, 4, 1, 0, none());
    FakeContainer same = node.arrive(ExecutionType.OPPORTUNISTIC, 4096, 4, 1, 0, none());
    FakeContainer declared = node.arrive(ExecutionType.OPPORTUNISTIC, 4096, 4, 2, 0, runs(15_000));
    node.drain();
    // The default estimate of 10 s would have put the other first.
    node.pass(60_000);
    node.finish(first);
    assertLaunched(declared);
    assertWaits(same);
  }

  @Test
  public void runTimesAreLearntFromSuccessfulContainersOnly() {
    on();
    FakeContainer good = node.opportunistic(1024);
    FakeContainer bad = node.opportunistic(1024);
    FakeContainer killed = node.opportunistic(1024);
    node.pass(3_000);
    bad.done(1);
    killed.done(-104);
    node.drain();
    assertEquals(0, node.estimates.applications());
    node.finish(good);
    String app = good.getContainerId().getApplicationAttemptId().getApplicationId().toString();
    assertEquals(Long.valueOf(3_000), node.estimates.learntMs(app, 0));
  }

  @Test
  public void nothingIsLearntFromApplicationMasters() {
    on();
    FakeContainer master = node.guaranteed(1024);
    master.becomesMaster();
    node.pass(3_000);
    node.finish(master);
    assertEquals(0, node.estimates.applications());
    assertEquals(Collections.emptyList(), master.diagnostics);
  }

  @Test
  public void runTimeIsReportedInTheDiagnostics() {
    on();
    FakeContainer good = node.opportunistic(1024);
    good.environment.put(RunTimeHint.ENVIRONMENT_VARIABLE, "500");
    FakeContainer guaranteed = node.guaranteed(1024);
    FakeContainer bad = node.opportunistic(1024);
    node.pass(3_000);
    bad.done(1);
    node.drain();
    node.finish(good);
    node.finish(guaranteed);
    assertEquals(
        Collections.singletonList("\nyarnext.mercury: ran 3000 ms, declared 500 ms\n"),
        good.diagnostics);
    assertEquals(
        Collections.singletonList("\nyarnext.mercury: ran 3000 ms\n"), guaranteed.diagnostics);
    assertEquals(Collections.emptyList(), bad.diagnostics);
  }

  // ---- reports --------------------------------------------------------------------------------

  @Test
  public void reportedWaitIsTheWaitOfTheQueue() {
    on();
    assertEquals(0, node.metrics.waitAt(node.now()).totalMs(), 0);
    // Two of 4 GB, 10 s each by default: one runs, one waits.
    opportunistic(2, 4096);
    assertEquals(20_000, node.metrics.waitAt(node.now()).totalMs(), 1e-6);
    assertEquals(16_000, node.metrics.waitAt(node.now() + 4_000).totalMs(), 1e-6);
  }

  @Test
  public void eachDecisionIsExplained() {
    on();
    opportunistic(2, 4096);
    List<String> codes = new ArrayList<>();
    node.metrics.ring().recent(10).forEach(e -> codes.add(e.reason().code()));
    assertEquals(asList("QUEUE_ACCEPTED", "START_IN_ORDER", "QUEUE_ACCEPTED"), codes);
  }

  @Test
  public void startsAndShedsAreExplainedOfEachContainerByItself() {
    on();
    FakeContainer running = node.opportunistic(4096);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      FakeContainer c = node.arrive(ExecutionType.OPPORTUNISTIC, 1024, 1, 7 + i, 0, none());
      ids.add(c.getContainerId().toString());
    }
    node.drain();
    node.finish(running);
    assertEquals(ids, subjects("START_IN_ORDER", 2));
    List<String> waiting = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      FakeContainer c = node.arrive(ExecutionType.OPPORTUNISTIC, 3072, 1, 9 + i, 0, none());
      waiting.add(c.getContainerId().toString());
    }
    node.drain();
    node.resize(ResourceVector.of(2048, 4));
    node.tick();
    node.drain();
    assertEquals(waiting, subjects("QUEUE_LARGER_THAN_NODE", 2));
  }

  /** The subjects of the latest decisions of a reason, the oldest first. */
  private List<String> subjects(String reason, int count) {
    List<String> subjects = new ArrayList<>();
    for (DecisionRecorder.Entry e : node.metrics.ring().recent(100)) {
      if (e.reason().code().equals(reason) && subjects.size() < count) {
        subjects.add(0, e.subject());
      }
    }
    return subjects;
  }

  /** Keeps the view of a test honest: what a policy sees is what the NodeManager knows. */
  @Test
  public void policiesSeeTagsSizesAndTimes() {
    List<ContainerView> seen = Collections.synchronizedList(new ArrayList<>());
    setup.order =
        (a, b) -> {
          seen.add(a);
          return 0;
        };
    on();
    FakeContainer c = node.arrive(ExecutionType.OPPORTUNISTIC, 1024, 2, 9, 3, runs(777));
    node.drain();
    ContainerView view = seen.get(0);
    assertEquals(c.getContainerId().toString(), view.id());
    assertEquals("1_9", view.job().toString());
    assertEquals(3, view.priority());
    assertEquals(ResourceVector.of(1024, 2), view.resources());
    assertEquals(777, view.estimatedRunMs());
    assertEquals(c.getContainerStartTime(), view.arrivedAtMs());
  }
}
