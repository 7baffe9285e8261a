// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.policy.placement.ranking.RecentPlacements;
import org.yarnext.mercury.policy.placement.ranking.StartShareTracker;

/**
 * Ranks the nodes in the list that the ResourceManager sent to this NodeManager. Waits are known
 * only by the order of the list, and this daemon's own placements count for a while. Thread-safe.
 */
public final class ListRankingSource implements RankingSource {
  private static final Claim NOTHING =
      new Claim() {
        @Override
        public void bind(Container container) {}

        @Override
        public void withdraw() {}
      };

  private final RecentPlacements recent;
  private final LongSupplier monotonicMs;
  private final Supplier<Random> random;

  /** Creates a source that uses the system's clock and random numbers. */
  public ListRankingSource(RecentPlacements recent) {
    this(recent, Time::monotonicNow, ThreadLocalRandom::current);
  }

  /**
   * Creates a source.
   *
   * @param random called on the placing thread
   */
  ListRankingSource(RecentPlacements recent, LongSupplier monotonicMs, Supplier<Random> random) {
    this.recent = recent;
    this.monotonicMs = monotonicMs;
    this.random = random;
  }

  @Override
  public NodeRanking ranking(OpportunisticContainerContext context) {
    List<CandidateNode> nodes = new ArrayList<>();
    // The context replaces its map under its own lock when the next list arrives.
    synchronized (context) {
      context.getNodeMap().values().forEach(node -> nodes.add(RankingSource.candidate(node)));
    }
    recent.forget(monotonicMs.getAsLong());
    return NodeRanking.of(nodes, recent::addedMs, random.get());
  }

  @Override
  public List<Claim> claim(
      StartShareTracker application,
      NodeRanking decidedOn,
      List<Assignment> assignments,
      boolean anyway) {
    return recent.addAll(assignments, anyway, monotonicMs.getAsLong())
        ? Collections.nCopies(assignments.size(), NOTHING)
        : null;
  }

  @Override
  public long costMs(Long runMs, Resource size) {
    return 1;
  }

  @Override
  public void placedByStock(Container container, long costMs) {
    recent.add(container.getNodeId().toString(), costMs, monotonicMs.getAsLong());
  }

  @Override
  public void undelivered(Container container) {}
}
