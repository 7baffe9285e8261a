// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.Assignment.Locality;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;

/** Containers are spread over the first k nodes, by location and partition. */
public class TopKPlacementTest extends TopKPlacementTestBase {
  @Test
  public void moreContainersThanNodesArePlacedEvenly() {
    Decision<List<Assignment>> d = place(50, 8, PlacementRequest.of(200, ""));
    assertEquals(PlacementReason.PLACE_ALL, d.reason());
    assertEquals(8, perHost(d).size());
    perHost(d).forEach((host, n) -> assertEquals(host, 25, n.intValue()));
  }

  @Test
  public void asManyContainersAsNodesGoOneToEachNode() {
    assertEquals(8, perHost(place(50, 8, PlacementRequest.of(8, ""))).size());
  }

  @Test
  public void onlyTheFirstKNodesAreUsed() {
    Map<String, Integer> hosts = perHost(place(3, 100, PlacementRequest.of(30, "")));
    assertEquals(new HashSet<>(Arrays.asList("n0", "n1", "n2")), hosts.keySet());
    assertEquals(10, hosts.get("n0").intValue());
  }

  @Test
  public void choiceAmongTheFirstKIsRandom() {
    int[] first = new int[10];
    for (int i = 0; i < 10_000; i++) {
      String host = place(10, 100, PlacementRequest.of(1, "")).value().get(0).node().host();
      first[Integer.parseInt(host.substring(1))]++;
    }
    for (int n : first) {
      assertEquals("of 10,000 among ten", 1000, n, 150);
    }
  }

  @Test
  public void sameSeedGivesTheSamePlacement() {
    PlacementView view =
        PlacementViews.of(nodes(100), Collections.singletonList(PlacementRequest.of(70, "")));
    assertEquals(
        new TopKPlacement(50).place(view, new Random(1)).value().toString(),
        new TopKPlacement(50).place(view, new Random(1)).value().toString());
  }

  @Test
  public void hostsArePreferredToRacksAndRacksToAnyNode() {
    PlacementRequest ask =
        PlacementRequest.of(6, "")
            .near(Collections.singletonMap("n41", 2), Collections.singletonMap("/r10", 5));
    Decision<List<Assignment>> d = place(1, 100, ask);
    assertEquals("n41 is beyond k", 2, count(d, Locality.NODE));
    assertEquals("the two on n41 are of its five", 3, count(d, Locality.RACK));
    assertEquals(1, count(d, Locality.ANY));
    assertEquals("n41 has two already", 2, perHost(d).get("n41").intValue());
    assertEquals(1, perHost(d).get("n0").intValue());
    assertEquals("n41", d.value().get(0).location());
    assertEquals("/r10", d.value().get(2).location());
    assertEquals("*", d.value().get(5).location());
  }

  @Test
  public void replicasOfABlockShareTheContainers() {
    Map<String, Integer> replicas = new TreeMap<>();
    Arrays.asList("n1", "n5", "n9").forEach(host -> replicas.put(host, 6));
    Decision<List<Assignment>> d =
        place(50, 12, PlacementRequest.of(6, "").near(replicas, NOWHERE));
    assertEquals(6, count(d, Locality.NODE));
    replicas.keySet().forEach(host -> assertEquals(2, perHost(d).get(host).intValue()));
  }

  private Decision<List<Assignment>> placeWherePlacesAre(PlacementRequest ask, int... places) {
    List<CandidateNode> nodes = waiting(new long[places.length]);
    for (int i = 0; i < places.length; i++) {
      nodes.set(i, nodes.get(i).reporting(nodes.get(i).waitMs(), places[i]));
    }
    return TopKPlacement.withAllNodes()
        .place(PlacementViews.of(nodes, Collections.singletonList(ask)), random);
  }

  /** The node would refuse more containers, even with a short wait. */
  @Test
  public void nodeGetsNoMoreContainersThanItAccepts() {
    Decision<List<Assignment>> d = placeWherePlacesAre(PlacementRequest.of(20, ""), 3, 0, 100, -1);
    assertEquals(PlacementReason.PLACE_ALL, d.reason());
    assertEquals("{n0=3, n2=17}", perHost(d).toString());
    d = placeWherePlacesAre(PlacementRequest.of(20, ""), 3, 0, 4, -1);
    assertEquals(PlacementReason.PLACE_QUEUES_FULL, d.reason());
    assertEquals("{n0=3, n2=4}", perHost(d).toString());
    PlacementRequest near =
        PlacementRequest.of(20, "")
            .near(Collections.singletonMap("n0", 20), Collections.singletonMap("/r0", 20));
    assertEquals("{n0=3, n2=4}", perHost(placeWherePlacesAre(near, 3, 0, 4, -1)).toString());
  }

  @Test
  public void unknownHostIsSkipped() {
    PlacementRequest ask =
        PlacementRequest.of(2, "").near(Collections.singletonMap("gone", 2), NOWHERE);
    assertEquals(2, count(place(50, 4, ask), Locality.ANY));
  }

  @Test
  public void strictRequestWaitsForItsLocations() {
    PlacementRequest ask =
        PlacementRequest.of(3, "").near(Collections.singletonMap("n2", 1), NOWHERE).strictly();
    Decision<List<Assignment>> d = place(50, 8, ask);
    assertEquals(1, d.value().size());
    assertEquals(PlacementReason.PLACE_NO_MATCH, d.reason());
    assertEquals(
        "no location at all",
        3,
        place(50, 8, PlacementRequest.of(3, "").strictly()).value().size());
  }

  @Test
  public void blacklistedHostsAndRacksGetNoContainer() {
    Map<String, Integer> hosts = new TreeMap<>();
    hosts.put("n0", 9);
    PlacementRequest ask =
        PlacementRequest.of(9, "").near(hosts, Collections.singletonMap("/r0", 9));
    Decision<List<Assignment>> d =
        place(
            1,
            PlacementViews.of(nodes(9), Collections.singletonList(ask))
                .without(new HashSet<>(Arrays.asList("n0", "n1", "/r1"))));
    assertEquals(new HashSet<>(Arrays.asList("n2", "n3")), perHost(d).keySet());
  }

  @Test
  public void partitionMatchesExactly() {
    List<CandidateNode> nodes =
        Arrays.asList(
            CandidateNode.of("a", 1, "/r", ""),
            CandidateNode.of("b", 1, "/r", "gpu"),
            CandidateNode.of("c", 1, "/r", null));
    PlacementRequest gpu =
        PlacementRequest.of(2, "gpu")
            .near(Collections.singletonMap("a", 2), Collections.singletonMap("/r", 2));
    PlacementRequest dflt = PlacementRequest.of(2, null);
    Decision<List<Assignment>> d = place(50, PlacementViews.of(nodes, Arrays.asList(gpu, dflt)));
    assertEquals("{a=1, b=2, c=1}", perHost(d).toString());
    PlacementRequest fpga = PlacementRequest.of(2, "fpga");
    d = place(50, PlacementViews.of(nodes, Collections.singletonList(fpga)));
    assertTrue(d.value().isEmpty());
    assertEquals(PlacementReason.PLACE_NO_MATCH, d.reason());
  }
}
