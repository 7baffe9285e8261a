// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The nodes of a {@link Timeline}, and how many each job has reserved. Not thread-safe. */
final class NodeSchedule {
  private final NavigableMap<String, NodeState> nodes = new TreeMap<>();
  private final Map<JobId, Integer> reserved = new HashMap<>();

  /** Sets the state of a node. */
  void read(NodeState state) {
    NodeState before = nodes.put(state.name, state);
    if (before != null && before.reservation != null) {
      reserved.merge(before.reservation.job(), -1, Integer::sum);
    }
    if (state.reservation != null) {
      reserved.merge(state.reservation.job(), 1, Integer::sum);
    }
  }

  /** Returns the node; null if it is unknown. */
  NodeState get(String node) {
    return nodes.get(node);
  }

  /** Returns all nodes, by name; a new list. */
  List<NodeState> all() {
    return new ArrayList<>(nodes.values());
  }

  /** Returns the number of nodes that a job has reserved. */
  int countReservedBy(JobId job) {
    return reserved.getOrDefault(job, 0);
  }
}
