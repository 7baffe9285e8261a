// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Maps the quota of each queue to sub-clusters in proportion to its demand there: the load-based
 * distributed comparator (iii) of Hydra section 4.2.1.
 *
 * <p>A queue without any demand keeps the uniform mapping. Where the quotas mapped to a sub-cluster
 * exceed its capacity, all are reduced in proportion. Immutable and thread-safe.
 */
public final class LoadBasedSharePolicy implements SharePolicy {
  private final boolean borrowing;

  /**
   * @param borrowing whether other queues in a sub-cluster may use quota that a queue leaves
   *     unused; if false, quotas are limits
   */
  public LoadBasedSharePolicy(boolean borrowing) {
    this.borrowing = borrowing;
  }

  @Override
  public Decision<GlobalQueueShares> decide(ShareView view) {
    QueueTree queues = view.queues();
    int width = view.subClusters();
    double capacity = view.capacity();
    double[] nominal = LocalFairShares.nominal(queues);
    double[] quotas = new double[nominal.length * width];
    double[] mapped = new double[width];
    for (int leaf : queues.leaves()) {
      double demand = view.demand(leaf);
      for (int s = 0; s < width; s++) {
        double part =
            demand > 0
                ? view.demand(leaf, s) / demand
                : capacity > 0 ? view.capacity(s) / capacity : 0;
        quotas[leaf * width + s] = nominal[leaf] * capacity * part;
        mapped[s] += quotas[leaf * width + s];
      }
    }
    for (int leaf : queues.leaves()) {
      for (int s = 0; s < width; s++) {
        quotas[leaf * width + s] *= Math.min(1, view.capacity(s) / Math.max(mapped[s], 1e-300));
      }
    }
    GlobalQueueShares all = new GlobalQueueShares(queues, width, quotas);
    return Decision.of(
            LocalFairShares.divide(view, all.rows(), borrowing), ShareReason.SHARES_BY_SUB_CLUSTER)
        .with("borrowing", borrowing);
  }
}
