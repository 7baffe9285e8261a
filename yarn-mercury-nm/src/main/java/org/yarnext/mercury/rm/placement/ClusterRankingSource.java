// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.yarnext.mercury.allocation.RankingSource;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.DefaultRunTimeEstimator;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.NodeClaim;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.policy.placement.ranking.NodeRankingCache;
import org.yarnext.mercury.policy.placement.ranking.StartShareTracker;

/** Supplies the nodes of a ResourceManager as its coordinator ranks them. Thread-safe. */
final class ClusterRankingSource implements RankingSource {
  private final Supplier<NodeRankingCache> coordinator;
  private final Supplier<Resource> step;
  private final DefaultRunTimeEstimator typical;
  private final long unknownRunMs;
  private final StartShareRegistry starts;

  /** The latest ranking of a coordinator, so that calls need not look it up; null at first. */
  private volatile NodeRankingCache known;

  /**
   * Creates a source.
   *
   * @param coordinator the coordinator's ranking; null if there is none
   * @param step sizes of containers are multiples of this
   * @param typical estimates containers about which nothing is known
   * @param unknownRunMs run time of a container while nothing is known about any, in ms
   * @param user returns the user of an attempt; the empty text if unknown
   */
  ClusterRankingSource(
      Supplier<NodeRankingCache> coordinator,
      Supplier<Resource> step,
      DefaultRunTimeEstimator typical,
      long unknownRunMs,
      Function<ApplicationAttemptId, String> user) {
    this.coordinator = coordinator;
    this.step = step;
    this.typical = typical;
    this.unknownRunMs = unknownRunMs;
    this.starts = new StartShareRegistry(user);
  }

  /** A claim in the coordinator's ranking. */
  private static final class CachedClaim implements Claim {
    private final NodeClaim claim;

    CachedClaim(NodeClaim claim) {
      this.claim = claim;
    }

    @Override
    public void bind(Container container) {
      claim.bind(container.getId());
    }

    @Override
    public void withdraw() {
      claim.withdraw();
    }
  }

  /** Returns the ranked nodes; empty if the coordinator's last ranking is too old. */
  NodeRanking ranking() {
    long nowMs = Time.monotonicNow();
    NodeRanking ranking = ranking(known, nowMs);
    if (ranking.isEmpty()) {
      // Another coordinator may have taken over.
      NodeRankingCache before = known;
      known = coordinator.get();
      if (before != null && before != known) {
        before.clear(); // a call may have claimed nodes after it was stopped
      }
      ranking = ranking(known, nowMs);
    }
    return ranking;
  }

  private static NodeRanking ranking(NodeRankingCache cache, long nowMs) {
    return cache == null ? NodeRanking.EMPTY : cache.ranking(nowMs);
  }

  @Override
  public NodeRanking ranking(OpportunisticContainerContext context) {
    return ranking();
  }

  @Override
  public StartShareTracker starts(ApplicationAttemptId attempt) {
    return starts.of(attempt);
  }

  @Override
  public List<Claim> claim(
      StartShareTracker application,
      NodeRanking decidedOn,
      List<Assignment> assignments,
      boolean anyway) {
    NodeRankingCache cache = known;
    List<NodeClaim> claims =
        cache == null
            ? null
            : cache.claim(application, decidedOn, assignments, anyway, Time.monotonicNow());
    if (claims == null) {
      return null;
    }
    List<Claim> made = new ArrayList<>(claims.size());
    for (NodeClaim claim : claims) {
      made.add(new CachedClaim(claim));
    }
    return made;
  }

  /**
   * Returns the run time times the share of the mean node, as R divides it by the containers that
   * run side by side.
   */
  @Override
  public long costMs(Long runMs, Resource size) {
    NodeRanking ranking = ranking();
    double share =
        Math.max(
            size.getMemorySize() / (double) Math.max(1, ranking.capacity().memoryMb()),
            size.getVirtualCores() / (double) Math.max(1, ranking.capacity().vcores()));
    double ms = runMs == null ? typicalMs() : runMs;
    return Math.max(1, Math.round(ms * Math.min(1, share * ranking.size())));
  }

  private double typicalMs() {
    double ms = typical.meanMs();
    return Double.isNaN(ms) ? unknownRunMs : ms;
  }

  @Override
  public void placedByStock(Container container, long costMs) {
    NodeRankingCache cache = coordinator.get();
    if (cache != null) {
      cache.placed(
          starts(container.getId().getApplicationAttemptId()),
          container.getId(),
          container.getNodeId().toString(),
          costMs,
          Time.monotonicNow());
    }
  }

  @Override
  public void undelivered(Container container) {
    NodeRankingCache cache = coordinator.get();
    if (cache != null) {
      cache.undelivered(container.getId());
    }
  }

  /** Records that a node has reported the end of a container. */
  void hasRun(ContainerId container) {
    NodeRankingCache cache = known;
    if (cache != null) {
      cache.hasRun(container);
    }
  }

  /** Forgets attempts that have ended. */
  void forgetEnded(Predicate<ApplicationAttemptId> ended) {
    starts.forgetEnded(ended);
  }

  /**
   * Returns whether any known node could ever start a container of a size; true while no node is
   * known.
   */
  boolean hasNodeFor(ResourceVector size) {
    NodeRanking ranking = ranking();
    return ranking.isEmpty() || ranking.hasNodeFor(ResourceCodec.roundedUp(size, step.get()));
  }

  /**
   * Returns the nodes by host, least load first, as stock's allocator expects. Iterates over all
   * nodes.
   */
  Map<String, RemoteNode> byHost() {
    Map<String, RemoteNode> byHost = new LinkedHashMap<>();
    for (CandidateNode node : ranking().leastLoadedFirst()) {
      byHost.putIfAbsent(node.host(), RankingSource.node(node));
    }
    return Collections.unmodifiableMap(byHost);
  }
}
