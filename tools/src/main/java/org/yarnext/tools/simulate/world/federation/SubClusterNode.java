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
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.yarnext.tools.simulate.workload.SimNode;

/** One node: what it has free, and when what runs on it ends. Not thread-safe. */
final class SubClusterNode {
  final String host;
  final String rack;
  final SimulatedSubCluster owner;
  final PriorityQueue<Running> running = new PriorityQueue<>(8);

  /** Containers that ended while the ResourceManager was unreachable. */
  final List<SubClusterContainer> unreported = new ArrayList<>(0);

  long freeMb;
  int freeVcores;

  SubClusterNode(SimNode node, SimulatedSubCluster owner) {
    host = node.host();
    rack = node.rack();
    freeMb = node.memoryMb();
    freeVcores = node.vcores();
    this.owner = owner;
  }

  boolean fits(SubClusterRequest request) {
    return request.mb <= freeMb && request.vcores <= freeVcores;
  }

  void take(long mb, int vcores) {
    freeMb -= mb;
    freeVcores -= vcores;
  }

  void free(long mb, int vcores) {
    freeMb += mb;
    freeVcores += vcores;
  }

  /** A running container whose end is known. */
  static final class Running implements Comparable<Running> {
    final SubClusterContainer container;
    final int stage;
    final long startedMs;
    final long endMs;

    Running(SubClusterContainer container, int stage, long startedMs, long endMs) {
      this.container = container;
      this.stage = stage;
      this.startedMs = startedMs;
      this.endMs = endMs;
    }

    @Override
    public int compareTo(Running other) {
      return endMs == other.endMs
          ? Long.compare(container.sequence, other.container.sequence)
          : Long.compare(endMs, other.endMs);
    }
  }
}
