// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The nodes of a cluster, in a fixed order. Immutable. */
public final class ClusterTopology {
  private static final int NODES_A_RACK = 40;

  private final List<SimNode> nodes;

  /**
   * @param nodes nodes with different hosts; not empty
   */
  public ClusterTopology(List<SimNode> nodes) {
    Set<String> hosts = new HashSet<>();
    for (SimNode node : nodes) {
      if (!hosts.add(node.host())) {
        throw new IllegalArgumentException("two nodes are called " + node.host());
      }
    }
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("a cluster without nodes");
    }
    this.nodes = Collections.unmodifiableList(new ArrayList<>(nodes));
  }

  /** Returns a cluster of equal nodes, 40 in each rack. */
  public static ClusterTopology of(int count, long memoryMb, int vcores, double diskMbPerSecond) {
    List<SimNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String rack = "/rack-" + i / NODES_A_RACK;
      nodes.add(
          new SimNode(
              String.format(Locale.ROOT, "node-%05d", i), rack, memoryMb, vcores, diskMbPerSecond));
    }
    return new ClusterTopology(nodes);
  }

  /** Returns the nodes; not empty, unmodifiable. */
  public List<SimNode> nodes() {
    return nodes;
  }

  /** Returns the sums of other resources over all nodes, by resource type. */
  public SortedMap<String, Long> otherResources() {
    SortedMap<String, Long> sums = new TreeMap<>();
    nodes.forEach(
        node -> node.otherResources().forEach((type, n) -> sums.merge(type, n, Long::sum)));
    return sums;
  }

  /** Returns the memory of all nodes in MB. */
  public long memoryMb() {
    return nodes.stream().mapToLong(SimNode::memoryMb).sum();
  }

  public long vcores() {
    return nodes.stream().mapToLong(SimNode::vcores).sum();
  }
}
