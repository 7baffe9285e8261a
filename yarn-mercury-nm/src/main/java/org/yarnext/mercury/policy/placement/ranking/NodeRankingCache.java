// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Keeps the newest {@link NodeRanking} for the hooks that place containers in the ResourceManager:
 * the coordinator replaces the reports each round, and a placement claims its node at once. Without
 * that, everything placed between two heartbeats would go to the same few nodes.
 *
 * <p>A claim ends in one of three ways, as an assumed pod does in Kubernetes' scheduler cache: the
 * node has reported the container, the container no longer exists, or the claim has expired. It
 * counts by the share of such containers that the application starts: see {@link
 * StartShareTracker}.
 *
 * <p>Thread-safe. No method waits for another thread: a changed node is replaced in the published
 * ranking by compare-and-set. Times are ms of one monotonic clock, {@code
 * org.apache.hadoop.util.Time.monotonicNow()} in the daemon.
 */
public final class NodeRankingCache {
  private final long staleAfterMs;
  private final long newMs;
  private final Supplier<Random> random;
  private final NodeClaimRegistry claims;

  private final AtomicReference<Published> published = new AtomicReference<>(Published.NOTHING);

  /** A ranking and the time when its reports were read. */
  private static final class Published {
    static final Published NOTHING = new Published(NodeRanking.EMPTY, Long.MIN_VALUE);

    final NodeRanking ranking;
    final long madeMs;

    Published(NodeRanking ranking, long madeMs) {
      this.ranking = ranking;
      this.madeMs = madeMs;
    }
  }

  /**
   * Creates an empty cache.
   *
   * @param staleAfterMs maximum age of a ranking
   * @param newMs time for which YARN may not know a placed container yet
   * @param startMs time in which an application starts a container, and its node reports it
   * @param expiryMs maximum time for which a container that no node reports counts: its application
   *     may never start it
   * @param random orders nodes of equal load; called on the thread that changes a node
   */
  public NodeRankingCache(
      long staleAfterMs, long newMs, long startMs, long expiryMs, Supplier<Random> random) {
    this.staleAfterMs = staleAfterMs;
    this.newMs = newMs;
    this.random = random;
    claims = new NodeClaimRegistry(startMs, expiryMs, this::refresh);
  }

  /**
   * Returns the current ranking; empty if the coordinator has published none within stale-after.
   */
  public NodeRanking ranking(long nowMs) {
    Published now = published.get();
    return now != Published.NOTHING && nowMs - now.madeMs <= staleAfterMs
        ? now.ranking
        : NodeRanking.EMPTY;
  }

  /**
   * Claims the nodes of a decision.
   *
   * @param starts of the application; null if its claims count in full
   * @param decidedOn the ranking that the decision was based on
   * @param anyway whether to claim even if other decisions have claimed some of these nodes since
   * @return a claim for each assignment, in their order; null if some nodes were claimed since, so
   *     that the decision must be repeated
   */
  public List<NodeClaim> claim(
      StartShareTracker starts,
      NodeRanking decidedOn,
      List<Assignment> assignments,
      boolean anyway,
      long nowMs) {
    claims.dropFirstEnded(nowMs);
    if (!anyway && isChanged(published.get().ranking, decidedOn, assignments)) {
      return null;
    }
    List<NodeClaim> made = new ArrayList<>(assignments.size());
    Set<RankedNode> nodes = new HashSet<>();
    for (Assignment a : assignments) {
      made.add(claims.newClaim(a.node().id(), starts, a.costMs(), nowMs));
      nodes.add(a.ranked());
    }
    while (!nodes.isEmpty()) {
      Published before = published.get();
      if (!anyway && isChanged(before.ranking, decidedOn, assignments)) {
        made.forEach(NodeClaim::end);
        nodes.forEach(node -> refresh(node.node().id()));
        return null;
      }
      if (replace(before, current(before.ranking, decidedOn, nodes))) {
        break;
      }
    }
    claims.add(made);
    published.get().ranking.settle();
    return made;
  }

  private static boolean isChanged(
      NodeRanking now, NodeRanking decidedOn, List<Assignment> assignments) {
    if (now != decidedOn) {
      for (Assignment a : assignments) {
        if (current(now, decidedOn, a.ranked()) != a.ranked()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns what a ranking has in the place of a node of another; null if nothing. */
  private static RankedNode current(NodeRanking now, NodeRanking decidedOn, RankedNode node) {
    return now.isVersionOf(decidedOn) ? now.node(node.index()) : now.find(node.node().id());
  }

  private static List<RankedNode> current(
      NodeRanking now, NodeRanking decidedOn, Collection<RankedNode> nodes) {
    List<RankedNode> current = new ArrayList<>(nodes.size());
    for (RankedNode node : nodes) {
      current.add(current(now, decidedOn, node));
    }
    return current;
  }

  /**
   * Claims a node for a container that stock has placed.
   *
   * @param starts as in {@link #claim}
   * @param costMs the wait that it adds to the node, in ms: its run time times its share of the
   *     node
   */
  public void placed(
      StartShareTracker starts, Object container, String node, long costMs, long nowMs) {
    claims.dropFirstEnded(nowMs);
    if (costMs > 0) {
      NodeClaim claim = claims.newClaim(node, starts, costMs, nowMs);
      claims.add(Collections.singletonList(claim));
      claim.bind(container);
      refresh(node);
      published.get().ranking.settle();
    }
  }

  /** Withdraws the claim of a placed container that was released. */
  public void undelivered(Object container) {
    NodeClaim claim = claims.claim(container);
    if (claim != null) {
      claim.withdraw();
    }
  }

  /** Records that a node has reported the end of a container, which was therefore started. */
  public void hasRun(Object container) {
    NodeClaim claim = claims.claim(container);
    if (claim != null) {
      claim.hasRun();
    }
  }

  /** Updates the published ranking of a node from its account. */
  private void refresh(String node) {
    boolean done = false;
    while (!done) {
      Published before = published.get();
      done = replace(before, Collections.singletonList(before.ranking.find(node)));
    }
  }

  /** Replaces nodes of a ranking, null for none; returns false if it is no longer published. */
  private boolean replace(Published before, List<RankedNode> nodes) {
    List<RankedNode> changed = new ArrayList<>(nodes.size());
    for (RankedNode old : nodes) {
      if (old != null) {
        changed.add(rank(old.node(), old.index()));
      }
    }
    return changed.isEmpty()
        || published.compareAndSet(
            before, new Published(before.ranking.with(changed), before.madeMs));
  }

  private RankedNode rank(CandidateNode node, int index) {
    NodeClaimRegistry.Account account = claims.find(node.id());
    return new RankedNode(
        node,
        index,
        random.get().nextInt(),
        account == null ? 0 : account.costMs(),
        account == null ? 0 : account.containers());
  }

  /** Returns a copy of the containers that no node has reported though YARN should know them. */
  public List<Object> unreported(long nowMs) {
    return claims.placedBefore(nowMs - newMs);
  }

  /**
   * Replaces the reports by those of a round; called by the coordinator, on one thread.
   *
   * @param reports the nodes with a fresh report
   * @param reported containers that their nodes have reported; determined before the reports were
   *     read, so that these contain them
   * @param ended containers that have ended, perhaps without a start
   */
  public void publish(
      List<CandidateNode> reports, Collection<?> reported, Collection<?> ended, long nowMs) {
    for (Object container : reported) {
      NodeClaim claim = claims.claim(container);
      if (claim != null) {
        claim.started(nowMs);
      }
    }
    List<NodeClaim> over = new ArrayList<>();
    for (Object container : ended) {
      NodeClaim claim = claims.claim(container);
      if (claim != null && claim.end()) {
        over.add(claim);
      }
    }
    claims.dropEnded(nowMs);
    while (true) {
      Published before = published.get();
      NodeRanking made = before.ranking.reported(reports, this::rank);
      if (made == null) {
        made = NodeRanking.of(reports, this::rank).complete();
      }
      if (publish(before, made, nowMs)) {
        break;
      }
    }
    NodeRanking now = published.get().ranking;
    Predicate<String> isFresh = node -> now.find(node) != null;
    claims.recordStarts(over, isFresh, nowMs);
    claims.dropIdleAccounts(isFresh);
  }

  /**
   * Publishes a ranking, updated with the claims made meanwhile; returns false if it must be
   * computed again.
   */
  private boolean publish(Published before, NodeRanking made, long nowMs) {
    Published seen = before;
    NodeRanking next = made;
    while (!published.compareAndSet(seen, new Published(next, nowMs))) {
      Published now = published.get();
      if (!now.ranking.isVersionOf(seen.ranking)) {
        return false;
      }
      List<RankedNode> changed = new ArrayList<>();
      for (int i : now.ranking.changedSince(seen.ranking)) {
        RankedNode stale = next.find(now.ranking.node(i).node().id());
        if (stale != null) {
          changed.add(rank(stale.node(), stale.index()));
        }
      }
      next = next.with(changed);
      seen = now;
    }
    return true;
  }

  /** Clears all state; called by the coordinator. */
  public void clear() {
    published.set(Published.NOTHING);
    claims.clear();
  }

  /** Returns the number of claimed containers by node. */
  Map<String, Integer> containersByNode() {
    return claims.containersByNode();
  }
}
