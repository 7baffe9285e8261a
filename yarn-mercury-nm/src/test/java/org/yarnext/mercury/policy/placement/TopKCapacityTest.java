// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;

/** Rooms, limits and waits bound what a node gets. */
public class TopKCapacityTest extends TopKPlacementTestBase {
  private static List<CandidateNode> smallLargeSmallLarge() {
    List<CandidateNode> nodes = new ArrayList<>();
    for (CandidateNode node : waiting(0, 100, 0, 200)) {
      boolean large = nodes.size() % 2 == 1;
      nodes.add(node.withTotal(ResourceVector.of(large ? 65_536 : 16_384, 8)));
    }
    return nodes;
  }

  @Test
  public void nodeGetsNoContainerLargerThanItself() {
    PlacementRequest large =
        PlacementRequest.of(4, "")
            .withCostMs(1_000)
            .sized(ResourceVector.of(24_576, 1))
            .near(Collections.singletonMap("n0", 4), Collections.singletonMap("/r0", 1));
    PlacementRequest small =
        PlacementRequest.of(4, "").withCostMs(1_000).sized(ResourceVector.of(16_384, 8));
    PlacementView view = PlacementViews.of(smallLargeSmallLarge(), Arrays.asList(large, small));
    Decision<List<Assignment>> d = placeSeeingAll(view);
    assertEquals(PlacementReason.PLACE_ALL, d.reason());
    assertTrue(
        d.value().stream()
            .noneMatch(a -> a.requestIndex() == 0 && a.node().host().matches("n[02]")));
    assertEquals("{n0=2, n1=2, n2=2, n3=2}", perHost(d).toString());
    PlacementRequest tooLarge = PlacementRequest.of(4, "").sized(ResourceVector.of(1, 9));
    d =
        placeSeeingAll(
            PlacementViews.of(smallLargeSmallLarge(), Collections.singletonList(tooLarge)));
    assertEquals(PlacementReason.PLACE_NO_MATCH, d.reason());
    assertTrue(d.value().isEmpty());
  }

  @Test
  public void roomIsSharedByAllSizes() {
    PlacementRequest large =
        PlacementRequest.of(4, "").withCostMs(1_000).sized(ResourceVector.of(24_576, 1));
    PlacementRequest small = PlacementRequest.of(40, "").withCostMs(1_000);
    PlacementView view =
        PlacementViews.ahead(
            PlacementViews.of(smallLargeSmallLarge(), Arrays.asList(large, small)),
            4_000,
            Collections.singletonMap("", 6_000L));
    Decision<List<Assignment>> d = placeSeeingAll(view);
    assertEquals(PlacementReason.PLACE_QUEUES_FULL, d.reason());
    assertEquals("of 15.7 s others have 6", 10, d.value().size());
  }

  @Test
  public void limitsServeTheFirstRequestsAndAreNamed() {
    PlacementView view =
        PlacementViews.of(
            nodes(4), Arrays.asList(PlacementRequest.of(3, ""), PlacementRequest.of(3, "")));
    Decision<List<Assignment>> d = place(50, view.within(4, 0));
    assertEquals(PlacementReason.PLACE_QUOTA, d.reason());
    assertEquals(4, d.value().size());
    assertEquals(1, d.value().get(3).requestIndex());
    d = place(50, view.within(4, 2));
    assertEquals(PlacementReason.PLACE_CALL_LIMIT, d.reason());
    assertEquals(2, d.value().size());
    d = place(50, view.within(-1, -1));
    assertEquals(PlacementReason.PLACE_QUOTA, d.reason());
    assertTrue(d.value().isEmpty());
    d = place(50, view.within(Integer.MAX_VALUE, -1));
    assertEquals(PlacementReason.PLACE_ALL, d.reason());
  }

  @Test
  public void hugeRequestIsServedInParts() {
    Decision<List<Assignment>> d = place(50, 10, PlacementRequest.of(Integer.MAX_VALUE, ""));
    assertEquals(TopKPlacement.MAX_PER_CALL, d.value().size());
    assertEquals(PlacementReason.PLACE_CALL_LIMIT, d.reason());
  }

  @Test
  public void emptyRequestAndEmptyClusterHaveTheirReasons() {
    assertEquals(PlacementReason.PLACE_NOT_REQUESTED, place(50, 4).reason());
    assertEquals(
        PlacementReason.PLACE_NOT_REQUESTED, place(50, 4, PlacementRequest.of(-7, "")).reason());
    assertEquals(PlacementReason.PLACE_NO_NODES, place(50, 0, PlacementRequest.of(1, "")).reason());
    assertThrows(IllegalArgumentException.class, () -> new TopKPlacement(0));
  }

  @Test
  public void earlierPlacementsCount() {
    PlacementView view =
        PlacementViews.of(
            nodes(4),
            Collections.singletonList(PlacementRequest.of(9, "")),
            node -> node.host().equals("n1") ? 3 : 0);
    assertEquals("{n0=3, n2=3, n3=3}", perHost(place(50, view)).toString());
  }

  @Test
  public void knownWaitsAreFilledToOneLevel() {
    // Two slow nodes are 10 s behind, a container adds 1 s.
    PlacementView view =
        PlacementViews.of(
            waiting(0, 0, 10_000, 10_000),
            Collections.singletonList(PlacementRequest.of(30, "").withCostMs(1000)));
    Map<String, Integer> counts = perHost(placeSeeingAll(view));
    // 20 level the difference, 10 are left for four; who gets two and who three is chance.
    assertEquals(12.5, counts.get("n0"), 0.5);
    assertEquals(12.5, counts.get("n1"), 0.5);
    assertEquals(2.5, counts.get("n2"), 0.5);
    assertEquals(2.5, counts.get("n3"), 0.5);
  }

  @Test
  public void rackIsNotSearchedOnceItsCountIsUsed() {
    PlacementRequest strict =
        PlacementRequest.of(2, "").near(NOWHERE, Collections.singletonMap("/r0", 1)).strictly();
    PlacementView view =
        PlacementViews.ahead(
            PlacementViews.of(waiting(0, 9_000), Collections.singletonList(strict)), 4_000);
    Decision<List<Assignment>> d = placeSeeingAll(view);
    assertEquals("{n0=1}", perHost(d).toString());
    assertEquals("the full node is not examined", PlacementReason.PLACE_NO_MATCH, d.reason());
  }

  @Test
  public void laterRequestsSeeEarlierPlacements() {
    PlacementRequest local =
        PlacementRequest.of(5, "").near(Collections.singletonMap("n0", 5), NOWHERE);
    Decision<List<Assignment>> d =
        place(50, 4, PlacementRequest.of(4, ""), local, PlacementRequest.of(15, ""));
    assertEquals("{n0=6, n1=6, n2=6, n3=6}", perHost(d).toString());
  }

  @Test
  public void decisionCarriesItsNumbers() {
    Decision<List<Assignment>> d = place(50, 4, PlacementRequest.of(2, ""));
    assertEquals(
        "PLACE_ALL{asked=2, placed=2, nodeLocal=0, rackLocal=0, nodes=4, k=50, quota=2147483647}",
        d.toString());
  }

  private Decision<List<Assignment>> placeSeeingAll(PlacementView view) {
    return TopKPlacement.withAllNodes().place(view, random);
  }

  private static PlacementView seconds(List<CandidateNode> nodes, int count) {
    return PlacementViews.of(
        nodes, Collections.singletonList(PlacementRequest.of(count, "").withCostMs(1_000)));
  }

  @Test
  public void fullViewUsesTheWholeIdleCluster() {
    Map<String, Integer> hosts = perHost(placeSeeingAll(seconds(waiting(new long[1_000]), 2_000)));
    assertEquals(1_000, hosts.size());
    hosts.forEach((host, n) -> assertEquals(host, 2, n.intValue()));
  }

  @Test
  public void roomIsTheRoomOfAllNodes() {
    PlacementView view = PlacementViews.ahead(seconds(waiting(new long[1_000]), 12_000), 9_000);
    Decision<List<Assignment>> d = placeSeeingAll(view);
    assertEquals("nine on each", 9_000, d.value().size());
    assertEquals(PlacementReason.PLACE_QUEUES_FULL, d.reason());
    d = placeSeeingAll(PlacementViews.ahead(view, 9_000, Collections.singletonMap("", 8_000_000L)));
    assertEquals("a thousand, eight thousand are others'", 1_000, d.value().size());
  }

  /** Blacklist that counts look-ups. */
  private static final class CountingBlacklist extends HashSet<String> {
    int asked;

    CountingBlacklist() {
      super(Collections.singleton("n1"));
    }

    @Override
    public boolean contains(Object location) {
      asked++;
      return super.contains(location);
    }
  }

  /** Hundreds of applications may wait, each for thousands of nodes. */
  @Test
  public void unmetDemandIsNotAssignedToNodesTakenByOthers() {
    CountingBlacklist blacklist = new CountingBlacklist();
    List<UnmetDemand> demands = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      demands.add(new UnmetDemand("", ResourceVector.NONE, blacklist, 9_000_000));
    }
    PlacementView view =
        seconds(waiting(new long[500]), 100).ahead(9_000, Collections.emptyMap(), demands);
    assertEquals("{n1=9}", perHost(placeSeeingAll(view)).toString());
    assertTrue(blacklist.asked + " times", blacklist.asked < 3_000);
    view = view.ahead(9_000, Collections.singletonMap("", 9_000L), demands);
    assertEquals("{}", perHost(placeSeeingAll(view)).toString());
  }

  /** Each call would compare all of them with all nodes that have room. */
  @Test
  public void demandForLargerNodesTakesNoMoreTimeIfMoreNodesAreTooSmall() {
    List<UnmetDemand> demands =
        Collections.nCopies(
            200_000,
            new UnmetDemand("", ResourceVector.of(4096, 1), Collections.emptySet(), 1_000));
    long few = placingNs(demands, 2);
    long many = placingNs(demands, 500);
    assertTrue(many + " ns with more nodes, " + few + " without", many < 20 * few);
  }

  /** The CPU time of one decision, in ns; other threads may have the processor. */
  private long placingNs(List<UnmetDemand> demands, int nodes) {
    List<CandidateNode> small = new ArrayList<>();
    for (CandidateNode node : waiting(new long[nodes])) {
      small.add(node.withTotal(ResourceVector.of(2048, 2)));
    }
    PlacementView view = seconds(small, 1).ahead(9_000, Collections.emptyMap(), demands);
    ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    long min = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long start = cpu.getCurrentThreadCpuTime();
      assertEquals("none of these nodes is theirs", 1, placeSeeingAll(view).value().size());
      min = Math.min(min, cpu.getCurrentThreadCpuTime() - start);
    }
    return min;
  }

  /** A call may not look at all of a large cluster for it. */
  @Test
  public void unmetDemandOfSomeNodesIsAssignedToTheLeastLoaded() {
    long[] waits = new long[10_000];
    Arrays.fill(waits, PartitionWaitLimit.MAX_NODES, waits.length, 1_000);
    CountingBlacklist blacklist = new CountingBlacklist();
    UnmetDemand most = new UnmetDemand("", ResourceVector.NONE, blacklist, 9_000L * 9_990);
    PlacementView view =
        seconds(waiting(waits), 100)
            .ahead(9_000, Collections.emptyMap(), Collections.singletonList(most));
    assertEquals(0, placeSeeingAll(view).value().size());
    UnmetDemand some = new UnmetDemand("", ResourceVector.NONE, blacklist, 9_000L * 100);
    view = view.ahead(9_000, Collections.emptyMap(), Collections.singletonList(some));
    assertEquals(100, placeSeeingAll(view).value().size());
    assertTrue(blacklist.asked + " times", blacklist.asked < 5_000);
  }

  /** Else one application that waits for a few nodes would keep a large cluster idle. */
  @Test
  public void unmetDemandForFewNodesLeavesTheOthersOfALargeCluster() {
    List<CandidateNode> nodes = new ArrayList<>();
    for (CandidateNode node : waiting(new long[2_000])) {
      nodes.add(node.withTotal(ResourceVector.of(16_384, 8)));
    }
    UnmetDemand large =
        new UnmetDemand("", ResourceVector.of(65_536, 1), Collections.emptySet(), Long.MAX_VALUE);
    Set<String> allButOne = new HashSet<>();
    nodes.forEach(node -> allButOne.add(node.host()));
    allButOne.remove("n100");
    UnmetDemand picky = new UnmetDemand("", ResourceVector.NONE, allButOne, Long.MAX_VALUE);
    for (UnmetDemand demand : Arrays.asList(large, picky)) {
      PlacementView view =
          seconds(nodes, 10_000)
              .ahead(9_000, Collections.emptyMap(), Collections.singletonList(demand));
      int placed = placeSeeingAll(view).value().size();
      assertTrue(placed + " placed", placed > 9_900);
    }
  }

  /** A call may not compare hundreds of blacklists with hundreds of nodes. */
  @Test
  public void demandsThatNoNodeSuitsTakeBoundedTime() {
    CountingBlacklist blacklist = new CountingBlacklist();
    blacklist.add("/r0");
    for (int i = 0; i < 400; i++) {
      blacklist.add("n" + i);
    }
    List<UnmetDemand> demands =
        Collections.nCopies(1_000, new UnmetDemand("", ResourceVector.NONE, blacklist, 9_000));
    PlacementView view =
        seconds(waiting(new long[400]), 100).ahead(9_000, Collections.emptyMap(), demands);
    assertEquals(100, placeSeeingAll(view).value().size());
    assertTrue(blacklist.asked + " times", blacklist.asked < 20_000);
  }

  @Test
  public void idleLocalNodeIsUsedWhenTheFirstKAreFull() {
    long[] waits = new long[100];
    Arrays.fill(waits, 0, 50, 9_000);
    PlacementRequest local =
        PlacementRequest.of(3, "")
            .withCostMs(1_000)
            .near(Collections.singletonMap("n70", 3), NOWHERE);
    Decision<List<Assignment>> d =
        placeSeeingAll(
            PlacementViews.ahead(
                PlacementViews.of(waiting(waits), Collections.singletonList(local)), 9_000));
    assertEquals("{n70=3}", perHost(d).toString());
  }

  @Test
  public void callsWithTheSameListContinueWhereTheLastEnded() {
    List<CandidateNode> list = waiting(new long[200]);
    Map<String, Integer> counts = new TreeMap<>();
    for (int call = 0; call < 8; call++) {
      PlacementView view =
          PlacementViews.of(
              list,
              Collections.singletonList(PlacementRequest.of(50, "").withCostMs(1_000)),
              n -> 1_000L * counts.getOrDefault(n.host(), 0));
      perHost(placeSeeingAll(view)).forEach((host, n) -> counts.merge(host, n, Integer::sum));
    }
    assertEquals(200, counts.size());
    counts.forEach((host, n) -> assertEquals(host, 2, n.intValue()));
  }
}
