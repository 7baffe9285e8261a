// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.placement.PlacementRequest;
import org.yarnext.mercury.policy.placement.PlacementView;
import org.yarnext.mercury.policy.placement.TopKPlacement;

public class NodeRankingCacheTest {
  private static final long STALE_MS = 10_000;
  private static final long NEW_MS = 1_000;
  private static final long START_MS = 10_000;
  private static final long EXPIRY_MS = 60_000;

  private final NodeRankingCache cache =
      new NodeRankingCache(STALE_MS, NEW_MS, START_MS, EXPIRY_MS, ThreadLocalRandom::current);

  private static CandidateNode node(String host, long waitMs) {
    return CandidateNode.of(host, 1, "/r", "").withWaitMs(waitMs);
  }

  private void publish(long nowMs, CandidateNode... nodes) {
    cache.publish(Arrays.asList(nodes), Collections.emptySet(), Collections.emptySet(), nowMs);
  }

  private List<String> order(long nowMs) {
    return cache.ranking(nowMs).leastLoadedFirst().stream()
        .map(CandidateNode::host)
        .collect(Collectors.toList());
  }

  private long loadMs(String host, long nowMs) {
    return cache.ranking(nowMs).find(host + ":1").loadMs();
  }

  private static List<Assignment> decide(NodeRanking ranking, int count, long costMs) {
    PlacementView view =
        PlacementView.of(
            ranking, Collections.singletonList(PlacementRequest.of(count, "").withCostMs(costMs)));
    return TopKPlacement.withAllNodes().place(view, ThreadLocalRandom.current()).value();
  }

  @Test
  public void placementCountsUntilItsNodeReportsIt() {
    publish(0, node("a", 0), node("b", 1_000));
    cache.placed(null, "c1", "a:1", 700, 500);
    cache.placed(null, "c2", "a:1", 600, 600);
    assertEquals(1_300, loadMs("a", 700));
    assertEquals(Arrays.asList("b", "a"), order(700));

    publish(30_000, node("a", 0), node("b", 1_400));
    assertEquals("however long it takes", 1_300, loadMs("a", 30_000));
    cache.publish(
        Arrays.asList(node("a", 650), node("b", 1_000)),
        Arrays.asList("c1", "unknown"),
        Collections.emptySet(),
        31_000);
    assertEquals("the first is in the report", 1_250, loadMs("a", 31_000));
    assertEquals(Arrays.asList("c2"), cache.unreported(31_000));
  }

  /** The node's wait stays the same, but no part of it is a claim any more. */
  @Test
  public void reportThatIncludesClaimedContainersReplacesTheBase() {
    publish(0, node("a", 0), node("b", 1_000));
    cache.placed(null, "c1", "a:1", 700, 0);
    cache.publish(
        Arrays.asList(node("a", 700), node("b", 1_000)),
        Collections.singleton("c1"),
        Collections.emptySet(),
        1_000);
    cache.placed(null, "c2", "a:1", 10, 1_000);
    assertEquals(710, loadMs("a", 1_000));
  }

  @Test
  public void newContainerIsNotYetLookedUpInYarn() {
    cache.placed(null, "c1", "a:1", 700, 500);
    cache.placed(null, "c2", "a:1", 700, 900);
    assertEquals(Collections.emptyList(), cache.unreported(500 + NEW_MS - 1));
    assertEquals(Arrays.asList("c1"), cache.unreported(500 + NEW_MS));
    assertEquals(Arrays.asList("c1", "c2"), cache.unreported(900 + NEW_MS));
  }

  @Test
  public void containerThatNeverStartsExpires() {
    cache.placed(null, "c1", "a:1", 700, 0);
    cache.placed(null, "c2", "a:1", 300, 10);
    publish(EXPIRY_MS, node("a", 5));
    assertEquals(1_005, loadMs("a", EXPIRY_MS));
    publish(EXPIRY_MS + 1, node("a", 5));
    assertEquals(305, loadMs("a", EXPIRY_MS + 1));
    publish(EXPIRY_MS + 11, node("a", 5));
    assertEquals(5, loadMs("a", EXPIRY_MS + 11));
    assertEquals(Collections.emptyList(), cache.unreported(2 * EXPIRY_MS));
  }

  /** Creating the container may fail halfway. */
  @Test
  public void claimWithoutAContainerExpires() {
    publish(0, node("a", 0));
    NodeRanking ranking = cache.ranking(0);
    cache.claim(null, ranking, decide(ranking, 3, 100), false, 0);
    assertEquals(300, loadMs("a", 0));
    assertEquals(Collections.emptyList(), cache.unreported(2 * NEW_MS));
    publish(EXPIRY_MS + 1, node("a", 0));
    assertEquals(0, loadMs("a", EXPIRY_MS + 1));
  }

  @Test
  public void oldPlacementsExpireWithoutRounds() {
    for (int i = 0; i < 1_000; i++) {
      cache.placed(null, "c" + i, "a:1", 1, i * EXPIRY_MS / 10);
    }
    assertEquals("those of the last minute", 11, cache.unreported(1_000 * EXPIRY_MS).size());
    assertEquals(11, cache.containersByNode().get("a:1").intValue());
  }

  @Test
  public void staleRankingIsEmpty() {
    assertTrue("before the first round", cache.ranking(-5).isEmpty());
    publish(0, node("a", 0));
    assertEquals(Arrays.asList("a"), order(STALE_MS));
    cache.placed(null, "c1", "a:1", 7, STALE_MS);
    assertTrue("a claim makes it no newer", cache.ranking(STALE_MS + 1).isEmpty());
    cache.clear();
    assertTrue(cache.ranking(0).isEmpty());
    publish(0, node("a", 3));
    assertEquals("nothing is claimed any more", 3, loadMs("a", 0));
  }

  @Test
  public void withdrawnPlacementNoLongerCounts() {
    publish(0, node("a", 10), node("b", 0));
    cache.placed(null, "c1", "a:1", 700, 500);
    cache.placed(null, "c2", "a:1", 200, 500);
    cache.undelivered("c1");
    cache.undelivered("c1");
    assertEquals(210, loadMs("a", 500));
    cache.undelivered("c3");
    cache.undelivered("c2");
    assertEquals(10, loadMs("a", 500));
    cache.placed(null, "c4", "a:1", 0, 500);
    cache.placed(null, "c5", "a:1", -5, 500);
    cache.placed(null, "c6", "a:1", 40, 500);
    cache.placed(null, "c6", "a:1", 40, 500);
    assertEquals("once", 50, loadMs("a", 500));
  }

  @Test
  public void returningNodeKeepsItsRecentPlacements() {
    publish(0, node("a", 0), node("b", 0));
    cache.placed(null, "c1", "a:1", 100, 0);
    publish(5, node("b", 0));
    assertNull(cache.ranking(5).find("a:1"));
    cache.placed(null, "c2", "a:1", 700, 5);
    publish(10, node("a", 10), node("b", 0));
    assertEquals(810, loadMs("a", 10));
  }

  @Test
  public void placementsOnRemovedNodesAreForgotten() {
    publish(0, node("a", 0), node("gone", 0));
    cache.placed(null, "c1", "gone:1", 500, 0);
    publish(1, node("a", 0));
    assertEquals(1, cache.containersByNode().get("gone:1").intValue());
    cache.undelivered("c1");
    publish(2, node("a", 0));
    assertTrue(cache.containersByNode().isEmpty());
  }

  @Test
  public void decisionOnNodesClaimedSinceIsRepeated() {
    publish(0, node("a", 0), node("b", 50), node("c", 60));
    NodeRanking ranking = cache.ranking(0);
    List<Assignment> ours = decide(ranking, 1, 100);
    List<Assignment> others = decide(ranking, 1, 100);
    assertNotNull(cache.claim(null, ranking, others, false, 0));
    assertNull("a has load now", cache.claim(null, ranking, ours, false, 0));
    assertEquals("nothing was claimed", 100, loadMs("a", 0));
    NodeRanking now = cache.ranking(0);
    assertEquals("b", decide(now, 1, 100).get(0).node().host());
    cache.placed(null, "c1", "c:1", 7, 0);
    assertNotNull("c is of no matter", cache.claim(null, now, decide(now, 1, 100), false, 0));
    assertNotNull(cache.claim(null, ranking, ours, true, 0));
    assertEquals(200, loadMs("a", 0));
  }

  @Test
  public void claimIsWithdrawnIfItsContainerCannotBeCreated() {
    publish(0, node("a", 0), node("b", 50));
    NodeRanking ranking = cache.ranking(0);
    List<NodeClaim> claims = cache.claim(null, ranking, decide(ranking, 2, 100), false, 0);
    claims.get(0).withdraw();
    claims.get(0).withdraw();
    assertEquals(Arrays.asList("a", "b"), order(0));
    claims.get(1).bind("c1");
    assertEquals(150, loadMs("b", 0));
    cache.undelivered("c1");
    assertEquals(50, loadMs("b", 0));
    claims.get(0).bind("c2");
    assertEquals(Collections.emptyList(), cache.unreported(NEW_MS));
  }

  @Test
  public void rankingIsReplacedOnlyIfTheNodesChange() {
    CandidateNode a = node("a", 0);
    CandidateNode b = node("b", 50);
    publish(0, a, b);
    NodeRanking first = cache.ranking(0);
    publish(1, a, b.withWaitMs(70));
    assertTrue(cache.ranking(1).isVersionOf(first));
    assertEquals(70, loadMs("b", 1));
    publish(2, b, a);
    assertFalse(cache.ranking(2).isVersionOf(first));
    assertEquals(50, loadMs("b", 2));
  }

  /** To sort thousands of nodes each second would disturb the calls of all others. */
  @Test
  public void nodesAreNotSortedWhileNothingIsPlaced() {
    publish(0, node("a", 0), node("b", 50));
    for (int round = 1; round <= 2 * NodeRanking.MAX_UNREAD; round++) {
      publish(round, node("a", 70 + round), node("b", 50));
      assertEquals(round <= NodeRanking.MAX_UNREAD, cache.ranking(round).isComplete());
    }
    assertEquals("b", decide(cache.ranking(0), 1, 100).get(0).node().host());
    publish(1_000, node("a", 0), node("b", 50));
    assertTrue("others may follow", cache.ranking(1_000).isComplete());
    assertEquals("a", decide(cache.ranking(1_000), 1, 100).get(0).node().host());
  }

  /** Every placement is seen by those after it, whatever the coordinator publishes meanwhile. */
  @Test(timeout = 60_000)
  public void concurrentPlacementsAndPublishingLoseNothing() throws Exception {
    int size = 200;
    int callers = 8;
    List<CandidateNode> nodes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      nodes.add(node("n" + i, 0));
    }
    cache.publish(nodes, Collections.emptySet(), Collections.emptySet(), 0);
    ExecutorService threads = Executors.newFixedThreadPool(callers + 1);
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int t = 0; t < callers; t++) {
      int caller = t;
      calls.add(() -> placeTwice(caller, 500));
    }
    calls.add(() -> publishChanges(nodes));
    int calledInAll = 0;
    for (Future<Integer> f : threads.invokeAll(calls)) {
      calledInAll += f.get();
    }
    threads.shutdownNow();
    Map<Long, Integer> loads = new TreeMap<>();
    cache.ranking(0).inListOrder().forEach(n -> loads.merge(n.loadMs(), 1, Integer::sum));
    long sum = loads.entrySet().stream().mapToLong(e -> e.getKey() * e.getValue()).sum();
    assertEquals(callers * 500, calledInAll);
    assertEquals(10L * 2 * calledInAll, sum);
    assertEquals("spread as if one had placed all: " + loads, 1, loads.size());
    for (int caller = 0; caller < callers; caller++) {
      for (int i = 0; i < 500; i++) {
        cache.undelivered(caller + "/" + i);
        cache.undelivered(caller + "/" + i + "'");
      }
    }
    cache.ranking(0).inListOrder().forEach(n -> assertEquals(0, n.loadMs()));
  }

  /** Places two containers in each of a number of calls, which it returns. */
  private int placeTwice(int caller, int calls) {
    for (int i = 0; i < calls; ) {
      NodeRanking ranking = cache.ranking(0);
      List<NodeClaim> claims = cache.claim(null, ranking, decide(ranking, 2, 10), false, 0);
      if (claims != null) {
        claims.get(0).bind(caller + "/" + i);
        claims.get(1).bind(caller + "/" + i + "'");
        i++;
      }
    }
    return calls;
  }

  /** Publishes 200 times, and at last the nodes as they are; returns 0, the number of calls. */
  private int publishChanges(List<CandidateNode> nodes) {
    for (int i = 0; i < 200; i++) {
      // Now with few changed nodes, now with many, now with another list.
      List<CandidateNode> reports = new ArrayList<>(nodes);
      int changed = i % 3 == 0 ? 1 : nodes.size();
      for (int n = 0; n < changed; n++) {
        reports.set(n, nodes.get(n).withWaitMs(i % 2));
      }
      if (i % 5 == 0) {
        Collections.swap(reports, 0, nodes.size() - 1);
      }
      cache.publish(reports, Collections.emptySet(), Collections.emptySet(), 0);
    }
    cache.publish(nodes, Collections.emptySet(), Collections.emptySet(), 0);
    return 0;
  }

  /**
   * Otherwise the next decision that needs an order would update it for the nodes of all others.
   */
  @Test
  public void claimsUpdateTheOrdersThatDecisionsRead() {
    CandidateNode[] nodes = new CandidateNode[100];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = node("n" + i, i);
    }
    publish(0, nodes);
    decide(cache.ranking(0), 1, 10);
    for (int i = 0; i < nodes.length; i++) {
      cache.placed(null, "c" + i, nodes[i].id(), 200 - 3 * i, 0);
      assertTrue(cache.ranking(0).unsorted() < NodeRanking.MAX_UNSORTED);
    }
    NodeRanking ranking = cache.ranking(0);
    List<String> ordered = new ArrayList<>();
    ranking
        .leastLoaded("", ResourceVector.NONE)
        .forEachRemaining(each -> ordered.add(each.node().host()));
    assertEquals(order(0), ordered);

    publish(1, nodes);
    for (int i = 0; i < 20; i++) {
      cache.placed(null, "d" + i, nodes[i].id(), 10, 1);
    }
    assertEquals("no decision needs them", 20, cache.ranking(1).unsorted());
  }
}
