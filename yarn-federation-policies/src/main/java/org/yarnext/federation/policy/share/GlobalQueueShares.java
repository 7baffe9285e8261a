// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.Arrays;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * The amounts that each queue may use in each sub-cluster, in the unit of the {@link ShareView}
 * they were computed from. A parent's amount is the sum of its children's. Immutable and
 * thread-safe.
 */
public final class GlobalQueueShares {
  private final QueueTree queues;
  private final int width;
  private final double[] granted;

  /**
   * @param granted {@code width} amounts for each queue, row by row, those of leaves set; not
   *     copied, the caller must not use it any more
   */
  GlobalQueueShares(QueueTree queues, int width, double[] granted) {
    this.queues = queues;
    this.width = width;
    this.granted = granted;
    for (int q = 0; q < queues.size(); q++) {
      if (!queues.isLeaf(q)) {
        Arrays.fill(granted, q * width, (q + 1) * width, 0);
      }
    }
    for (int q = queues.size() - 1; q > QueueTree.ROOT; q--) {
      for (int s = 0; s < width; s++) {
        granted[queues.parent(q) * width + s] += granted[q * width + s];
      }
    }
  }

  /** Returns the queues whose shares these are; never null. */
  public QueueTree queues() {
    return queues;
  }

  /** Returns the amount that the queue may use in the sub-cluster; 0 or more. */
  public double of(int queue, int s) {
    return granted[queue * width + s];
  }

  /** Returns the amount that the queue may use over all sub-clusters; 0 or more. */
  public double of(int queue) {
    double sum = 0;
    for (int s = 0; s < width; s++) {
      sum += of(queue, s);
    }
    return sum;
  }

  /** Returns the amounts, a row for each queue; not a copy, must not change. */
  double[] rows() {
    return granted;
  }
}
