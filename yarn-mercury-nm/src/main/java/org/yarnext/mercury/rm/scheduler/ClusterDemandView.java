// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.yarnext.mercury.application.WaitingDemandSource;
import org.yarnext.mercury.policy.requests.WaitingDemandPolicy;

/**
 * Compares the guaranteed requests that wait in the scheduler with the memory that is free, by the
 * metrics of its root queue. Thread-safe; takes no lock.
 */
public final class ClusterDemandView implements WaitingDemandSource {
  private final RMContext context;
  private final Supplier<WaitingDemandPolicy> policy;

  /** Creates a view of a ResourceManager's scheduler. */
  public ClusterDemandView(RMContext context, Supplier<WaitingDemandPolicy> policy) {
    this.context = context;
    this.policy = policy;
  }

  @Override
  public boolean waits(LongSupplier ownMb) {
    AbstractYarnScheduler<?, ?> scheduler = ActiveScheduler.of(context);
    QueueMetrics root = scheduler.getRootQueueMetrics();
    long totalMb = scheduler.getClusterResource().getMemorySize();
    long availableMb = Math.max(0, totalMb - root.getAllocatedMB() - root.getReservedMB());
    return policy
        .get()
        .waits(availableMb, totalMb, () -> Math.max(0, root.getPendingMB() - ownMb.getAsLong()));
  }

  @Override
  public boolean isAnyWaiting(int own) {
    return ActiveScheduler.of(context).getRootQueueMetrics().getPendingContainers() > own;
  }

  @Override
  public long freeMb() {
    AbstractYarnScheduler<?, ?> scheduler = ActiveScheduler.of(context);
    QueueMetrics root = scheduler.getRootQueueMetrics();
    // A request that reserves a node still counts as pending.
    return policy
        .get()
        .freeMb(
            root.getAllocatedMB(),
            scheduler.getClusterResource().getMemorySize(),
            root.getPendingMB());
  }
}
