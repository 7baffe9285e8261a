/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tools.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
          new SimNode(String.format("node-%05d", i), rack, memoryMb, vcores, diskMbPerSecond));
    }
    return new ClusterTopology(nodes);
  }

  /** Returns the nodes; not empty, unmodifiable. */
  public List<SimNode> nodes() {
    return nodes;
  }

  /** Returns the memory of all nodes in MB. */
  public long memoryMb() {
    return nodes.stream().mapToLong(SimNode::memoryMb).sum();
  }

  public long vcores() {
    return nodes.stream().mapToLong(SimNode::vcores).sum();
  }
}
