// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.Assignment.Locality;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;

/** Candidate nodes and requests. */
abstract class TopKPlacementTestBase {
  static final Map<String, Integer> NOWHERE = Collections.emptyMap();
  final Random random = new Random(5);

  /** Nodes n0, n1, ... in racks of four, least wait first. */
  static List<CandidateNode> nodes(int count) {
    List<CandidateNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(CandidateNode.of("n" + i, 8041, "/r" + i / 4, null));
    }
    return nodes;
  }

  static List<CandidateNode> waiting(long... waitsMs) {
    List<CandidateNode> nodes = new ArrayList<>();
    for (CandidateNode node : nodes(waitsMs.length)) {
      nodes.add(node.withWaitMs(waitsMs[nodes.size()]));
    }
    return nodes;
  }

  Decision<List<Assignment>> place(int k, PlacementView view) {
    return new TopKPlacement(k).place(view, random);
  }

  Decision<List<Assignment>> place(int k, int nodes, PlacementRequest... asks) {
    return place(k, PlacementViews.of(nodes(nodes), Arrays.asList(asks)));
  }

  static Map<String, Integer> perHost(Decision<List<Assignment>> d) {
    Map<String, Integer> counts = new TreeMap<>();
    d.value().forEach(a -> counts.merge(a.node().host(), 1, Integer::sum));
    return counts;
  }

  static int count(Decision<List<Assignment>> d, Locality locality) {
    return (int) d.value().stream().filter(a -> a.locality() == locality).count();
  }
}
