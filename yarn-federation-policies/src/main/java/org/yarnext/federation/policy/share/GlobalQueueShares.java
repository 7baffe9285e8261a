// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.Arrays;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * The amounts that each queue may use in each sub-cluster. Amounts are in the unit of the {@link
 * ShareView} they were made from; those of a parent are the sums of its children's. Immutable,
 * thread-safe.
 */
public final class GlobalQueueShares {
  private final QueueTree queues;
  private final int width;
  private final double[] granted;

  /**
   * @param granted a row a queue, of {@code width} amounts, those of leaves filled in; handed over
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

  public QueueTree queues() {
    return queues;
  }

  public int subClusters() {
    return width;
  }

  /** What the queue may use in the sub-cluster; 0 or more. */
  public double of(int queue, int s) {
    return granted[queue * width + s];
  }

  /** What the queue may use over all sub-clusters. */
  public double of(int queue) {
    double sum = 0;
    for (int s = 0; s < width; s++) {
      sum += of(queue, s);
    }
    return sum;
  }

  /** A row a queue; not to be changed. */
  double[] rows() {
    return granted;
  }
}
