// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import org.yarnext.federation.policy.share.fairness.HierarchicalWaterFilling;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Measures shares the two ways of Hydra's Figure 5: how much of the cluster they use, and how far
 * they are from what one scheduler would give that may place anything anywhere.
 *
 * <p>Stateless.
 */
public final class ShareQualityMeasure {
  private ShareQualityMeasure() {}

  /** How much of the capacity the shares use, from 0 to 1; 0 without capacity. */
  public static double utilisation(ShareView view, GlobalQueueShares shares) {
    double capacity = view.capacity();
    return capacity > 0 ? shares.of(QueueTree.ROOT) / capacity : 0;
  }

  /**
   * The mean absolute error: the sum of what leaves get too much or too little, in parts of what
   * all leaves should get; 0 if nothing is to be had.
   */
  public static double fairnessError(ShareView view, GlobalQueueShares shares) {
    double[] ideal = ideal(view);
    double wrong = 0;
    for (int leaf : view.queues().allLeaves()) {
      wrong += Math.abs(shares.of(leaf) - ideal[leaf]);
    }
    return ideal[QueueTree.ROOT] > 0 ? wrong / ideal[QueueTree.ROOT] : 0;
  }

  /**
   * What each queue would get if its demand could be met anywhere: hierarchical weighted max-min
   * fairness over the sum of all capacities.
   *
   * @return an amount a queue, by its number; a new array
   */
  public static double[] ideal(ShareView view) {
    QueueTree queues = view.queues();
    return HierarchicalWaterFilling.divide(
        queues, HierarchicalWaterFilling.weights(queues), view.totalDemand(), view.capacity());
  }
}
