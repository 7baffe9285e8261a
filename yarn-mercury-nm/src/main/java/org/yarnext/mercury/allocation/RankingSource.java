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
package org.yarnext.mercury.allocation;

import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.yarnext.mercury.policy.placement.Assignment;
import org.yarnext.mercury.policy.placement.CandidateNode;
import org.yarnext.mercury.policy.placement.NodeRanking;

/**
 * Supplies the ranking of nodes that containers are placed by, and is told what was placed.
 * Thread-safe.
 */
public interface RankingSource {
  /** The load of a container that was placed, until its node has reported it. Thread-safe. */
  interface Claim {
    /** The container was made. */
    void bind(Container container);

    /** The container could not be made. */
    void withdraw();
  }

  /**
   * The nodes as they are ranked now.
   *
   * @param context the application's, with the list of nodes it was given
   */
  NodeRanking ranking(OpportunisticContainerContext context);

  /**
   * Claims the nodes of a decision.
   *
   * @param decidedOn what {@link #ranking} gave
   * @param anyway whether to do so even if some of these nodes were claimed since
   * @return a claim for each assignment, in their order; null if some of the nodes were claimed
   *     since, so that the decision is to be made anew
   */
  List<Claim> claim(NodeRanking decidedOn, List<Assignment> assignments, boolean anyway);

  /**
   * The wait that one container adds to a node, in ms.
   *
   * @param runMs its expected run time; null if nothing is known
   * @param size what it occupies
   */
  long costMs(Long runMs, Resource size);

  /** Stock placed a container. */
  void placedByStock(Container container, long costMs);

  /** A container that was placed is no more, and nobody was given it. */
  void takenBack(Container container);

  /** A node as the policies see it, where nothing is known of its wait. */
  static CandidateNode candidate(RemoteNode node) {
    NodeId id = node.getNodeId();
    return CandidateNode.of(id.getHost(), id.getPort(), node.getRackName(), node.getNodePartition())
        .withSource(node);
  }

  /** The reverse of {@link #candidate}. */
  static RemoteNode node(CandidateNode candidate) {
    return (RemoteNode) candidate.source();
  }
}
