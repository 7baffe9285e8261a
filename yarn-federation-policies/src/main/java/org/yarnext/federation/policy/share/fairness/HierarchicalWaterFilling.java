// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share.fairness;

/**
 * Divides one amount down a hierarchy: the children of each queue share its amount by weighted
 * max-min fairness, and siblings receive what a queue cannot use. Stateless.
 */
public final class HierarchicalWaterFilling {
  private HierarchicalWaterFilling() {}

  /**
   * Divides an amount.
   *
   * @param weight weight of each queue among its siblings, above 0
   * @param want largest amount that each queue can use; a parent's is the sum of its children's
   * @param total the amount to divide
   * @return the amount of each queue; a new array
   */
  public static double[] divide(QueueTree queues, double[] weight, double[] want, double total) {
    double[] share = new double[queues.size()];
    share[QueueTree.ROOT] = Math.min(total, want[QueueTree.ROOT]);
    for (int q = 0; q < share.length; q++) {
      int[] children = queues.children(q);
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

  /** Returns the weight of each queue, by number; a new array. */
  public static double[] weights(QueueTree queues) {
    double[] weights = new double[queues.size()];
    for (int q = 0; q < weights.length; q++) {
      weights[q] = queues.weight(q);
    }
    return weights;
  }

  /** Returns the values at the given indexes; a new array. */
  public static double[] pick(double[] values, int[] rows) {
    double[] picked = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      picked[i] = values[rows[i]];
    }
    return picked;
  }
}
