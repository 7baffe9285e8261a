// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.host;

import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.FairOrderingPolicy;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/**
 * Estimates the current shares of the CapacityScheduler's leaf queues: capacity that a queue does
 * not request is divided among its siblings with demand, by their capacities, before other queues
 * get it. Stateless.
 */
public final class CapacityShareEstimator {
  private CapacityShareEstimator() {}

  /** Returns the leaf's part of the cluster, 0 to 1, and its jobs' order. */
  public static QueueShare of(CSQueue leaf) {
    boolean fair =
        leaf instanceof AbstractLeafQueue
            && ((AbstractLeafQueue) leaf).getOrderingPolicy() instanceof FairOrderingPolicy;
    return new QueueShare(leaf.getQueuePath(), share(leaf), fair ? JobOrder.FAIR : JobOrder.FIFO);
  }

  /** Returns the queue's part of the cluster as if it had demand itself. */
  private static double share(CSQueue queue) {
    CSQueue parent = queue.getParent();
    if (parent == null) {
      return 1;
    }
    double own = queue.getAbsoluteCapacity();
    double all = own;
    for (CSQueue child : parent.getChildQueues()) {
      if (hasDemand(child) && !child.getQueuePath().equals(queue.getQueuePath())) {
        all += child.getAbsoluteCapacity();
      }
    }
    return own > 0 ? share(parent) * own / all : 0;
  }

  private static boolean hasDemand(CSQueue queue) {
    return !Resources.isNone(queue.getQueueResourceUsage().getAllPending());
  }
}
