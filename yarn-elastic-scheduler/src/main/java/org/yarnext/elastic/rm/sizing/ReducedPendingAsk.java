// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * A pending request with less memory than requested, which the scheduler sees while it places the
 * request. Immutable.
 */
public final class ReducedPendingAsk extends PendingAsk {
  private final PlacementContext.Grant grant;

  private ReducedPendingAsk(Resource shrunk, int count, PlacementContext.Grant grant) {
    super(shrunk, count);
    this.grant = grant;
  }

  /**
   * Creates a request with less memory.
   *
   * @param grant of less memory than requested
   */
  public static ReducedPendingAsk of(PendingAsk requested, PlacementContext.Grant grant) {
    Resource shrunk = withMemory(requested.getPerAllocationResource(), grant.mb);
    return new ReducedPendingAsk(shrunk, requested.getCount(), grant);
  }

  /**
   * Lowers the pending metrics by the part of a request that its container did not get. Stock
   * lowers them by the container's size alone, so that part would stay pending for ever.
   *
   * @param requested the request at its regular size
   */
  public static void lowerPending(
      SchedulerApplicationAttempt attempt, RMContainer container, PendingAsk requested) {
    QueueMetrics metrics = attempt.getQueue().getMetrics();
    String partition = container.getNodeLabelExpression();
    metrics.incrPendingResources(partition, attempt.getUser(), 1, container.getAllocatedResource());
    metrics.decrPendingResources(
        partition, attempt.getUser(), 1, requested.getPerAllocationResource());
  }

  /** Returns the grant, with the regular size and the decision. */
  public PlacementContext.Grant grant() {
    return grant;
  }

  /** Returns a copy of a size with other memory. */
  public static Resource withMemory(Resource requested, long mb) {
    Resource other = Resources.clone(requested);
    other.setMemorySize(mb);
    return other;
  }
}
