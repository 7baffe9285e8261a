// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.Arrays;
import org.yarnext.federation.policy.share.fairness.HierarchicalWaterFilling;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Divides each sub-cluster among its queues separately, as its scheduler would. Both comparison
 * policies without a global view use it (Hydra section 4.2.1). Stateless.
 */
final class LocalFairShares {
  private LocalFairShares() {}

  /**
   * Divides each sub-cluster by quotas.
   *
   * @param quotas each queue's quota in each sub-cluster, row by row; a parent's is the sum of its
   *     children's
   * @param borrowing whether other queues in the sub-cluster may use quota that a queue leaves
   *     unused
   */
  static GlobalQueueShares divide(ShareView view, double[] quotas, boolean borrowing) {
    QueueTree queues = view.queues();
    int width = view.subClusters();
    double[] granted = new double[quotas.length];
    double[] weight = new double[queues.size()];
    double[] want = new double[queues.size()];
    for (int s = 0; s < width; s++) {
      double total = Math.min(view.capacity(s), view.demand(QueueTree.ROOT, s));
      for (int q = 0; q < weight.length; q++) {
        weight[q] = Math.max(quotas[q * width + s], Double.MIN_NORMAL);
        want[q] = view.demand(q, s);
      }
      double[] got =
          borrowing ? HierarchicalWaterFilling.divide(queues, weight, want, total) : want;
      for (int leaf : queues.leaves()) {
        int at = leaf * width + s;
        granted[at] = borrowing ? got[leaf] : Math.min(want[leaf], quotas[at]);
      }
    }
    return new GlobalQueueShares(queues, width, granted);
  }

  /** Returns each queue's part of the whole by weights alone, 0 to 1; the root's is 1. */
  static double[] nominal(QueueTree queues) {
    double[] part = new double[queues.size()];
    part[QueueTree.ROOT] = 1;
    for (int q = 0; q < part.length; q++) {
      int[] children = queues.children(q);
      double sum = Arrays.stream(children).mapToDouble(queues::weight).sum();
      for (int child : children) {
        part[child] = part[q] * queues.weight(child) / sum;
      }
    }
    return part;
  }
}
