// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Computes the shares of a single scheduler that sees the whole cluster and places container by
 * container where it is wanted: the centralised comparator (i) of Hydra section 4.2.1.
 *
 * <p>For each container the policy descends the hierarchy. At each level it takes the child with
 * the least amount in proportion to its weight, among those that can still be served. The container
 * goes to the sub-cluster with the most room among those with demand of the leaf. Containers do not
 * move later. For simulations only, as the time grows with the number of containers. Immutable and
 * thread-safe.
 */
public final class CentralisedSharePolicy implements SharePolicy {
  private final double container;

  /**
   * @param container size of one container, above 0; the last container of a demand or a
   *     sub-cluster may be smaller
   */
  public CentralisedSharePolicy(double container) {
    if (!(container > 0)) {
      throw new IllegalArgumentException("container size " + container);
    }
    this.container = container;
  }

  @Override
  public Decision<GlobalQueueShares> decide(ShareView view) {
    PlacementState placing = new PlacementState(view);
    long containers = 0;
    while (placing.one()) {
      containers++;
    }
    return Decision.of(
            new GlobalQueueShares(view.queues(), view.subClusters(), placing.granted),
            ShareReason.SHARES_BY_ONE_SCHEDULER)
        .with("containers", containers);
  }

  /** The state of one decision. */
  private final class PlacementState {
    private final ShareView view;
    private final QueueTree queues;
    private final int width;
    private final double[] has;
    private final double[] room;
    private final double[] granted;
    private final boolean[] done;

    PlacementState(ShareView view) {
      this.view = view;
      queues = view.queues();
      width = view.subClusters();
      has = new double[queues.size()];
      room = view.capacities().clone();
      granted = new double[queues.size() * width];
      done = new boolean[queues.size()];
    }

    /** Places one container; returns false if none can be placed. */
    boolean one() {
      while (!done[QueueTree.ROOT]) {
        int q = QueueTree.ROOT;
        while (q >= 0 && !queues.isLeaf(q)) {
          int next = neediest(q);
          done[q] = next < 0;
          q = next;
        }
        if (q >= 0) {
          int s = roomiest(q);
          if (s >= 0) {
            place(q, s);
            return true;
          }
          done[q] = true;
        }
      }
      return false;
    }

    private int neediest(int parent) {
      int best = -1;
      for (int child : queues.children(parent)) {
        if (!done[child]
            && (best < 0 || has[child] / queues.weight(child) < has[best] / queues.weight(best))) {
          best = child;
        }
      }
      return best;
    }

    private int roomiest(int leaf) {
      int best = -1;
      for (int s = 0; s < width; s++) {
        boolean wanted = granted[leaf * width + s] < view.demand(leaf, s) && room[s] > 0;
        if (wanted && (best < 0 || room[s] > room[best])) {
          best = s;
        }
      }
      return best;
    }

    private void place(int leaf, int s) {
      double open = view.demand(leaf, s) - granted[leaf * width + s];
      double size = Math.min(container, Math.min(open, room[s]));
      granted[leaf * width + s] =
          size == open ? view.demand(leaf, s) : granted[leaf * width + s] + size;
      room[s] -= size;
      for (int q = leaf; q >= 0; q = queues.parent(q)) {
        has[q] += size;
      }
    }
  }
}
