// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.policy.placement.ranking.StartShareTracker;

/** Supplies the ranking of nodes for placement, and records placements. Thread-safe. */
public interface RankingSource {
  /** Load of a placed container until its node reports it. Thread-safe. */
  interface Claim {
    /** Binds the claim to the created container. */
    void bind(Container container);

    /** Withdraws the claim because the container could not be created. */
    void withdraw();
  }

  /**
   * Returns the current ranking of the nodes.
   *
   * @param context the application's, with the list of nodes it was given
   */
  NodeRanking ranking(OpportunisticContainerContext context);

  /**
   * Returns which share of its placed containers an attempt starts; null if that is not tracked.
   */
  default StartShareTracker starts(ApplicationAttemptId attempt) {
    return null;
  }

  /**
   * Claims the nodes of a decision.
   *
   * @param application the result of {@link #starts}
   * @param decidedOn the result of {@link #ranking} that the decision was based on
   * @param anyway whether to claim even if some of these nodes were claimed since
   * @return a claim for each assignment, in their order; null if some of the nodes were claimed
   *     since, so that the decision must be repeated
   */
  List<Claim> claim(
      StartShareTracker application,
      NodeRanking decidedOn,
      List<Assignment> assignments,
      boolean anyway);

  /**
   * Returns the wait that one container adds to a node, in ms.
   *
   * @param runMs its expected run time; null if unknown
   * @param size the container's resources
   */
  long costMs(Long runMs, Resource size);

  /** Records a container placed by stock. */
  void placedByStock(Container container, long costMs);

  /** Records that a placed container was released before an application received it. */
  void undelivered(Container container);

  /** Converts a node to the policies' view, with an unknown wait. */
  static CandidateNode candidate(RemoteNode node) {
    NodeId id = node.getNodeId();
    return CandidateNode.of(id.getHost(), id.getPort(), node.getRackName(), node.getNodePartition())
        .withSource(node);
  }

  /** Returns the node from which {@link #candidate} made a candidate. */
  static RemoteNode node(CandidateNode candidate) {
    return (RemoteNode) candidate.source();
  }
}
