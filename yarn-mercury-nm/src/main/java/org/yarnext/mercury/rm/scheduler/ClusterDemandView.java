// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.yarnext.mercury.application.WaitingDemandSource;
import org.yarnext.mercury.policy.promotion.PendingPromotionTable;
import org.yarnext.mercury.policy.requests.WaitingDemandPolicy;

/**
 * Compares the guaranteed requests that wait in the scheduler with the memory that is free, by the
 * metrics of its root queue. Those count the nodes without a label alone, and the requests for
 * them. Pending promotions are no such requests, although the scheduler counts them. Thread-safe;
 * takes no lock but the read lock of YARN's node labels.
 */
public final class ClusterDemandView implements WaitingDemandSource {
  private final RMContext context;
  private final Supplier<WaitingDemandPolicy> policy;
  private final PendingPromotionTable<ApplicationAttemptId> promotions;

  /** Creates a view of a ResourceManager's scheduler. */
  public ClusterDemandView(
      RMContext context,
      Supplier<WaitingDemandPolicy> policy,
      PendingPromotionTable<ApplicationAttemptId> promotions) {
    this.context = context;
    this.policy = policy;
    this.promotions = promotions;
  }

  @Override
  public boolean waits(LongSupplier ownMb) {
    AbstractYarnScheduler<?, ?> scheduler = ActiveScheduler.of(context);
    QueueMetrics root = scheduler.getRootQueueMetrics();
    long totalMb = totalMb(scheduler);
    long availableMb = Math.max(0, totalMb - root.getAllocatedMB() - root.getReservedMB());
    return policy
        .get()
        .waits(
            availableMb,
            totalMb,
            () -> Math.max(0, root.getPendingMB() - promotions.memoryMb() - ownMb.getAsLong()));
  }

  @Override
  public boolean isAnyWaiting(int own) {
    int pending = ActiveScheduler.of(context).getRootQueueMetrics().getPendingContainers();
    return pending > own && pending - promotions.containers() > own;
  }

  @Override
  public long freeMb() {
    AbstractYarnScheduler<?, ?> scheduler = ActiveScheduler.of(context);
    QueueMetrics root = scheduler.getRootQueueMetrics();
    // A request that reserves a node still counts as pending. So does a promotion, which will take
    // free memory, too.
    return policy.get().freeMb(root.getAllocatedMB(), totalMb(scheduler), root.getPendingMB());
  }

  /** Returns the memory of the nodes without a label; only the CapacityScheduler has labels. */
  private long totalMb(AbstractYarnScheduler<?, ?> scheduler) {
    Resource all = scheduler.getClusterResource();
    return scheduler instanceof CapacityScheduler
        ? context
            .getNodeLabelManager()
            .getResourceByLabel(CommonNodeLabelsManager.NO_LABEL, all)
            .getMemorySize()
        : all.getMemorySize();
  }
}
