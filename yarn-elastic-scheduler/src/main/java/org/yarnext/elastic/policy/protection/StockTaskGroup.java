// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * Identical tasks of one job (same priority and size) in the simulated stock schedule. Not
 * thread-safe.
 */
final class StockTaskGroup {
  final StockJobState job;
  final int priority;
  final long memoryMb;
  final int vcores;
  long runMs;
  int total;
  int placed;

  /** Number of running tasks, out of {@link #placed}. */
  int running;

  /**
   * Number of tasks, out of {@link #total}, that the job no longer counts: its view forgot the
   * group, and counts from 0 if the group returns.
   */
  int forgotten;

  long lastStartMs;

  StockTaskGroup(StockJobState job, JobDemandView.Group seen) {
    this.job = job;
    this.priority = seen.priority;
    this.memoryMb = seen.memoryMb;
    this.vcores = seen.vcores;
  }

  /** Copies a group for the copy of its job. */
  StockTaskGroup(StockJobState job, StockTaskGroup group) {
    this.job = job;
    this.priority = group.priority;
    this.memoryMb = group.memoryMb;
    this.vcores = group.vcores;
    this.runMs = group.runMs;
    this.total = group.total;
    this.placed = group.placed;
    this.running = group.running;
    this.forgotten = group.forgotten;
    this.lastStartMs = group.lastStartMs;
  }

  int left() {
    return total - placed;
  }

  /** Returns whether its tasks fit only on nodes where those of another group fit. */
  boolean needsNoLessThan(StockTaskGroup other) {
    return memoryMb >= other.memoryMb && vcores >= other.vcores;
  }

  long endMs(long startMs) {
    return startMs + Math.round(runMs * job.slowdown);
  }

  /**
   * Returns whether the group has its turn before another.
   *
   * @param other null for none; of two groups of one job, the one read first has its turn first
   * @param usual default order of the jobs in a queue
   */
  boolean isBefore(StockTaskGroup other, JobOrder usual) {
    if (other == null || job == other.job) {
      return other == null;
    }
    if (job.queue != other.job.queue) {
      int byQueue = Double.compare(job.queue.turn(), other.job.queue.turn());
      return byQueue < 0 || byQueue == 0 && job.id.compareTo(other.job.id) < 0;
    }
    if (order(usual) == JobOrder.FAIR && job.usedMb != other.job.usedMb) {
      return job.usedMb < other.job.usedMb;
    }
    if (order(usual) == JobOrder.FAIR && job.arrivedMs != other.job.arrivedMs) {
      return job.arrivedMs < other.job.arrivedMs;
    }
    return job.id.compareTo(other.job.id) < 0;
  }

  /** Returns the order of the jobs of its queue. */
  JobOrder order(JobOrder usual) {
    JobOrder own = job.share == null ? null : job.share.order();
    return own == null ? usual : own;
  }
}
