// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.NodeId;
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
 * (YARN-ME section 3.3). A result serves all jobs that are offered the node until a container
 * starts or ends there, or for a moment if nobody says when that happens. A node that does not
 * report ends counts as having no bandwidth left, so that it counts as like no other node.
 * Thread-safe.
 */
public final class NodeDiskUsage {
  /** Validity of a result if changes are not reported, in ms. */
  static final long UNREPORTED_KEPT_MS = 20;

  private final AbstractYarnScheduler<?, ?> scheduler;
  private final ProfileResolver profiles;
  private final NonReportingNodeTracker nonReporting;
  private final LongSupplier clockMs;
  private final boolean reported;
  private final Map<NodeId, Use> uses = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();

  private static final class Use {
    final SchedulerNode node;
    final int profilesVersion;
    final long freeMb;
    final int freeVcores;
    final int containers;
    final long readMs;
    final double mbPerSecond;

    Use(
        SchedulerNode node,
        int profilesVersion,
        long readMs,
        double mbPerSecond,
        long freeMb,
        int freeVcores,
        int containers) {
      this.node = node;
      this.profilesVersion = profilesVersion;
      this.readMs = readMs;
      this.mbPerSecond = mbPerSecond;
      this.freeMb = freeMb;
      this.freeVcores = freeVcores;
      this.containers = containers;
    }

    boolean isOf(SchedulerNode other, int version, long nowMs, long keptMs) {
      Resource free = other.getUnallocatedResource();
      return node == other
          && profilesVersion == version
          && nowMs - readMs < keptMs
          && containers == other.getNumContainers()
          && freeMb == free.getMemorySize()
          && freeVcores == free.getVirtualCores();
    }
  }

  /**
   * Creates a cache.
   *
   * @param clockMs monotonic milliseconds
   * @param reported whether {@link #changed} is called for each container that starts or ends
   */
  public NodeDiskUsage(
      AbstractYarnScheduler<?, ?> scheduler,
      ProfileResolver profiles,
      NonReportingNodeTracker nonReporting,
      LongSupplier clockMs,
      boolean reported) {
    this.scheduler = scheduler;
    this.profiles = profiles;
    this.nonReporting = nonReporting;
    this.clockMs = clockMs;
    this.reported = reported;
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
    int version = profiles.version();
    Use known = uses.get(node.getNodeID());
    long keptMs = reported ? ProfileResolver.KEPT_MS : UNREPORTED_KEPT_MS;
    if (known == null || !known.isOf(node, version, now, keptMs)) {
      // Read these before the containers, so that containers that start meanwhile invalidate the
      // result.
      long before = changes.get();
      long freeMb = node.getUnallocatedResource().getMemorySize();
      int freeVcores = node.getUnallocatedResource().getVirtualCores();
      int containers = node.getNumContainers();
      known = new Use(node, version, now, read(node), freeMb, freeVcores, containers);
      if (!reported) {
        uses.clear(); // nobody says that a node is gone
      }
      uses.put(node.getNodeID(), known);
      if (changes.get() != before) {
        uses.remove(node.getNodeID()); // it may predate the change
      }
    }
    return known.mbPerSecond;
  }

  /** Records that a container starts or ends on a node; on any thread. */
  public void changed(NodeId node) {
    changes.incrementAndGet();
    uses.remove(node);
  }

  /** Records that nodes or their containers may have changed in any way; on any thread. */
  public void changed() {
    changes.incrementAndGet();
    uses.clear();
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
