// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.GuardedPolicy;

/**
 * Chooses the memory of a task that does not fit on a node with its regular size (YARN-ME section
 * 3.3). A policy that refuses a request must also refuse it with less free disk bandwidth, and with
 * less time until the job's end, because {@link SizeRejectionCache} relies on that.
 *
 * <p>Called for one node and task at a time, many times a second and possibly by several threads;
 * implementations keep no state between calls and do not block.
 */
public interface ElasticPolicy extends GuardedPolicy {
  /**
   * Decides the memory to place the task with, in MB: the requested memory less a multiple of the
   * step, at least the minimum of the request and no more than is free. The value is null if the
   * task is not to be placed on this node now.
   *
   * @param request not null
   */
  Decision<Long> decide(SizingRequest request);

  /**
   * Returns whether, while many tasks wait, {@link SizingRequest#endByMs} is the time at which the
   * job would end under stock if that is later than the job's expected end.
   */
  default boolean mayEndWithStock() {
    return false;
  }
}
