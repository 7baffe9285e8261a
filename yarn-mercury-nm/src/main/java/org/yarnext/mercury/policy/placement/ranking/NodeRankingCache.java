// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Keeps the newest {@link NodeRanking} for the hooks that place containers in the ResourceManager:
 * the coordinator replaces the reports each round, and a placement claims its node at once. Without
 * that, everything placed between two heartbeats would go to the same few nodes.
 *
 * <p>A claim ends in one of three ways, as an assumed pod does in Kubernetes' scheduler cache: the
 * node has reported the container, the container no longer exists, or the claim has expired.
 *
 * <p>Thread-safe. No method waits for another thread: a changed node is replaced in the published
 * ranking by compare-and-set. Times are ms of one monotonic clock, {@code
 * org.apache.hadoop.util.Time.monotonicNow()} in the daemon.
 */
public final class NodeRankingCache {
  private final long staleAfterMs;
  private final long newMs;
  private final long expiryMs;
  private final Supplier<Random> random;

  private final AtomicReference<Published> published = new AtomicReference<>(Published.NOTHING);

  /** Accounts by node id. */
  private final ConcurrentMap<String, Account> accounts = new ConcurrentHashMap<>();

  private final ConcurrentMap<Object, Claim> byContainer = new ConcurrentHashMap<>();

  /** Claims in order of time. */
  private final Queue<Claim> claims = new ConcurrentLinkedQueue<>();

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

  /** Sums over the claims of one node. */
  private static final class Account {
    final String node;
    final AtomicLong costMs = new AtomicLong();
    final AtomicInteger containers = new AtomicInteger();

    Account(String node) {
      this.node = node;
    }

    void add(long ms, int count) {
      costMs.addAndGet(ms);
      containers.addAndGet(count);
    }
  }

  /** A container placed on a node that has not reported it. Thread-safe. */
  public final class Claim {
    private final Account account;
    private final long costMs;
    private final long atMs;
    private final AtomicBoolean over = new AtomicBoolean();

    /** Null until the container is created. */
    private volatile Object container;

    private Claim(Account account, long costMs, long atMs) {
      this.account = account;
      this.costMs = costMs;
      this.atMs = atMs;
      account.add(costMs, 1);
    }

    /**
     * Binds the claim to the created container.
     *
     * @param id identifies the container; implements equals
     */
    public void bind(Object id) {
      container = id;
      if (byContainer.putIfAbsent(id, this) != null) {
        withdraw();
      } else if (over.get()) {
        byContainer.remove(id, this);
      }
    }

    /**
     * Withdraws the claim because the container is not created or was released; may be called
     * twice.
     */
    public void withdraw() {
      if (end()) {
        refresh(account.node);
      }
    }

    /** Subtracts the claim from its node's account; returns false if that was done before. */
    private boolean end() {
      if (!over.compareAndSet(false, true)) {
        return false;
      }
      account.add(-costMs, -1);
      if (container != null) {
        byContainer.remove(container, this);
      }
      return true;
    }
  }

  /**
   * Creates an empty cache.
   *
   * @param staleAfterMs maximum age of a ranking
   * @param newMs time for which YARN may not know a placed container yet
   * @param expiryMs time for which a container that no node reports counts: its application may
   *     never start it
   * @param random orders nodes of equal load; called on the thread that changes a node
   */
  public NodeRankingCache(long staleAfterMs, long newMs, long expiryMs, Supplier<Random> random) {
    this.staleAfterMs = staleAfterMs;
    this.newMs = newMs;
    this.expiryMs = expiryMs;
    this.random = random;
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
   * @param decidedOn the ranking that the decision was based on
   * @param anyway whether to claim even if other decisions have claimed some of these nodes since
   * @return a claim for each assignment, in their order; null if some nodes were claimed since, so
   *     that the decision must be repeated
   */
  public List<Claim> claim(
      NodeRanking decidedOn, List<Assignment> assignments, boolean anyway, long nowMs) {
    dropFirstEnded(nowMs);
    if (!anyway && isChanged(published.get().ranking, decidedOn, assignments)) {
      return null;
    }
    List<Claim> made = new ArrayList<>(assignments.size());
    Set<RankedNode> nodes = new HashSet<>();
    for (Assignment a : assignments) {
      made.add(new Claim(account(a.node().id()), a.costMs(), nowMs));
      nodes.add(a.ranked());
    }
    while (!nodes.isEmpty()) {
      Published before = published.get();
      if (!anyway && isChanged(before.ranking, decidedOn, assignments)) {
        made.forEach(Claim::end);
        nodes.forEach(node -> refresh(node.node().id()));
        return null;
      }
      if (replace(before, current(before.ranking, decidedOn, nodes))) {
        break;
      }
    }
    claims.addAll(made);
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

  private Account account(String node) {
    Account known = accounts.get(node);
    return known == null ? accounts.computeIfAbsent(node, Account::new) : known;
  }

  /**
   * Claims a node for a container that stock has placed.
   *
   * @param costMs the wait that it adds to the node, in ms: its run time times its share of the
   *     node
   */
  public void placed(Object container, String node, long costMs, long nowMs) {
    dropFirstEnded(nowMs);
    if (costMs > 0) {
      Claim claim = new Claim(account(node), costMs, nowMs);
      claims.add(claim);
      claim.bind(container);
      refresh(node);
    }
  }

  /** Withdraws the claim of a placed container that was released. */
  public void undelivered(Object container) {
    Claim claim = byContainer.get(container);
    if (claim != null) {
      claim.withdraw();
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
    Account account = accounts.get(node.id());
    return new RankedNode(
        node,
        index,
        random.get().nextInt(),
        account == null ? 0 : account.costMs.get(),
        account == null ? 0 : account.containers.get());
  }

  /** Returns a copy of the containers that no node has reported though YARN should know them. */
  public List<Object> unreported(long nowMs) {
    List<Object> ids = new ArrayList<>();
    for (Claim claim : claims) {
      if (nowMs - claim.atMs < newMs) {
        break;
      }
      Object id = claim.container;
      if (id != null && !claim.over.get()) {
        ids.add(id);
      }
    }
    return ids;
  }

  /**
   * Replaces the reports by those of a round; called by the coordinator, on one thread.
   *
   * @param reports the nodes with a fresh report
   * @param reported containers that their nodes have reported, or that have ended; determined
   *     before the reports were read, so that these contain them
   */
  public void publish(List<CandidateNode> reports, Collection<?> reported, long nowMs) {
    for (Object container : reported) {
      Claim claim = byContainer.get(container);
      if (claim != null) {
        claim.end();
      }
    }
    dropEnded(nowMs);
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
    dropIdleAccounts();
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

  private void dropEnded(long nowMs) {
    for (Iterator<Claim> it = claims.iterator(); it.hasNext(); ) {
      Claim claim = it.next();
      if (nowMs - claim.atMs > expiryMs) {
        claim.end();
      }
      if (claim.over.get()) {
        it.remove();
      }
    }
  }

  /** Drops expired claims here too, since no round does so once the coordinator is removed. */
  private void dropFirstEnded(long nowMs) {
    for (Claim first = claims.peek();
        first != null && (first.over.get() || nowMs - first.atMs > expiryMs);
        first = claims.peek()) {
      first.end();
      claims.remove(first);
    }
  }

  /** Removes the accounts of nodes that have left. */
  private void dropIdleAccounts() {
    NodeRanking now = published.get().ranking;
    for (String node : accounts.keySet()) {
      if (now.find(node) == null) {
        accounts.computeIfPresent(node, (id, a) -> a.containers.get() == 0 ? null : a);
      }
    }
  }

  /** Clears all state; called by the coordinator. */
  public void clear() {
    published.set(Published.NOTHING);
    for (Claim claim = claims.poll(); claim != null; claim = claims.poll()) {
      claim.end();
    }
    accounts.clear();
  }

  /** Returns the number of claimed containers by node. */
  Map<String, Integer> containersByNode() {
    Map<String, Integer> counts = new HashMap<>();
    accounts.forEach((node, account) -> counts.put(node, account.containers.get()));
    return counts;
  }
}
