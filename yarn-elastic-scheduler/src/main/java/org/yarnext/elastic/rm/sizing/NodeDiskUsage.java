// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.rm.completion.NonReportingNodeTracker;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.profile.ProfileResolver;

/**
 * Sums the disk bandwidth that under-sized containers use on a node according to their profiles
 * (YARN-ME section 3.3); one result serves all jobs that are offered the node in one turn. A node
 * that does not report ends counts as having no bandwidth left, so that it counts as like no other
 * node. Thread-safe.
 */
public final class NodeDiskUsage {
  /** Validity of a result while no container starts or ends on the node, in ms. */
  static final long KEPT_MS = 20;

  private final AbstractYarnScheduler<?, ?> scheduler;
  private final ProfileResolver profiles;
  private final NonReportingNodeTracker nonReporting;
  private final LongSupplier clockMs;
  private volatile Use latest;

  private static final class Use {
    public final SchedulerNode node;
    final long freeMb;
    final int freeVcores;
    final int containers;
    final long readMs;
    public final double mbPerSecond;

    Use(
        SchedulerNode node,
        long readMs,
        double mbPerSecond,
        long freeMb,
        int freeVcores,
        int containers) {
      this.node = node;
      this.readMs = readMs;
      this.mbPerSecond = mbPerSecond;
      this.freeMb = freeMb;
      this.freeVcores = freeVcores;
      this.containers = containers;
    }

    boolean isOf(SchedulerNode other, long nowMs) {
      Resource free = other.getUnallocatedResource();
      return node == other
          && nowMs - readMs < KEPT_MS
          && containers == other.getNumContainers()
          && freeMb == free.getMemorySize()
          && freeVcores == free.getVirtualCores();
    }
  }

  /**
   * Creates a cache.
   *
   * @param clockMs monotonic milliseconds
   */
  public NodeDiskUsage(
      AbstractYarnScheduler<?, ?> scheduler,
      ProfileResolver profiles,
      NonReportingNodeTracker nonReporting,
      LongSupplier clockMs) {
    this.scheduler = scheduler;
    this.profiles = profiles;
    this.nonReporting = nonReporting;
    this.clockMs = clockMs;
  }

  /**
   * Returns the disk bandwidth that under-sized containers use on the node by their profiles; 0 or
   * more, positive infinity if it is unknown for one of them or the node does not report ends.
   */
  public double mbPerSecond(SchedulerNode node) {
    if (nonReporting.has(node.getNodeID())) {
      return Double.POSITIVE_INFINITY;
    }
    long now = clockMs.getAsLong();
    Use known = latest;
    if (known == null || !known.isOf(node, now)) {
      // Read these before the containers, so that containers that start meanwhile invalidate the
      // result.
      long freeMb = node.getUnallocatedResource().getMemorySize();
      int freeVcores = node.getUnallocatedResource().getVirtualCores();
      int containers = node.getNumContainers();
      known = new Use(node, now, read(node), freeMb, freeVcores, containers);
      latest = known;
    }
    return known.mbPerSecond;
  }

  private double read(SchedulerNode node) {
    double sum = 0;
    for (RMContainer c : node.getCopiedListOfRunningContainers()) {
      long requestedMb = UndersizedTag.requestedMb(c.getAllocationTags());
      if (requestedMb > 0) {
        sum += use(c, requestedMb);
      }
    }
    return sum;
  }

  private double use(RMContainer container, long requestedMb) {
    JobDescriptor job =
        ElasticAttemptView.job(
            scheduler.getApplicationAttempt(container.getApplicationAttemptId()));
    if (job == null) {
      return 0;
    }
    int priority = container.getAllocatedSchedulerKey().getPriority().getPriority();
    long grantedMb = container.getAllocatedResource().getMemorySize();
    return profiles.diskMbPerSecond(job, priority, requestedMb, grantedMb);
  }
}
