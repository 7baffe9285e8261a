// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;

public class UnmetDemandTrackerTest {
  private static final long AHEAD_MS = 8_000;
  private static final long AGING_MS = 120_000;
  private static final long STALE_MS = 10_000;
  private static final JobKey OLD = JobKey.of(1, 1);
  private static final JobKey YOUNG = JobKey.of(1, 2);

  private final UnmetDemandTracker demand = new UnmetDemandTracker(AHEAD_MS, AGING_MS, STALE_MS);

  /** A second of one of a node's two slots. */
  private static PlacementRequest seconds(int count) {
    return PlacementRequest.of(count, "").withCostMs(500);
  }

  private static PlacementView nodes(PlacementRequest ask, long... waitsMs) {
    List<CandidateNode> nodes = new ArrayList<>();
    for (long waitMs : waitsMs) {
      nodes.add(CandidateNode.of("h" + nodes.size(), 1, "/r", "").withWaitMs(waitMs));
    }
    return PlacementViews.of(nodes, Collections.singletonList(ask));
  }

  private static List<CandidateNode> candidates(PlacementView view) {
    List<CandidateNode> nodes = new ArrayList<>();
    view.ranking().inListOrder().forEach(node -> nodes.add(node.node()));
    return nodes;
  }

  private Decision<List<Assignment>> ask(JobKey job, PlacementView view, long nowMs) {
    Decision<List<Assignment>> d =
        TopKPlacement.withAllNodes().place(demand.inTurn(job, view, nowMs), new Random(1));
    demand.decided(job, view, d, nowMs);
    return d;
  }

  @Test
  public void queuesAreFilledUpToTheBound() {
    Decision<List<Assignment>> d = ask(OLD, nodes(seconds(100), 0, 6_000, 8_000, 20_000), 0);
    assertEquals(PlacementReason.PLACE_QUEUES_FULL, d.reason());
    assertEquals("16 and 4 halves of a second", 20, d.value().size());
    assertTrue(d.value().stream().noneMatch(a -> a.node().host().matches("h[23]")));
  }

  @Test
  public void allContainersArePlacedWithoutABound() {
    UnmetDemandTracker none =
        new UnmetDemandTracker(UnmetDemandTracker.NO_BOUND, AGING_MS, STALE_MS);
    PlacementView view = nodes(seconds(1000), 60_000);
    assertEquals(
        1000,
        TopKPlacement.withAllNodes()
            .place(none.inTurn(OLD, view, 0), new Random(1))
            .value()
            .size());
  }

  @Test
  public void olderApplicationGetsTheRoomFirst() {
    assertEquals(20, ask(OLD, nodes(seconds(30), 4_000, 2_000), 0).value().size());
    assertEquals(
        "10 are the older one's",
        0,
        ask(YOUNG, nodes(seconds(5), 6_000, 6_000), 900).value().size());
    assertEquals(
        "2 beyond those", 2, ask(YOUNG, nodes(seconds(5), 5_000, 5_000), 900).value().size());
    assertEquals(10, ask(OLD, nodes(seconds(10), 2_000, 2_000), 1_000).value().size());
    assertEquals(5, ask(YOUNG, nodes(seconds(5), 6_000, 6_000), 1_900).value().size());
  }

  /** The queue has a short wait but is full. */
  @Test
  public void roomOfAFullNodeIsNotClaimed() {
    for (JobKey job : Arrays.asList(OLD, YOUNG)) {
      PlacementView some = nodes(seconds(8), 0, job == OLD ? 6_000 : 7_000);
      List<CandidateNode> nodes = candidates(some);
      nodes.set(0, nodes.get(0).reporting(0, 0));
      assertEquals(
          "the older one's four, and four that it claims",
          job == OLD ? 4 : 0,
          ask(job, PlacementViews.of(nodes, some.requests()), 0).value().size());
    }
  }

  @Test
  public void youngerApplicationNeverDelaysTheOlder() {
    assertEquals(0, ask(YOUNG, nodes(seconds(100), 8_000), 0).value().size());
    assertEquals(2, ask(OLD, nodes(seconds(2), 7_000), 100).value().size());
  }

  /** It could delay others, and its owner would wait for a node with room. */
  @Test
  public void requestForALabelWithoutNodesDoesNotWaitForRoom() {
    ask(OLD, nodes(seconds(100), 8_000), 0);
    PlacementRequest labelled = PlacementRequest.of(5, "gpu").withCostMs(500);
    assertEquals(PlacementReason.PLACE_NO_MATCH, ask(YOUNG, nodes(labelled, 8_000), 0).reason());
    demand.forget(OLD);
    assertFalse(demand.inTurn(OLD, nodes(seconds(1), 8_000), 0).isAnyWaiting());
  }

  private static PlacementRequest sized(int memoryMb) {
    return seconds(1).sized(ResourceVector.of(memoryMb, 1));
  }

  /** Every call of a later application reads the demand that only some nodes can serve. */
  @Test
  public void demandOfOneApplicationIsKeptByFewSizes() {
    List<PlacementRequest> requests = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      requests.add(sized(2_000));
      requests.add(sized(2_000 + i));
    }
    List<CandidateNode> nodes =
        Arrays.asList(
            CandidateNode.of("small", 1, "/r", "")
                .withWaitMs(8_000)
                .withTotal(ResourceVector.of(1_000, 8)),
            CandidateNode.of("large", 1, "/r", "")
                .withWaitMs(8_000)
                .withTotal(ResourceVector.of(4_000, 8)));
    ask(OLD, PlacementViews.of(nodes, requests), 0);
    List<UnmetDemand> kept = demand.inTurn(YOUNG, nodes(seconds(1), 0), 0).demands();
    assertEquals(UnmetDemandTracker.MAX_KINDS, kept.size());
    assertEquals("1,001 of one size", 1_001 * 500, kept.get(0).costMs());
  }

  @Test
  public void applicationThatStopsRequestingClaimsNoRoom() {
    ask(OLD, nodes(seconds(30), 8_000), 0);
    assertEquals(0, ask(YOUNG, nodes(seconds(5), 6_000), STALE_MS).value().size());
    assertEquals(4, ask(YOUNG, nodes(seconds(5), 6_000), STALE_MS + 1).value().size());

    ask(OLD, nodes(seconds(30), 8_000), 20_000);
    demand.forget(OLD);
    assertEquals(4, ask(YOUNG, nodes(seconds(5), 6_000), 20_001).value().size());
  }

  @Test
  public void applicationThatWaitsLongIsServedRegardlessOfAge() {
    for (long t = 0; t <= AGING_MS; t += 1_000) {
      ask(OLD, nodes(seconds(1000), 8_000), t);
      assertEquals(
          "at " + t, t < AGING_MS ? 0 : 4, ask(YOUNG, nodes(seconds(5), 6_000), t).value().size());
    }
  }

  /** Otherwise the order of applications would end with the first that has much to do. */
  @Test
  public void servedApplicationWaitsAnew() {
    for (long t = 0; t <= AGING_MS; t += 1_000) {
      ask(OLD, nodes(seconds(1000), 8_000), t);
      assertEquals(t < AGING_MS ? 0 : 4, ask(YOUNG, nodes(seconds(50), 6_000), t).value().size());
    }
    long later = AGING_MS + 1_000;
    ask(OLD, nodes(seconds(1000), 8_000), later);
    assertEquals(0, ask(YOUNG, nodes(seconds(46), 6_000), later).value().size());
  }

  @Test
  public void quotaOrStrictLocalityLimitsTheClaimedRoom() {
    ask(OLD, nodes(seconds(30), 0).within(4, 0), 0);
    assertEquals(5, ask(YOUNG, nodes(seconds(5), 2_000), 100).value().size());

    PlacementRequest strict =
        PlacementRequest.of(30, "")
            .withCostMs(500)
            .near(Collections.singletonMap("h0", 30), Collections.emptyMap())
            .strictly();
    assertEquals(
        PlacementReason.PLACE_QUEUES_FULL, ask(OLD, nodes(strict, 8_000, 0), 1_000).reason());
    assertEquals(5, ask(YOUNG, nodes(seconds(5), 8_000, 0), 1_100).value().size());
  }

  private static Set<String> hosts(Decision<List<Assignment>> d) {
    return d.value().stream().map(a -> a.node().host()).collect(Collectors.toSet());
  }

  /** One application's blacklist would else keep whole racks idle. */
  @Test
  public void roomOfBlacklistedNodesIsNotClaimed() {
    JobKey youngest = JobKey.of(1, 3);
    for (JobKey job : Arrays.asList(OLD, YOUNG)) {
      ask(job, nodes(seconds(1000), 0, 8_000).without(Collections.singleton("h0")), 0);
    }
    Decision<List<Assignment>> d = ask(youngest, nodes(seconds(30), 6_000, 4_000), 100);
    assertEquals("h1 is the older ones'", Collections.singleton("h0"), hosts(d));
    assertEquals(4, d.value().size());
    assertEquals(PlacementReason.PLACE_QUEUES_FULL, d.reason());
  }

  @Test
  public void smallClaimLeavesTheRestOfTheNode() {
    PlacementView blind = nodes(seconds(6), 0, 8_000).without(Collections.singleton("h0"));
    assertEquals(0, ask(OLD, blind, 0).value().size());
    Decision<List<Assignment>> d = ask(YOUNG, nodes(seconds(30), 8_000, 4_000), 100);
    assertEquals("of 4 s, 3 are the older one's", 2, d.value().size());
  }

  @Test
  public void roomOfNodesThatAreTooSmallIsNotClaimed() {
    ResourceVector large = ResourceVector.of(24_576, 1);
    ask(OLD, sizes(nodes(seconds(1000).sized(large), 0, 8_000)), 0);
    Decision<List<Assignment>> d = ask(YOUNG, sizes(nodes(seconds(30), 6_000, 4_000)), 100);
    assertEquals(Collections.singleton("h0"), hosts(d));
    assertEquals(4, d.value().size());
  }

  /** The same with a first node that is small and others that are large. */
  private static PlacementView sizes(PlacementView view) {
    List<CandidateNode> nodes = new ArrayList<>();
    for (CandidateNode node : candidates(view)) {
      nodes.add(node.withTotal(ResourceVector.of(nodes.isEmpty() ? 16_384 : 65_536, 8)));
    }
    return PlacementViews.of(nodes, view.requests());
  }

  @Test
  public void fullLocalNodeSendsTheRestElsewhere() {
    PlacementRequest local =
        PlacementRequest.of(6, "")
            .withCostMs(500)
            .near(Collections.singletonMap("h0", 6), Collections.emptyMap());
    Decision<List<Assignment>> d = ask(OLD, nodes(local, 7_000, 0), 0);
    assertEquals(PlacementReason.PLACE_ALL, d.reason());
    assertEquals(2, d.value().stream().filter(a -> a.node().host().equals("h0")).count());
  }

  /** Nodes of two slots that report every 3 s, applications that ask every second. */
  @Test
  public void noNodeIsIdleWhileContainersAreRequested() {
    Random random = new Random(7);
    int[] left = {400, 300, 200};
    double[] queueMs = new double[4];
    double[] reportedMs = new double[4];
    for (long now = 0; left[0] + left[1] + left[2] > 0; now += 1_000) {
      for (int n = 0; n < queueMs.length; n++) {
        if ((now / 1_000 + n) % 3 == 0) {
          reportedMs[n] = queueMs[n];
        }
      }
      for (int job = 0; job < left.length; job++) {
        if (left[job] > 0) {
          long[] waits = new long[4];
          for (int n = 0; n < 4; n++) {
            waits[n] = Math.round(reportedMs[n]);
          }
          for (Assignment a :
              ask(JobKey.of(1, job), nodes(seconds(left[job]), waits), now).value()) {
            int n = Integer.parseInt(a.node().host().substring(1));
            // Reports and what was placed since, as the coordinator knows them.
            reportedMs[n] += 500;
            queueMs[n] += 500;
            left[job]--;
          }
        }
      }
      for (int n = 0; n < 4; n++) {
        assertTrue("idle at " + now, left[0] + left[1] + left[2] == 0 || queueMs[n] >= 1_000);
        assertTrue(queueMs[n] <= AHEAD_MS + 500);
        queueMs[n] -= 900 + random.nextInt(200);
        queueMs[n] = Math.max(0, queueMs[n]);
      }
    }
  }

  @Test
  public void demandOfConcurrentApplicationsEndsWithThem() throws Exception {
    List<FutureTask<Void>> callers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      JobKey job = JobKey.of(1, 10 + i);
      callers.add(
          new FutureTask<>(
              () -> {
                for (int call = 0; call < 300; call++) {
                  ask(job, nodes(seconds(2 + call % 3), 8_000), 60 * call);
                }
                demand.forget(job);
                return null;
              }));
    }
    callers.forEach(caller -> new Thread(caller, "caller").start());
    for (FutureTask<Void> caller : callers) {
      caller.get();
    }
    assertEquals("all room", 16, ask(JobKey.of(1, 99), nodes(seconds(100), 0), 0).value().size());
  }

  @Test
  public void lateDecisionDoesNotDisturbTheNext() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    FutureTask<Long> late =
        new FutureTask<>(
            () -> {
              long looked = 0;
              for (; !over.get(); looked++) {
                demand.inTurn(YOUNG, nodes(seconds(1), 0), looked % (2 * STALE_MS));
              }
              return looked;
            });
    new Thread(late, "late").start();
    for (int i = 0; i < 5_000; i++) {
      ask(JobKey.of(1, 3 + i % 500), nodes(seconds(2), 8_000), i % STALE_MS);
    }
    over.set(true);
    assertTrue(late.get() > 0);
  }
}
