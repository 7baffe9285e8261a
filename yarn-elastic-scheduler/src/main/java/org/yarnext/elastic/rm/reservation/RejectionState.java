// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardState;
import org.yarnext.elastic.rm.sizing.NodeDiskUsage;

/**
 * Numbers the states of all that attempts' rejections of a node have in common, so that these can
 * be remembered while neither the state nor the attempt changes. Thread-safe.
 */
public final class RejectionState {
  /** Maximum duration of a state, which limits the effect of changes that nobody reports. */
  private static final long VALID_NANOS = 500_000_000;

  private final ReservationInputs inputs;
  private final NodeDiskUsage disks;
  private final Guard guard;
  private final AtomicLong changes = new AtomicLong();
  private final long startNanos;
  private volatile boolean hasStockAttempts;

  RejectionState(ReservationInputs inputs, NodeDiskUsage disks, Guard guard, long nowNanos) {
    this.inputs = inputs;
    this.disks = disks;
    this.guard = guard;
    this.startNanos = nowNanos;
  }

  /** Records a change that may concern any attempt. */
  public void changed() {
    changes.incrementAndGet();
  }

  /** Records an attempt that does not report when it changes: nothing is remembered any more. */
  public void stockAttempt() {
    hasStockAttempts = true;
  }

  /**
   * Returns the number of the state, which only ever rises; below 0 if rejections of this node
   * depend on more than the attempt, the state, and the node's free memory, vcores and disk use.
   *
   * @param nowNanos time of the event being handled, in monotonic ns
   */
  public long at(SchedulerNode node, long nowNanos) {
    if (hasStockAttempts
        || guard.state() == GuardState.TRIPPED
        || ResourceUtils.getNumberOfCountableResourceTypes() > WalkSkipCache.COMPARED
        || inputs.isKeptForOther(node.getNodeID(), null)) {
      return -1;
    }
    return changes.get()
        + inputs.profilesVersion()
        + Math.max(0, inputs.estimate())
        + Math.max(0, (nowNanos - startNanos) / VALID_NANOS);
  }

  /** Returns the disk bandwidth that under-sized containers use on a node, in MB per second. */
  public double usedDisk(SchedulerNode node) {
    return node.getUnallocatedResource().getMemorySize() <= 0 ? 0 : disks.mbPerSecond(node);
  }
}
