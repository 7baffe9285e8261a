// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import org.yarnext.federation.policy.share.fairness.HierarchicalWaterFilling;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Measures shares in the two ways of Hydra's Figure 5: the utilisation of the cluster, and the
 * distance from the shares of one scheduler that may place anything anywhere. Stateless.
 */
public final class ShareQualityMeasure {
  private ShareQualityMeasure() {}

  /** Returns the fraction of the capacity that the shares use, 0 to 1; 0 without capacity. */
  public static double utilisation(ShareView view, GlobalQueueShares shares) {
    double capacity = view.capacity();
    return capacity > 0 ? shares.of(QueueTree.ROOT) / capacity : 0;
  }

  /**
   * Returns the mean absolute error: the sum of the leaves' deviations from their ideal shares, as
   * a fraction of all ideal shares; 0 if those are 0.
   */
  public static double fairnessError(ShareView view, GlobalQueueShares shares) {
    double[] ideal = ideal(view);
    double wrong = 0;
    for (int leaf : view.queues().leaves()) {
      wrong += Math.abs(shares.of(leaf) - ideal[leaf]);
    }
    return ideal[QueueTree.ROOT] > 0 ? wrong / ideal[QueueTree.ROOT] : 0;
  }

  /**
   * Returns the ideal shares: those of hierarchical weighted max-min fairness over the sum of all
   * capacities, as if demand could be met anywhere.
   *
   * @return an amount for each queue, by its number; a new array
   */
  public static double[] ideal(ShareView view) {
    QueueTree queues = view.queues();
    return HierarchicalWaterFilling.divide(
        queues, HierarchicalWaterFilling.weights(queues), view.totalDemand(), view.capacity());
  }
}
