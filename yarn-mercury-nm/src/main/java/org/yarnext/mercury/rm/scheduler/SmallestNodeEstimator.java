// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.policing.CeilingPolicy;

/** Computes the size of the largest container that fits on every node it may be sent to. */
final class SmallestNodeEstimator {
  private SmallestNodeEstimator() {}

  /**
   * Returns the size that fits every running node that queues opportunistic containers, in whole
   * steps of sizes.
   *
   * @param partition whose nodes count; null for all
   * @param most maximum size of a container; null if unknown
   * @param ceiling limits the part of a node that opportunistic containers may occupy
   * @return null if there is no such node, or no container could be larger
   */
  static ResourceVector of(
      RMContext context, String partition, Resource most, CeilingPolicy ceiling) {
    ResourceVector least = null;
    for (RMNode node : context.getRMNodes().values()) {
      SchedulerNode known =
          queues(node) ? ActiveScheduler.of(context).getNode(node.getNodeID()) : null;
      if (known != null && (partition == null || partition.equals(known.getPartition()))) {
        least =
            ResourceCodec.within(
                least, ceiling.most(ResourceCodec.vector(known.getTotalResource())));
      }
    }
    return least == null || (most != null && ResourceCodec.vector(most).fitsIn(least))
        ? null
        : ResourceCodec.wholeSteps(least, context.getScheduler().getMinimumResourceCapability());
  }

  private static boolean queues(RMNode node) {
    OpportunisticContainersStatus status = node.getOpportunisticContainersStatus();
    return node.getState() == NodeState.RUNNING
        && status != null
        && status.getOpportQueueCapacity() > 0;
  }
}
