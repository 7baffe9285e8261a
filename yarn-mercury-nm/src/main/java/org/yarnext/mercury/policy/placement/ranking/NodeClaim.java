// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

/**
 * A container placed on a node that has not reported it. It counts as load of the node by the share
 * of its containers that the application starts. Thread-safe.
 */
public final class NodeClaim {
  private final NodeClaimRegistry registry;
  private final NodeClaimRegistry.Account account;

  /** Null if the claim counts in full. */
  private final StartShareTracker starts;

  private final long costMs;
  private final long atMs;

  /** By how much the wait counts, in thousandths. */
  private int share;

  /**
   * By how much the claim counts as a place of the node, in thousandths. A node that gets more
   * containers than it has places refuses them, so that one which is probably started counts in
   * full.
   */
  private int places;

  /** True once the container counts as not started, though it still may be. */
  private boolean overdue;

  private volatile boolean over;

  /** True if the node has reported that the container ended. */
  private volatile boolean hasRun;

  /** Null until the container is created. */
  private volatile Object container;

  NodeClaim(
      NodeClaimRegistry registry,
      NodeClaimRegistry.Account account,
      StartShareTracker starts,
      long costMs,
      long atMs) {
    this.registry = registry;
    this.account = account;
    this.starts = starts;
    this.costMs = costMs;
    this.atMs = atMs;
    share = starts == null ? StartShareTracker.ALL : starts.share();
    places = 2 * share >= StartShareTracker.ALL ? StartShareTracker.ALL : share;
    account.add(countedMs(), places);
    if (share < StartShareTracker.ALL) {
      starts.addUncounted(costMs - countedMs());
    }
  }

  private long countedMs() {
    return share == StartShareTracker.ALL
        ? costMs
        : Math.round(costMs * (share / (double) StartShareTracker.ALL));
  }

  /**
   * Binds the claim to the created container.
   *
   * @param id identifies the container; implements equals
   */
  public void bind(Object id) {
    container = id;
    if (!registry.bind(id, this)) {
      withdraw();
    } else if (isOver()) {
      registry.unbind(id, this);
    }
  }

  /**
   * Withdraws the claim because the container is not created or was released; may be called twice.
   */
  public void withdraw() {
    if (end()) {
      registry.changed(account.node);
    }
  }

  /** Subtracts the claim from its node's account; returns false if that was done before. */
  boolean end() {
    synchronized (this) {
      if (over) {
        return false;
      }
      over = true;
      account.add(-countedMs(), -places);
      if (share < StartShareTracker.ALL) {
        starts.addUncounted(countedMs() - costMs);
      }
    }
    if (container != null) {
      registry.unbind(container, this);
    }
    return true;
  }

  /** Ends the claim of a container that its node has reported. */
  void started(long nowMs) {
    if (end()) {
      recordStarted(nowMs);
    }
  }

  /** Ends the claim of a container that has not been reported for too long. */
  void expired(long nowMs) {
    if (end()) {
      recordEnd(nowMs);
    }
  }

  /** Records whether the container, which no longer exists or counts, was started. */
  void recordEnd(long nowMs) {
    if (hasRun) {
      recordStarted(nowMs);
    } else {
      recordNotStarted(nowMs);
    }
  }

  private synchronized void recordStarted(long nowMs) {
    if (starts != null) {
      starts.record(1, overdue ? -1 : 0, nowMs);
    }
  }

  /**
   * Records that the container should have been started by now. From the next call on the claim no
   * longer counts for others, unless the application starts most of its containers.
   */
  synchronized void late(long nowMs) {
    if (over || starts == null) {
      return;
    }
    if (!overdue) {
      recordNotStarted(nowMs);
    } else if (places > 0 && starts.startsFew()) {
      account.add(-countedMs(), -places);
      starts.addUncounted(countedMs());
      share = 0;
      places = 0;
    }
  }

  private synchronized void recordNotStarted(long nowMs) {
    if (starts != null && container != null && !overdue) {
      overdue = true;
      starts.record(0, 1, nowMs);
    }
  }

  void hasRun() {
    hasRun = true;
  }

  boolean isOver() {
    return over;
  }

  String node() {
    return account.node;
  }

  long atMs() {
    return atMs;
  }

  /** Returns the container; null until it is created. */
  Object container() {
    return container;
  }
}
