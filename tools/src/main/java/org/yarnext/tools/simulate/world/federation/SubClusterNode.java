// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.yarnext.tools.simulate.workload.SimNode;

/**
 * One node of a sub-cluster: its free resources, and the times at which its running containers end.
 * Not thread-safe.
 */
final class SubClusterNode {
  final String host;
  final String rack;
  final SimulatedSubCluster owner;
  final PriorityQueue<RunningContainer> running = new PriorityQueue<>(8);

  /** Containers that ended while the ResourceManager was unreachable. */
  final List<Container> unreported = new ArrayList<>(0);

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

  /** A container that a sub-cluster granted. Immutable. */
  static final class Container {
    final SubClusterRequest request;
    final SubClusterNode node;
    final long sequence;

    Container(SubClusterRequest request, SubClusterNode node, long sequence) {
      this.request = request;
      this.node = node;
      this.sequence = sequence;
    }
  }

  /** A running container whose end is known. */
  static final class RunningContainer implements Comparable<RunningContainer> {
    final Container container;
    final int stage;
    final long startedMs;
    final long endMs;

    RunningContainer(Container container, int stage, long startedMs, long endMs) {
      this.container = container;
      this.stage = stage;
      this.startedMs = startedMs;
      this.endMs = endMs;
    }

    @Override
    public int compareTo(RunningContainer other) {
      return endMs == other.endMs
          ? Long.compare(container.sequence, other.container.sequence)
          : Long.compare(endMs, other.endMs);
    }
  }
}
