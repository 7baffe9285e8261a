// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.mercury.allocation.RankingSource;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.coordinator.NodeReport;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;

/**
 * Reads the nodes with a fresh heartbeat from the ResourceManager as candidates for placement:
 * location, resources, and how many containers each accepts. Not thread-safe.
 */
public final class CandidateNodeReader {
  private final RMContext context;
  private final Supplier<CeilingPolicy> ceiling;

  /** Candidates of the last round by node id; a node that has not changed keeps its object. */
  private Map<String, CandidateNode> known = new HashMap<>();

  /** The last size of a node, which most others share: decisions read those of many nodes. */
  private ResourceVector lastTotal;

  /**
   * Creates a reader.
   *
   * @param ceiling supplies what limits the part of a node that opportunistic containers may occupy
   */
  public CandidateNodeReader(RMContext context, Supplier<CeilingPolicy> ceiling) {
    this.context = context;
    this.ceiling = ceiling;
  }

  /** Returns candidates in the order of the reports; a node that has left meanwhile is left out. */
  public List<CandidateNode> read(Collection<NodeReport> fresh) {
    Map<String, NodeId> ids = null;
    CeilingPolicy limit = ceiling.get();
    AbstractYarnScheduler<?, ?> scheduler = ActiveScheduler.of(context);
    Map<String, CandidateNode> now = new HashMap<>(2 * fresh.size());
    List<CandidateNode> candidates = new ArrayList<>(fresh.size());
    for (NodeReport report : fresh) {
      CandidateNode before = known.get(report.node());
      if (before == null && ids == null) {
        ids = ids();
      }
      NodeId id = before == null ? ids.get(report.node()) : RankingSource.node(before).getNodeId();
      SchedulerNode node = id == null ? null : scheduler.getNode(id);
      if (node != null) {
        CandidateNode candidate = candidate(before, id, node, limit);
        candidate =
            candidate.reporting(Math.round(report.waitMs()), places(report, candidate.total()));
        now.put(report.node(), candidate);
        candidates.add(candidate);
      }
    }
    known = now;
    return candidates;
  }

  /** Returns all nodes by their ids as text. */
  private Map<String, NodeId> ids() {
    Map<String, NodeId> ids = new HashMap<>();
    context.getRMNodes().keySet().forEach(id -> ids.put(id.toString(), id));
    return ids;
  }

  private CandidateNode candidate(
      CandidateNode before, NodeId id, SchedulerNode node, CeilingPolicy limit) {
    ResourceVector total = limit.maximum(ResourceCodec.vector(node.getTotalResource()));
    if (before != null && total.equals(before.total())) {
      RemoteNode remote = RankingSource.node(before);
      if (Objects.equals(remote.getHttpAddress(), node.getHttpAddress())
          && Objects.equals(remote.getRackName(), node.getRackName())
          && Objects.equals(remote.getNodePartition(), node.getPartition())) {
        return before;
      }
    }
    RemoteNode remote = RemoteNode.newInstance(id, node.getHttpAddress());
    remote.setRackName(node.getRackName());
    remote.setNodePartition(node.getPartition());
    lastTotal = total.equals(lastTotal) ? lastTotal : total;
    return RankingSource.candidate(remote).withTotal(lastTotal);
  }

  /**
   * Returns how many more containers a node accepts according to its report; it refuses containers
   * beyond its queue's capacity.
   */
  private static int places(NodeReport report, ResourceVector total) {
    if (report.queueCapacity() == NodeReport.NO_BOUND) {
      return Integer.MAX_VALUE;
    }
    // If the queue is empty, some containers start at once: no more than there are cores.
    long atOnce = report.queueLength() == 0 ? total.vcores() : 0;
    long places = (long) report.queueCapacity() - report.queueLength() + atOnce;
    return (int) Math.min(Integer.MAX_VALUE - 1, places);
  }
}
