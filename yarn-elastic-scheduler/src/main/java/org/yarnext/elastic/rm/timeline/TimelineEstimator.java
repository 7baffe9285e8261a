// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import java.util.function.IntUnaryOperator;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.elastic.policy.timeline.Timeline;
import org.yarnext.elastic.policy.timeline.TimelineEstimates;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * Estimates jobs' ends by the timeline, from a snapshot alone. Ends matter only within the time
 * that a task placed now with less memory may run: the layout does not extend further. Thread-safe.
 */
public final class TimelineEstimator implements JobEndCache.Estimator {
  /**
   * The layout extends this fraction (1/4) of the longest run time further, and at least a minimum.
   */
  private static final int MARGIN = 4;

  private static final long MIN_MARGIN_MS = 30_000;

  private final JobOrder order;
  private final IntUnaryOperator maxReserved;
  private final int maxBlocks;

  /**
   * Creates an estimator.
   *
   * @param maxReserved how many nodes out of a number one job may reserve at a time
   */
  public TimelineEstimator(JobOrder order, IntUnaryOperator maxReserved, int maxBlocks) {
    this.order = order;
    this.maxReserved = maxReserved;
    this.maxBlocks = maxBlocks;
  }

  @Override
  public JobEndEstimates estimate(ClusterSnapshot cluster, long nowMs) {
    int max = maxReserved.applyAsInt(cluster.nodes().size());
    TimelineEstimates estimates =
        TimelineWriter.write(cluster, order, max, maxBlocks)
            .snapshot()
            .estimates(nowMs, untilMs(cluster, nowMs));
    for (ClusterSnapshot.Waiting group : cluster.waiting()) {
      if (group.runMs() >= 0) { // reservations will need it
        estimates.prepare(Timeline.NO_PARTITION, group.memoryMb(), group.vcores());
      }
    }
    return new TimelineEnds(estimates);
  }

  private static long untilMs(ClusterSnapshot cluster, long nowMs) {
    long longestMs = 0;
    for (ClusterSnapshot.Waiting group : cluster.waiting()) {
      longestMs = Math.max(longestMs, Math.max(group.longestMs(), group.runMs()));
    }
    return nowMs + longestMs + Math.max(longestMs / MARGIN, MIN_MARGIN_MS);
  }

  private static final class TimelineEnds implements JobEndEstimates {
    private final TimelineEstimates estimates;

    TimelineEnds(TimelineEstimates estimates) {
      this.estimates = estimates;
    }

    @Override
    public long endMs(ApplicationId job) {
      return estimates.endMs(TimelineWriter.job(job));
    }

    @Override
    public TimelineEstimates estimates() {
      return estimates;
    }
  }
}
