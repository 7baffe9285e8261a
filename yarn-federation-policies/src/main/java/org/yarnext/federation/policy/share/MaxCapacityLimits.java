// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import org.yarnext.federation.policy.share.fairness.HierarchicalWaterFilling;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.federation.policy.share.fairness.WaterFilling;

/**
 * Limits the pending demand of queues in one sub-cluster to what maximum capacities allow there, so
 * that no queue is due what its ResourceManager will not give it.
 *
 * <p>What a parent's maximum leaves is divided among its children by weighted max-min fairness of
 * what they have in this sub-cluster, whatever they have in others. What is used is never cut.
 *
 * <p>Stateless; O(q log q) for q queues.
 */
final class MaxCapacityLimits {
  private MaxCapacityLimits() {}

  /**
   * @param used what each leaf uses; 0 for parents, as the next
   * @param waiting what each leaf waits for
   * @param most the most each queue may have
   * @return what counts of what each queue waits for; a parent's is the sum of its children's
   */
  static double[] cut(QueueTree queues, double[] used, double[] waiting, double[] most) {
    double[] has = used.clone();
    double[] may = waiting.clone();
    boolean[] isCut = new boolean[may.length];
    for (int q = may.length - 1; q > QueueTree.ROOT; q--) {
      double room = Math.max(0, most[q] - has[q]);
      isCut[q] = may[q] > room;
      may[q] = Math.min(may[q], room);
      has[queues.parent(q)] += has[q];
      may[queues.parent(q)] += may[q];
    }
    double[] weights = HierarchicalWaterFilling.weights(queues);
    for (int q = 0; q < may.length; q++) {
      int[] children = queues.childrenOf(q);
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
