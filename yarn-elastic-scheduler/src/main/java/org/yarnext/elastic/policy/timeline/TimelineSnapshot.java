// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.yarnext.elastic.policy.timeline.queue.FluidEndEstimator;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/** A {@link Timeline} as it was at one moment. Immutable, so any thread may work on it. */
public final class TimelineSnapshot {
  final List<NodeState> nodes;
  final NavigableMap<JobId, List<TaskGroup>> queued;
  final Map<JobId, QueueShare> queues;
  final JobOrder order;
  final int maxReserved;
  final int maxBlocks;

  TimelineSnapshot(
      List<NodeState> nodes,
      NavigableMap<JobId, List<TaskGroup>> queued,
      Map<JobId, QueueShare> queues,
      JobOrder order,
      int maxReserved,
      int maxBlocks) {
    this.nodes = nodes;
    this.queued = queued;
    this.queues = queues;
    this.order = order;
    this.maxReserved = maxReserved;
    this.maxBlocks = maxBlocks;
  }

  /**
   * Lays the waiting tasks out over the nodes in virtual time and derives every job's end.
   *
   * <p>Costs O((nodes + running tasks + blocks) log n); beyond {@code maxBlocks} the remainder is
   * extrapolated, see {@link FluidEndEstimator}.
   *
   * @param nowMs on the clock that the expected ends are given in
   */
  public TimelineEstimates estimates(long nowMs) {
    return estimates(nowMs, Long.MAX_VALUE);
  }

  /**
   * Lays the tasks out only as far as needed: ends until a time are as exact as with {@link
   * #estimates(long)}, and later ones are extrapolated to a time after it.
   *
   * @param untilMs on the same clock
   */
  public TimelineEstimates estimates(long nowMs, long untilMs) {
    return new TimelineLayout(this, nowMs, untilMs).run();
  }
}
