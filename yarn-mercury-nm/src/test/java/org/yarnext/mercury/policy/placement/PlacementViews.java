// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;

/** Views over lists of nodes. */
final class PlacementViews {
  private static final Random RANDOM = new Random(11);

  private PlacementViews() {}

  static PlacementView of(List<CandidateNode> nodes, List<PlacementRequest> asks) {
    return PlacementView.of(NodeRanking.of(nodes, RANDOM), asks);
  }

  /** With what was placed on each node since its report, in ms. */
  static PlacementView of(
      List<CandidateNode> nodes,
      List<PlacementRequest> asks,
      ToLongFunction<CandidateNode> addedMs) {
    return PlacementView.of(NodeRanking.of(nodes, addedMs, RANDOM), asks);
  }

  /** With queues of bounded length, and nobody before. */
  static PlacementView ahead(PlacementView view, long aheadMs) {
    return view.ahead(aheadMs, Collections.emptyMap(), Collections.emptyList());
  }

  /** With queues of bounded length, of whose room others are to have so much first. */
  static PlacementView ahead(PlacementView view, long aheadMs, Map<String, Long> demandMs) {
    return view.ahead(aheadMs, demandMs, Collections.emptyList());
  }
}
