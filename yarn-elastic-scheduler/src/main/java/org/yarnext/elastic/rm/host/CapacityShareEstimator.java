// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.host;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.policy.FairOrderingPolicy;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/**
 * Estimates the current shares of the CapacityScheduler's leaf queues: capacity that a queue does
 * not request is divided among its siblings with demand, by their capacities, before other queues
 * get it. Reads the demand of each queue once, so that the shares of all leaves cost O(queues): use
 * an estimator for one reading of the cluster. Not thread-safe.
 */
public final class CapacityShareEstimator {
  private final Map<CSQueue, ParentDemand> parents = new IdentityHashMap<>();

  /** A parent queue's part of the cluster, and its children with demand. */
  private static final class ParentDemand {
    final double share;
    final Set<CSQueue> children = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Sum of these children's capacities, as parts of the cluster. */
    double capacity;

    ParentDemand(CSQueue parent, double share) {
      this.share = share;
      for (CSQueue child : parent.getChildQueues()) {
        if (!Resources.isNone(child.getQueueResourceUsage().getAllPending())) {
          children.add(child);
          capacity += child.getAbsoluteCapacity();
        }
      }
    }
  }

  /** Returns the leaf's part of the cluster, 0 to 1, and its jobs' order. */
  public QueueShare of(CSQueue leaf) {
    boolean fair =
        leaf instanceof AbstractLeafQueue
            && ((AbstractLeafQueue) leaf).getOrderingPolicy() instanceof FairOrderingPolicy;
    return new QueueShare(leaf.getQueuePath(), share(leaf), fair ? JobOrder.FAIR : JobOrder.FIFO);
  }

  /** Returns the queue's part of the cluster as if it had demand itself. */
  private double share(CSQueue queue) {
    CSQueue parent = queue.getParent();
    if (parent == null) {
      return 1;
    }
    ParentDemand demand = parents.get(parent);
    if (demand == null) {
      demand = new ParentDemand(parent, share(parent));
      parents.put(parent, demand);
    }
    double own = queue.getAbsoluteCapacity();
    double all = demand.capacity + (demand.children.contains(queue) ? 0 : own);
    return own > 0 ? demand.share * own / all : 0;
  }
}
