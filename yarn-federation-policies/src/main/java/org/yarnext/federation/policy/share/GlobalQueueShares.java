/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
