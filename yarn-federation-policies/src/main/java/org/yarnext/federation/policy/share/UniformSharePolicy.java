// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import org.yarnext.common.decision.Decision;

/**
 * Gives each queue the same part of every sub-cluster regardless of its demand: the uniform
 * distributed comparator (ii) of Hydra section 4.2.1, and the static shares of stock federation.
 * Immutable and thread-safe.
 */
public final class UniformSharePolicy implements SharePolicy {
  private final boolean borrowing;

  /**
   * @param borrowing whether other queues in a sub-cluster may use quota that a queue leaves
   *     unused, as YARN's schedulers allow; if false, quotas are limits
   */
  public UniformSharePolicy(boolean borrowing) {
    this.borrowing = borrowing;
  }

  @Override
  public Decision<GlobalQueueShares> decide(ShareView view) {
    int width = view.subClusters();
    double[] nominal = LocalFairShares.nominal(view.queues());
    double[] quotas = new double[nominal.length * width];
    for (int q = 0; q < nominal.length; q++) {
      for (int s = 0; s < width; s++) {
        quotas[q * width + s] = nominal[q] * view.capacity(s);
      }
    }
    return Decision.of(
            LocalFairShares.divide(view, quotas, borrowing), ShareReason.SHARES_BY_SUB_CLUSTER)
        .with("borrowing", borrowing);
  }
}
