// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.completion;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.NodeId;

/**
 * Remembers nodes that did not report the end of an under-sized container: the listener is missing
 * or off there, so heaps keep their size. No task is under-sized on such a node until it reports an
 * end or registers again. Nodes are also forgotten after some time, since a report may be lost when
 * a NodeManager restarts. Bounded; thread-safe.
 */
public final class NonReportingNodeTracker {
  /** Maximum number of remembered nodes. */
  static final int MAX = 10_000;

  private final Map<NodeId, Long> sinceNanos = new ConcurrentHashMap<>();
  private final long forNanos;
  private final LongSupplier nanoClock;

  /**
   * Creates a tracker.
   *
   * @param forNanos time for which a node is remembered
   * @param nanoClock monotonic nanoseconds
   */
  public NonReportingNodeTracker(long forNanos, LongSupplier nanoClock) {
    this.forNanos = forNanos;
    this.nanoClock = nanoClock;
  }

  /**
   * Records that a container ended on the node without a report; returns whether the node was not
   * remembered before.
   */
  public boolean recordMissingReport(NodeId node) {
    long now = nanoClock.getAsLong();
    if (sinceNanos.size() >= MAX) {
      sinceNanos.values().removeIf(since -> isOver(since, now));
    }
    return (sinceNanos.size() < MAX || sinceNanos.containsKey(node))
        && sinceNanos.put(node, now) == null;
  }

  /** Forgets the node: it reported an end, or registers and may be configured differently now. */
  public void forget(NodeId node) {
    sinceNanos.remove(node);
  }

  /** Returns whether the node is remembered; fast, since it is called at every placement. */
  public boolean has(NodeId node) {
    Long since = sinceNanos.isEmpty() ? null : sinceNanos.get(node);
    if (since == null) {
      return false;
    }
    if (isOver(since, nanoClock.getAsLong())) {
      sinceNanos.remove(node, since);
      return false;
    }
    return true;
  }

  private boolean isOver(long since, long now) {
    return now - since >= forNanos;
  }
}
