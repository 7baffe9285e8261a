// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Registry of the containers that were placed and not reported by their nodes yet ({@link
 * NodeClaim}), with the sums of their waits by node. Thread-safe.
 */
final class NodeClaimRegistry {
  private final long startMs;
  private final long expiryMs;
  private final Consumer<String> onChange;

  /** Accounts by node id. */
  private final ConcurrentMap<String, Account> accounts = new ConcurrentHashMap<>();

  private final ConcurrentMap<Object, NodeClaim> byContainer = new ConcurrentHashMap<>();

  /** Claims in order of time. */
  private final Queue<NodeClaim> claims = new ConcurrentLinkedQueue<>();

  /** Sums over the claims of one node. */
  static final class Account {
    final String node;
    private final AtomicLong costMs = new AtomicLong();

    /** Number of containers, in thousandths. */
    private final AtomicLong places = new AtomicLong();

    Account(String node) {
      this.node = node;
    }

    void add(long ms, int thousandths) {
      costMs.addAndGet(ms);
      places.addAndGet(thousandths);
    }

    long costMs() {
      return costMs.get();
    }

    int containers() {
      return (int)
          Math.min(Integer.MAX_VALUE, Math.round(places.get() / (double) StartShareTracker.ALL));
    }
  }

  /**
   * Creates an empty registry.
   *
   * @param startMs time in which an application is expected to start a container
   * @param expiryMs time after which a container that no node reports is forgotten
   * @param onChange called with the node of a withdrawn claim
   */
  NodeClaimRegistry(long startMs, long expiryMs, Consumer<String> onChange) {
    this.startMs = startMs;
    this.expiryMs = expiryMs;
    this.onChange = onChange;
  }

  /** Returns a new claim, which {@link #add} must add unless it is ended at once. */
  NodeClaim newClaim(String node, StartShareTracker starts, long costMs, long nowMs) {
    return new NodeClaim(this, account(node), starts, costMs, nowMs);
  }

  private Account account(String node) {
    Account known = accounts.get(node);
    return known == null ? accounts.computeIfAbsent(node, Account::new) : known;
  }

  /** Adds claims of the current time. */
  void add(List<NodeClaim> made) {
    claims.addAll(made);
  }

  /** Returns the sums of a node; null if it has no claims. */
  Account find(String node) {
    return accounts.get(node);
  }

  /** Returns the claim of a container; null if there is none. */
  NodeClaim claim(Object container) {
    return byContainer.isEmpty() ? null : byContainer.get(container);
  }

  /** Returns false if the container has another claim. */
  boolean bind(Object container, NodeClaim claim) {
    return byContainer.putIfAbsent(container, claim) == null;
  }

  void unbind(Object container, NodeClaim claim) {
    byContainer.remove(container, claim);
  }

  void changed(String node) {
    onChange.accept(node);
  }

  /** Returns a copy of the claimed containers that were placed before a time, in ms. */
  List<Object> placedBefore(long endMs) {
    List<Object> ids = new ArrayList<>();
    for (NodeClaim claim : claims) {
      if (claim.atMs() > endMs) {
        break;
      }
      if (claim.container() != null && !claim.isOver()) {
        ids.add(claim.container());
      }
    }
    return ids;
  }

  /** Drops ended and expired claims. */
  void dropEnded(long nowMs) {
    for (Iterator<NodeClaim> it = claims.iterator(); it.hasNext(); ) {
      NodeClaim claim = it.next();
      if (nowMs - claim.atMs() > expiryMs) {
        claim.expired(nowMs);
      }
      if (claim.isOver()) {
        it.remove();
      }
    }
  }

  /** Drops expired claims here too, since no round does so once the coordinator is removed. */
  void dropFirstEnded(long nowMs) {
    for (NodeClaim first = claims.peek();
        first != null && (first.isOver() || nowMs - first.atMs() > expiryMs);
        first = claims.peek()) {
      first.expired(nowMs);
      claims.remove(first);
    }
  }

  /**
   * Records which containers were not started in time. An application is not to blame for those on
   * nodes that have failed, or are late themselves.
   *
   * @param over claims that have ended with their containers
   * @param isFresh whether the latest report of a node is recent
   */
  void recordStarts(List<NodeClaim> over, Predicate<String> isFresh, long nowMs) {
    for (NodeClaim claim : over) {
      if (isFresh.test(claim.node())) {
        claim.recordEnd(nowMs);
      }
    }
    for (NodeClaim claim : claims) {
      if (nowMs - claim.atMs() <= startMs) {
        break;
      }
      if (isFresh.test(claim.node())) {
        claim.late(nowMs);
      }
    }
  }

  /** Removes the accounts without claims of nodes that have left. */
  void dropIdleAccounts(Predicate<String> isFresh) {
    for (String node : accounts.keySet()) {
      if (!isFresh.test(node)) {
        accounts.computeIfPresent(node, (id, a) -> a.places.get() == 0 ? null : a);
      }
    }
  }

  void clear() {
    for (NodeClaim claim = claims.poll(); claim != null; claim = claims.poll()) {
      claim.end();
    }
    accounts.clear();
  }

  /** Returns the number of claimed containers by node. */
  Map<String, Integer> containersByNode() {
    Map<String, Integer> counts = new HashMap<>();
    accounts.forEach((node, account) -> counts.put(node, account.containers()));
    return counts;
  }
}
