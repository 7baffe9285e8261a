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
package org.yarnext.mercury.policy.coordinator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Decides in which order nodes are offered the next opportunistic container: least wait first, R
 * plus what was placed since it was reported; equal waits by node id. Only nodes with a fresh
 * report are in it. Immutable.
 */
public final class Ranking {
  /** No node at all. */
  public static final Ranking EMPTY = new Ranking(Collections.emptyList(), Long.MIN_VALUE);

  private static final Comparator<RankedNode> LEAST_WAIT_FIRST =
      Comparator.comparingDouble(RankedNode::waitMs).thenComparing(RankedNode::node);

  private final List<RankedNode> nodes;
  private final long madeMs;

  private Ranking(List<RankedNode> nodes, long madeMs) {
    this.nodes = nodes;
    this.madeMs = madeMs;
  }

  /**
   * Ranks nodes.
   *
   * @param inFlightMs the wait that placements on a node since its report will add
   */
  public static Ranking of(
      Collection<NodeReport> fresh, ToDoubleFunction<String> inFlightMs, long nowMs) {
    List<RankedNode> nodes = new ArrayList<>(fresh.size());
    for (NodeReport r : fresh) {
      nodes.add(new RankedNode(r, inFlightMs.applyAsDouble(r.node())));
    }
    nodes.sort(LEAST_WAIT_FIRST);
    return new Ranking(Collections.unmodifiableList(nodes), nowMs);
  }

  /** Least wait first; unmodifiable. */
  public List<RankedNode> nodes() {
    return nodes;
  }

  /** When it was made. */
  public long madeMs() {
    return madeMs;
  }
}
