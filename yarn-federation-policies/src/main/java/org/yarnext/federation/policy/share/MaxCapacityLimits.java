// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import org.yarnext.federation.policy.share.fairness.HierarchicalWaterFilling;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.federation.policy.share.fairness.WaterFilling;

/**
 * Limits the pending demand of queues in one sub-cluster to what maximum capacities allow there, so
 * that no queue gets a share that its ResourceManager would not grant.
 *
 * <p>Children divide what their parent's maximum leaves by weighted max-min fairness of their
 * amounts in this sub-cluster. Used amounts are never reduced.
 *
 * <p>Stateless; O(q log q) for q queues.
 */
final class MaxCapacityLimits {
  private MaxCapacityLimits() {}

  /**
   * Limits the pending demand.
   *
   * @param used amount that each leaf uses; 0 for parents
   * @param waiting pending amount of each leaf; 0 for parents
   * @param max maximum amount of each queue
   * @return the limited pending amount of each queue; a parent's is the sum of its children's
   */
  static double[] limit(QueueTree queues, double[] used, double[] waiting, double[] max) {
    double[] has = used.clone();
    double[] may = waiting.clone();
    boolean[] isCut = new boolean[may.length];
    for (int q = may.length - 1; q > QueueTree.ROOT; q--) {
      double room = Math.max(0, max[q] - has[q]);
      isCut[q] = may[q] > room;
      may[q] = Math.min(may[q], room);
      has[queues.parent(q)] += has[q];
      may[queues.parent(q)] += may[q];
    }
    double[] weights = HierarchicalWaterFilling.weights(queues);
    for (int q = 0; q < may.length; q++) {
      int[] children = queues.children(q);
      if (isCut[q] && children.length > 0) {
        double[] got =
            WaterFilling.fill(
                HierarchicalWaterFilling.pick(weights, children),
                HierarchicalWaterFilling.pick(has, children),
                HierarchicalWaterFilling.pick(may, children),
                may[q]);
        for (int i = 0; i < children.length; i++) {
          isCut[children[i]] |= got[i] < may[children[i]];
          may[children[i]] = got[i];
        }
      }
    }
    return may;
  }
}
