// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.Assignment.Locality;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;

/** Properties of every placement, over random clusters, requests and limits. */
@RunWith(JUnitQuickcheck.class)
public class TopKPlacementPropertiesTest {
  private static final int TRIALS = 1000;
  private static final String[] PARTITIONS = {"", "", "gpu"};

  /** One random call and its answer. */
  private static final class World {
    final Random random;
    final List<CandidateNode> nodes = new ArrayList<>();
    final List<PlacementRequest> asks = new ArrayList<>();
    final Set<String> blacklist = new HashSet<>();
    final int k;
    final int quota;
    final int perCall;
    final Decision<List<Assignment>> decision;

    World(long seed) {
      random = new Random(seed);
      int size = random.nextInt(30);
      for (int i = 0; i < size; i++) {
        nodes.add(
            CandidateNode.of("n" + i, 8041, "/r" + random.nextInt(4), partition())
                .withWaitMs(random.nextInt(5) == 0 ? -1 : 100L * random.nextInt(50)));
      }
      for (int i = random.nextInt(5); i > 0; i--) {
        asks.add(ask());
      }
      for (int i = random.nextInt(8); i > 0; i--) {
        blacklist.add(random.nextInt(5) == 0 ? rack() : host());
      }
      k = 1 + random.nextInt(10);
      quota = random.nextInt(3) > 0 ? Integer.MAX_VALUE : random.nextInt(60) - 2;
      perCall = random.nextInt(3) > 0 ? -1 : random.nextInt(60);
      Map<String, Long> before = new HashMap<>();
      nodes.forEach(n -> before.put(n.host(), (long) random.nextInt(10)));
      decision =
          new TopKPlacement(k)
              .place(
                  PlacementViews.of(nodes, asks, n -> before.get(n.host()))
                      .without(blacklist)
                      .within(quota, perCall),
                  random);
    }

    private String host() {
      return "n" + random.nextInt(33);
    }

    private String rack() {
      return "/r" + random.nextInt(5);
    }

    private String partition() {
      return PARTITIONS[random.nextInt(PARTITIONS.length)];
    }

    private PlacementRequest ask() {
      Map<String, Integer> hosts = new HashMap<>();
      Map<String, Integer> racks = new HashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        hosts.put(host(), random.nextInt(5) - 1);
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        racks.put(rack(), random.nextInt(6) - 1);
      }
      PlacementRequest ask =
          PlacementRequest.of(random.nextInt(40) - 2, partition())
              .near(hosts, racks)
              .withCostMs(random.nextInt(500));
      return random.nextInt(4) == 0 ? ask.strictly() : ask;
    }

    boolean eligible(CandidateNode n, PlacementRequest ask) {
      return n.partition().equals(ask.partition())
          && !blacklist.contains(n.host())
          && !blacklist.contains(n.rack());
    }

    long limit() {
      return Math.min(Math.max(0, quota), perCall > 0 ? perCall : Integer.MAX_VALUE);
    }

    int placed(int ask) {
      return (int) decision.value().stream().filter(a -> a.requestIndex() == ask).count();
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void containersArePlacedOnlyOnEligibleNodes(@When(seed = 31) long seed) {
    World w = new World(seed);
    for (Assignment a : w.decision.value()) {
      assertTrue(w.nodes.contains(a.node()));
      assertTrue(a.toString(), w.eligible(a.node(), w.asks.get(a.requestIndex())));
    }
  }

  /** The room of all nodes together allows what their own waits allow, unless others need it. */
  @Property(trials = TRIALS, shrink = false)
  public void decisionWhileNobodyWaitsIsThatWithoutDemand(@When(seed = 39) long seed) {
    World w = new World(seed);
    PlacementView view =
        PlacementViews.of(w.nodes, w.asks, n -> 0L).without(w.blacklist).within(w.quota, w.perCall);
    Random noLots =
        new Random(0) {
          private static final long serialVersionUID = 1L;

          @Override
          public int nextInt() {
            return 0;
          }
        };
    TopKPlacement policy = TopKPlacement.withAllNodes();
    for (long aheadMs : new long[] {1, 100, 1_000, 6_000}) {
      assertEquals(
          policy.place(PlacementViews.ahead(view, aheadMs), noLots).value().toString(),
          policy.place(view.ahead(aheadMs), noLots).value().toString());
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void placementNeverExceedsTheRequestOrTheLimits(@When(seed = 32) long seed) {
    World w = new World(seed);
    for (int i = 0; i < w.asks.size(); i++) {
      assertTrue(w.placed(i) <= w.asks.get(i).count());
    }
    assertTrue(w.decision.value().size() <= w.limit());
  }

  @Property(trials = TRIALS, shrink = false)
  public void allRequestsArePlacedInOrderWhenANodeMatches(@When(seed = 33) long seed) {
    World w = new World(seed);
    long left = w.limit();
    for (int i = 0; i < w.asks.size(); i++) {
      PlacementRequest ask = w.asks.get(i);
      if (ask.anywhere()) {
        boolean some = w.nodes.stream().anyMatch(n -> w.eligible(n, ask));
        assertEquals(some ? Math.min(left, ask.count()) : 0, w.placed(i));
      }
      left -= w.placed(i);
    }
    boolean all =
        w.asks.stream().mapToInt(PlacementRequest::count).sum() == w.decision.value().size();
    boolean good =
        w.decision.reason() == PlacementReason.PLACE_ALL
            || w.decision.reason() == PlacementReason.PLACE_NOT_REQUESTED;
    assertEquals(w.decision.toString(), all, good);
  }

  private static Map<String, Integer> positive(Map<String, ? extends Number> counts) {
    Map<String, Integer> positive = new HashMap<>();
    counts.forEach((name, n) -> positive.put(name, Math.max(0, n.intValue())));
    return positive;
  }

  @Property(trials = TRIALS, shrink = false)
  public void localityCountsAreHonouredAndUsedUp(@When(seed = 34) long seed) {
    World w = new World(seed);
    for (int i = 0; i < w.asks.size(); i++) {
      PlacementRequest ask = w.asks.get(i);
      Map<String, Integer> hosts = positive(ask.hosts());
      Map<String, Integer> racks = positive(ask.racks());
      Locality last = Locality.NODE;
      for (Assignment a : w.decision.value()) {
        if (a.requestIndex() != i) {
          continue;
        }
        assertTrue("nearer ones first", a.locality().compareTo(last) >= 0);
        last = a.locality();
        if (last == Locality.NODE) {
          assertTrue(hosts.merge(a.node().host(), -1, Integer::sum) >= 0);
          racks.computeIfPresent(a.node().rack(), (rack, n) -> Math.max(0, n - 1));
        } else if (last == Locality.RACK) {
          assertTrue(racks.merge(a.node().rack(), -1, Integer::sum) >= 0);
        } else {
          assertTrue(ask.anywhere());
        }
      }
      for (CandidateNode n : w.nodes) {
        if (w.eligible(n, ask) && last != Locality.NODE) {
          assertEquals("a host was passed over", 0, hosts.getOrDefault(n.host(), 0).intValue());
        }
        if (w.eligible(n, ask) && last == Locality.ANY) {
          assertEquals("a rack was passed over", 0, racks.getOrDefault(n.rack(), 0).intValue());
        }
      }
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void onlyTheFirstKNodesAreUsedWithoutALocation(@When(seed = 35) long seed) {
    World w = new World(seed);
    for (Assignment a : w.decision.value()) {
      if (a.locality() == Locality.ANY) {
        PlacementRequest ask = w.asks.get(a.requestIndex());
        long before =
            w.nodes.subList(0, w.nodes.indexOf(a.node())).stream()
                .filter(n -> w.eligible(n, ask))
                .count();
        assertFalse("beyond k", before >= w.k);
      }
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void fullViewTakesTheLeastLoadedNodeBelowTheBound(@When(seed = 36) long seed) {
    World w = new World(seed);
    Map<CandidateNode, Long> loads = new HashMap<>();
    w.nodes.forEach(n -> loads.put(n, Math.max(0, n.waitMs()) + w.random.nextInt(300)));
    Map<CandidateNode, Long> before = new HashMap<>(loads);
    long aheadMs = w.random.nextInt(6_000);
    Decision<List<Assignment>> d =
        TopKPlacement.withAllNodes()
            .place(
                PlacementViews.ahead(
                    PlacementViews.of(w.nodes, w.asks, n -> before.get(n) - Math.max(0, n.waitMs()))
                        .without(w.blacklist)
                        .within(w.quota, w.perCall),
                    aheadMs),
                w.random);
    for (Assignment a : d.value()) {
      PlacementRequest ask = w.asks.get(a.requestIndex());
      long load = loads.get(a.node());
      assertTrue("full", load < aheadMs);
      if (a.locality() == Locality.ANY) {
        assertEquals(leastLoaded(w, ask, loads), load);
      }
      loads.put(a.node(), load + ask.costMs());
    }
    for (int i = 0; i < w.asks.size(); i++) {
      int ask = i;
      long placed = d.value().stream().filter(a -> a.requestIndex() == ask).count();
      if (w.asks.get(i).anywhere()
          && placed < w.asks.get(i).count()
          && d.value().size() < w.limit()) {
        assertTrue("room is left", leastLoaded(w, w.asks.get(i), loads) >= aheadMs);
      }
    }
  }

  private static long leastLoaded(World w, PlacementRequest ask, Map<CandidateNode, Long> loads) {
    return w.nodes.stream()
        .filter(n -> w.eligible(n, ask))
        .mapToLong(loads::get)
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
