// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share.fairness;

/**
 * Divides one amount down a hierarchy: at each queue its children share what it got by weighted
 * max-min fairness, and what one of them cannot use goes to its siblings.
 *
 * <p>Stateless.
 */
public final class HierarchicalWaterFilling {
  private HierarchicalWaterFilling() {}

  /**
   * @param weight of each queue among its siblings, above 0
   * @param want the most each queue can take; a parent's is the sum of its children's
   * @param total what there is
   * @return what each queue gets
   */
  public static double[] divide(QueueTree queues, double[] weight, double[] want, double total) {
    double[] share = new double[queues.size()];
    share[QueueTree.ROOT] = Math.min(total, want[QueueTree.ROOT]);
    for (int q = 0; q < share.length; q++) {
      int[] children = queues.childrenOf(q);
      if (children.length == 1) {
        share[children[0]] = Math.min(share[q], want[children[0]]);
      } else if (children.length > 1) {
        double[] got =
            WaterFilling.fill(
                pick(weight, children),
                new double[children.length],
                pick(want, children),
                share[q]);
        for (int i = 0; i < children.length; i++) {
          share[children[i]] = got[i];
        }
      }
    }
    return share;
  }

  public static double[] weights(QueueTree queues) {
    double[] weights = new double[queues.size()];
    for (int q = 0; q < weights.length; q++) {
      weights[q] = queues.weight(q);
    }
    return weights;
  }

  public static double[] pick(double[] values, int[] rows) {
    double[] picked = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      picked[i] = values[rows[i]];
    }
    return picked;
  }
}
