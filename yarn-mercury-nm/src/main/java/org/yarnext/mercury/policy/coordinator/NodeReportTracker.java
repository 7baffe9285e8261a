// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Selects the nodes with a fresh report, whose latest heartbeat carries a wait and is no older than
 * stale-after; also lists the nodes whose heartbeats have stopped. Not thread-safe.
 *
 * <p>A heartbeat carries no time that the coordinator could trust. Its arrival is the moment when
 * the previous heartbeat's record is found replaced. The first record seen of a node may be of any
 * age and does not count; after a failover a node therefore counts from its second heartbeat on.
 */
final class NodeReportTracker {
  private final long staleAfterMs;

  /**
   * Records by node. Each call replaces the map, so that a hanging call cannot corrupt a later one.
   */
  private volatile Map<String, Seen> seen = new HashMap<>();

  private List<String> silent = Collections.emptyList();
  private int staleNodes;

  /** The latest record of a node and its arrival time. */
  private static final class Seen {
    final Object record;
    final boolean arrived;
    final long receivedMs;

    Seen(Object record, boolean arrived, long receivedMs) {
      this.record = record;
      this.arrived = arrived;
      this.receivedMs = receivedMs;
    }
  }

  NodeReportTracker(long staleAfterMs) {
    this.staleAfterMs = staleAfterMs;
  }

  /** Returns a copy that knows the same nodes. */
  NodeReportTracker copy() {
    NodeReportTracker copy = new NodeReportTracker(staleAfterMs);
    copy.seen = seen;
    return copy;
  }

  /**
   * Reads the records of all usable nodes and forgets every other node.
   *
   * @return the fresh reports, in the order given; unmodifiable
   */
  List<NodeReport> fresh(Collection<NodeHeartbeatSnapshot> heartbeats, long nowMs) {
    Map<String, Seen> now = new HashMap<>(2 * heartbeats.size());
    List<NodeReport> fresh = new ArrayList<>(heartbeats.size());
    List<String> late = new ArrayList<>();
    for (NodeHeartbeatSnapshot s : heartbeats) {
      Seen latest = latest(seen.get(s.node), s, nowMs);
      now.put(s.node, latest);
      if (latest.arrived && nowMs - latest.receivedMs > staleAfterMs) {
        late.add(s.node);
      } else if (latest.arrived && s.waitKnown()) {
        fresh.add(
            new NodeReport(s.node, s.waitMs, s.queueLength, s.queueCapacity, latest.receivedMs));
      }
    }
    seen = now;
    // If more than half are late, the ResourceManager itself did not receive heartbeats.
    silent = 2 * late.size() > heartbeats.size() ? Collections.emptyList() : late;
    staleNodes = heartbeats.size() - fresh.size();
    return Collections.unmodifiableList(fresh);
  }

  private static Seen latest(Seen before, NodeHeartbeatSnapshot s, long nowMs) {
    if (before == null) {
      return new Seen(s.record, false, nowMs);
    }
    return s.record == null || s.record == before.record ? before : new Seen(s.record, true, nowMs);
  }

  /** Returns the nodes whose heartbeats had stopped at the last call; unmodifiable. */
  List<String> missingNodes() {
    return Collections.unmodifiableList(silent);
  }

  /** Returns the number of nodes that the last call left out. */
  int staleNodes() {
    return staleNodes;
  }
}
