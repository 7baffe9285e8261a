// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.yarnext.elastic.policy.timeline.TimelineEstimates;

/** Expected ends of jobs. Immutable, or at least thread-safe. */
public interface JobEndEstimates {
  /** Estimates without any end. */
  JobEndEstimates NONE = job -> -1;

  /**
   * Returns the time by which tasks of a job with less memory must end, in ms of the monotonic
   * clock: the job's expected end, unless protection sets another; -1 if unknown.
   */
  long endMs(ApplicationId job);

  /** Returns the number of the estimate they come from; below 0 if estimates are not numbered. */
  default long estimate() {
    return -1;
  }

  /** Returns the layout they come from, which also knows where room becomes free first. */
  default TimelineEstimates estimates() {
    return TimelineEstimates.NONE;
  }

  /** Returns the nodes that are kept for late jobs until the next estimate; never null. */
  default KeptNodes kept() {
    return KeptNodes.NONE;
  }

  /** Returns whether a node is kept for a late job other than this one. */
  default boolean isKeptForOther(NodeId node, ApplicationId job) {
    return kept().isForOther(node, job);
  }
}
