// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Finds the nodes of a list by host, and the sort orders that each node is in: one for its
 * partition, and one for its rack within the partition. Knows nothing of loads. Immutable.
 */
final class NodeIndex {
  private static final int[] NONE = {};

  private final Map<String, int[]> byHost = new HashMap<>();
  private final Map<String, Partition> partitions = new HashMap<>();
  private final int[] partitionOrders;
  private final int[] rackOrders;
  private final int orders;
  private final ResourceVector capacity;

  /** The nodes of one node label. */
  private static final class Partition {
    final int order;
    final Map<String, Integer> rackOrders = new HashMap<>();
    ResourceVector smallest = ResourceVector.of(Long.MAX_VALUE, Long.MAX_VALUE);

    Partition(int order) {
      this.order = order;
    }
  }

  NodeIndex(List<CandidateNode> nodes) {
    partitionOrders = new int[nodes.size()];
    rackOrders = new int[nodes.size()];
    Map<String, Set<String>> racks = new HashMap<>();
    nodes.forEach(n -> racks.computeIfAbsent(n.partition(), p -> new HashSet<>()).add(n.rack()));
    int made = 0;
    ResourceVector sum = ResourceVector.NONE;
    for (int i = 0; i < partitionOrders.length; i++) {
      CandidateNode node = nodes.get(i);
      int[] before = byHost.getOrDefault(node.host(), NONE);
      int[] atHost = Arrays.copyOf(before, before.length + 1);
      atHost[before.length] = i;
      byHost.put(node.host(), atHost);
      Partition partition = partitions.get(node.partition());
      if (partition == null) {
        partition = new Partition(made++);
        partitions.put(node.partition(), partition);
      }
      Integer rack = partition.rackOrders.get(node.rack());
      if (rack == null) {
        // Without a topology all nodes are in one rack, and one order serves both.
        rack = racks.get(node.partition()).size() == 1 ? partition.order : made++;
        partition.rackOrders.put(node.rack(), rack);
      }
      partitionOrders[i] = partition.order;
      rackOrders[i] = rack;
      if (node.total() != null) {
        partition.smallest = partition.smallest.min(node.total());
        sum = sum.plus(node.total());
      }
    }
    orders = made;
    capacity = sum;
  }

  /** Returns the number of orders, numbered from 0. */
  int orders() {
    return orders;
  }

  ResourceVector capacity() {
    return capacity;
  }

  /** Returns the order of a partition; -1 if no node has it. */
  int order(String partition) {
    Partition known = partitions.get(partition);
    return known == null ? -1 : known.order;
  }

  /** Returns the order of a rack's nodes in a partition; -1 if there are none. */
  int order(String partition, String rack) {
    Partition known = partitions.get(partition);
    return known == null ? -1 : known.rackOrders.getOrDefault(rack, -1);
  }

  int partitionOrder(int node) {
    return partitionOrders[node];
  }

  int rackOrder(int node) {
    return rackOrders[node];
  }

  /**
   * Returns a size that fits every node of a partition; unbounded if the size of no node is known,
   * zero if the partition is unknown.
   */
  ResourceVector smallest(String partition) {
    Partition known = partitions.get(partition);
    return known == null ? ResourceVector.NONE : known.smallest;
  }

  /** Returns the indices of the nodes at a host, not to be changed; empty if unknown. */
  int[] atHost(String host) {
    return byHost.getOrDefault(host, NONE);
  }
}
