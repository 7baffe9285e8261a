/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.policy.placement;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;

/** Views over lists of nodes. */
final class Views {
  private static final Random RANDOM = new Random(11);

  private Views() {}

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
