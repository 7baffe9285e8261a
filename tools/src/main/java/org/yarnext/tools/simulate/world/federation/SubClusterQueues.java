// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Queues of one sub-cluster: their current capacities, their use and their waiting applications.
 * Free resources are offered to the queue that uses least of its capacity, and there to the
 * application that came first, as the CapacityScheduler does. Not thread-safe.
 */
final class SubClusterQueues {
  private final QueueTree tree;
  private final int[][] children;
  private final double[] percent;
  private final double[] part;
  private final long[] usedMb;
  private final long[] pendingMb;
  private final long[] usedVcores;
  private final long[] pendingVcores;
  private final int[] waitingBelow;
  private final int[] triedIn;
  private final List<TreeMap<Integer, SubClusterApplication>> waiting = new ArrayList<>();
  private int round;

  /** A request that gets a node's free resources, with its locality. */
  static final class ChosenRequest {
    final SubClusterRequest request;
    final NodeType type;

    ChosenRequest(SubClusterRequest request, NodeType type) {
      this.request = request;
      this.type = type;
    }
  }

  SubClusterQueues(QueueCapacities queues) {
    tree = queues.tree();
    int n = tree.size();
    children = new int[n][];
    percent = new double[n];
    part = new double[n];
    usedMb = new long[n];
    pendingMb = new long[n];
    usedVcores = new long[n];
    pendingVcores = new long[n];
    waitingBelow = new int[n];
    triedIn = new int[n];
    for (int q = 0; q < n; q++) {
      children[q] = tree.children(q);
      percent[q] = queues.configured(q);
      waiting.add(tree.isLeaf(q) ? new TreeMap<>() : null);
    }
    changed();
  }

  /** Sets a capacity in percent of the parent's; call {@link #changed} after the last one. */
  void percent(int queue, double newPercent) {
    percent[queue] = newPercent;
  }

  double percent(int queue) {
    return percent[queue];
  }

  void changed() {
    for (int q = 0; q < part.length; q++) {
      part[q] = q == QueueTree.ROOT ? 1 : part[tree.parent(q)] * percent[q] / QueueCapacities.ALL;
    }
  }

  /** Returns the queue's guaranteed share of the sub-cluster, 0 to 1. */
  double part(int queue) {
    return part[queue];
  }

  long usedMb(int queue) {
    return usedMb[queue];
  }

  long usedVcores(int queue) {
    return usedVcores[queue];
  }

  long pendingMb(int queue) {
    return pendingMb[queue];
  }

  long pendingVcores(int queue) {
    return pendingVcores[queue];
  }

  void used(int leaf, long mb, long vcores) {
    for (int q = leaf; q >= 0; q = tree.parent(q)) {
      usedMb[q] += mb;
      usedVcores[q] += vcores;
    }
  }

  /** Changes the number of outstanding containers of a request. */
  void pending(SubClusterRequest request, int more) {
    SubClusterApplication tenant = request.tenant;
    boolean waited = tenant.pending > 0;
    tenant.pending += more;
    boolean waits = tenant.pending > 0;
    for (int q = tenant.leaf; q >= 0; q = tree.parent(q)) {
      pendingMb[q] += more * request.mb;
      pendingVcores[q] += (long) more * request.vcores;
      waitingBelow[q] += (waits ? 1 : 0) - (waited ? 1 : 0);
    }
    if (waits) {
      waiting.get(tenant.leaf).put(tenant.app.sequence(), tenant);
    } else {
      waiting.get(tenant.leaf).remove(tenant.app.sequence());
    }
  }

  /**
   * Returns the next request that gets resources on the node; null if there is none.
   *
   * @param nodes number of nodes of the sub-cluster
   */
  ChosenRequest next(SubClusterNode node, int nodes, FederationSettings model) {
    round++;
    return next(QueueTree.ROOT, node, nodes, model);
  }

  private ChosenRequest next(int queue, SubClusterNode node, int nodes, FederationSettings model) {
    if (tree.isLeaf(queue)) {
      for (SubClusterApplication tenant : waiting.get(queue).values()) {
        SubClusterRequest request = tenant.next(node);
        NodeType type = request == null ? null : request.offered(node, nodes, model);
        if (type != null) {
          return new ChosenRequest(request, type);
        }
      }
      return null;
    }
    int[] below = children[queue];
    for (int child = neediest(below); child >= 0; child = neediest(below)) {
      triedIn[child] = round;
      ChosenRequest taken = next(child, node, nodes, model);
      if (taken != null) {
        return taken;
      }
    }
    return null;
  }

  /**
   * Returns the queue furthest below its share among those with waiting requests that were not
   * tried in this round; -1 if there is none.
   */
  private int neediest(int[] queues) {
    int best = -1;
    for (int q : queues) {
      if (waitingBelow[q] > 0
          && triedIn[q] != round
          && (best < 0 || usedMb[q] * part[best] < usedMb[best] * part[q])) {
        best = q;
      }
    }
    return best;
  }
}
