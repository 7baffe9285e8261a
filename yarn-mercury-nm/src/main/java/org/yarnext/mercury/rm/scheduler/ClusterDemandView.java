// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.yarnext.mercury.policy.requests.WaitingDemandPolicy;

/**
 * Compares the guaranteed requests that wait in the scheduler with the memory that is free, by the
 * metrics of its root queue. Thread-safe; takes no lock.
 */
public final class ClusterDemandView {
  private final RMContext context;
  private final Supplier<WaitingDemandPolicy> policy;

  /** Creates a view of a ResourceManager's scheduler. */
  public ClusterDemandView(RMContext context, Supplier<WaitingDemandPolicy> policy) {
    this.context = context;
    this.policy = policy;
  }

  /**
   * Returns whether guaranteed requests of other applications wait for all free room.
   *
   * @param ownMb supplies the memory of the application's own guaranteed requests, in MB
   */
  public boolean waits(LongSupplier ownMb) {
    AbstractYarnScheduler<?, ?> scheduler = ActiveScheduler.of(context);
    QueueMetrics root = scheduler.getRootQueueMetrics();
    long totalMb = scheduler.getClusterResource().getMemorySize();
    long availableMb = Math.max(0, totalMb - root.getAllocatedMB() - root.getReservedMB());
    return policy
        .get()
        .waits(availableMb, totalMb, () -> Math.max(0, root.getPendingMB() - ownMb.getAsLong()));
  }
}
