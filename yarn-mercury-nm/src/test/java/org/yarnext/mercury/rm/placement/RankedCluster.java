// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.placement;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.yarnext.mercury.allocation.PlacedApplication;
import org.yarnext.mercury.allocation.RankingSource;
import org.yarnext.mercury.policy.coordinator.NodeReport;
import org.yarnext.mercury.policy.estimate.DefaultRunTimeEstimator;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.policy.placement.ranking.NodeRankingCache;
import org.yarnext.mercury.policy.policing.CeilingPolicy;

/** A ResourceManager's nodes with the coordinator's waits, but for the ResourceManager. */
public final class RankedCluster {
  private static final long LONG_MS = 3_600_000;

  final NodeRankingCache rankings;
  final ClusterRankingSource source;

  private final CandidateNodeReader candidates;
  private final OpportunisticContainerContext context;
  private final List<NodeId> ids = new ArrayList<>();
  private int rounds;

  /** Nodes that have reported no wait yet. */
  public RankedCluster(int size) {
    this(size, LONG_MS);
  }

  RankedCluster(int size, long staleAfterMs) {
    rankings =
        new NodeRankingCache(staleAfterMs, LONG_MS, LONG_MS, LONG_MS, ThreadLocalRandom::current);
    ConcurrentMap<NodeId, RMNode> known = new ConcurrentHashMap<>();
    RMNode anyNode = mock(RMNode.class, withSettings().stubOnly());
    for (int i = 0; i < size; i++) {
      NodeId id = NodeId.newInstance(PlacedApplication.host(i), 8041);
      ids.add(id);
      known.put(id, anyNode);
    }
    when(anyNode.getTotalCapability()).thenReturn(Resource.newInstance(8192, 8));
    CapacityScheduler scheduler = new Scheduler(new Node(anyNode));
    RMContext context = mock(RMContext.class, withSettings().stubOnly());
    when(context.getRMNodes()).thenReturn(known);
    when(context.getScheduler()).thenReturn(scheduler);
    candidates = new CandidateNodeReader(context, () -> CeilingPolicy.NONE);
    source =
        new ClusterRankingSource(
            () -> rankings,
            scheduler::getMinimumResourceCapability,
            new DefaultRunTimeEstimator(),
            10_000,
            attempt -> "user");
    this.context = OpportunisticContextRegistry.context(source::byHost);
  }

  /** A mock would take longer than all else that is done with thousands of nodes. */
  private static final class Node extends FiCaSchedulerNode {
    Node(RMNode node) {
      super(node, false);
    }

    @Override
    public String getHttpAddress() {
      return "host:8042";
    }

    @Override
    public String getRackName() {
      return "/rack";
    }
  }

  /** Scheduler that returns one node for every name. */
  private static final class Scheduler extends CapacityScheduler {
    private final Resource least = Resource.newInstance(1024, 1);
    private final Node node;

    Scheduler(Node node) {
      this.node = node;
    }

    @Override
    public Resource getMinimumResourceCapability() {
      return least;
    }

    @Override
    public FiCaSchedulerNode getNode(NodeId id) {
      return node;
    }
  }

  /**
   * A round of the coordinator.
   *
   * @param waitsMs of the nodes in their order
   * @param arrived containers that their nodes have reported
   */
  void round(Set<?> arrived, double... waitsMs) {
    long nowMs = Time.monotonicNow();
    List<NodeReport> reports = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      double waitMs = waitsMs[i % waitsMs.length];
      reports.add(new NodeReport(ids.get(i).toString(), waitMs, 1, NodeReport.NO_BOUND, nowMs));
    }
    round(arrived, reports);
  }

  void round(Set<?> arrived, List<NodeReport> reports) {
    rankings.publish(
        candidates.read(reports), arrived, Collections.emptySet(), Time.monotonicNow());
  }

  /** Each node reports up to three seconds, and has a container to come. */
  public void busyNodes() {
    round(Collections.emptySet(), 0, 1_000, 2_000, 3_000);
    for (NodeId id : ids) {
      rankings.placed(null, "to come on " + id, id.toString(), 500, Time.monotonicNow());
    }
  }

  /** The coordinator's work for placement in each round. */
  public void nextRound() {
    round(Collections.emptySet(), rounds++ % 2 * 100, 1_000, 2_000, 3_000 - rounds);
  }

  public RankingSource source() {
    return source;
  }

  /** An application's. */
  public OpportunisticContainerContext context() {
    return context;
  }

  NodeRanking ranking() {
    return source.ranking();
  }
}
